/** Shifts of an iCalendar file: one a calendar event, recurring ones expanded. */
import { type CalendarOptions, readCalendarEvents } from '#api/calendar-events.ts';
import type { ReadShifts } from './read-shifts.ts';

export function readCalendar(text: string, options: CalendarOptions): ReadShifts {
  const read = readCalendarEvents(text, options);
  if (!read.ok) return read;
  const [unreadable] = read.unreadable;
  if (unreadable !== undefined)
    return {
      ok: false,
      reason: `The event “${unreadable || 'Nobody'}” can’t be read. Take it out of the calendar, and try again.`,
    };
  return {
    ok: true,
    shifts: read.events.map(({ attendee, title, startsAt, endsAt }) => ({
      // The first person who is invited, else what the event is called.
      who: attendee ?? (title || 'Nobody'),
      startsAt,
      endsAt,
    })),
  };
}
