/** Routing rules of an integration and their versions. Admins may read them. */
import { type Routing, routingSchema, routingVersionSchema } from '#domain/routing/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import type { PortError } from '#ports/errors.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { documentsOptions, type Live, useDocument } from '../client/documents.ts';
import type { Reader } from '../client/visible.ts';
import { useTeam, useTeamQuery } from './team.tsx';

const mostVersions = 20;

const routingQueries = {
  /** Newest first. */
  versions:
    (integrationId: string) =>
    (docs: Docs, { teamId }: Reader) =>
      documentsOptions(
        docs,
        query(
          collectionPaths.routingVersions(teamId),
          where('integrationId', '==', integrationId),
          orderBy('version', 'desc'),
          limit(mostVersions),
        ),
        routingVersionSchema,
      ),
};

/** `data` is null where the integration has no rules. */
export function useRouting(integrationId: string): {
  readonly data: Live<Routing> | null | undefined;
  readonly error: PortError | null;
} {
  const { team } = useTeam();
  return useDocument(documentPaths.routing(team.id, integrationId), routingSchema);
}

export const useRoutingVersions = (integrationId: string) =>
  useTeamQuery(routingQueries.versions(integrationId));
