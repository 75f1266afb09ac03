/** Time off: everybody's from now on, the reader's own notes, and who is away when. */
import { useMemo } from 'react';
import { day, limits } from '#domain/constants.ts';
import { type Absence, absenceOf } from '#domain/time-off/absences.ts';
import { timeOffNoteSchema, timeOffSchema } from '#domain/time-off/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { storedTime } from '#api/codec.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { useServerNow } from '../client/clock.tsx';
import { documentsOptions } from '../client/documents.ts';
import type { Reader } from '../client/visible.ts';
import { useTeamQuery } from './team.tsx';

/** More than a team of a hundred has ahead of it. */
const most = 1_000;

const timeOffQueries = {
  /** What is not over at a time, earliest end first. */
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
  /** For admins. */
  notes: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(
      docs,
      query(collectionPaths.timeOffNotes(teamId), orderBy('createdAt', 'desc'), limit(most)),
      timeOffNoteSchema,
    ),
};

/** The same query all day. */
function useToday(): number {
  return Math.floor(useServerNow(60_000) / day) * day;
}

export function useTimeOff() {
  return useTeamQuery(timeOffQueries.from(useToday()));
}
export const useMyTimeOff = () => useTeamQuery(timeOffQueries.mine);
export const useMyTimeOffNotes = () => useTeamQuery(timeOffQueries.myNotes);
export const useTimeOffNotes = () => useTeamQuery(timeOffQueries.notes);

/** Empty until it has been read. The same object until something changes. */
export function useAbsences(): readonly Absence[] {
  const items = useTimeOff().data?.items;
  return useMemo(() => (items ?? []).map(({ value }) => absenceOf(value)), [items]);
}
