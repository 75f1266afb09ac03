/**
 * One connection of one person to a room, in the realtime database. It is true only now: the connection removes it
 * when it drops, and a reader ignores it when `seenAt` is older than `constants.presenceStaleSeconds`.
 */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { at, id, text } from './base.ts';

export const presence = v.object({
  userId: id,
  displayName: text(limits.name),
  doing: v.picklist(['looking', 'typing']),
  /** The realtime database keeps it as a number, in server time. */
  seenAt: at,
});
export type Presence = v.InferInput<typeof presence>;
