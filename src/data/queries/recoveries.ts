/** Requests of members to recover their second factor, for owners. */
import { teamRecoverySchema } from '#domain/account/recovery.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import type { Reader } from '../client/visible.ts';
import { useTeamQuery } from './team.tsx';

const recoveryQueries = {
  /** Open recoveries, at most one a member. */
  open: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(
      docs,
      query(collectionPaths.recoveries(teamId), where('status', '==', 'open'), limit(500)),
      teamRecoverySchema,
    ),
};

/** Fails with `permission-denied` for who is no owner. */
export const useOpenRecoveries = () => useTeamQuery(recoveryQueries.open);
