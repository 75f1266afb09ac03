/** A person's time on call, in words. */
import { day } from '#domain/constants.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { shiftsBetween } from '#domain/schedule/rota.ts';
import { clockTime, dayKey } from '#src/ui/time-format.ts';

export interface Duties {
  /** Current shifts. */
  readonly now: readonly { readonly schedule: string; readonly endsAt: number }[];
  /** The next shift within two weeks; null during a shift. */
  readonly next: { readonly schedule: string; readonly startsAt: number } | null;
}

const ahead = 14 * day;

export function duties(
  schedules: readonly Schedule[],
  overrides: readonly Override[],
  userId: string,
  now: number,
): Duties {
  const shifts = schedules.flatMap((schedule) =>
    shiftsBetween(schedule, overrides, now, now + ahead)
      .filter((shift) => shift.userId === userId)
      .map(({ startsAt, endsAt }) => ({ schedule: schedule.name, startsAt, endsAt })),
  );
  const current = shifts.filter(({ startsAt }) => startsAt <= now);
  const [next] = shifts.toSorted((a, b) => a.startsAt - b.startsAt);
  return { now: current, next: current.length > 0 ? null : (next ?? null) };
}

/** "You are on call for Payments until Mon 09:00." */
export function dutySentence(found: Duties, now: number, zone: string): string {
  const [first] = found.now;
  if (first) {
    const together = found.now.every(({ endsAt }) => endsAt === first.endsAt);
    const until = (endsAt: number) =>
      endsAt >= now + ahead ? 'for the next two weeks' : `until ${moment(endsAt, now, zone)}`;
    const what = together
      ? `${list(found.now.map(({ schedule }) => schedule))} ${until(first.endsAt)}`
      : list(found.now.map(({ schedule, endsAt }) => `${schedule} ${until(endsAt)}`));
    return `You are on call for ${what}`;
  }
  if (!found.next) return 'You are not on call in the next two weeks';
  return `You are not on call; next for ${found.next.schedule} from ${moment(found.next.startsAt, now, zone)}`;
}

const list = (words: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(words);

/** A weekday without a date, where it is unambiguous. */
function moment(at: number, now: number, zone: string): string {
  const time = clockTime(at, zone);
  if (dayKey(at, zone) === dayKey(now, zone)) return time;
  const weekday = (when: number) => format(when, { weekday: 'short' }, zone);
  if (at - now < 7 * day && weekday(at) !== weekday(now)) return `${weekday(at)} ${time}`;
  return `${format(at, { weekday: 'short', day: 'numeric', month: 'short' }, zone).replace(',', '')} ${time}`;
}

const format = (at: number, parts: Intl.DateTimeFormatOptions, zone: string) =>
  new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: zone }).format(at);
