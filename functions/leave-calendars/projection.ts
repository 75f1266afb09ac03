/** Documents made from a leave calendar: time off of members, or holidays. Only differences are written. */
import { memberSchema, type Member } from '#domain/team/schema.ts';
import { timeOffDifference, timeOffOf } from '#domain/leave-calendar/reading.ts';
import { type Holidays, holidaysSchema, type LeaveCalendar } from '#domain/leave-calendar/schema.ts';
import { timeOffSchema } from '#domain/time-off/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import type { CommandWork } from '../kernel/guard.ts';

type Work = Pick<CommandWork, 'get' | 'find' | 'save' | 'remove' | 'now'>;

export const membersOf = (work: Pick<Work, 'find'>, teamId: string): Promise<readonly Member[]> =>
  work.find(memberSchema, query(collectionPaths.members(teamId)));

/** More than one calendar can stand for. */
const most = 1_000;

/** Stores the time off of a leave calendar's entries. `calendar` null: deleted. */
export async function projectTimeOff(
  work: Work,
  { id, teamId }: Pick<LeaveCalendar, 'id' | 'teamId'>,
  calendar: LeaveCalendar | null,
): Promise<void> {
  const ofIt = query(collectionPaths.timeOff(teamId), where('calendarId', '==', id), limit(most));
  const stored = await work.find(timeOffSchema, ofIt);
  const wanted = calendar === null ? [] : timeOffOf(calendar, await membersOf(work, teamId), work.now);
  const { saved, removed } = timeOffDifference(stored, wanted);
  for (const one of removed) work.remove(documentPaths.timeOff(teamId, one.id));
  for (const one of saved) work.save(documentPaths.timeOff(teamId, one.id), one);
}

/** `days` null: they stay as they are. */
export async function projectHolidays(
  work: Work,
  { id, teamId, concerned, createdBy }: LeaveCalendar,
  days: Holidays['days'] | null,
): Promise<void> {
  if (concerned === null) return;
  const path = documentPaths.holidays(teamId, id);
  const before = await work.get(holidaysSchema, path);
  const next = { concerned, days: days ?? before?.days ?? [] };
  if (before && JSON.stringify([before.concerned, before.days]) === JSON.stringify([concerned, next.days]))
    return;
  const base = before ?? { id, teamId, createdAt: work.now, createdBy, revision: 0 };
  work.save(path, { ...base, ...next, revision: base.revision + 1 } satisfies Holidays);
}
