/** Changes of a team's settings. */
import { failure, type Failure } from '../errors.ts';
import { isResponder } from '../permissions.ts';
import { type Changed, transitioned, type TransitionContext, unchanged } from '../transition.ts';
import type { Member, Team } from './schema.ts';

export type TeamSettings = Pick<Team, 'name' | 'timezone' | 'fallbackPeople'> & {
  readonly mailDomains: readonly string[];
};

/**
 * `members`: the team's members among the fallback people. Every fallback person must be a member with a role that can be
 * paged.
 */
export function saveTeam(
  team: Team,
  settings: TeamSettings,
  members: readonly Pick<Member, 'id' | 'role' | 'displayName'>[],
  context: TransitionContext,
): Changed<Team, never> | Failure {
  const { name, timezone } = settings;
  const fallbackPeople = [...new Set(settings.fallbackPeople)];
  const mailDomains = [...new Set(settings.mailDomains)];
  for (const [index, id] of fallbackPeople.entries()) {
    const found = members.find((one) => one.id === id);
    if (found !== undefined && isResponder(found)) continue;
    const rule =
      found === undefined
        ? 'One of them is not in the team any more. Choose somebody else.'
        : `${found.displayName} is a viewer, and viewers are not paged. Choose somebody else.`;
    return failure('invalid', { field: `fallbackPeople.${index}`, rule });
  }
  const change = { name, timezone, fallbackPeople, mailDomains };
  return same(team, change) ? unchanged(team) : transitioned(team, change, context);
}

const same = (team: Team, change: TeamSettings): boolean =>
  JSON.stringify([team.name, team.timezone, team.fallbackPeople, team.mailDomains ?? []]) ===
  JSON.stringify([change.name, change.timezone, change.fallbackPeople, change.mailDomains]);
