/** What a command answered, kept under its id, so that a command sent twice is done once. */
import * as v from 'valibot';
import { entityFields } from '#domain/base.ts';

export const commandRecordSchema = v.object({
  ...entityFields,
  name: v.string(),
  /** The output of the call, given again to whoever sends the command again. */
  output: v.record(v.string(), v.unknown()),
});
export type CommandRecord = v.InferInput<typeof commandRecordSchema>;
