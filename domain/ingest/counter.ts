/**
 * Messages of a key, counted in several documents so that messages do not wait for one another: messages of unknown groups, up to
 * a ceiling, and messages that were noted one by one.
 */
import * as v from 'valibot';
import { epochMsSchema, wholeNumberSchema } from '../base.ts';
import { constants } from '../constants.ts';
import { sha256Hex } from '../digest.ts';
import { windowOf } from './group.ts';

const countSchema = wholeNumberSchema(0, Number.MAX_SAFE_INTEGER);
export const counterSchema = v.object({
  /** The minute that is counted. */
  windowAt: epochMsSchema,
  groups: countSchema,
  notes: countSchema,
});
export type Counter = v.InferOutput<typeof counterSchema>;

/** A tenth above its part of the ceiling, because groups are not spread evenly. */
const groupsPerCounter = Math.ceil((constants.newGroupsPerMinute * 1.1) / constants.groupCounters);
/** Number of counters to try before a message is refused. */
const tries = 5;

/** The counters that may count a message, first choice first: always the same for one dedup key. */
export function countersFor(dedupKey: string): readonly number[] {
  const first = Number.parseInt(sha256Hex(dedupKey).slice(0, 8), 16);
  return Array.from({ length: tries }, (_, turn) => (first + turn) % constants.groupCounters);
}

/** Counter of the present minute. */
export function counterAt(counter: Counter | null, now: number): Counter {
  const windowAt = windowOf(now);
  return counter?.windowAt === windowAt ? counter : { windowAt, groups: 0, notes: 0 };
}

export const hasRoom = ({ groups }: Counter): boolean => groups < groupsPerCounter;

/** Whether one more message gets a note of its own. */
export const notesSingly = ({ notes }: Counter): boolean => notes < constants.notesPerCounter;
