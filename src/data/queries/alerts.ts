/** Alerts, and what can break. */
import { alertSchema, type Alert } from '#domain/alert/schema.ts';
import { isId } from '#domain/base.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { orderBy, query, where } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import { useTeam, useTeamQuery } from './team.tsx';
import { useVisible, useVisibleDocument } from '../client/visible.ts';

/** Newest activity first. */
export function useAlerts(count = 100) {
  const { team } = useTeam();
  return useVisible(alertSchema, {
    collection: collectionPaths.alerts(team.id),
    parts: [orderBy('lastAt', 'desc')],
    compare: newestFirst,
    count,
  });
}

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

/** Oldest first. */
export function useIncidentAlerts(incidentId: string) {
  const { team } = useTeam();
  return useVisible(alertSchema, {
    collection: collectionPaths.alerts(team.id),
    parts: [where('incidentId', '==', incidentId), orderBy('firstAt')],
    compare: oldestFirst,
  });
}

const newestFirst = (one: Alert, other: Alert) => other.lastAt - one.lastAt;
const oldestFirst = (one: Alert, other: Alert) => one.firstAt - other.firstAt;

const serviceQueries = {
  /** By name. */
  list: (docs: Docs, teamId: string) =>
    documentsOptions(docs, query(collectionPaths.services(teamId), orderBy('name')), serviceSchema),
};

export const useServices = () => useTeamQuery(serviceQueries.list);
