/** Alerts, and what can break. */
import { alert } from '#domain/entities/alert.ts';
import { isId } from '#domain/entities/base.ts';
import { service } from '#domain/entities/service.ts';
import { collectionPaths, documentPaths } from '#domain/paths.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { useDocument, useDocuments } from './documents.ts';
import { useTeam } from './team.tsx';

/** Newest activity first. */
export function useAlerts(count = 100) {
  const { team } = useTeam();
  return useDocuments(query(collectionPaths.alerts(team.id), orderBy('lastAt', 'desc'), limit(count)), alert);
}

/** `alertId` may come from an address: `data` is null for what is no id, as for an alert that is not there. */
export function useAlert(alertId: string | null) {
  const { team } = useTeam();
  const possible = alertId !== null && isId(alertId);
  const { data, error } = useDocument(possible ? documentPaths.alert(team.id, alertId) : null, alert);
  return { data: alertId === null || possible ? data : null, error };
}

export function useIncidentAlerts(incidentId: string) {
  const { team } = useTeam();
  return useDocuments(
    query(collectionPaths.alerts(team.id), where('incidentId', '==', incidentId), orderBy('firstAt')),
    alert,
  );
}

/** By name. */
export function useServices() {
  const { team } = useTeam();
  return useDocuments(query(collectionPaths.services(team.id), orderBy('name')), service);
}
