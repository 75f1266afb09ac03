/** Queries of pages and of their deliveries. */
import { useMemo } from 'react';
import { isHeldBy } from '#domain/page/holder.ts';
import { deliverySchema, pageSchema, type Page, type PageStatus } from '#domain/page/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { orderBy, query, where } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import { useTeam, useTeamQuery } from './team.tsx';
import { type Reader, useVisibleDocument, visibleOptions } from '../client/visible.ts';

const oldestFirst = (one: Page, other: Page) => one.createdAt - other.createdAt;
const newestFirst = (one: Page, other: Page) => oldestFirst(other, one);
/** Values that a query may compare with. */
const mostServices = 30;

export const pageQueries = {
  /** Pages of a status, newest first. */
  newest: (status: PageStatus) => (docs: Docs, reader: Reader) =>
    visibleOptions(docs, reader, pageSchema, {
      collection: collectionPaths.pages(reader.teamId),
      parts: [where('status', '==', status), orderBy('createdAt', 'desc')],
      compare: newestFirst,
      count: 50,
    }),
  /**
   * Pages that wait for the reader's answer, oldest first. A query may filter by one array only, so of private incidents all open
   * pages are read, and those that wait for others left out here. So are those that have the reader's answer, where a step wants
   * everyone's.
   */
  waitingForReader: (docs: Docs, reader: Reader) =>
    visibleOptions(docs, reader, pageSchema, {
      collection: collectionPaths.pages(reader.teamId),
      parts: [where('status', '==', 'notifying'), orderBy('createdAt')],
      open: [where('waitingFor', 'array-contains', reader.userId)],
      keep: (page: Page) => isHeldBy(page, reader.userId),
      compare: oldestFirst,
      // A page is shown as soon as it is known, whatever else is still being read.
      eager: true,
    }),
  /**
   * Pages that the reader has acknowledged and that are not over, newest first, all of them. Of private incidents all acknowledged pages
   * are read, for the same reason.
   */
  heldByReader: (docs: Docs, reader: Reader) =>
    visibleOptions(docs, reader, pageSchema, {
      collection: collectionPaths.pages(reader.teamId),
      parts: [where('status', '==', 'acknowledged'), orderBy('createdAt', 'desc')],
      open: [where('holders', 'array-contains', reader.userId)],
      keep: (page: Page) => isHeldBy(page, reader.userId),
      compare: newestFirst,
    }),
  /** Pages of these services, newest first; at most `mostServices` of them are queried. */
  ofServices: (serviceIds: readonly string[]) => (docs: Docs, reader: Reader) =>
    visibleOptions(docs, reader, pageSchema, {
      collection: collectionPaths.pages(reader.teamId),
      parts: [where('serviceId', 'in', serviceIds.slice(0, mostServices)), orderBy('createdAt', 'desc')],
      compare: newestFirst,
      count: 30,
    }),
  /** Deliveries of a page, oldest first. */
  deliveries:
    (pageId: string) =>
    (docs: Docs, { teamId }: Reader) =>
      documentsOptions(
        docs,
        query(collectionPaths.deliveries(teamId, pageId), orderBy('queuedAt')),
        deliverySchema,
      ),
};

/** Pages that wait for me now, oldest first. */
export const useMyOpenPages = () => useTeamQuery(pageQueries.waitingForReader);

/** Pages of these services, of which there is at least one, newest first. */
export const useServicePages = (serviceIds: readonly string[]) =>
  useTeamQuery(pageQueries.ofServices(serviceIds));

/** Pages that are under way, newest first. */
export const useOpenPages = () => useTeamQuery(pageQueries.newest('notifying'));
/** Oldest first. */
export const useDeliveries = (pageId: string) => useTeamQuery(pageQueries.deliveries(pageId));

/** `data` is null for one that is not there, or that this person may not see. */
export function usePage(pageId: string | null) {
  const { team } = useTeam();
  return useVisibleDocument(pageId && documentPaths.page(team.id, pageId), pageSchema);
}

/** Pages that I have acknowledged and that are not over, newest first. */
export const useHeldPages = () => useTeamQuery(pageQueries.heldByReader);

/** The pages of `useHeldPages`; none until they are read. */
export function useMyAcknowledgedPages(): readonly Page[] {
  const { data } = useHeldPages();
  return useMemo(() => (data?.items ?? []).map(({ value }) => value), [data]);
}
