/** Changes of members and their roles. A team always has an owner. */
import { type Failure, failure } from '../errors.ts';
import { type Transition, transitioned, type TransitionContext, unchanged } from '../transition.ts';
import type { Member, Team, TeamRole } from './schema.ts';

/** `owners`: how many the team has. */
export function setRole(
  state: Member,
  role: TeamRole,
  owners: number,
  context: TransitionContext,
): Transition<Member, never> {
  if (state.role === role) return unchanged(state);
  return lastOwnerFailure(state, owners) ?? transitioned(state, { role }, context);
}

/** Null: the member may go. */
export const removalFailure = (state: Pick<Member, 'role'>, owners: number): Failure | null =>
  lastOwnerFailure(state, owners);

/**
 * Failure of leaving the team as a member, or null. Members created with a demonstration cannot leave it: its seeded history
 * names them.
 */
export function leavingFailure(
  team: Pick<Team, 'demonstration'>,
  state: Pick<Member, 'id' | 'createdBy' | 'role'>,
  owners: number,
): Failure | null {
  if (team.demonstration && (state.createdBy !== state.id || state.role === 'owner'))
    return failure('forbidden', {}, 'You are one of the demonstration’s own people. Sign out instead.');
  return removalFailure(state, owners);
}

function lastOwnerFailure({ role }: Pick<Member, 'role'>, owners: number): Failure | null {
  if (role !== 'owner' || owners > 1) return null;
  return failure('forbidden', {}, 'The last owner stays owner. Make somebody else an owner first.');
}
