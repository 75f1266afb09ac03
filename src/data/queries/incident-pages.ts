/** Pages of an incident: those that still ask, and all of them in pages. */
import { useMemo } from 'react';
import { pageSchema, type Page } from '#domain/page/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { orderBy, query, where } from '#ports/docs/query.ts';
import { earlierPages, type RowsWithEarlier, withEarlier } from '../client/earlier-rows.ts';
import { mayLack } from '../client/not-seen.ts';
import { pagedOptions } from '../client/paged-list.ts';
import { type Reader, visibleOptions, visibleTo } from '../client/visible.ts';
import { useTeamQuery } from './team.tsx';

const asking = ['notifying', 'pending'] as const;

/** Whether a page asks people, now or at support hours. */
export const isAskingPage = ({ status }: Pick<Page, 'status'>): boolean =>
  asking.some((one) => one === status);

/** Most pages that are shown beside the newest because they ask. */
const mostAsking = 50;

const queries = {
  /** Oldest first. */
  all: (incidentId: string) => (docs: Docs, reader: Reader) =>
    pagedOptions(
      docs,
      query(
        collectionPaths.pages(reader.teamId),
        visibleTo(reader),
        where('incidentId', '==', incidentId),
        orderBy('createdAt'),
      ),
      pageSchema,
      earlierPages,
    ),
  /** Newest first. */
  asking: (incidentId: string) => (docs: Docs, reader: Reader) =>
    visibleOptions(docs, reader, pageSchema, {
      collection: collectionPaths.pages(reader.teamId),
      parts: [
        where('incidentId', '==', incidentId),
        where('status', 'in', [...asking]),
        orderBy('createdAt', 'desc'),
      ],
      compare: (one, other) => other.createdAt - one.createdAt,
      count: mostAsking,
    }),
};

/** Asking pages first, then the newest; `earlier`: number of pages beyond the loaded ones. */
export function useIncidentPages(incidentId: string) {
  const all = useTeamQuery(queries.all(incidentId));
  const open = useTeamQuery(queries.asking(incidentId));
  const data = useMemo((): RowsWithEarlier<Page> | undefined => {
    if (!all.data || !open.data) return undefined;
    const list = withEarlier(all.data);
    const byId = new Map([...open.data.items, ...list.items].map((item) => [item.value.id, item]));
    const items = [...byId.values()].toSorted(
      ({ value: one }, { value: other }) =>
        Number(isAskingPage(other)) - Number(isAskingPage(one)) || other.createdAt - one.createdAt,
    );
    const unreadable = [...new Set([...list.unreadable, ...open.data.unreadable])];
    const fromCache = list.fromCache || open.data.fromCache;
    return { ...list, items, unreadable, fromCache, knownEmpty: !mayLack(list) && !mayLack(open.data) };
  }, [all.data, open.data]);
  return { data, error: all.error ?? open.error };
}
