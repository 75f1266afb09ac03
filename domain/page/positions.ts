/**
 * Positions of a page's plan (the policy's steps with repeats, then the fallback people, then the owners) and the recipients
 * of a position. Pure look-ups; `engine.ts` moves the page.
 */
import type { Page } from './schema.ts';
import { unmetCondition } from '../policy/condition.ts';
import type { FrozenPolicy, PolicyStep, Target } from '../policy/schema.ts';

/** Look-up of recipients by target, at the instant a step starts; an unknown target has none. */
export interface RecipientResolver {
  readonly find: (target: Target, at: number) => readonly string[];
  readonly fallback: (at: number) => readonly string[];
  readonly owners: (at: number) => readonly string[];
}

/** The fields of a page that determine its positions and their recipients. */
export type PagePlan = Pick<Page, 'policy' | 'subject' | 'turn' | 'declined' | 'urgency' | 'priority'>;

/** A step of one run of the policy, or one of the two positions after it. */
export interface PagePosition {
  readonly phase: 'policy' | 'fallback' | 'owners';
  /** Index of the policy in the chain; after the policies, of the last that ran. Default 0. */
  readonly policyIndex?: number | undefined;
  /** Index into the policy's steps; after the policy, of the step that ran last. */
  readonly step: number;
  /** Complete runs of the steps before this one. */
  readonly loop: number;
}

export const firstPosition = { phase: 'policy', policyIndex: 0, step: 0, loop: 0 } as const;

/** Position of a page. */
export const positionOf = ({ phase, policyIndex = 0, step, loop }: PagePosition): PagePosition => ({
  ...{ phase, policyIndex, step, loop },
});

/** Whether two positions are the same; fallback and owners exist once. */
export const isSamePosition = (one: PagePosition, other: PagePosition): boolean =>
  one.phase === other.phase &&
  (one.phase !== 'policy' ||
    (one.step === other.step &&
      one.loop === other.loop &&
      (one.policyIndex ?? 0) === (other.policyIndex ?? 0)));

/** The policy of a position. */
export const policyAt = (
  { policy }: Pick<PagePlan, 'policy'>,
  { policyIndex = 0 }: Pick<PagePosition, 'policyIndex'>,
): FrozenPolicy => (policyIndex === 0 ? policy : (policy.thenPolicies?.[policyIndex - 1] ?? policy));

/** The position after this one; null after the last. A drill never leaves its policy. */
export function nextPosition(plan: PagePlan, position: PagePosition): PagePosition | null {
  const { phase, policyIndex, step, loop } = positionOf(position);
  if (phase === 'owners') return null;
  if (phase === 'fallback') return { phase: 'owners', policyIndex, step, loop };
  const { steps, repeat } = policyAt(plan, position);
  if (step + 1 < steps.length) return { phase, policyIndex, step: step + 1, loop };
  if (loop < repeat) return { phase, policyIndex, step: 0, loop: loop + 1 };
  return afterPolicy(plan, position);
}

/** The position after the last loop, whatever loops are left: the first of the policy that it hands over to, or the fallback. */
export function afterPolicy({ subject, policy }: PagePlan, position: PagePosition): PagePosition | null {
  const { policyIndex = 0, step, loop } = positionOf(position);
  if (subject.kind === 'drill') return null;
  if (policyIndex < (policy.thenPolicies ?? []).length)
    return { ...firstPosition, policyIndex: policyIndex + 1 };
  return { phase: 'fallback', policyIndex, step, loop };
}

/** Reason why a step does not start at `at`, as a sentence; null: it does. Fallback and owners have no condition. */
export const unmetAt = (plan: PagePlan, position: PagePosition, at: number): string | null =>
  position.phase === 'policy' ? unmetCondition(stepAt(plan, position).condition, plan, at) : null;

/** Recipients of a position, in order, without members who declined. Empty: the position is skipped. */
export function recipients(
  plan: PagePlan,
  position: PagePosition,
  people: RecipientResolver,
  at: number,
): readonly string[] {
  const found = eligible(plan, position, people, at);
  if (position.phase !== 'policy' || stepAt(plan, position).mode === 'all' || found.length === 0)
    return found;
  const turn = (plan.turn + position.loop) % found.length;
  return found.slice(turn, turn + 1);
}

/** Members whom a position could notify: in a round-robin step more than it does. */
export function eligible(
  plan: PagePlan,
  position: PagePosition,
  people: RecipientResolver,
  at: number,
): readonly string[] {
  const found =
    position.phase === 'fallback'
      ? people.fallback(at)
      : position.phase === 'owners'
        ? people.owners(at)
        : stepAt(plan, position).targets.flatMap((target) => people.find(target, at));
  const declined = new Set(plan.declined.map(({ userId }) => userId));
  return [...new Set(found)].filter((userId) => !declined.has(userId));
}

/** The step that rules a position; fallback and owners wait as long as the last step, and one answer is enough. */
export function stepAt(plan: PagePlan, position: PagePosition): PolicyStep {
  const { phase, step } = position;
  const { steps } = policyAt(plan, position);
  const last = steps.at(-1) ?? emptyStep;
  if (phase !== 'policy') return { ...last, acknowledgedBy: 'any', mode: 'all' };
  return steps[step] ?? last;
}

/** Step of a policy without steps, which no schema allows: it notifies nobody. */
const emptyStep: PolicyStep = {
  targets: [],
  delayMinutes: 1,
  mode: 'all',
  acknowledgedBy: 'any',
  condition: null,
};
