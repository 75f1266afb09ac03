/** Time off: everybody's from now on, the reader's own notes, and who is away when. */
import { useMemo } from 'react';
import { constants, day, limits } from '#domain/constants.ts';
import { holidaysSchema, leaveCalendarSchema } from '#domain/leave-calendar/schema.ts';
import { type Absence, absenceOf, holidayAbsences } from '#domain/time-off/absences.ts';
import { timeOffNoteSchema, timeOffSchema } from '#domain/time-off/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { storedTime } from '#api/codec.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { useServerNow } from '../client/server-now.ts';
import { documentsOptions } from '../client/documents.ts';
import type { Reader } from '../client/visible.ts';
import { usePeople, useTeamQuery } from './team.tsx';

/** More than a team of a hundred has ahead of it. */
const most = 1_000;

const timeOffQueries = {
  /** Time off that is not over at a time, earliest end first. */
  from:
    (at: number) =>
    (docs: Docs, { teamId }: Reader) =>
      documentsOptions(
        docs,
        query(
          collectionPaths.timeOff(teamId),
          where('endsAt', '>', storedTime(at)),
          orderBy('endsAt'),
          limit(most),
        ),
        timeOffSchema,
      ),
  mine: (docs: Docs, { teamId, userId }: Reader) =>
    documentsOptions(
      docs,
      query(
        collectionPaths.timeOff(teamId),
        where('userId', '==', userId),
        limit(2 * limits.timeOffPerPerson),
      ),
      timeOffSchema,
    ),
  myNotes: (docs: Docs, { teamId, userId }: Reader) =>
    documentsOptions(
      docs,
      query(
        collectionPaths.timeOffNotes(teamId),
        where('userId', '==', userId),
        limit(limits.timeOffPerPerson),
      ),
      timeOffNoteSchema,
    ),
  /** Notes, for admins. */
  notes: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(
      docs,
      query(collectionPaths.timeOffNotes(teamId), orderBy('createdAt', 'desc'), limit(most)),
      timeOffNoteSchema,
    ),
};

const leaveCalendarQueries = {
  list: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(
      docs,
      query(collectionPaths.leaveCalendars(teamId), orderBy('name'), limit(limits.leaveCalendars)),
      leaveCalendarSchema,
    ),
  holidays: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(
      docs,
      query(collectionPaths.holidays(teamId), limit(limits.leaveCalendars)),
      holidaysSchema,
    ),
};

/** Rounded to the day, so that the query stays the same all day. */
function useToday(): number {
  return Math.floor(useServerNow(60_000) / day) * day;
}

export function useTimeOff() {
  return useTeamQuery(timeOffQueries.from(useToday()));
}
export const useMyTimeOff = () => useTeamQuery(timeOffQueries.mine);
export const useMyTimeOffNotes = () => useTeamQuery(timeOffQueries.myNotes);
export const useTimeOffNotes = () => useTeamQuery(timeOffQueries.notes);

const useHolidays = () => useTeamQuery(leaveCalendarQueries.holidays);
/** Leave calendars by name, for admins. */
export const useLeaveCalendars = () => useTeamQuery(leaveCalendarQueries.list);

/** Time off and holidays from today on. Empty until they have been read. The same object until something changes. */
export function useAbsences(): readonly Absence[] {
  const items = useTimeOff().data?.items;
  const holidays = useHolidays().data?.items;
  const { all: members } = usePeople();
  const today = useToday();
  return useMemo(() => {
    const span = { startsAt: today, endsAt: today + constants.calendarDaysAhead * day };
    const calendars = (holidays ?? []).map(({ value }) => value);
    return [
      ...(items ?? []).map(({ value }) => absenceOf(value)),
      ...holidayAbsences(calendars, members, span),
    ];
  }, [items, holidays, members, today]);
}
