/** Holders of a room's roles, and offers of them. Apart from the transitions, which a first screen does not need. */
import type { Action } from '../permissions.ts';
import { type Incident, type RoomRole, roomRoles } from './schema.ts';
import { isFinal } from './status.ts';

/** The roles a person holds in the room, most important first. */
export function rolesOf(state: Pick<Incident, 'roles'>, userId: string): readonly RoomRole[] {
  return roomRoles.filter((role) => state.roles[role] === userId);
}

/** The roles that are offered to a person and wait for an answer, most important first. */
export function offersTo(state: Pick<Incident, 'status' | 'offers'>, userId: string): readonly RoomRole[] {
  return isFinal(state) ? [] : roomRoles.filter((role) => state.offers[role]?.userId === userId);
}

const duties: Readonly<Record<RoomRole, string>> = {
  commander: 'be commander of',
  operations: 'run operations of',
  communications: 'run communications of',
  scribe: 'be scribe of',
};

/** Object of an offer, after “asked to”: “be commander of #42”. */
export function dutyOf(role: RoomRole, { number }: Pick<Incident, 'number'>): string {
  return `${duties[role]} #${number}`;
}

/** Taking a vacant role for oneself needs less than giving it to someone, or taking it from someone. */
export function roleAction(state: Incident, role: RoomRole, userId: string, by: string): Action {
  return userId === by && state.roles[role] === null ? 'takeRole' : 'assignRole';
}
