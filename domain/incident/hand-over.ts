/** Hand-over of an incident when a participant leaves the team, or may no longer act in it. */
import type { HistoryEvent, TransitionContext } from '../transition.ts';
import { type Changed, revised, unchanged } from '../transition.ts';
import type { Incident, RoomRole } from './schema.ts';
import { roomRoles } from './schema.ts';
import { isFinal, isLive } from './status.ts';

export interface IncidentHandOver {
  readonly from: string;
  /** Null only for who is not its commander. */
  readonly to: string | null;
  /** Whether they may no longer read a private incident. */
  readonly leaves: boolean;
}

/** Whether the role is offered to them or by them. */
const isOfferOf = ({ offers }: Pick<Incident, 'offers'>, role: RoomRole, userId: string): boolean =>
  offers[role]?.userId === userId || offers[role]?.offeredBy === userId;

/**
 * Roles go over without being offered, and offers to them and by them end. Of an incident that is over only who may read it changes: what was done stays
 * told as it was.
 */
export function handOverIncident(
  state: Incident,
  { from, to, leaves }: IncidentHandOver,
  { by, now }: TransitionContext,
): Changed<Incident, never> {
  const held = isFinal(state) ? [] : roomRoles.filter((role) => state.roles[role] === from);
  const offered = isFinal(state) ? [] : roomRoles.filter((role) => isOfferOf(state, role, from));
  const gone = leaves && state.private && state.people.includes(from);
  const joining = to !== null && (held.length > 0 || (gone && isLive(state)));
  if (held.length === 0 && offered.length === 0 && !gone) return unchanged(state);
  const { commander } = state.roles;
  const roles = {
    ...state.roles,
    ...Object.fromEntries(held.map((role) => [role, to])),
    commander: held.includes('commander') ? (to ?? commander) : commander,
  };
  const offers = { ...state.offers, ...Object.fromEntries(offered.map((role) => [role, null])) };
  const stay = gone ? state.people.filter((userId) => userId !== from) : state.people;
  const people = joining && !stay.includes(to) ? [...stay, to] : stay;
  const events = (to === null ? [] : held).map((role): HistoryEvent => {
    const entry = { kind: 'role', role, change: 'taken', userId: to ?? from, previous: from } as const;
    return { at: now, by, entry };
  });
  return { ok: true, state: revised(state, { roles, offers, people }), events, effects: [] };
}
