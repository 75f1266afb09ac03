/** Words that notices share: counts, lists, and moments on the reader's clock. */
import { day } from '../constants.ts';

export interface NoticeReader {
  readonly now: number;
  readonly timezone: string;
  readonly nameOf: (userId: string) => string;
}

export interface NoticeWords {
  readonly title: string;
  readonly body: string;
}

/** “no pages”, “1 page”, “2 pages”. */
export const countText = (count: number, noun: string): string =>
  `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`;

export const listText = (items: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(items);

/** “today 09:00”, “tomorrow 09:00”, “Wed 2 Dec 09:00”. */
export function relativeMomentText(
  at: number,
  { now, timezone }: Pick<NoticeReader, 'now' | 'timezone'>,
): string {
  return `${dayText(at, now, timezone)} ${clockText(at, timezone)}`;
}

function dayText(at: number, now: number, timezone: string): string {
  const date = dateOf(at, timezone);
  if (date === dateOf(now, timezone)) return 'today';
  // Half a day on from noon is the next date, whatever the clocks do in between.
  if (at > now && dateOf(at - day, timezone) === dateOf(now, timezone)) return 'tomorrow';
  return weekdayText(at, timezone);
}

export const weekdayText = (at: number, timezone: string): string =>
  formatterOf(timezone, { weekday: 'short', day: 'numeric', month: 'short' }).format(at).replace(',', '');

export const dateOf = (at: number, timezone: string): string =>
  formatterOf(timezone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);

/** “09:00”. */
export const clockText = (at: number, timezone: string): string =>
  formatterOf(timezone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formatter for a zone and form, cached: making one takes longer than using it. */
function formatterOf(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
    formatters.set(key, formatter);
  }
  return formatter;
}
