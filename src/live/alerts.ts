/** Alerts, and what can break. */
import { alert } from '#domain/entities/alert.ts';
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

export function useAlert(alertId: string | null) {
  const { team } = useTeam();
  return useDocument(alertId && documentPaths.alert(team.id, alertId), alert);
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
