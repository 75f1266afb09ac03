/** Handlers of reads: what the security rules can't let a browser read by itself. Each asks its own permission. */
import { inviteIdOf } from '#api/invite-token.ts';
import { documentPaths } from '#api/paths.ts';
import type { ReadName, ServerFigures } from '#api/reads.ts';
import { inviteSchema, isUsable, unusableInvite } from '#domain/team/invite.ts';
import { memberSchema, teamSchema } from '#domain/team/schema.ts';
import type { Callable } from '#ports/server/handlers.ts';
import { previewDeletion } from './account/deletion-preview.ts';
import { fail, found } from './kernel/command-failed.ts';
import { readCallables, type ReadHandler, requirePermission } from './kernel/read.ts';
import { teamReadiness } from './readiness/team-readiness.ts';
import { isInviteGranted } from './team/granters.ts';
import { shownHoldings } from './team/holdings/shown.ts';

const readInvite: ReadHandler<'readInvite'> = async ({ teamId, token }, { work, userId }) => {
  const invite = await work.get(inviteSchema, documentPaths.invite(teamId, inviteIdOf(token)));
  const team = await work.get(teamSchema, documentPaths.team(teamId));
  const member =
    userId !== null && (await work.get(memberSchema, documentPaths.member(teamId, userId))) !== null;
  // The member who accepted it can still read it.
  const own = member && invite?.usedBy === userId;
  const open = invite !== null && isUsable(invite, work.now) && (await isInviteGranted(work, invite));
  const usable = invite !== null && (open || own);
  if (team === null || (team.deletedAt ?? null) !== null || !usable)
    return fail('not_found', {}, unusableInvite);
  const { role, expiresAt, createdBy } = invite;
  const inviter = await work.get(memberSchema, documentPaths.member(teamId, createdBy));
  return { teamName: team.name, inviterName: inviter?.displayName ?? '', role, expiresAt, member };
};

const readHoldings: ReadHandler<'readHoldings'> = async ({ teamId, userId }, context) => {
  const action = context.userId === userId ? 'read' : 'manageMembers';
  const { guard } = await requirePermission(context, teamId, action);
  found(await context.work.get(memberSchema, documentPaths.member(teamId, userId)));
  return { holdings: await shownHoldings(context.work, guard, teamId, userId) };
};

const readAccountDeletion: ReadHandler<'readAccountDeletion'> = async (_, { work, userId }) =>
  userId === null ? fail('unauthenticated', {}) : { teams: await previewDeletion(work, userId) };

const readSession: ReadHandler<'readSession'> = async (_, { ended }) => ({ ended });

const readOwnData: ReadHandler<'readOwnData'> = async ({ teamId, kind, after }, context) => {
  const { userId, guard } = await requirePermission(context, teamId, 'read');
  const { onDemand } = await import('./on-demand.ts');
  return onDemand.readOwnData({ work: context.work, guard, teamId, userId, after }, kind);
};

const readMailSettings: ReadHandler<'readMailSettings'> = async (...args) =>
  (await import('./on-demand.ts')).onDemand.readMailSettings(...args);

const readReadiness: ReadHandler<'readReadiness'> = async ({ teamId }, context) => {
  await requirePermission(context, teamId, 'readiness');
  return teamReadiness(context.work, teamId);
};

/** `source`: null where the provider shows its figures elsewhere. */
const readServerFigures =
  (source: FigureSource | null): ReadHandler<'readServerFigures'> =>
  async ({ teamId }, context) => {
    await requirePermission(context, teamId, 'configure');
    return { figures: source && (await source()) };
  };

/** Source of the figures of the whole server: the newest each time. */
export type FigureSource = () => Promise<ServerFigures>;

export const readsWith = (source: FigureSource | null): Readonly<Record<ReadName, Callable>> =>
  readCallables({
    readInvite,
    readHoldings,
    readAccountDeletion,
    readSession,
    readOwnData,
    readMailSettings,
    readReadiness,
    readServerFigures: readServerFigures(source),
  });
