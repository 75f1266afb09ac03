/** Requests for cover: creation, acceptance, return, and end. On-call duty is always computed from the rota. */
import { failure, type Failure } from '../errors.ts';
import { createOverride, removeOverride } from '../schedule/overrides.ts';
import { isOnCallThroughout } from '../schedule/rota.ts';
import type { Override, Schedule } from '../schedule/schema.ts';
import { isWithin, spanBounds } from '../span.ts';
import {
  changedTo,
  checkMove,
  type StateTable,
  type Transition,
  transitioned,
  type TransitionContext,
  unchanged,
} from '../transition.ts';
import type { CoverExpiry, CoverRequest, CoverStatus } from './schema.ts';
import { isOpen } from './asked.ts';

export const coverStates: StateTable<CoverStatus> = {
  open: ['taken', 'cancelled', 'expired'],
  taken: ['open'],
  cancelled: [],
  expired: [],
};

export type CoverContent = Pick<
  CoverRequest,
  'id' | 'teamId' | 'scheduleId' | 'userId' | 'startsAt' | 'endsAt' | 'asked' | 'note'
>;

/** Inputs of the rota. `schedule` null: deleted, and nobody is on call. */
export interface CoverRota {
  readonly schedule: Schedule | null;
  readonly overrides: readonly Override[];
}

/** A request with its override; null: there is none, or none any more. */
export interface CoverChange {
  readonly request: CoverRequest;
  readonly override: Override | null;
}

/** `others`: open requests of this schedule. A start that is over counts as now. */
export function requestCover(
  content: CoverContent,
  rota: CoverRota,
  others: readonly CoverRequest[],
  context: TransitionContext,
): Transition<CoverRequest, never> {
  const { userId, asked } = content;
  const span = { startsAt: Math.max(content.startsAt, context.now), endsAt: content.endsAt };
  if (span.endsAt <= span.startsAt)
    return invalid('endsAt', 'This time is over already. Choose an end that is still to come.');
  if (!isWithin(span, spanBounds.cover)) return invalid('endsAt', spanBounds.cover.sentence);
  if (asked?.includes(userId)) return invalid('asked', 'Nobody covers their own shift. Ask somebody else.');
  if (!holdsAll(rota, userId, span)) return invalid('startsAt', notOnCall(userId === context.by));
  if (others.some((one) => isOpen(one) && one.userId === userId && overlap(one, span)))
    return invalid('startsAt', 'Cover is asked for in this time already. Cancel that request first.');
  return changedTo(
    {
      ...content,
      ...span,
      ...asOpen,
      dueAt: span.endsAt,
      expiry: null,
      createdAt: context.now,
      createdBy: context.by,
      revision: 1,
    },
    context,
  );
}

export interface CoverTaker {
  readonly userId: string;
  /** Id of the override to be made. */
  readonly overrideId: string;
}

/**
 * The first member to accept is on call in the other's place, by an override. A member chosen by an admin need not be among the recipients.
 * `nameOf`: for the sentence that names the first one.
 */
export function takeCover(
  request: CoverRequest,
  { userId, overrideId }: CoverTaker,
  rota: CoverRota,
  { nameOf, ...context }: TransitionContext & { readonly nameOf: (userId: string) => string },
): Transition<CoverChange, never> {
  const { now, by } = context;
  const { takerId, scheduleId, teamId } = request;
  if (takerId === userId) return unchanged({ request, override: null });
  if (takerId !== null)
    return failure('already_acknowledged', { by: takerId }, `${nameOf(takerId)} was first and takes it.`);
  const move = checkMove(coverStates, request.status, 'taken');
  if (move !== null) return ended(request, 'taken');
  if (userId === request.userId)
    return invalid('userId', 'Nobody covers their own shift. Cancel the request instead.');
  if (userId === by && request.asked !== null && !request.asked.includes(userId))
    return failure('forbidden', {}, 'This asks others by name. Ask one of them, or an admin.');
  const startsAt = Math.max(request.startsAt, now);
  const { endsAt } = request;
  if (endsAt <= startsAt) return ended(request, 'taken', 'over');
  if (!holdsAll(rota, request.userId, { startsAt, endsAt })) return ended(request, 'taken', 'moved');
  const content = { id: overrideId, teamId, scheduleId, startsAt, endsAt, userId };
  const made = createOverride({ ...content, insteadOf: request.userId }, context);
  if (!made.ok) return made;
  const taken = { status: 'taken', takerId: userId, takenAt: now, overrideId, startsAt } as const;
  return changedTo({ request: transitioned(request, taken, context).state, override: made.state }, context);
}

