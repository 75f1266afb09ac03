/** A request to recover a second factor as it is stored: the request itself, what owners see of it, and what its person does. */
import {
  type Recovery,
  recoverySchema,
  cancelRecovery as stopped,
  teamCopy,
  withoutApproval,
} from '#domain/account/recovery.ts';
import type { Member } from '#domain/team/schema.ts';
import { type UserProfile, userProfileSchema } from '#domain/team/user-profile.ts';
import { revised, type TransitionContext } from '#domain/transition.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { accept } from '../kernel/command-failed.ts';
import type { CommandWork } from '../kernel/guard.ts';
import { isGranted } from '../team/granters.ts';
import { membersOfPerson } from './teams.ts';

export const recoveryOf = (work: CommandWork, userId: string): Promise<Recovery | null> =>
  work.get(recoverySchema, serverPaths.accountRecovery(userId));

/** The teams whose owners are asked: those that were deleted have nobody to ask. */
export async function liveMembers(work: CommandWork, profile: UserProfile): Promise<readonly Member[]> {
  const members = await membersOfPerson(work, profile);
  return members.filter(({ teamDeletedAt = null }) => teamDeletedAt === null);
}

/** The request, what the owners of its teams see of it, and what the person does. */
export async function saveRecovery(
  work: CommandWork,
  before: Recovery | null,
  state: Recovery,
): Promise<void> {
  work.save(serverPaths.accountRecovery(state.id), state);
  const teams = Object.keys(state.teams);
  for (const teamId of teams) work.save(documentPaths.recovery(teamId, state.id), teamCopy(state, teamId));
  for (const teamId of Object.keys(before?.teams ?? {}))
    if (!teams.includes(teamId)) work.remove(documentPaths.recovery(teamId, state.id));
  const path = documentPaths.user(state.id);
  const profile = await work.get(userProfileSchema, path);
  if (profile === null) return;
  const isOpen = state.status === 'open';
  const told = {
    recoveryRequestedAt: isOpen ? state.createdAt : null,
    recoveryEarliestAt: isOpen ? state.earliestAt : null,
  };
  work.save(path, revised<UserProfile>(profile, told));
}

/** Withdraws approvals whose owners may no longer approve. */
export async function withValidApprovals(
  work: CommandWork,
  recovery: Recovery,
  context: TransitionContext,
): Promise<Recovery> {
  let state = recovery;
  for (const [teamId, approval] of Object.entries(recovery.teams))
    if (approval !== null && !(await isGranted(work, teamId, approval.approvedBy, { kind: 'approval' })))
      ({ state } = withoutApproval(state, teamId, context));
  return state;
}

/** Ends a recovery in the person's name: it is no longer needed, or was not theirs. */
export async function endRecovery(work: CommandWork, userId: string): Promise<void> {
  const before = await recoveryOf(work, userId);
  if (before?.status !== 'open') return;
  const { state } = accept(stopped(before, { by: userId, now: work.now }));
  await saveRecovery(work, before, state);
}
