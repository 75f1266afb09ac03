/** Readings of a calendar from September 2026 on. */
import { day } from '#domain/constants.ts';
import { type CalendarOptions, readCalendarEvents } from '#api/calendar-events.ts';

const calendarStart = Date.UTC(2026, 8, 1);

export const options: CalendarOptions = {
  timezone: 'Europe/Berlin',
  from: calendarStart,
  to: calendarStart + 400 * day,
  most: 300,
};

export function readFromSeptember(text: string, more: Partial<CalendarOptions> = {}) {
  const found = readCalendarEvents(text, { ...options, ...more });
  if (!found.ok) throw new Error(found.reason);
  return found;
}

const utc = (at: number) => new Date(at).toISOString().slice(0, 16);

/** The events as lines: whole days by their dates, others by their instants. */
export const eventsIn = (text: string, more?: Partial<CalendarOptions>) =>
  readFromSeptember(text, more).events.map(({ title, startsAt, endsAt, days }) =>
    [title, ...(days ? [days.first, days.last] : [utc(startsAt), utc(endsAt)])].join(' ').trim(),
  );

export const leftOutIn = (text: string) => {
  const { leftOut, leftOutCount } = readFromSeptember(text);
  return [leftOutCount, ...leftOut.map(({ title, line, reason }) => `${title} ${line} ${reason}`)];
};

export const datesFromSeptember = (text: string, more?: Partial<CalendarOptions>) =>
  readFromSeptember(text, more).events.map(({ days }) => days?.first ?? 'a time');

export const startsFromSeptember = (text: string, more?: Partial<CalendarOptions>) =>
  readFromSeptember(text, more).events.map(({ startsAt }) => utc(startsAt));

export const vevent = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];

export const vcalendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');

export const veventSeries = (...lines: readonly string[]) => vevent('UID:1', 'SUMMARY:A', ...lines);

export const wholeDayStart = 'DTSTART;VALUE=DATE:20261224';
