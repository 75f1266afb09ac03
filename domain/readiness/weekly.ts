/** Deficiencies of the coming weeks: unreachable people on call, gaps of rotas, steps without recipients. */
import { wayState } from '../channel/state.ts';
import { constants, day } from '../constants.ts';
import type { Roster } from '../page/recipient-resolver.ts';
import { isResponder } from '../permissions.ts';
import type { Policy } from '../policy/schema.ts';
import { emptyTimes } from '../policy/rehearsal.ts';
import { gapsBetween, shiftsBetween } from '../schedule/rota.ts';
import { openingAt } from '../schedule/weekly-hours.ts';
import { reachStates, type UrgencyReachState } from './reachability.ts';
import type { PersonWays } from './rows.ts';
import { urgencyReach } from './urgency-reach.ts';

/** Time ahead in which shifts are checked, and gaps and empty steps. */
const [shiftsAhead, gapsAhead] = [7 * day, 28 * day] as const;

export interface WeeklyTeam extends Roster {
  readonly known: readonly PersonWays[];
  readonly policies: readonly Pick<Policy, 'name' | 'steps'>[];
}

export interface WeeklyPerson {
  readonly userId: string;
  /** The worst of their shifts; low urgency that waits for the end of quiet hours is as its person wants it. */
  readonly high: UrgencyReachState;
  readonly low: UrgencyReachState;
}

/** Times that something is missing: how many there are, and when the first begins. */
interface MissingTimes {
  readonly count: number;
  readonly startsAt: number;
}

export interface WeeklyReadiness {
  /** People on call within a week who are not reliably reachable, by the beginning of their first shift. */
  readonly people: readonly WeeklyPerson[];
  /** Other people with silent ways and no proved way. */
  readonly silentPeople: number;
  readonly gaps: readonly (MissingTimes & { readonly schedule: string })[];
  /** `step`: of the first time, counted from 1; null for all of them. */
  readonly emptySteps: readonly (MissingTimes & { readonly policy: string; readonly step: number | null })[];
}

export const isAllWell = ({ people, silentPeople, gaps, emptySteps }: WeeklyReadiness): boolean =>
  people.length === 0 && silentPeople === 0 && gaps.length === 0 && emptySteps.length === 0;

export function weeklyReadiness(team: WeeklyTeam, now: number): WeeklyReadiness {
  const { schedules, overrides, policies } = team;
  const people = peopleOnCall(team, now);
  return {
    people,
    silentPeople: silentPeople(team, new Set(people.map(({ userId }) => userId)), now),
    gaps: schedules.flatMap((schedule) => {
      const gaps = gapsBetween(schedule, overrides, now, now + gapsAhead);
      return gaps
        .slice(0, 1)
        .map(({ startsAt }) => ({ schedule: schedule.name, count: gaps.length, startsAt }));
    }),
    emptySteps: policies.flatMap(({ name: policy, steps }) => {
      // Each policy without those that it hands over to: they have entries of their own.
      const times = emptyTimes({ name: policy, steps, repeat: 0 }, team, now, now + gapsAhead);
      return times.slice(0, 1).map(({ step, startsAt }) => ({ policy, step, count: times.length, startsAt }));
    }),
  };
}

function peopleOnCall(
  { members, schedules, overrides, known }: WeeklyTeam,
  now: number,
): readonly WeeklyPerson[] {
  const answering = new Set(members.filter(isResponder).map(({ id }) => id));
  const knownOf = new Map(known.map((one) => [one.userId, one]));
  const shifts = schedules
    .flatMap((schedule) => shiftsBetween(schedule, overrides, now, now + shiftsAhead))
    .toSorted((one, other) => one.startsAt - other.startsAt);
  const found = new Map<string, WeeklyPerson>();
  for (const { userId, startsAt, endsAt } of shifts) {
    if (userId === null || !answering.has(userId)) continue;
    const person = knownOf.get(userId) ?? { userId, ways: [], rules: null };
    for (const at of momentsOf(person, Math.max(now, startsAt), endsAt)) {
      const reach = (urgency: 'high' | 'low') =>
        urgencyReach(person.rules, person.ways, urgency, { now: at, timezone: 'UTC' }).state;
      const low = reach('low');
      const before = found.get(userId) ?? { high: 'reachable', low: 'reachable' };
      found.set(userId, {
        userId,
        high: worse(before.high, reach('high')),
        low: worse(before.low, low === 'later' ? 'reachable' : low),
      });
    }
  }
  return [...found.values()].filter(({ high, low }) => high !== 'reachable' || low !== 'reachable');
}

/** The beginning of a shift, and of the first quiet hours in it. */
function momentsOf({ rules }: PersonWays, startsAt: number, endsAt: number): readonly number[] {
  const quietHours = rules?.quietHours ?? null;
  const opening = quietHours && openingAt(quietHours, startsAt);
  if (opening === null || opening.open || opening.changesAt === null || opening.changesAt >= endsAt)
    return [startsAt];
  return [startsAt, opening.changesAt];
}

/** Worst first. */
const order: readonly UrgencyReachState[] = [
  ...reachStates.filter((state) => state !== 'reachable'),
  'later',
  'reachable',
];
const worse = (one: UrgencyReachState, other: UrgencyReachState): UrgencyReachState =>
  order.indexOf(one) <= order.indexOf(other) ? one : other;

function silentPeople({ members, known }: WeeklyTeam, told: ReadonlySet<string>, now: number): number {
  const answering = new Set(members.filter(isResponder).map(({ id }) => id));
  return known.filter(({ userId, ways }) => {
    const states = ways.map((way) => wayState(way, now));
    const isSilent = states.includes('silent') && !states.includes('reachable');
    return isSilent && answering.has(userId) && !told.has(userId);
  }).length;
}

/** The next Monday morning in a zone, after an instant. */
export function nextMondayMorning(after: number, timezone: string): number {
  const clock = String(constants.mondayHour).padStart(2, '0');
  const morning = { timezone, windows: [{ weekdays: [1], from: `${clock}:00`, to: `${clock}:01` }] };
  const first = openingAt(morning, after);
  const closed = first.open ? (first.changesAt ?? after) : after;
  return openingAt(morning, closed).changesAt ?? after + 7 * day;
}
