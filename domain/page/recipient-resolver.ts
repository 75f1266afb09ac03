/** Resolver of recipients in a team as it is stored: its members, schedules and overrides. */
import type { Override, Schedule } from '../schedule/schema.ts';
import type { Member, Team } from '../team/schema.ts';
import { onCallAt } from '../schedule/rota.ts';
import type { RecipientResolver } from './positions.ts';
import { isResponder } from '../permissions.ts';

export interface Roster {
  readonly team: Pick<Team, 'fallbackPeople'>;
  readonly members: readonly Pick<Member, 'id' | 'role'>[];
  readonly schedules: readonly Schedule[];
  readonly overrides: readonly Override[];
}

/** Finds only members who may answer: neither people who left, nor viewers. */
export function recipientResolver(roster: Roster): RecipientResolver {
  const answering = new Map(roster.members.filter(isResponder).map(({ id, role }) => [id, role]));
  const known = (userIds: readonly string[]) => userIds.filter((userId) => answering.has(userId));
  return {
    find(target, at) {
      if (target.kind === 'team') return [...answering.keys()];
      if (target.kind === 'person') return known([target.userId]);
      const schedule = roster.schedules.find(({ id }) => id === target.scheduleId);
      const userId = schedule ? onCallAt(schedule, roster.overrides, at) : null;
      return userId === null ? [] : known([userId]);
    },
    fallback: () => known(roster.team.fallbackPeople),
    owners: () => [...answering].flatMap(([userId, role]) => (role === 'owner' ? [userId] : [])),
  };
}

/**
 * Resolver with every look-up at one instant: a step that starts late notifies who is on call then, not who was when it was due.
 */
export const foundAt = (people: RecipientResolver, now: number): RecipientResolver => ({
  find: (target) => people.find(target, now),
  fallback: () => people.fallback(now),
  owners: () => people.owners(now),
});
