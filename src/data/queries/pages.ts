/** Pages: who is asked, and what asks me. */
import { useCallback, useMemo } from 'react';
import { deliverySchema, pageSchema, type Page } from '#domain/page/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { orderBy, query, where } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import { useTeam, useTeamQuery } from './team.tsx';
import { useVisible, useVisibleDocument, type VisibleList } from '../client/visible.ts';

/**
 * Pages that wait for me now, oldest first. A query may look into one list only, so of private incidents all open pages are asked
 * for, and those that wait for others left out here. So are those that have my answer, where a step wants everyone's.
 */
export function useMyOpenPages(): VisibleList<Page> {
  const { team, me } = useTeam();
  const only = useCallback(({ waitingFor }: Page) => waitingFor.includes(me.id), [me.id]);
  const list = useVisible(pageSchema, {
    collection: collectionPaths.pages(team.id),
    parts: [where('status', '==', 'notifying'), orderBy('createdAt')],
    open: [where('waitingFor', 'array-contains', me.id)],
    only,
    compare: oldestFirst,
    // A page is shown as soon as it is known, whatever else is still being read.
    eager: true,
  });
  const { data } = list;
  const unanswered = useMemo(
    () => data && { ...data, items: data.items.filter(({ value }) => !answeredBy(value, me.id)) },
    [data, me.id],
  );
  return { ...list, data: unanswered };
}

/** `data` is null for one that is not there, or that this person may not see. */
export function usePage(pageId: string | null) {
  const { team } = useTeam();
  return useVisibleDocument(pageId && documentPaths.page(team.id, pageId), pageSchema);
}

/** Pages that somebody is being asked with, newest first. */
export function useOpenPages() {
  const { team } = useTeam();
  return useVisible(pageSchema, {
    collection: collectionPaths.pages(team.id),
    parts: [where('status', '==', 'notifying'), orderBy('createdAt', 'desc')],
    compare: newestFirst,
    count: 50,
  });
}

/** Pages that I have acknowledged and that are not over, newest first. */
export function useMyAcknowledgedPages(): readonly Page[] {
  const { team, me } = useTeam();
  const { data } = useVisible(pageSchema, {
    collection: collectionPaths.pages(team.id),
    parts: [where('status', '==', 'acknowledged'), orderBy('createdAt', 'desc')],
    compare: newestFirst,
    count: 50,
  });
  return useMemo(
    () => (data?.items ?? []).map(({ value }) => value).filter((one) => answeredBy(one, me.id)),
    [data, me.id],
  );
}

const answeredBy = ({ acknowledgements }: Page, me: string) =>
  acknowledgements.some(({ userId }) => userId === me);

/** Oldest first. */
export function useIncidentPages(incidentId: string) {
  const { team } = useTeam();
  return useVisible(pageSchema, {
    collection: collectionPaths.pages(team.id),
    parts: [where('incidentId', '==', incidentId), orderBy('createdAt')],
    compare: oldestFirst,
  });
}

const newestFirst = (one: Page, other: Page) => other.createdAt - one.createdAt;
const oldestFirst = (one: Page, other: Page) => one.createdAt - other.createdAt;

const deliveryQueries = {
  /** Oldest first. */
  ofPage: (pageId: string) => (docs: Docs, teamId: string) =>
    documentsOptions(
      docs,
      query(collectionPaths.deliveries(teamId, pageId), orderBy('queuedAt')),
      deliverySchema,
    ),
};

export const useDeliveries = (pageId: string) => useTeamQuery(deliveryQueries.ofPage(pageId));