/** Release before its beginning: the override is removed, and the request is open again. */
export function releaseCover(
  request: CoverRequest,
  override: Override | null,
  context: TransitionContext,
): Transition<CoverChange, never> {
  const move = checkMove(coverStates, request.status, 'open');
  if (move !== null) return move;
  if (request.startsAt < context.now)
    return invalid('requestId', 'This has begun. Ask for cover of what is left of it instead.');
  const removed = override && removeOverride(override, context);
  if (removed !== null && !removed.ok) return removed;
  return changedTo({ request: uncovered(request, context), override: null }, context);
}

/** Request whose override is removed: open again, or expired if it had begun. */
export const uncovered = (request: CoverRequest, context: TransitionContext): CoverRequest =>
  transitioned(
    request,
    request.startsAt < context.now ? { endsAt: context.now, dueAt: null } : asOpen,
    context,
  ).state;

/** Cancellation of a request that nobody has taken. */
export function cancelCover(
  request: CoverRequest,
  context: TransitionContext,
): Transition<CoverRequest, never> {
  if (request.status === 'taken')
    return failure(
      'illegal_transition',
      { from: 'taken', to: 'cancelled' },
      'Somebody takes it already. Ask them to give it back first.',
    );
  if (checkMove(coverStates, request.status, 'cancelled') !== null) return ended(request, 'cancelled');
  return transitioned(request, { status: 'cancelled', dueAt: null }, context);
}

/** Effect of time and of rota changes: an open request ends with its time, and as soon as part of it is no longer its person's. */
export function reviewCover(
  request: CoverRequest,
  rota: CoverRota,
  context: TransitionContext,
): Transition<CoverRequest, never> {
  const { now } = context;
  const over = request.endsAt <= now;
  if (request.status === 'taken')
    return over ? transitioned(request, { dueAt: null }, context) : unchanged(request);
  if (!isOpen(request)) return unchanged(request);
  const span = { startsAt: Math.max(request.startsAt, now), endsAt: request.endsAt };
  if (!over && holdsAll(rota, request.userId, span)) return unchanged(request);
  const expiry = over ? 'over' : 'moved';
  return transitioned(request, { status: 'expired', expiry, dueAt: null }, context);
}

type Span = Pick<CoverRequest, 'startsAt' | 'endsAt'>;

const asOpen = { status: 'open', takerId: null, takenAt: null, overrideId: null } as const;

const overlap = (one: Span, other: Span): boolean =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt;

/** A longer span, of a request from before its length was bounded, is looked at up to the bound. */
const holdsAll = ({ schedule, overrides }: CoverRota, userId: string, { startsAt, endsAt }: Span): boolean =>
  schedule !== null &&
  isOnCallThroughout(
    schedule,
    overrides,
    userId,
    startsAt,
    Math.min(endsAt, startsAt + spanBounds.cover.mostMs),
  );

const notOnCall = (own: boolean): string =>
  `${own ? 'You are' : 'This person is'} not on call for all of this time. Choose a time within the shift.`;

/** Failure for a request that has ended, or would at its next review. */
function ended(request: CoverRequest, to: CoverStatus, expiry: CoverExpiry | null = request.expiry): Failure {
  const sentence =
    request.status === 'cancelled'
      ? 'This request was cancelled. Nobody needs cover by it any more.'
      : expiry === 'moved'
        ? 'This shift was moved, or somebody else has it: the request has lapsed. Look at the calendar.'
        : 'This time is over, and the request with it.';
  return failure('illegal_transition', { from: request.status, to }, sentence);
}

const invalid = (field: string, rule: string): Failure => failure('invalid', { field, rule }, rule);
