/** The keys with which machines report to the team, and what became of their messages. */
import { heartbeatSchema } from '#domain/heartbeat/schema.ts';
import { integrationEventSchema, integrationSchema } from '#domain/integration/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import type { Reader } from '../client/visible.ts';
import { useTeamQuery } from './team.tsx';

const mostEvents = 20;

const integrationQueries = {
  /** Integrations by name. */
  list: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(docs, query(collectionPaths.integrations(teamId), orderBy('name')), integrationSchema),
  heartbeats: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(docs, query(collectionPaths.heartbeats(teamId)), heartbeatSchema),
  /** The newest, newest first. */
  events:
    (integrationId: string) =>
    (docs: Docs, { teamId }: Reader) =>
      documentsOptions(
        docs,
        query(
          collectionPaths.integrationEvents(teamId),
          where('integrationId', '==', integrationId),
          orderBy('createdAt', 'desc'),
          limit(mostEvents),
        ),
        integrationEventSchema,
      ),
};

export const useIntegrations = () => useTeamQuery(integrationQueries.list);

export const useHeartbeats = () => useTeamQuery(integrationQueries.heartbeats);

/** Fails with `permission-denied` for who may not configure the team. */
export const useIntegrationEvents = (integrationId: string) =>
  useTeamQuery(integrationQueries.events(integrationId));
