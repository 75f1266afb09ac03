/** History of an alert that belongs to no incident. As private as the alert. */
import { type AlertEvent, alertEventSchema } from '#domain/alert/history.ts';
import { compareEvents } from '#domain/timeline/labels.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { limit, orderBy, query } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import type { Reader } from '../client/visible.ts';
import { useTeamQuery } from './team.tsx';

const mostEvents = 100;

const historyQueries = {
  /** The newest. */
  newest:
    (alertId: string) =>
    (docs: Docs, { teamId }: Reader) =>
      documentsOptions(
        docs,
        query(collectionPaths.history(teamId, alertId), orderBy('createdAt', 'desc'), limit(mostEvents)),
        alertEventSchema,
      ),
};

export const useAlertHistory = (alertId: string) => useTeamQuery(historyQueries.newest(alertId));

/** Oldest first. */
export const inTimeOrder = (events: readonly AlertEvent[]): readonly AlertEvent[] =>
  events.toSorted(compareEvents);
