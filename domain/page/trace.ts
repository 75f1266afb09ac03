/** Trace of a page: the target that led to each recipient, and the skipped steps. */
import {
  isSamePosition,
  type PagePlan,
  type PagePosition,
  positionOf,
  type RecipientResolver,
  stepAt,
} from './positions.ts';
import type { AskedBecause, SkippedStep } from './schema.ts';

/**
 * Reason why a position notifies the member: its phase, or its step with the target. Null: no target of the step resolves to the
 * member.
 */
export function askedBecause(
  plan: PagePlan,
  position: PagePosition,
  userId: string,
  people: RecipientResolver,
  at: number,
): AskedBecause | null {
  const { phase, policyIndex, step, loop } = positionOf(position);
  if (phase !== 'policy') return { kind: phase };
  const { targets, mode } = stepAt(plan, position);
  const target = targets.find((one) => people.find(one, at).includes(userId));
  if (target === undefined) return null;
  return { kind: 'step', policyIndex, step, loop, target: { ...target }, inTurn: mode === 'round-robin' };
}

/** Skipped steps with another one, each position once. */
export const recordSkipped = (skipped: readonly SkippedStep[], position: SkippedStep): SkippedStep[] => [
  ...skipped.filter((one) => !isSamePosition(one, position)),
  position,
];
