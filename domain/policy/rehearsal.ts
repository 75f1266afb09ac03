/** Rehearsal of a policy: the engine itself, run on a page that is never sent. */
import { minute } from '../constants.ts';
import { startPage } from '../page/engine.ts';
import { forecast, type Forecast } from '../page/forecast.ts';
import {
  firstPosition,
  isSamePosition,
  nextPosition,
  type PagePosition,
  policyAt,
  type RecipientResolver,
  unmetAt,
} from '../page/positions.ts';
import type { Page } from '../page/schema.ts';
import { type Roster, recipientResolver } from '../page/recipient-resolver.ts';
import { openingAt, type WeeklyHours } from '../schedule/weekly-hours.ts';
import { shiftsBetween } from '../schedule/rota.ts';
import { type ConditionSubject, noPriority, unmetCondition } from './condition.ts';
import { stepsOfChain } from './chain.ts';
import type { FrozenPolicy } from './schema.ts';

export interface RehearsedStep extends Pick<Forecast, 'at' | 'phase' | 'policyIndex' | 'step' | 'loop'> {
  /** Name of its policy; null outside of the policies' own steps. */
  readonly policy: string | null;
  /** Empty: it finds nobody, or its condition does not hold, and the next one begins at once. */
  readonly userIds: readonly string[];
  /** The part of its condition that does not hold, in words; null: all of it holds. */
  readonly unmet: string | null;
}

export interface RehearsedPage {
  /** Steps in order of time, until nobody is left to notify. */
  readonly steps: readonly RehearsedStep[];
  /** Time at which the page is exhausted, if nobody answers. */
  readonly endsAt: number;
}

/** The page, as its rehearsal sees it. */
interface RehearsedSubject extends ConditionSubject {
  /** Turn in round-robin steps. Default 0. */
  readonly turn?: number;
}

/** Page that is assumed by default. */
const urgentPage: ConditionSubject = { urgency: 'high' };

/** Run of such a page by this policy, started at `at` and answered by nobody. */
export function rehearse(
  policy: FrozenPolicy,
  people: RecipientResolver,
  at: number,
  { urgency, priority = noPriority, turn = 0 }: RehearsedSubject = urgentPage,
): RehearsedPage {
  const request = {
    id: 'rehearsal',
    teamId: 'rehearsal',
    policyId: null,
    policy,
    turn,
    subject: { kind: 'alert', alertId: 'rehearsal' },
    incidentId: null,
    summary: 'Rehearsal',
    urgency,
    priority,
    acknowledgeTimeoutMinutes: 0,
  } as const;
  const { state } = startPage(request, { by: 'rehearsal', now: at, people });
  const first: Forecast = {
    at,
    what: state.status === 'exhausted' ? 'exhausted' : 'notifies',
    userIds: state.waitingFor,
    phase: state.phase,
    policyIndex: state.policyIndex ?? 0,
    step: state.phase === 'policy' ? state.step + 1 : null,
    loop: state.loop,
  };
  const asked = [first, ...forecast(state, people, at)];
  return { steps: withSkipped(state, asked), endsAt: asked.at(-1)?.at ?? at };
}

/** The positions between those that ask somebody: they find nobody. */
function withSkipped(page: Page, asked: readonly Forecast[]): readonly RehearsedStep[] {
  const steps: RehearsedStep[] = [];
  let position: PagePosition | null = firstPosition;
  for (const { what, step, ...one } of asked) {
    const target = { ...one, step: (step ?? 1) - 1 };
    const isIt = () => what === 'notifies' && position !== null && isSamePosition(position, target);
    for (; position !== null && !isIt(); position = nextPosition(page, position))
      steps.push({
        ...{ at: one.at, userIds: [], ...shownPosition(page, position) },
        unmet: unmetAt(page, position, one.at),
      });
    if (position === null) break;
    steps.push({ at: one.at, userIds: one.userIds, ...shownPosition(page, position), unmet: null });
    position = nextPosition(page, position);
  }
  return steps;
}

const shownPosition = (page: Page, position: PagePosition) => ({
  phase: position.phase,
  policyIndex: position.policyIndex ?? 0,
  policy: position.phase === 'policy' ? policyAt(page, position).name : null,
  step: position.phase === 'policy' ? position.step + 1 : null,
  loop: position.loop,
});

export interface EmptyTime {
  /** Index of the policy in the chain. */
  readonly policyIndex: number;
  /** Counted from 1 in its policy; null: all of them, so that only the fallback is left. */
  readonly step: number | null;
  readonly startsAt: number;
  readonly endsAt: number;
}

/**
 * Times from `from` up to `to` at which steps notify nobody; where no step does, one entry for all of them together. A step whose
 * condition does not hold for such a page does not count.
 */
export function emptyTimes(
  policy: FrozenPolicy,
  roster: Roster,
  from: number,
  to: number,
  about: ConditionSubject = urgentPage,
): readonly EmptyTime[] {
  const people = recipientResolver(roster);
  const steps = stepsOfChain(policy);
  const places = [policy, ...(policy.thenPolicies ?? [])].flatMap((one, policyIndex) =>
    one.steps.map((_, step) => ({ policyIndex, step: step + 1 })),
  );
  const asked = new Set(
    steps.flatMap(({ targets }) =>
      targets.flatMap((target) => (target.kind === 'schedule' ? [`${target.scheduleId}`] : [])),
    ),
  );
  const edges = new Set([from]);
  for (const schedule of roster.schedules)
    if (asked.has(schedule.id))
      for (const { startsAt } of shiftsBetween(schedule, roster.overrides, from, to)) edges.add(startsAt);
  for (const { condition } of steps)
    if (condition?.hours) for (const edge of edgesOf(condition.hours, from, to)) edges.add(edge);
  const sorted = [...edges].filter((edge) => edge < to).toSorted((one, other) => one - other);
  const found: { policyIndex: number; step: number | null; startsAt: number; endsAt: number }[] = [];
  for (const [index, startsAt] of sorted.entries()) {
    const endsAt = sorted[index + 1] ?? to;
    const waits = steps.map(({ condition }) => unmetCondition(condition, about, startsAt) !== null);
    const asks = steps.map(
      ({ targets }, step) =>
        waits[step] !== true && targets.some((target) => people.find(target, startsAt).length > 0),
    );
    const empty = places.filter((_, step) => asks[step] !== true && waits[step] !== true);
    for (const { policyIndex, step } of asks.includes(true) ? empty : [{ policyIndex: 0, step: null }]) {
      const last = found.findLast((one) => one.step === step && one.policyIndex === policyIndex);
      if (last?.endsAt === startsAt) last.endsAt = endsAt;
      else found.push({ policyIndex, step, startsAt, endsAt });
    }
  }
  return found;
}

function edgesOf(hours: WeeklyHours, from: number, to: number): readonly number[] {
  const edges: number[] = [];
  for (let at: number | null = from; at !== null && at < to; at = openingAt(hours, at).changesAt)
    edges.push(at);
  return edges;
}

/** Offset of a step from the beginning, whole minutes. */
export const minutesAfter = (beginning: number, at: number): number => Math.round((at - beginning) / minute);
