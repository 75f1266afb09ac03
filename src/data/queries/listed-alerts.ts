/** The list of alerts in pages, and a search of all of them. A module of its own: few screens need it. */
import { type Alert, alertSchema } from '#domain/alert/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { orderBy, type Query, query, where } from '#ports/docs/query.ts';
import { pagedOptions, reversed } from '../client/paged-list.ts';
import { usualPages } from '../client/paged-query.ts';
import { type ReadOn, useReadOn } from '../client/read-on.ts';
import { type Reader, visibleTo } from '../client/visible.ts';
import { active } from './alerts.ts';
import { useReader, useTeamQuery } from './team.tsx';

export type AlertFilter = 'active' | 'resolved' | 'all';

export interface ListedAlerts {
  readonly show: AlertFilter;
  /** Page whose alerts are listed; null: all. */
  readonly pageId: string | null;
}

const statusOf = { active: [active], resolved: [where('status', '==', 'resolved')], all: [] } as const;

/** Oldest activity first. */
const listedQuery = ({ show, pageId }: ListedAlerts, reader: Reader): Query =>
  query(
    collectionPaths.alerts(reader.teamId),
    visibleTo(reader),
    ...(pageId === null ? [] : [where('pageId', '==', pageId)]),
    ...statusOf[show],
    orderBy('lastAt'),
  );

/** An alert that is repeated moves to the end of its list. */
const alertPages = { ...usualPages, recounts: true };

/** Pages of the list. */
const listed = (asked: ListedAlerts) => (docs: Docs, reader: Reader) =>
  pagedOptions(docs, listedQuery(asked, reader), alertSchema, alertPages);

/** Window of the alerts' list, from its newest activity. */
export const useListedAlerts = (asked: ListedAlerts) => useTeamQuery(listed(asked));
/** Alerts of a list that fit, newest activity first, read on page by page; null looks for nothing. */
export function useFoundAlerts(
  asked: ListedAlerts | null,
  text: string,
  fits: (alert: Alert) => boolean,
): ReadOn<Alert> {
  const reader = useReader();
  return useReadOn(alertSchema, { query: asked && reversed(listedQuery(asked, reader)), text, fits });
}
