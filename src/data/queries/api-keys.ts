/** API keys of the team, for those who may manage them. */
import { apiKeySchema } from '#domain/api-key/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { limit, orderBy, query } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import type { Reader } from '../client/visible.ts';
import { useTeamQuery } from './team.tsx';

/** The newest: more than there can be in use at once. */
const mostShown = 200;

const apiKeyQueries = {
  newest: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(
      docs,
      query(collectionPaths.apiKeys(teamId), orderBy('createdAt', 'desc'), limit(mostShown)),
      apiKeySchema,
    ),
};

/** Fails with `permission-denied` for who may not manage them. */
export const useApiKeys = () => useTeamQuery(apiKeyQueries.newest);
