/** Reading of calendars in a worker, for screens and server: the function's name, its input and its deadline. */
import * as v from 'valibot';
import { isPortError } from '#ports/errors.ts';
import type { Json } from '#ports/shared.ts';
import type { WorkerFunctions, Workers } from '#ports/workers/workers.ts';
import { timezoneSchema } from '#domain/base.ts';
import { type LeftOut, leftOutOf, unknownZoneRemark, withLeftOut } from '#domain/leave-calendar/left-out.ts';
import type { CalendarOptions, ReadCalendar } from './calendar-events.ts';

const functionName = 'readCalendar';

const tooLong =
  'This calendar takes too long to read. Export fewer events, or without those that repeat in an odd way.';

const unreadable =
  'This calendar can’t be read: reading it failed. Export it again as an .ics file, and try that one.';

/** Deadline of one reading. Most take some milliseconds. */
const readingMs = 10_000;

const inputSchema = v.object({
  text: v.string(),
  options: v.object({ timezone: timezoneSchema, from: v.number(), to: v.number(), most: v.number() }),
});

const dateSchema = v.object({ first: v.string(), last: v.string() });
const outputSchema = v.variant('ok', [
  v.object({
    ok: v.literal(true),
    events: v.array(
      v.object({
        key: v.string(),
        title: v.string(),
        attendee: v.nullable(v.string()),
        addresses: v.array(v.string()),
        startsAt: v.number(),
        endsAt: v.number(),
        days: v.nullable(dateSchema),
      }),
    ),
    leftOut: v.array(v.object({ title: v.string(), line: v.nullable(v.number()), reason: v.string() })),
    leftOutCount: v.number(),
    unknownZones: v.array(v.string()),
    more: v.boolean(),
  }),
  v.object({ ok: v.literal(false), reason: v.string() }),
]);

/**
 * ical.js is fetched when a calendar is read. Without workers it is read here, within the steps of `calendar-steps.ts`. Never rejects: whatever
 * happens to a text is an answer with a reason.
 */
export async function readCalendarApart(
  workers: Workers | null,
  text: string,
  options: CalendarOptions,
): Promise<ReadCalendar> {
  try {
    if (workers === null) {
      const { readCalendarEvents } = await import('./calendar-events.ts');
      return readCalendarEvents(text, options);
    }
    const output = await workers.run(
      functionName,
      { text, options: { ...options } },
      { timeoutMs: readingMs },
    );
    return v.parse(outputSchema, output);
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

/** Left-out parts of a reading, as sentences. */
export function leftOutOfReading(
  { leftOut, leftOutCount, unknownZones, more }: Extract<ReadCalendar, { ok: true }>,
  { timezone, most }: Pick<CalendarOptions, 'timezone' | 'most'>,
): LeftOut {
  const remarks = unknownZones.map((name) => unknownZoneRemark(name, timezone));
  const cut = `There are more than ${most} entries, or some that take too long to follow: those after them are left out.`;
  return withLeftOut(
    { count: more ? 1 : 0, notes: more ? [cut] : [], remarks },
    leftOutOf(leftOut, leftOutCount),
  );
}

function reasonOf(error: unknown): string {
  if (!isPortError(error)) return unreadable;
  if (error.code === 'resource-exhausted') return 'Too many calendars are being read. Try again in a minute.';
  return error.code === 'deadline-exceeded' ? tooLong : unreadable;
}

/** For the thread: what `read` is there, as a worker function. */
export const calendarWorkerFunctions = (
  read: (text: string, options: CalendarOptions) => ReadCalendar,
): WorkerFunctions =>
  new Map([
    [
      functionName,
      (input) => {
        const { text, options } = v.parse(inputSchema, input);
        return answerOf(read(text, options));
      },
    ],
  ]);

function answerOf(read: ReadCalendar): Json {
  if (!read.ok) return { ok: false, reason: read.reason };
  const { events, leftOut, ...more } = read;
  return {
    ...more,
    events: events.map((event) => ({ ...event, days: event.days && { ...event.days } })),
    leftOut: leftOut.map((entry) => ({ ...entry })),
  };
}
