/** Overrides: creation, end, and hand-over. Past times stay unchanged. */
import { failure, type Failure } from '../errors.ts';
import type { Action } from '../permissions.ts';
import { changedTo, revised, type Transition, transitioned, type TransitionContext } from '../transition.ts';
import { isOnCallWithin } from './rota.ts';
import { isWithin, spanBounds } from '../span.ts';
import type { Override, Schedule } from './schema.ts';

export type OverrideContent = Pick<
  Override,
  'id' | 'teamId' | 'scheduleId' | 'startsAt' | 'endsAt' | 'userId' | 'insteadOf'
>;

/** Taking shifts oneself is everybody's who can be paged; who stands in for others is decided by admins. */
export const overrideAction = ({ userId }: Pick<Override, 'userId'>, by: string): Action =>
  userId === by ? 'ownOverride' : 'coverForOthers';

const tooLong: Failure = failure(
  'invalid',
  { field: 'endsAt', rule: spanBounds.override.sentence },
  spanBounds.override.sentence,
);

/** A start that is over counts as now. */
export function createOverride(
  content: OverrideContent,
  context: TransitionContext,
): Transition<Override, never> {
  const startsAt = Math.max(content.startsAt, context.now);
  if (content.endsAt <= startsAt) {
    const rule = 'This time is over already. Choose an end that is still to come.';
    return failure('invalid', { field: 'endsAt', rule }, rule);
  }
  const made = { ...content, startsAt };
  if (!isWithin(made, spanBounds.override)) return tooLong;
  if (content.insteadOf === content.userId) {
    const rule = 'Nobody can stand in for themselves. Choose somebody else.';
    return failure('invalid', { field: 'insteadOf', rule }, rule);
  }
  return changedTo({ ...made, createdAt: context.now, createdBy: context.by, revision: 1 }, context);
}

/** Failure of an override for one person's turns that would change nothing; null if it changes something. */
export function withoutEffect(
  { insteadOf, startsAt, endsAt }: Pick<Override, 'insteadOf' | 'startsAt' | 'endsAt'>,
  schedule: Schedule,
  overrides: readonly Override[],
): Failure | null {
  if (insteadOf === null) return null;
  if (isOnCallWithin(schedule, overrides, insteadOf, startsAt, endsAt)) return null;
  const rule = 'This person is not on call in this time any more. Look at the calendar for who is.';
  return failure('invalid', { field: 'insteadOf', rule }, rule);
}

/** Removal: a running override ends now; state null: it had not begun, and is gone. */
export function removeOverride(
  override: Override,
  context: TransitionContext,
): Transition<Override | null, never> {
  if (override.endsAt <= context.now) {
    const rule = 'This is over, and the past stays as it was.';
    return failure('invalid', { field: 'overrideId', rule }, rule);
  }
  if (override.startsAt >= context.now) return changedTo<Override | null>(null, context);
  return transitioned<Override>(override, { endsAt: context.now }, context);
}

/** Move to another time. A running one keeps its start: the past stays as it was. */
export function moveOverride(
  override: Override,
  span: Pick<Override, 'startsAt' | 'endsAt'>,
  context: TransitionContext,
): Transition<Override, never> {
  const { now } = context;
  if (override.endsAt <= now) {
    const rule = 'This is over, and the past stays as it was.';
    return failure('invalid', { field: 'overrideId', rule }, rule);
  }
  const startsAt = override.startsAt < now ? override.startsAt : Math.max(span.startsAt, now);
  if (span.endsAt <= Math.max(startsAt, now)) {
    const rule = 'This time is over already. Choose an end that is still to come.';
    return failure('invalid', { field: 'endsAt', rule }, rule);
  }
  if (!isWithin({ startsAt, endsAt: span.endsAt }, spanBounds.override)) return tooLong;
  return transitioned<Override>(override, { startsAt, endsAt: span.endsAt }, context);
}

export interface OverrideHandOver {
  /** The rest of it that has passed; null: nothing. */
  readonly ended: Override | null;
  /** Replacement from now on; null: none. */
  readonly next: Override | null;
}

/**
 * Replaces a person in an override from the present on, as the one on call and as the one replaced. An override left without a
 * person ends. `newId`: id of the override for the remaining time.
 */
export function handOverOverride(
  override: Override,
  { from, to }: { readonly from: string; readonly to: string | null },
  newId: string,
  { now }: TransitionContext,
): OverrideHandOver {
  const ended = override.startsAt >= now ? null : revised(override, { endsAt: now });
  const userId = override.userId === from ? to : override.userId;
  const insteadOf = override.insteadOf === from ? to : override.insteadOf;
  const forNobody = userId === null || userId === insteadOf || (override.insteadOf === from && to === null);
  if (forNobody) return { ended, next: null };
  const next = { ...override, userId, insteadOf };
  return ended === null
    ? { ended, next: revised(next, {}) }
    : { ended, next: { ...next, id: newId, startsAt: now, revision: 1 } };
}
