/** Who may leave a demonstration team, asked by the screens and by the function. */
import type { Incident } from '../incident/schema.ts';
import type { Member, Team } from './schema.ts';
import type { Verdict } from '../permissions.ts';
import { rolesOf } from '../incident/roles.ts';
import { isLive } from '../incident/status.ts';

/** Of the incidents only those count in which the member is. */
export function mayLeave(
  team: Pick<Team, 'demonstration'>,
  member: Pick<Member, 'id' | 'createdBy' | 'role'>,
  incidents: readonly Incident[] = [],
): Verdict {
  const no = (reason: string): Verdict => ({ allowed: false, reason });
  if (!team.demonstration) return no('Only a demonstration team can be left. Ask an owner of yours.');
  if (member.createdBy !== member.id || member.role === 'owner' || member.role === 'admin')
    return no('You are one of the demonstration’s own people. Sign out instead.');
  const held = incidents.find((incident) => isLive(incident) && rolesOf(incident, member.id).length > 0);
  if (held)
    return no(
      `You are ${rolesOf(held, member.id).join(' and ')} of #${held.number}. Hand that over, or resolve it, first.`,
    );
  return { allowed: true };
}
