/** API keys of the team, for those who may manage them. */
import { type ApiKey, apiKeySchema } from '#domain/api-key/schema.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import type { PortError } from '#ports/errors.ts';
import { limit, orderBy, query, where } from '#ports/docs/query.ts';
import { documentsOptions, type LiveList } from '../client/documents.ts';
import type { Reader } from '../client/visible.ts';
import { useTeamQuery } from './team.tsx';

/** Revoked keys that are shown. */
const mostRevoked = 50;

const apiKeyQueries = {
  /** Every key in use, and the expired ones that fit behind them. */
  unrevoked: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(
      docs,
      query(
        collectionPaths.apiKeys(teamId),
        where('revokedAt', '==', null),
        orderBy('expiresAt', 'desc'),
        limit(settingsLimits.apiKeys),
      ),
      apiKeySchema,
    ),
  /** The last revoked ones; behind them come keys that are not revoked. */
  revoked: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(
      docs,
      query(collectionPaths.apiKeys(teamId), orderBy('revokedAt', 'desc'), limit(mostRevoked)),
      apiKeySchema,
    ),
};

/** Keys in use and the last that ended. Fails with `permission-denied` for members who may not manage keys. */
export function useApiKeys(): {
  readonly data: LiveList<ApiKey> | undefined;
  readonly error: PortError | null;
} {
  const unrevoked = useTeamQuery(apiKeyQueries.unrevoked);
  const revoked = useTeamQuery(apiKeyQueries.revoked);
  const error = unrevoked.error ?? revoked.error;
  if (unrevoked.data === undefined || revoked.data === undefined) return { data: undefined, error };
  const ended = revoked.data.items.filter(({ value }) => value.revokedAt !== null);
  return { data: { ...unrevoked.data, items: [...unrevoked.data.items, ...ended] }, error };
}
