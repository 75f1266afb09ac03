/** Alerts, and what can break. */
import { type Alert, alertSchema } from '#domain/alert/schema.ts';
import { liveAlertStatuses } from '#domain/alert/status.ts';
import { isId } from '#domain/base.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { orderBy, type Query, query, where } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import { pagedOptions, reversed } from '../client/paged-list.ts';
import { usualPages } from '../client/paged-query.ts';
import { useReader, useTeam, useTeamQuery } from './team.tsx';
import { type ReadOn, useReadOn } from '../client/read-on.ts';
import { type Reader, useVisibleDocument, visibleOptions, visibleTo } from '../client/visible.ts';

export type AlertFilter = 'active' | 'resolved' | 'all';

export interface ListedAlerts {
  readonly show: AlertFilter;
  /** Page whose alerts are listed; null: all. */
  readonly pageId: string | null;
}

const active = where('status', 'in', [...liveAlertStatuses, 'suppressed']);
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

const alertQueries = {
  /** Newest activity first. */
  newest: (count: number) => (docs: Docs, reader: Reader) =>
    visibleOptions(docs, reader, alertSchema, {
      collection: collectionPaths.alerts(reader.teamId),
      parts: [orderBy('lastAt', 'desc')],
      compare: (one, other) => other.lastAt - one.lastAt,
      count,
    }),
  /** Pages of the alerts' list. */
  listed: (asked: ListedAlerts) => (docs: Docs, reader: Reader) =>
    pagedOptions(docs, listedQuery(asked, reader), alertSchema, alertPages),
  /** Unresolved alerts, newest activity first. */
  active: (docs: Docs, reader: Reader) =>
    visibleOptions(docs, reader, alertSchema, {
      collection: collectionPaths.alerts(reader.teamId),
      parts: [active, orderBy('lastAt', 'desc')],
      compare: (one, other) => other.lastAt - one.lastAt,
      count: 200,
    }),
  /** Oldest first. */
  ofIncident: (incidentId: string) => (docs: Docs, reader: Reader) =>
    visibleOptions(docs, reader, alertSchema, {
      collection: collectionPaths.alerts(reader.teamId),
      parts: [where('incidentId', '==', incidentId), orderBy('firstAt')],
      compare: (one, other) => one.firstAt - other.firstAt,
    }),
};

/** Newest activity first. */
export const useAlerts = (count = 100) => useTeamQuery(alertQueries.newest(count));
/** Window of the alerts' list, from its newest activity. */
export const useListedAlerts = (asked: ListedAlerts) => useTeamQuery(alertQueries.listed(asked));
/** Alerts of a list that fit, newest activity first, read on page by page; null looks for nothing. */
export function useFoundAlerts(
  asked: ListedAlerts | null,
  text: string,
  fits: (alert: Alert) => boolean,
): ReadOn<Alert> {
  const reader = useReader();
  return useReadOn(alertSchema, { query: asked && reversed(listedQuery(asked, reader)), text, fits });
}

/** Unresolved alerts, newest activity first; at most 200. */
export const useActiveAlerts = () => useTeamQuery(alertQueries.active);
/** Oldest first. */
export const useIncidentAlerts = (incidentId: string) => useTeamQuery(alertQueries.ofIncident(incidentId));

/**
 * `alertId` may come from an address: `data` is null for what is no id, as for an alert that is not there or that this person may
 * not see.
 */
export function useAlert(alertId: string | null) {
  const { team } = useTeam();
  const possible = alertId !== null && isId(alertId);
  const { data, error } = useVisibleDocument(
    possible ? documentPaths.alert(team.id, alertId) : null,
    alertSchema,
  );
  return { data: alertId === null || possible ? data : null, error };
}

const serviceQueries = {
  /** Services by name. */
  list: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(docs, query(collectionPaths.services(teamId), orderBy('name')), serviceSchema),
};

export const useServices = () => useTeamQuery(serviceQueries.list);
