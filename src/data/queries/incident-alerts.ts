/** Alerts of an incident in pages, all and unresolved ones, and those of which its summary tells. */
import { useMemo } from 'react';
import { alertSchema, type Alert } from '#domain/alert/schema.ts';
import { storedTime } from '#api/codec.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { limit, orderBy, type Query, query, where } from '#ports/docs/query.ts';
import type { PortError } from '#ports/errors.ts';
import { documentsOptions } from '../client/documents.ts';
import { type RowsWithEarlier, withEarlier } from '../client/earlier-rows.ts';
import { pagedOptions } from '../client/paged-list.ts';
import { type Reader, visibleTo } from '../client/visible.ts';
import { active } from './alerts.ts';
import { useTeamQuery } from './team.tsx';
import { pagesByTimeline } from './timeline-pages.ts';

const linkedTo = (incidentId: string, reader: Reader): Query =>
  query(collectionPaths.alerts(reader.teamId), visibleTo(reader), where('incidentId', '==', incidentId));

const queries = {
  /** Oldest first. */
  all: (incidentId: string) => (docs: Docs, reader: Reader) =>
    pagedOptions(
      docs,
      orderBy('firstAt')(linkedTo(incidentId, reader)),
      alertSchema,
      pagesByTimeline(reader.teamId, incidentId, 'alert'),
    ),
  /** Oldest first. */
  unresolved: (incidentId: string) => (docs: Docs, reader: Reader) =>
    pagedOptions(
      docs,
      orderBy('firstAt')(active(linkedTo(incidentId, reader))),
      alertSchema,
      pagesByTimeline(reader.teamId, incidentId, 'alert'),
    ),
  /** The one that began first. */
  first: (incidentId: string) => (docs: Docs, reader: Reader) =>
    documentsOptions(docs, limit(1)(orderBy('firstAt')(linkedTo(incidentId, reader))), alertSchema),
  /** The one that was acknowledged first. */
  firstAcknowledged: (incidentId: string) => (docs: Docs, reader: Reader) => {
    const acknowledged = where('acknowledgedAt', '>', storedTime(0))(linkedTo(incidentId, reader));
    return documentsOptions(docs, limit(1)(orderBy('acknowledgedAt')(acknowledged)), alertSchema);
  },
};

interface AlertRows {
  readonly data: RowsWithEarlier<Alert> | undefined;
  readonly error: PortError | null;
}

function useRows(options: ReturnType<typeof queries.all>): AlertRows {
  const { data, error } = useTeamQuery(options);
  return { data: useMemo(() => data && withEarlier(data), [data]), error };
}

/** Oldest first. */
export const useIncidentAlerts = (incidentId: string) => useRows(queries.all(incidentId));
/** Unresolved alerts, oldest first. */
export const useUnresolvedAlerts = (incidentId: string) => useRows(queries.unresolved(incidentId));

/** The alert that began first and the one that was acknowledged first, which may be the same one or missing. */
export function useFirstAlerts(incidentId: string) {
  const first = useTeamQuery(queries.first(incidentId));
  const acknowledged = useTeamQuery(queries.firstAcknowledged(incidentId));
  const data = useMemo(
    () =>
      first.data &&
      acknowledged.data &&
      [...first.data.items, ...acknowledged.data.items].map(({ value }) => value),
    [first.data, acknowledged.data],
  );
  return { data, error: first.error ?? acknowledged.error };
}
