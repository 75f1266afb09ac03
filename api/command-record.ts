/** Stored result of a command, under its caller and id: a command sent twice is run once. */
import * as v from 'valibot';
import { entityFields, type Id, idOf } from '#domain/base.ts';
import { sha256Hex } from '#domain/digest.ts';

export const commandRecordSchema = v.object({
  ...entityFields,
  name: v.string(),
  /** The output of the call, given again to whoever sends the command again. */
  output: v.record(v.string(), v.unknown()),
});
export type CommandRecord = v.InferInput<typeof commandRecordSchema>;

/** Id of the record, and of whatever a command makes under its own id. Callers choose command ids, and none takes another's. */
export const commandRecordId = (userId: string, commandId: string): Id =>
  idOf(sha256Hex(JSON.stringify([userId, commandId])));
