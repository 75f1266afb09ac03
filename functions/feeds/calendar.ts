/**
 * Shifts as an iCalendar file. ical.js writes what people have entered: it escapes texts and folds lines. The other lines of an event are
 * digits in fixed places, and written here: of thousands of events ical.js takes ten times as long.
 */
import ICAL from 'ical.js';
import { day } from '#domain/constants.ts';
import { oneLine } from '#domain/text.ts';
import type { FeedShift } from '#domain/schedule/feed.ts';

/** A continued line begins with a blank, which ical.js does not count to the 75 bytes of a line. */
ICAL.foldLength = 74;

export interface FeedContent {
  readonly title: string;
  readonly shifts: readonly (FeedShift & { readonly summary: string })[];
  readonly now: number;
}

export function calendarText({ title, shifts, now }: FeedContent): string {
  const [line, instant] = [lines(), instants()];
  const stamp = instant(now);
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Muster//On call//EN', 'METHOD:PUBLISH'];
  const events = shifts.map(({ key, schedule, summary, startsAt, endsAt }) =>
    [
      'BEGIN:VEVENT',
      keyLine(`${key}@muster`),
      `DTSTAMP:${stamp}`,
      `LAST-MODIFIED:${stamp}`,
      `SEQUENCE:${schedule.revision}`,
      `DTSTART:${instant(startsAt)}`,
      `DTEND:${instant(endsAt)}`,
      line('summary', summary),
      // A shift leaves its person free to take other appointments.
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ].join('\r\n'),
  );
  return [...head, line('x-wr-calname', title), ...events, 'END:VCALENDAR', ''].join('\r\n');
}

/** Lines of texts, each text written once. */
function lines(): (name: string, text: string) => string {
  const written = new Map<string, string>();
  return (name, text) => {
    const key = `${name} ${text}`;
    const line = written.get(key) ?? textLine(name, text);
    written.set(key, line);
    return line;
  };
}

/** A carriage return alone ends a line for some programs, and ical.js does not escape it. */
const textLine = (name: string, text: string): string =>
  ICAL.stringify.property([name, {}, 'text', oneLine(text)], ICAL.design.icalendar, false);

/** Instants as `20261224T180000Z`; each day is written once. */
function instants(): (at: number) => string {
  const days = new Map<number, string>();
  return (at) => {
    const date = Math.floor(at / day);
    const written = days.get(date) ?? new Date(date * day).toISOString().slice(0, 10).replaceAll('-', '');
    days.set(date, written);
    const seconds = Math.floor((at - date * day) / 1_000);
    const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
    return `${written}T${digits(hours)}${digits(minutes)}${digits(seconds % 60)}Z`;
  };
}

/** Keys are ids, which need neither escaping nor, if they are short, folding. */
const keyLine = (key: string): string => (key.length <= 60 ? `UID:${key}` : textLine('uid', key));

const digits = (value: number): string => (value < 10 ? `0${value}` : `${value}`);
