/** Pages: who is asked, and what asks me. */
import { useMemo } from 'react';
import { delivery, page } from '#domain/entities/page.ts';
import { collectionPaths, documentPaths } from '#domain/paths.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { useDocument, useDocuments } from './documents.ts';
import { useTeam } from './team.tsx';

/** Pages that wait for me now, oldest first. Where a step wants everyone's answer, not those that have mine. */
export function useMyOpenPages() {
  const { team, me } = useTeam();
  const { data, error } = useDocuments(
    query(
      collectionPaths.pages(team.id),
      where('waitingFor', 'array-contains', me.id),
      where('status', '==', 'notifying'),
      orderBy('createdAt'),
    ),
    page,
  );
  const unanswered = useMemo(
    () =>
      data && {
        ...data,
        items: data.items.filter(
          ({ value }) => !value.acknowledgements.some(({ userId }) => userId === me.id),
        ),
      },
    [data, me.id],
  );
  return { data: unanswered, error };
}

/** Pages that I have acknowledged and that are not over, newest first. */
export function useMyAcknowledgedPages() {
  const { team, me } = useTeam();
  const { data } = useDocuments(
    query(
      collectionPaths.pages(team.id),
      where('status', '==', 'acknowledged'),
      orderBy('createdAt', 'desc'),
      limit(50),
    ),
    page,
  );
  return useMemo(
    () =>
      (data?.items ?? [])
        .map(({ value }) => value)
        .filter(({ acknowledgements }) => acknowledgements.some(({ userId }) => userId === me.id)),
    [data, me.id],
  );
}

export function usePage(pageId: string | null) {
  const { team } = useTeam();
  return useDocument(pageId && documentPaths.page(team.id, pageId), page);
}

/** Pages that somebody is being asked with, newest first. */
export function useOpenPages() {
  const { team } = useTeam();
  return useDocuments(
    query(
      collectionPaths.pages(team.id),
      where('status', '==', 'notifying'),
      orderBy('createdAt', 'desc'),
      limit(50),
    ),
    page,
  );
}

export function useIncidentPages(incidentId: string) {
  const { team } = useTeam();
  return useDocuments(
    query(collectionPaths.pages(team.id), where('incidentId', '==', incidentId), orderBy('createdAt')),
    page,
  );
}

export function useDeliveries(pageId: string) {
  const { team } = useTeam();
  return useDocuments(query(collectionPaths.deliveries(team.id, pageId), orderBy('queuedAt')), delivery);
}
