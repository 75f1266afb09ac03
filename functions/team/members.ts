/** Handlers of roles, and of members who go. */
import { memberSchema, teamSchema, type Member, type TeamRole } from '#domain/team/schema.ts';
import { leavingFailure, removalFailure, setRole } from '#domain/team/membership.ts';
import type { Failure } from '#domain/errors.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import {
  type CommandContext,
  type CommandHandler,
  type CommandHandlers,
  expectRevision,
} from '../kernel/command.ts';
import { accept, CommandFailed, fail, found } from '../kernel/command-failed.ts';
import { handOverIn } from './hand-over.ts';
import { endMembership, saveMember } from './membership.ts';

const ownersOf = async ({ work, teamId }: CommandContext): Promise<number> =>
  (await work.find(memberSchema, query(collectionPaths.members(teamId), where('role', '==', 'owner'))))
    .length;

const memberOf = ({ work, teamId }: CommandContext, userId: string): Promise<Member | null> =>
  work.get(memberSchema, documentPaths.member(teamId, userId));

function refuse(failure: Failure | null): void {
  if (failure !== null) throw new CommandFailed(failure.error);
}

const setMemberRole: CommandHandler<'setMemberRole'> = async (input, context) => {
  const { userId, role, replacementId, expectedRevision } = input;
  const asked = await memberOf(context, userId);
  expectRevision(asked ?? { revision: 0 }, expectedRevision);
  const before = found(asked);
  const { revision } = await changeRole(context, before, role, await ownersOf(context), replacementId);
  return { revision, role };
};

async function changeRole(
  context: CommandContext,
  before: Member,
  role: TeamRole,
  owners: number,
  replacementId: string | null = null,
): Promise<Member> {
  if (role === 'owner') requireAccountOfTheirOwn(context, before);
  const { state } = accept(setRole(before, role, owners, context));
  if (state === before) return before;
  await handOverIn(context, before, replacementId, role);
  await saveMember(context.work, state);
  return state;
}

/** A guest's browser is all that there is of the account: a team would have no owner once it is cleared. */
const requireAccountOfTheirOwn = ({ work }: CommandContext, { id, displayName }: Member): void =>
  work.beforeCommit(async ({ users }) => {
    const account = await users.get(id);
    if (account === null)
      fail('forbidden', {}, `${displayName} has no account any more. Choose somebody else.`);
    if (account.isAnonymous)
      fail(
        'forbidden',
        {},
        `${displayName} is a guest. They make an account first, then they can own the team.`,
      );
  });

const transferOwnership: CommandHandler<'transferOwnership'> = async ({ userId }, context) => {
  const caller = found(context.member);
  const heir = found(await memberOf(context, userId));
  if (heir.id === caller.id)
    fail('invalid', { field: 'userId', rule: 'You own this team already. Choose somebody else.' });
  requireAccountOfTheirOwn(context, heir);
  await saveMember(context.work, accept(setRole(heir, 'owner', 2, context)).state);
  // The other member is an owner by now.
  const { revision } = await changeRole(context, caller, 'admin', 2);
  return { revision };
};

const removeMember: CommandHandler<'removeMember'> = async ({ userId, replacementId }, context) => {
  const leaver = found(await memberOf(context, userId));
  refuse(removalFailure(leaver, await ownersOf(context)));
  return leave(context, leaver, replacementId);
};

const leaveTeam: CommandHandler<'leaveTeam'> = async ({ replacementId }, context) => {
  const { work, teamId } = context;
  const team = found(await work.get(teamSchema, documentPaths.team(teamId)));
  const leaver = found(context.member);
  refuse(leavingFailure(team, leaver, await ownersOf(context)));
  return leave(context, leaver, replacementId);
};

async function leave(context: CommandContext, leaver: Member, replacementId: string | null) {
  await handOverIn(context, leaver, replacementId, null);
  await endMembership(context.work, leaver);
  return { revision: leaver.revision + 1 };
}

export const memberHandlers = {
  setMemberRole,
  transferOwnership,
  removeMember,
  leaveTeam,
} satisfies Partial<CommandHandlers>;
