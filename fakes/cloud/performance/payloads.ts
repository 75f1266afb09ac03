/** Checks of the payloads of performance. */
import * as v from 'valibot';
import { checkBy, fields, type PayloadChecks, payloadRecord, text } from '../payloads.ts';
import { type CollectPayload, largestBatch } from './protocol.ts';

const number = v.pipe(v.number(), v.finite());

export const recordSchema = fields({
  kind: v.picklist(['trace', 'page', 'network']),
  name: text(4096),
  startedAt: number,
  durationMs: number,
  metrics: payloadRecord(number, { longestName: 100, most: 50 }),
  attributes: payloadRecord(text(100), { longestName: 100, most: 50 }),
});

export const performancePayloads: PayloadChecks<{ readonly collect: CollectPayload }> = {
  collect: checkBy(
    fields({
      records: v.pipe(
        v.custom<readonly unknown[]>(
          (records) => Array.isArray(records) && records.length <= largestBatch,
          `a list of at most ${largestBatch} records is expected.`,
        ),
        v.array(recordSchema),
      ),
    }),
  ),
};
