/** A weekly window in words. */
import type { WeeklyWindow } from './schema.ts';

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** "Mon–Fri 09:00–17:00", "Sat, Sun all day". */
export function windowText({ weekdays, from, to }: WeeklyWindow): string {
  const short = (weekday: number | undefined) => dayNames[(weekday ?? 1) - 1] ?? '';
  const [first, last] = [weekdays[0], weekdays.at(-1)];
  const inRow = weekdays.length > 2 && weekdays.every((one, index) => one === (first ?? 0) + index);
  const days =
    weekdays.length === 7
      ? 'every day'
      : inRow
        ? `${short(first)}–${short(last)}`
        : weekdays.map(short).join(', ');
  return from === to ? `${days} from ${from} for 24 hours` : `${days} ${from}–${to}`;
}
