/** Changes of a leave calendar: written, read again, names matched with members. */
import { constants, hour, limits, minute } from '../constants.ts';
import { failure } from '../errors.ts';
import { changedTo, type Transition, transitioned, type TransitionContext } from '../transition.ts';
import { holidayDays, type LeaveEvent, leaveNames } from './reading.ts';
import { type LeftOut, withLeftOut } from './left-out.ts';
import type { Holidays, LeaveCalendar } from './schema.ts';

export type LeaveCalendarContent = Pick<LeaveCalendar, 'id' | 'teamId' | 'name' | 'concerned'>;

/** `before` null for a new one. `host`: of a new address; null: a new file; undefined: its source stays. */
export function saveLeaveCalendar(
  before: LeaveCalendar | null,
  content: LeaveCalendarContent,
  host: string | null | undefined,
  context: TransitionContext,
): Transition<LeaveCalendar, never> {
  if (before === null) {
    if (host === undefined) {
      const rule = 'Choose a file or enter an address.';
      return failure('invalid', { field: 'source', rule }, rule);
    }
    const base = { createdAt: context.now, createdBy: context.by, revision: 1 };
    return changedTo({ ...content, ...base, ...unread(host, context.now) }, context);
  }
  if ((before.concerned === null) !== (content.concerned === null)) {
    const rule = 'A calendar of leave does not become one of holidays. Add another calendar.';
    return failure('invalid', { field: 'concerned', rule }, rule);
  }
  return transitioned<LeaveCalendar>(
    before,
    host === undefined ? content : { ...content, ...unread(host, context.now), names: before.names },
    context,
  );
}

const unread = (host: string | null, now: number) => ({
  host,
  lastReadAt: null,
  nextReadAt: host === null ? null : now,
  failures: 0,
  problem: '',
  entries: 0,
  leftOut: 0,
  notes: [],
  remarks: [],
  names: [],
});

export interface CalendarEvents {
  readonly events: readonly LeaveEvent[];
  /** Parts that the reader has left out already. */
  readonly leftOut: LeftOut;
}

/** Calendar after a reading of its content. The holidays of one of leave are null. */
export function takeOver(
  calendar: LeaveCalendar,
  content: CalendarEvents,
  known: Omit<Parameters<typeof leaveNames>[1], 'before'>,
  now: number,
): { readonly calendar: LeaveCalendar; readonly days: Holidays['days'] | null } {
  const read = { ...wasRead(calendar, now), revision: calendar.revision + 1 };
  const noted = (leftOut: LeftOut) => {
    const { count, notes, remarks } = withLeftOut(content.leftOut, leftOut);
    return { leftOut: count, notes: [...notes], remarks: [...remarks] };
  };
  if (calendar.concerned !== null) {
    const { days, leftOut } = holidayDays(content.events);
    return { calendar: { ...read, entries: days.length, ...noted(leftOut) }, days };
  }
  const { names, leftOut } = leaveNames(content.events, { ...known, before: calendar.names });
  const entries = names.reduce((sum, { spans }) => sum + spans.length, 0);
  return { calendar: { ...read, names: [...names], entries, ...noted(leftOut) }, days: null };
}

/** Calendar after a reading, with the same content or another. */
export const wasRead = (calendar: LeaveCalendar, now: number): LeaveCalendar => ({
  ...calendar,
  lastReadAt: now,
  nextReadAt: calendar.host === null ? null : now + constants.calendarReadHours * hour,
  failures: 0,
  problem: '',
});

/** Beginning of a reading. */
export interface BegunReading {
  readonly calendar: LeaveCalendar;
  /** Readings that did not end, with this one. */
  readonly unfinished: number;
  /** Whether it is read: not after too many that did not end. */
  readonly begins: boolean;
}

/** The reading counts as failed until its end is known, so that one that ends the process is tried later and later, and at last no more. */
export function beginReading(calendar: LeaveCalendar, unfinished: number, now: number): BegunReading {
  if (unfinished === 0)
    return {
      calendar: { ...calendar, nextReadAt: now + pauseAfter(calendar.failures) },
      unfinished: 1,
      begins: true,
    };
  const times = `${unfinished} ${unfinished === 1 ? 'time' : 'times'}`;
  const failed = readingFailed(calendar, `Reading it began ${times} and did not end.`, now);
  if (unfinished < constants.unfinishedReadings)
    return { calendar: failed, unfinished: unfinished + 1, begins: true };
  const problem = `Reading it began ${times} and did not end, so it is not read again by itself. Make the calendar smaller, then choose “Read now”.`;
  return { calendar: { ...failed, problem, nextReadAt: null }, unfinished, begins: false };
}

/** Pause after so many failures before: doubled up to a day. */
const pauseAfter = (failures: number): number =>
  Math.min(24 * hour, constants.calendarPauseMinutes * minute * 2 ** Math.min(failures, 10));

/** Calendar after a failed reading: its content stays. */
export function readingFailed(calendar: LeaveCalendar, problem: string, now: number): LeaveCalendar {
  return {
    ...calendar,
    revision: calendar.revision + 1,
    failures: calendar.failures + 1,
    problem: problem.slice(0, limits.reason),
    nextReadAt: now + pauseAfter(calendar.failures),
  };
}

/** `userId` null: the name is nobody's in the team, and is not matched again. */
export function mapLeaveName(
  calendar: LeaveCalendar,
  { who, userId }: { readonly who: string; readonly userId: string | null },
  context: TransitionContext,
): Transition<LeaveCalendar, never> {
  if (!calendar.names.some((one) => one.who === who)) {
    const rule = 'The calendar does not name this person any more.';
    return failure('invalid', { field: 'who', rule }, rule);
  }
  const spans = calendar.names.filter((one) => one.who === who).flatMap((one) => one.spans);
  const first = calendar.names.findIndex((one) => one.who === who);
  const names = calendar.names.flatMap((one, index) =>
    one.who !== who ? [one] : index === first ? [{ who, userId, chosen: true, spans }] : [],
  );
  return transitioned<LeaveCalendar>(calendar, { names }, context);
}

/** Requests a reading at once, whenever it was due. */
export function readNow(
  calendar: LeaveCalendar,
  context: TransitionContext,
): Transition<LeaveCalendar, never> {
  if (calendar.host === null) {
    const rule = 'It was read from a file. Choose the file again to read it anew.';
    return failure('invalid', { field: 'calendarId', rule }, rule);
  }
  return transitioned<LeaveCalendar>(calendar, { nextReadAt: context.now }, context);
}
