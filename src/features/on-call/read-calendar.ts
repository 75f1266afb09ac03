/** Shifts of an iCalendar file: one a calendar event, recurring ones expanded. */
import type { CalendarOptions } from '#api/calendar-events.ts';
import { leftOutOfReading, readCalendarApart } from '#api/calendar-reading.ts';
import type { Workers } from '#ports/workers/workers.ts';
import type { ReadShifts } from './read-shifts.ts';

export async function readCalendar(
  workers: Workers | null,
  text: string,
  options: CalendarOptions,
): Promise<ReadShifts> {
  const read = await readCalendarApart(workers, text, options);
  if (!read.ok) return read;
  return {
    ok: true,
    shifts: read.events.map(({ attendee, title, startsAt, endsAt }) => ({
      // The first person who is invited, else what the event is called.
      who: attendee ?? (title || 'Nobody'),
      startsAt,
      endsAt,
    })),
    leftOut: leftOutOfReading(read, options),
  };
}
