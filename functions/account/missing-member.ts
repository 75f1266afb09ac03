/**
 * End of the membership of a person whose account is gone. Without the person's choice: their holdings go to an owner, and a team without
 * an owner gets the next by `bySuccession`. Both are in the team's audit, and the owner is notified. A team without any remaining account
 * is deleted, so that its senders get an error instead of paging nobody; a demonstration is not.
 */
import { idOf, system } from '#domain/base.ts';
import { isDeleted } from '#domain/team/deletion.ts';
import { setRole } from '#domain/team/membership.ts';
import { type Member, memberSchema, type Team, teamRoles } from '#domain/team/schema.ts';
import { bySuccession } from '#domain/team/succession.ts';
import { collectionPaths } from '#api/paths.ts';
import { query, where } from '#ports/docs/query.ts';
import type { ServerUsers } from '#ports/server/server.ts';
import { auditEvent } from '../kernel/audit.ts';
import { accept } from '../kernel/command-failed.ts';
import { commandWork } from '../kernel/system.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import { sendNotice } from '../notices/send-notice.ts';
import { noticeMovedShifts } from '../schedules/moved-shifts.ts';
import { endTeam } from '../team/deletion.ts';
import { handOver, heldBy } from '../team/holdings/hand-over.ts';
import { endMembership, saveMember } from '../team/membership.ts';
import type { Membership } from './teams.ts';

/** `most`: documents that are handed over in this transaction; the rest follows. */
export async function endMissingMember(
  work: UnitOfWork,
  users: ServerUsers,
  { team, member }: Membership,
  most: number,
): Promise<void> {
  const teamId = idOf(team.id);
  const successor = isDeleted(team) ? null : await successorOf(work, users, member);
  const hasHeld = successor !== null && (await heldBy(work, teamId, member.id)).length > 0;
  if (successor !== null) await promote(work, member, successor);
  const cause = `account ${member.id} ${work.now}`;
  noticeMovedShifts(work, { teamId, by: system, cause });
  await handOver(work, system, member, successor?.id ?? null, null, { required: false, most });
  await endMembership(commandWork(work), member);
  auditEvent(work, { teamId, event: 'endMissingAccount', by: null, subject: member });
  if (successor !== null) {
    await tell(work, successor, hasHeld, cause);
  } else if (!isDeleted(team) && !team.demonstration) await remove(work, team);
}

/** First in succession with an account of their own; null: nobody. */
export async function successorOf(
  work: UnitOfWork,
  users: ServerUsers,
  { id, teamId }: Member,
): Promise<Member | null> {
  for (const role of teamRoles.toReversed()) {
    const members = query(collectionPaths.members(teamId), where('role', '==', role));
    for (const candidate of bySuccession(await work.find(memberSchema, members))) {
      if (candidate.id === id) continue;
      const account = await users.get(candidate.id);
      if (account !== null && !account.isAnonymous) return candidate;
    }
  }
  return null;
}

async function promote(work: UnitOfWork, { teamId }: Member, successor: Member): Promise<void> {
  if (successor.role === 'owner') return;
  const context = { by: system, now: work.now };
  await saveMember(commandWork(work), accept(setRole(successor, 'owner', 1, context)).state);
  auditEvent(work, { teamId, event: 'succeedOwner', by: null, subject: successor });
}

/** An owner from before who takes over nothing is told nothing: the audit has it. */
async function tell(work: UnitOfWork, successor: Member, hasHeld: boolean, cause: string): Promise<void> {
  const { id, teamId, role } = successor;
  const previousRole = role === 'owner' ? null : role;
  if (previousRole === null && !hasHeld) return;
  await sendNotice(commandWork(work), {
    ...{ teamId, userId: id, cause, by: system },
    content: { kind: 'accountGone', previousRole, tookOver: hasHeld },
    link: '/audit',
  });
}

async function remove(work: UnitOfWork, team: Team): Promise<void> {
  const context = { by: system, now: work.now };
  await endTeam(commandWork(work), team, context);
  auditEvent(work, { teamId: team.id, event: 'endEmptyTeam', by: null, subject: null });
}
