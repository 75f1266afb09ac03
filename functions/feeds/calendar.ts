/** Shifts as an iCalendar file, by ical.js: it escapes texts and folds lines. */
import ICAL from 'ical.js';
import type { FeedShift } from '#domain/schedule/feed.ts';

/** A continued line begins with a blank, which ical.js does not count to the 75 bytes of a line. */
ICAL.foldLength = 74;

export interface FeedContent {
  readonly title: string;
  readonly shifts: readonly (FeedShift & { readonly summary: string })[];
  readonly now: number;
}

export function calendarText({ title, shifts, now }: FeedContent): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Muster//On call//EN');
  calendar.addPropertyWithValue('method', 'PUBLISH');
  const name = new ICAL.Property(['x-wr-calname', {}, 'text', title], calendar);
  calendar.addProperty(name);
  for (const shift of shifts) calendar.addSubcomponent(eventOf(shift, now));
  return `${calendar.toString()}\r\n`;
}

function eventOf({ key, schedule, summary, startsAt, endsAt }: FeedContent['shifts'][number], now: number) {
  const event = new ICAL.Component('vevent');
  event.addPropertyWithValue('uid', `${key}@muster`);
  event.addPropertyWithValue('dtstamp', instant(now));
  event.addPropertyWithValue('last-modified', instant(now));
  event.addPropertyWithValue('sequence', schedule.revision);
  event.addPropertyWithValue('dtstart', instant(startsAt));
  event.addPropertyWithValue('dtend', instant(endsAt));
  event.addPropertyWithValue('summary', summary);
  // A shift leaves its person free to take other appointments.
  event.addPropertyWithValue('transp', 'TRANSPARENT');
  return event;
}

const instant = (at: number) => ICAL.Time.fromJSDate(new Date(at), true);
