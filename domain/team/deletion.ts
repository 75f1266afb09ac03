/** Deleting a team: at once for everybody in it, undone by an owner within the grace period, final after it. */
import { constants, day } from '../constants.ts';
import { failure, type Failure } from '../errors.ts';
import { utcMoment } from '../moment.ts';
import { type Changed, transitioned, type TransitionContext, unchanged } from '../transition.ts';
import type { Team } from './schema.ts';

/** Time at which a team deleted then is purged. */
const purgeAtOf = (deletedAt: number): number => deletedAt + constants.teamGraceDays * day;

/** Sentence about the end of the restore period and the members who may restore the team. */
export const restoreSentence = (deletedAt: number): string =>
  `One of its owners can restore it until ${utcMoment(purgeAtOf(deletedAt))}.`;

/** Error sentence of every request to a deleted team. */
export const deletedSentence = (deletedAt: number): string =>
  `This team was deleted. ${restoreSentence(deletedAt)}`;

/** `typed`: the team's name as confirmation. A repeat changes nothing. */
export function deleteTeam(
  team: Team,
  typed: string,
  context: TransitionContext,
): Changed<Team, never> | Failure {
  if (isDeleted(team)) return unchanged(team);
  if (team.demonstration)
    return failure('forbidden', {}, 'A demonstration team can’t be deleted: others look around in it.');
  if (typed !== team.name)
    return failure('invalid', { field: 'name', rule: `Type the team’s name as it is: ${team.name}` });
  return transitioned(team, { deletedAt: context.now, deletedBy: context.by }, context);
}

/** A team that is not deleted stays as it is. Refused once the grace period is over, though the purge has not come by yet. */
export function restoreTeam(team: Team, context: TransitionContext): Changed<Team, never> | Failure {
  const { deletedAt = null } = team;
  if (deletedAt === null) return unchanged(team);
  if (context.now >= purgeAtOf(deletedAt))
    return failure('forbidden', {}, 'It is too late to restore this team: its 14 days are over.');
  return transitioned(team, { deletedAt: null, deletedBy: null }, context);
}

export const isDeleted = ({ deletedAt = null }: Pick<Team, 'deletedAt'>): boolean => deletedAt !== null;
