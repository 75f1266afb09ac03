/** The keys with which machines report to the team. */
import { integrationSchema } from '#domain/service/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { orderBy, query } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import type { Reader } from '../client/visible.ts';
import { useTeamQuery } from './team.tsx';

const integrationQueries = {
  /** By name. */
  list: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(docs, query(collectionPaths.integrations(teamId), orderBy('name')), integrationSchema),
};

export const useIntegrations = () => useTeamQuery(integrationQueries.list);
