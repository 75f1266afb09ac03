/** Hours of the week in a zone of their own: whether they are open, and until when. */
import * as v from 'valibot';
import { timezoneSchema } from '../base.ts';
import { day, limits } from '../constants.ts';
import { createZone } from './rota-zone.ts';
import { weeklyWindowSchema } from './schema.ts';
import { openBetween } from './weekly-windows.ts';

/** `empty`: what is said of hours without a window. */
export const weeklyHoursSchema = (empty: string) =>
  v.object({
    timezone: timezoneSchema,
    windows: v.pipe(
      v.array(weeklyWindowSchema),
      v.minLength(1, empty),
      v.maxLength(limits.restrictionsPerLayer),
    ),
  });
export type WeeklyHours = v.InferInput<ReturnType<typeof weeklyHoursSchema>>;

export interface Opening {
  readonly open: boolean;
  /** The next time at which that changes; null for never. */
  readonly changesAt: number | null;
}

/** Windows recur every week: what does not change in this time never does. */
const ahead = 8 * day;

export function openingAt(hours: WeeklyHours, at: number): Opening {
  const spans = openBetween(hours.windows, createZone(hours.timezone), at, at + ahead);
  const [first] = spans;
  if (first === undefined) return { open: false, changesAt: null };
  if (first.startsAt > at) return { open: false, changesAt: first.startsAt };
  return { open: true, changesAt: first.endsAt < at + ahead ? first.endsAt : null };
}
