/** Alerts, and what can break. */
import { alertSchema } from '#domain/alert/schema.ts';
import { unresolvedStatuses } from '#domain/alert/status.ts';
import { isId } from '#domain/base.ts';
import { serviceSchema } from '#domain/service/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { orderBy, query, where } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import { useTeam, useTeamQuery } from './team.tsx';
import { type Reader, useVisibleDocument, visibleOptions } from '../client/visible.ts';

/** Statuses of alerts that are not over. */
export const active = where('status', 'in', [...unresolvedStatuses]);
const alertQueries = {
  /** Newest activity first. */
  newest: (count: number) => (docs: Docs, reader: Reader) =>
    visibleOptions(docs, reader, alertSchema, {
      collection: collectionPaths.alerts(reader.teamId),
      parts: [orderBy('lastAt', 'desc')],
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
};

/** Newest activity first. */
export const useAlerts = (count = 100) => useTeamQuery(alertQueries.newest(count));
/** Unresolved alerts, newest activity first; at most 200. */
export const useActiveAlerts = () => useTeamQuery(alertQueries.active);

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
