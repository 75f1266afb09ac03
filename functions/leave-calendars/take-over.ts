/** The content of a leave calendar, taken over into its documents. */
import { constants, day, limits } from '#domain/constants.ts';
import type { LeaveEvent } from '#domain/leave-calendar/reading.ts';
import type { LeftOut } from '#domain/leave-calendar/left-out.ts';
import type { LeaveCalendar } from '#domain/leave-calendar/schema.ts';
import { takeOver } from '#domain/leave-calendar/transitions.ts';
import { teamSchema } from '#domain/team/schema.ts';
import { leftOutOfReading, readCalendarApart } from '#api/calendar-reading.ts';
import { documentPaths } from '#api/paths.ts';
import { isPortError } from '#ports/errors.ts';
import type { ServerPorts, ServerUsers } from '#ports/server/server.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { membersOf, projectHolidays, projectTimeOff } from './projection.ts';

export type Content =
  | { readonly ok: true; readonly events: readonly LeaveEvent[]; readonly leftOut: LeftOut }
  /** A sentence that says what to do. */
  | { readonly ok: false; readonly reason: string };

export async function contentOf(
  workers: ServerPorts['workers'],
  text: string,
  { timezone, now }: { readonly timezone: string; readonly now: number },
): Promise<Content> {
  const read = await readCalendarApart(workers, text, {
    timezone,
    from: now - constants.calendarDaysBack * day,
    to: now + constants.calendarDaysAhead * day,
    most: limits.leaveSpans,
  });
  if (!read.ok) return read;
  return {
    ok: true,
    events: read.events,
    leftOut: leftOutOfReading(read, { timezone, most: limits.leaveSpans }),
  };
}

export async function teamTimezone(work: Pick<CommandWork, 'get'>, teamId: string): Promise<string> {
  return (await work.get(teamSchema, documentPaths.team(teamId)))?.timezone ?? 'UTC';
}

/** Saves the calendar, and what it stands for. */
export async function saveContent(
  work: Pick<CommandWork, 'get' | 'find' | 'save' | 'remove' | 'now'>,
  calendar: LeaveCalendar,
  content: Extract<Content, { ok: true }>,
  byAddress: ReadonlyMap<string, string>,
): Promise<LeaveCalendar> {
  const { teamId, id } = calendar;
  const members = await membersOf(work, teamId);
  const taken = takeOver(calendar, content, { members, byAddress }, work.now);
  work.save(documentPaths.leaveCalendar(teamId, id), taken.calendar);
  if (taken.days === null) await projectTimeOff(work, calendar, taken.calendar);
  else await projectHolidays(work, taken.calendar, taken.days);
  return taken.calendar;
}

/** Distinct addresses that are looked up of one calendar. */
const mostAddresses = 100;

/** People by their mail addresses. Membership of the team is checked by the reader of the result. */
export async function peopleByAddress(
  users: ServerUsers,
  events: readonly LeaveEvent[],
): Promise<ReadonlyMap<string, string>> {
  const addresses = [...new Set(events.flatMap((event) => event.addresses))].slice(0, mostAddresses);
  const found = await Promise.all(
    addresses.map(async (address) => [address, await uidOf(users, address)] as const),
  );
  return new Map(found.flatMap(([address, uid]) => (uid === undefined ? [] : [[address, uid] as const])));
}

/** Undefined for nobody's, and for what the backend takes for no address. */
async function uidOf(users: ServerUsers, address: string): Promise<string | undefined> {
  try {
    return (await users.byEmail(address))?.uid;
  } catch (error) {
    if (isPortError(error) && !error.retryable) return undefined;
    throw error;
  }
}
