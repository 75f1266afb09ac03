/** Alerts, and what can break. */
import { useState } from 'react';
import { alertSchema } from '#domain/alert/schema.ts';
import { liveAlertStatuses } from '#domain/alert/status.ts';
import { isId } from '#domain/base.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { orderBy, query, where } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import { useTeam, useTeamQuery } from './team.tsx';
import { type Reader, useVisibleDocument, visibleOptions } from '../client/visible.ts';

export type AlertFilter = 'active' | 'resolved' | 'all';

interface ListedAlerts {
  readonly show: AlertFilter;
  /** Page whose alerts are listed; null: all. */
  readonly pageId: string | null;
  /** Most alerts in the list. */
  readonly count: number;
}

const active = where('status', 'in', [...liveAlertStatuses, 'suppressed']);
const statusOf = { active: [active], resolved: [where('status', '==', 'resolved')], all: [] } as const;

const alertQueries = {
  /** Newest activity first. */
  newest: (count: number) => (docs: Docs, reader: Reader) =>
    visibleOptions(docs, reader, alertSchema, {
      collection: collectionPaths.alerts(reader.teamId),
      parts: [orderBy('lastAt', 'desc')],
      compare: (one, other) => other.lastAt - one.lastAt,
      count,
    }),
  /** Alerts of the alerts' list, newest activity first. */
  listed:
    ({ show, pageId, count }: ListedAlerts) =>
    (docs: Docs, reader: Reader) =>
      visibleOptions(docs, reader, alertSchema, {
        collection: collectionPaths.alerts(reader.teamId),
        parts: [
          ...(pageId === null ? statusOf[show] : [where('pageId', '==', pageId)]),
          orderBy('lastAt', 'desc'),
        ],
        keep: ({ status }) => show === 'all' || (status === 'resolved') === (show === 'resolved'),
        compare: (one, other) => other.lastAt - one.lastAt,
        count,
      }),
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
/** Newest activity first. While more of them are read, those before stay. */
export function useListedAlerts(asked: ListedAlerts) {
  const found = useTeamQuery(alertQueries.listed(asked));
  const which = `${asked.show} ${asked.pageId}`;
  const [kept, setKept] = useState({ which, data: found.data });
  if (found.data !== undefined && (kept.data !== found.data || kept.which !== which))
    setKept({ which, data: found.data });
  return { data: found.data ?? (kept.which === which ? kept.data : undefined), error: found.error };
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
