/** Incidents. */
import { incidentSchema } from '#domain/incident/schema.ts';
import { liveStatuses } from '#domain/incident/status.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { orderBy, where } from '#ports/docs/query.ts';
import { documentsOptions, useDocument } from '../client/documents.ts';
import { useTeam, useTeamQuery } from './team.tsx';
import { type Reader, visibleOptions } from '../client/visible.ts';

/** Newest first. */
const incidentsWhere =
  (count: number, ...filters: readonly ReturnType<typeof where>[]) =>
  (docs: Docs, reader: Reader) =>
    visibleOptions(docs, reader, incidentSchema, {
      collection: collectionPaths.incidents(reader.teamId),
      parts: [...filters, orderBy('number', 'desc')],
      compare: (one, other) => other.number - one.number,
      count,
    });

const incidentQueries = {
  newest: (count: number) => incidentsWhere(count),
  live: incidentsWhere(100, where('status', 'in', [...liveStatuses])),
  numbered: (number: number | null) =>
    number === null
      ? (docs: Docs) => documentsOptions(docs, null, incidentSchema)
      : incidentsWhere(1, where('number', '==', number)),
};

/** The newest incidents first. */
export const useIncidents = (count = 100) => useTeamQuery(incidentQueries.newest(count));
export const useLiveIncidents = () => useTeamQuery(incidentQueries.live);
/** Incident by its number; null: no query. Empty when there is none, or none that this person may see. */
export const useIncident = (number: number | null) => useTeamQuery(incidentQueries.numbered(number));

/** Incident by its id; a null id: no query. */
export function useIncidentById(incidentId: string | null) {
  const { team } = useTeam();
  return useDocument(incidentId && documentPaths.incident(team.id, incidentId), incidentSchema);
}
