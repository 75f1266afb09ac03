/**
 * A connection of a person to a room, in the realtime database, in one of the person's slots. Transient: the connection removes it when it
 * drops, and a reader ignores it when `seenAt` is older than `constants.presenceStaleSeconds`.
 */
import * as v from 'valibot';
import { epochMsSchema, idSchema } from '../base.ts';

export const presenceSchema = v.object({
  userId: idSchema,
  /** Id of the connection, by which a person's tabs and devices differ: one of them holds the slot. */
  connectionId: idSchema,
  doing: v.picklist(['looking', 'typing']),
  /** The realtime database keeps it as a number, in server time. */
  seenAt: epochMsSchema,
});
export type Presence = v.InferInput<typeof presenceSchema>;
