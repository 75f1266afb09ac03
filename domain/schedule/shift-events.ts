/** Messages to a schedule's people at an instant, and the time of its next check. */
import { constants, day, hour } from '../constants.ts';
import { shiftsBetween } from './rota.ts';
import type { Override, Schedule } from './schema.ts';

/**
 * Days back in which the previous shift is looked for, days ahead for the next ones, and time after a beginning in which a digest
 * is sent.
 */
const [daysBack, daysAhead, lately] = [14, 8, hour] as const;

/** The overrides that count: those that end after `from` and by `to`. */
export const shiftEventSpan = (now: number, overrideDays: number) => ({
  from: now - daysBack * day,
  to: now + (daysAhead + overrideDays) * day,
});

export interface BeginningShift {
  readonly userId: string;
  readonly startsAt: number;
  /** Person on call before; null: nobody. */
  readonly from: string | null;
  /** Beginning of their previous shift, limited to that many days and to the time since the schedule was made. */
  readonly since: number;
}

export interface ShiftEvents {
  /** Shifts to come within the time that their person chose. */
  readonly reminders: readonly BeginningShift[];
  /** The running one; null: nobody is on call. */
  readonly current: { readonly userId: string; readonly endsAt: number } | null;
  /** The running one, if it began lately. */
  readonly begun: BeginningShift | null;
  readonly nextAt: number;
}

/** `hoursBefore`: the time that a person chose; 0 for no reminder. */
export function shiftEvents(
  schedule: Schedule,
  overrides: readonly Override[],
  now: number,
  hoursBefore: (userId: string) => number,
): ShiftEvents {
  const shifts = shiftsBetween(schedule, overrides, now - daysBack * day, now + daysAhead * day);
  const reminders: BeginningShift[] = [];
  let begun: BeginningShift | null = null;
  let current: ShiftEvents['current'] = null;
  let nextAt = now + (daysAhead - 1) * day;
  for (const [index, { userId, startsAt, endsAt }] of shifts.entries()) {
    if (userId !== null && startsAt <= now && endsAt > now) {
      current = { userId, endsAt };
      nextAt = Math.min(nextAt, endsAt);
    }
    const before = shifts[index - 1];
    if (before === undefined || userId === null || endsAt <= now) continue;
    // Before the schedule was made nobody was on call by it.
    const wasThere = before.endsAt > schedule.createdAt;
    const shift = {
      userId,
      startsAt,
      from: wasThere ? before.userId : null,
      since: Math.max(before.startsAt, schedule.createdAt),
    };
    if (startsAt <= now) {
      if (startsAt > now - lately) begun = shift;
      continue;
    }
    const remindAt = startsAt - hoursBefore(userId) * hour;
    if (remindAt <= now) reminders.push(shift);
    nextAt = Math.min(nextAt, remindAt > now ? remindAt : startsAt);
  }
  return { reminders, begun, current, nextAt };
}

export const reminderHoursOf = ({
  shiftReminderHours,
}: {
  readonly shiftReminderHours?: number | undefined;
}): number => shiftReminderHours ?? constants.shiftReminderHours;
