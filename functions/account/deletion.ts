/**
 * Deletion of an account. One transaction leaves all teams, removes the profile and records the deletion; from then on it can only be
 * completed. The remaining data (`remove-rest.ts`) is removed at once, or by the sweep where that run dies.
 */
import { type AccountDeletion, accountDeletionSchema, deletionFailure } from '#domain/account/deletion.ts';
import { type Id, idOf } from '#domain/base.ts';
import { isDeleted } from '#domain/team/deletion.ts';
import type { CheckedAccountCallInput } from '#api/account.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import type { Caller } from '#ports/server/handlers.ts';
import { auditCommand } from '../kernel/audit.ts';
import { isGuest, mailOf } from '../kernel/command.ts';
import { CommandFailed, fail } from '../kernel/command-failed.ts';
import { commandWork } from '../kernel/system.ts';
import { proofOfCaller } from '../kernel/session.ts';
import { attempt } from '../kernel/attempt.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { handOver } from '../team/holdings/hand-over.ts';
import { endMembership } from '../team/membership.ts';
import { removeRest } from './remove-rest.ts';
import { type Membership, membershipsOf, obstacleOf } from './teams.ts';

/** Documents that the transaction hands over, of all teams together. */
const heldAtOnce = 60;

export async function deleteAccount(
  { typed, successors }: CheckedAccountCallInput<'deleteAccount'>,
  work: UnitOfWork,
  caller: Caller,
): Promise<Record<never, never>> {
  const userId = idOf(caller.uid);
  const path = serverPaths.accountDeletion(userId);
  work.afterCommit(async (server) => {
    await attempt(() => removeRest(server, path));
  });
  if ((await work.get(accountDeletionSchema, path)) !== null) return {};
  const account = {
    address: mailOf(caller).address,
    guest: isGuest(caller),
    provedAt: proofOfCaller(caller),
  };
  const refused = deletionFailure({ typed, ...account }, work.now);
  if (refused !== null) throw new CommandFailed(refused.error);
  const memberships = await membershipsOf(work, userId);
  for (const one of memberships) {
    const obstacle = await obstacleOf(work, one);
    if (obstacle !== null) fail('forbidden', {}, obstacle.sentence);
  }
  const most = Math.ceil(heldAtOnce / Math.max(1, memberships.length));
  for (const one of memberships) await leave(work, userId, one, successors[idOf(one.team.id)] ?? null, most);
  work.remove(documentPaths.user(userId));
  const teams = memberships.map(({ team }) => team.id);
  const made = { id: userId, createdAt: work.now, createdBy: userId, revision: 1 };
  work.save(path, { ...made, teams, finishedAt: null } satisfies AccountDeletion);
  return {};
}

/** Leaves one team, with the audit entry that the command for leaving has. */
async function leave(
  work: UnitOfWork,
  userId: Id,
  { team, member }: Membership,
  replacementId: Id | null,
  most: number,
): Promise<void> {
  // A deleted team needs no replacement.
  await handOver(work, userId, member, replacementId, null, { required: !isDeleted(team), most });
  await endMembership(commandWork(work), member);
  const input = { teamId: idOf(team.id), commandId: idOf(work.newId()), replacementId };
  auditCommand(work, { name: 'leaveTeam', input, recordId: input.commandId, userId, member, program: null });
}
