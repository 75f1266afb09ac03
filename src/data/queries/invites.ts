/** Open invites of the team, for its admins. */
import { inviteSchema } from '#domain/team/invite.ts';
import { collectionPaths } from '#api/paths.ts';
import type { Docs } from '#ports/docs/docs.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import { documentsOptions } from '../client/documents.ts';
import type { Reader } from '../client/visible.ts';
import { useTeamQuery } from './team.tsx';

/** More than a team makes within the longest time that an invite is good for, but for a flood of them. */
const mostShown = 500;

const inviteQueries = {
  /** Open invites in no order, expired ones among them. */
  open: (docs: Docs, { teamId }: Reader) =>
    documentsOptions(
      docs,
      query(collectionPaths.invites(teamId), where('status', '==', 'open'), limit(mostShown)),
      inviteSchema,
    ),
};

/** Fails with `permission-denied` for who may not invite. */
export const useOpenInvites = () => useTeamQuery(inviteQueries.open);
