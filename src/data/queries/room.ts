/** The timeline of an incident. */
import { useCallback, useMemo } from 'react';
import { type TimelineEvent, timelineEventSchema } from '#domain/timeline/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { storedTime } from '#api/codec.ts';
import { type Docs, type DocSnapshot, docsToken } from '#ports/docs/docs.ts';
import { limit, orderBy, type Query, query, where } from '#ports/docs/query.ts';
import { documentsByIdOptions, documentsOptions, mostIds } from '../client/documents.ts';
import {
  type PagedList,
  pagedOptions,
  readPage,
  type ReadPage,
  readWhole,
  reversed,
} from '../client/paged-list.ts';
import type { PagedQuery } from '../client/paged-query.ts';
import { usePort } from '#react/ports.tsx';
import { usePendingRoomWrites, withPendingEntries } from '../client/pending-room-writes.ts';
import type { Reader } from '../client/visible.ts';
import { useTeam, useTeamQuery } from './team.tsx';

/** Oldest first; entries that the server has not confirmed yet are at the end. */
const timelineQuery = (teamId: string, incidentId: string): Query =>
  query(collectionPaths.timeline(teamId, incidentId), orderBy('createdAt'), orderBy('sequence'));

/** Most pinned comments that a room shows: the newest. */
const pinnedShown = 50;

/** Most withdrawals that `useWithdrawnSince` tells: the last. */
const withdrawnShown = 100;

/** Most entries that `useStoredEntries` looks up. */
export const storedEntriesAsked = mostIds;

/** Queries of an incident's room. */
const roomQueries = {
  /** Pages of the timeline, from the end. */
  timeline:
    (incidentId: string) =>
    (docs: Docs, { teamId }: Reader) =>
      pagedOptions(docs, timelineQuery(teamId, incidentId), timelineEventSchema),
  /** The newest pin first. */
  pinned:
    (incidentId: string) =>
    (docs: Docs, { teamId }: Reader) =>
      documentsOptions(
        docs,
        query(
          collectionPaths.timeline(teamId, incidentId),
          where('pinnedAt', '>', storedTime(0)),
          orderBy('pinnedAt', 'desc'),
          limit(pinnedShown),
        ),
        timelineEventSchema,
      ),
  /** The last withdrawal first. */
  withdrawn:
    (incidentId: string, since: number) =>
    (docs: Docs, { teamId }: Reader) =>
      documentsOptions(
        docs,
        query(
          collectionPaths.timeline(teamId, incidentId),
          where('withdrawnAt', '>', storedTime(since)),
          orderBy('withdrawnAt', 'desc'),
          limit(withdrawnShown),
        ),
        timelineEventSchema,
      ),
  /** The first of these entries that are stored. */
  entries:
    (incidentId: string, ids: readonly string[]) =>
    (docs: Docs, { teamId }: Reader) =>
      documentsByIdOptions(docs, collectionPaths.timeline(teamId, incidentId), ids, timelineEventSchema),
};

/** Timeline of an incident, a window of it, with what waits here to be sent as if the server had it. */
export interface TimelineWindow extends PagedList<TimelineEvent> {
  /** Moves the window to an entry, unless it is in it. Resolves to false if there is none. @throws as `Docs.get` */
  jumpTo(entryId: string): Promise<boolean>;
}

export function useTimeline(incidentId: string) {
  const { team } = useTeam();
  const { data, error } = useTeamQuery(roomQueries.timeline(incidentId));
  const writes = usePendingRoomWrites(incidentId);
  const jumpTo = useCallback(
    (entryId: string, pages: PagedQuery) =>
      pages.jumpTo(documentPaths.timelineEvent(team.id, incidentId, entryId)),
    [team.id, incidentId],
  );
  const merged = useMemo((): TimelineWindow | undefined => {
    if (!data) return undefined;
    // The latest writes are at the end of the timeline, which may be outside the window.
    const list = data.after === 'end' ? withPendingEntries(data, writes) : data;
    return { ...data, items: list.items, jumpTo: (entryId) => jumpTo(entryId, data.pages) };
  }, [data, writes, jumpTo]);
  return { data: merged, error };
}

/** Pinned comments of an incident, the newest pin first. */
export const usePinnedEntries = (incidentId: string) => useTeamQuery(roomQueries.pinned(incidentId));

/** Stored entries among the first `storedEntriesAsked` of these. */
export const useStoredEntries = (incidentId: string, ids: readonly string[]) =>
  useTeamQuery(roomQueries.entries(incidentId, ids));

/** The whole timeline of an incident, page by page. @throws as `Docs.find` */
export function useReadTimeline(incidentId: string): () => AsyncGenerator<readonly TimelineEvent[]> {
  const docs = usePort(docsToken);
  const { team } = useTeam();
  return useCallback(
    () => readWhole(docs, timelineQuery(team.id, incidentId), timelineEventSchema),
    [docs, team.id, incidentId],
  );
}

/** Reads the page of the timeline before a document, or the last one, newest first. @throws as `Docs.find` */
export function useReadTimelinePage(
  incidentId: string,
): (before: DocSnapshot | null) => Promise<ReadPage<TimelineEvent>> {
  const docs = usePort(docsToken);
  const { team } = useTeam();
  return useCallback(
    (before) => {
      const oldestFirst = timelineQuery(team.id, incidentId);
      return readPage(docs, reversed(oldestFirst), timelineEventSchema, before);
    },
    [docs, team.id, incidentId],
  );
}

/** Comments of an incident that were withdrawn after `since`, epoch milliseconds. */
export const useWithdrawnSince = (incidentId: string, since: number) =>
  useTeamQuery(roomQueries.withdrawn(incidentId, since));
