/**
 * Deletion and restoration of a team. Immediate effects are part of the transaction: its pages end, and its keys, members and profiles are
 * marked, because endpoints and rules read only these.
 */
import { integrationSchema } from '#domain/integration/schema.ts';
import { deleteTeam as deleted, restoreSentence, restoreTeam as restored } from '#domain/team/deletion.ts';
import { memberSchema, teamSchema, type Member, type Team } from '#domain/team/schema.ts';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { revised, type TransitionContext } from '#domain/transition.ts';
import { teamAddress } from '#api/addresses.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { sendMessageToAll } from '../channels/messages.ts';
import { noteAccess } from '../kernel/access.ts';
import type { CommandContext, CommandHandler, CommandHandlers } from '../kernel/command.ts';
import { accept, found } from '../kernel/command-failed.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { endAllPages } from '../pages/end-all.ts';

const deleteTeam: CommandHandler<'deleteTeam'> = async ({ name }, context) => {
  const { work, teamId, by } = context;
  const before = found(await work.get(teamSchema, documentPaths.team(teamId)));
  const { state } = accept(deleted(before, name, context));
  if (state === before) return { revision: before.revision };
  const members = await end(work, state, context);
  const byName = members.find(({ id }) => id === by)?.displayName ?? '';
  await tell(context, state, members, byName);
  return { revision: state.revision };
};

/** Deletion of a team by the server: nobody is told, because nobody is left. @throws CommandFailed for a demonstration */
export async function endTeam(work: CommandWork, team: Team, context: TransitionContext): Promise<void> {
  await end(work, accept(deleted(team, team.name, context)).state, context);
}

async function end(work: CommandWork, state: Team, context: TransitionContext): Promise<readonly Member[]> {
  await endAllPages(work, state.id, 'The team was deleted.', context);
  return markDeletion(work, state, context);
}

const restoreTeam: CommandHandler<'restoreTeam'> = async (_, context) => {
  const { work, teamId } = context;
  const before = found(await work.get(teamSchema, documentPaths.team(teamId)));
  const { state } = accept(restored(before, context));
  if (state !== before) await markDeletion(work, state, context);
  return { revision: state.revision };
};

/** Updates all copies of the team's deletion. */
async function markDeletion(
  work: CommandWork,
  team: Team,
  { by }: TransitionContext,
): Promise<readonly Member[]> {
  const { id: teamId, deletedAt = null, name } = team;
  work.save(documentPaths.team(teamId), team);
  const members = await work.findAll(memberSchema, query(collectionPaths.members(teamId)));
  const byName = members.find(({ id }) => id === by)?.displayName ?? '';
  for (const member of members) {
    work.save(documentPaths.member(teamId, member.id), revised<Member>(member, { teamDeletedAt: deletedAt }));
    const path = documentPaths.user(member.id);
    const profile = await work.get(userProfileSchema, path);
    if (profile === null) continue;
    const others = Object.entries(profile.deletedTeams ?? {}).filter(([id]) => id !== teamId);
    const told = deletedAt === null ? [] : [[teamId, { name, deletedAt, byName }] as const];
    work.save(path, revised(profile, { deletedTeams: Object.fromEntries([...others, ...told]) }));
  }
  for (const key of await work.find(integrationSchema, query(collectionPaths.integrations(teamId))))
    work.save(documentPaths.integration(teamId, key.id), revised(key, { teamDeletedAt: deletedAt }));
  noteAccess(work, 'team', team);
  return members;
}

function tell(
  { work, teamId }: CommandContext,
  team: Team,
  members: readonly Member[],
  byName: string,
): Promise<void> {
  const userIds = members.map(({ id }) => id);
  return sendMessageToAll(work, teamId, userIds, {
    notification: {
      title: `${team.name} was deleted`,
      body: `${byName} deleted it. ${restoreSentence(team.deletedAt ?? 0)}`,
      tag: `team-${teamId}`,
      link: teamAddress(teamId, '/'),
    },
    data: { kind: 'team-deleted', teamId },
  });
}

export const deletionHandlers = { deleteTeam, restoreTeam } satisfies Partial<CommandHandlers>;
