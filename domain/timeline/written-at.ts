/**
 * Time at which something was written, beside the server's time: given offline, it is stored much later. The rule is the same for what a
 * browser stores itself and for what a command stores.
 */
import { constants, day, minute } from '../constants.ts';

/**
 * `ageMs`: time from writing to storing, by one clock. Undefined where the server's time says it, within a minute. `null` where the age
 * can't be right or is too long to be believed: then it is only known that it was written earlier.
 */
export function writtenAtOf(now: number, ageMs: number): number | null | undefined {
  if (ageMs < constants.writtenEarlierMinutes * minute) return undefined;
  return ageMs <= constants.writtenEarlierDays * day ? now - ageMs : null;
}
