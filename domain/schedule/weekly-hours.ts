/** Hours of the week in a zone of their own: whether they are open, and until when. */
import * as v from 'valibot';
import { timezoneSchema } from '../base.ts';
import { limits } from '../constants.ts';
import { createZone } from './rota-zone.ts';
import { weeklyWindowSchema } from './schema.ts';
import { inWindows, nextWindowEdge } from './weekly-windows.ts';

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

export function openingAt(hours: WeeklyHours, at: number): Opening {
  const zone = createZone(hours.timezone);
  const open = inWindows(hours.windows, zone, at);
  // Windows that touch or overlap have edges at which nothing changes; a week has no more edges than these.
  let edge = at;
  for (let edges = 0; edges <= hours.windows.length * 14; edges += 1) {
    edge = nextWindowEdge(hours.windows, zone, edge);
    if (edge === Number.POSITIVE_INFINITY) return { open, changesAt: null };
    if (inWindows(hours.windows, zone, edge) !== open) return { open, changesAt: edge };
  }
  return { open, changesAt: null };
}
