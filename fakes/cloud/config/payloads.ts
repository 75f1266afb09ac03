/** Checks of the payloads of remote configuration. */
import * as v from 'valibot';
import { changeSignals } from '#provider-kit/config/value.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { checkBy, fields, idText, type PayloadChecks, portField, text } from '../payloads.ts';
import type { FetchPayload, UpdatesPayload } from './protocol.ts';

interface ConfigPayloads {
  readonly fetch: FetchPayload;
  readonly updates: UpdatesPayload;
}

export const configPayloads: PayloadChecks<ConfigPayloads> = {
  fetch: checkBy(
    fields({
      installation: idText,
      language: text(100),
      signals: portField((signals) => {
        if (!isPlainObject(signals)) throw new TypeError('an object is expected.');
        return changeSignals({}, signals as FetchPayload['signals']);
      }),
    }),
  ),
  updates: checkBy(fields({ version: v.nullable(idText) })),
};
