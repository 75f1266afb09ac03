/** The list of incidents in pages, and a search of all of them. A module of its own: few screens need it. */
import { type Incident, incidentSchema, incidentStatuses, type Severity } from '#domain/incident/schema.ts';
import { isLive, liveStatuses } from '#domain/incident/status.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { orderBy, type Query, query, where } from '#ports/docs/query.ts';
import { pagedOptions, reversed } from '../client/paged-list.ts';
import { type ReadOn, useReadOn } from '../client/read-on.ts';
import { type Reader, visibleTo } from '../client/visible.ts';
import { useReader, useTeamQuery } from './team.tsx';

export interface ListedIncidents {
  readonly scope: 'all' | 'live' | 'over';
  /** Null: any. */
  readonly severity: Severity | null;
}

const statusOf = {
  all: [],
  live: [where('status', 'in', [...liveStatuses])],
  over: [
    where(
      'status',
      'in',
      incidentStatuses.filter((status) => !isLive({ status })),
    ),
  ],
} as const;

/** Oldest first. */
const listedQuery = ({ scope, severity }: ListedIncidents, reader: Reader): Query =>
  query(
    collectionPaths.incidents(reader.teamId),
    visibleTo(reader),
    ...statusOf[scope],
    ...(severity === null ? [] : [where('severity', '==', severity)]),
    orderBy('number'),
  );

/** Pages of the list. */
const listed = (asked: ListedIncidents) => (docs: Docs, reader: Reader) =>
  pagedOptions(docs, listedQuery(asked, reader), incidentSchema);

/** Window of the incidents' list, from the newest. */
export const useListedIncidents = (asked: ListedIncidents) => useTeamQuery(listed(asked));

/** Incidents of a list that fit, the newest first, read on page by page; null looks for nothing. */
export function useFoundIncidents(
  asked: ListedIncidents | null,
  text: string,
  fits: (incident: Incident) => boolean,
): ReadOn<Incident> {
  const reader = useReader();
  return useReadOn(incidentSchema, { query: asked && reversed(listedQuery(asked, reader)), text, fits });
}
