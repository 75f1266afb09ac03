/**
 * The statuses of a delivery: `queued → accepted → shown → opened`, or `failed`. A delayed delivery is `waiting` before, and `dropped`
 * where its time never comes. Receipts arrive late, twice and out of order: the first time of each is kept, and the status never goes back.
 */
import {
  type Changed,
  type StateTable,
  transitioned,
  type TransitionContext,
  unchanged,
} from '../transition.ts';
import { constants } from '../constants.ts';
import type { ReceiptWay } from '../channel/state.ts';
import type { PlannedNotification } from '../notification/plan.ts';
import type { Delivery, DeliveryStatus, Page } from './schema.ts';

/** A failure heard after proof that it was accepted is no failure; proof heard after a failure counts. */
export const deliveryStates: StateTable<DeliveryStatus> = {
  // An open screen may show it before.
  waiting: ['queued', 'dropped', 'accepted', 'shown', 'opened'],
  dropped: ['accepted', 'shown', 'opened'],
  queued: ['failed', 'accepted', 'shown', 'opened'],
  failed: ['accepted', 'shown', 'opened'],
  // A mail may come back.
  accepted: ['shown', 'opened', 'failed'],
  shown: ['opened'],
  opened: [],
};

/** The one that got furthest, of several devices; one that failed counts least. Null for none. */
export function furthestDelivery<D extends Pick<Delivery, 'status'>>(deliveries: readonly D[]): D | null {
  const progress: readonly DeliveryStatus[] = [
    'failed',
    'dropped',
    'waiting',
    'queued',
    'accepted',
    'shown',
    'opened',
  ];
  const far = ({ status }: D) => progress.indexOf(status);
  return deliveries.toSorted((one, other) => far(other) - far(one))[0] ?? null;
}

/** A receipt; `failure` is for a person. */
export type DeliveryCommand =
  | { readonly kind: Exclude<DeliveryStatus, 'failed' | 'waiting' | 'dropped'> }
  | { readonly kind: 'failed'; readonly failure: string };

/** A failed attempt, after which the delivery stays queued and is sent again. No effect on a delivery that has advanced meanwhile. */
export function recordFailedAttempt(
  state: Delivery,
  failure: string,
  context: TransitionContext,
): Changed<Delivery, never> {
  if (state.status !== 'queued') return unchanged(state);
  const failedAttempts = (state.failedAttempts ?? 0) + 1;
  const from = Math.max(context.now, state.queuedAt + constants.resendGraceSeconds * 1000);
  const nextAttemptAt = from + constants.sweepSeconds * 1000;
  return transitioned(state, { failure, failedAttempts, nextAttemptAt }, context);
}

/** “Could not be sent, tried 3 times: the push service can’t be reached.” Null: no attempt failed, or it got further. */
export function attemptsText({ status, failedAttempts = 0, failure }: Delivery): string | null {
  if (status !== 'queued' || failedAttempts === 0) return null;
  const times = failedAttempts === 1 ? 'once' : `${failedAttempts} times`;
  return `Could not be sent, tried ${times}${failure === null ? '' : `: ${failure}`}`;
}

export function changeDelivery(
  state: Delivery,
  command: DeliveryCommand,
  context: TransitionContext,
): Changed<Delivery, never> {
  const { kind } = command;
  const further =
    deliveryStates[state.status].includes(kind) && !(kind === 'failed' && state.status === 'accepted');
  const field = `${kind}At` as const;
  const first = state[field] === null;
  // A failure heard after proof that it was shown is no failure.
  if (!further && (!first || kind === 'failed')) return unchanged(state);
  const change = {
    status: further ? kind : state.status,
    [field]: first ? context.now : state[field],
    failure: kind === 'failed' ? command.failure : further ? null : state.failure,
    nextAttemptAt: null,
  };
  return transitioned(state, change, context);
}

/** The message bounced after it was accepted. No effect on a delivery that has advanced. */
export function bounceDelivery(
  state: Delivery,
  failure: string,
  context: TransitionContext,
): Changed<Delivery, never> {
  if (state.status !== 'accepted') return unchanged(state);
  return transitioned(state, { status: 'failed', failedAt: context.now, failure }, context);
}

/**
 * A receipt of its device. The pushed notification may be shown after an open page has shown the page: its first receipt is kept
 * whatever came before.
 */
export function recordReceipt(
  state: Delivery,
  { receipt, way }: { readonly receipt: 'shown' | 'opened'; readonly way: ReceiptWay },
  context: TransitionContext,
): Changed<Delivery, never> {
  const changed = changeDelivery(state, { kind: receipt }, context);
  const isFirstPush = way === 'push' && (state.pushShownAt ?? null) === null;
  if (!isFirstPush) return changed;
  return transitioned(state, { ...changed.state, pushShownAt: context.now }, context);
}

/** Delivery at its due time: queued, or dropped for a page that no longer needs it. */
export function releaseDelivery(
  state: Delivery,
  page: Pick<Page, 'status' | 'waitingFor' | 'notified' | 'acknowledgements'>,
  context: TransitionContext,
): Changed<Delivery, never> {
  const { now } = context;
  if (state.status !== 'waiting' || state.dueAt == null || state.dueAt > now) return unchanged(state);
  return isStillAsking(page, state)
    ? transitioned(state, { status: 'queued', queuedAt: now }, context)
    : transitioned(state, { status: 'dropped', failure: movedOn }, context);
}

const movedOn = 'The page had moved on or was answered before its time came.';

/** Whether it belongs to the newest notification of its person: an earlier one has later deliveries. */
export function isStillAsking(
  page: Pick<Page, 'status' | 'waitingFor' | 'notified' | 'acknowledgements'>,
  { userId, createdAt }: Pick<Delivery, 'userId' | 'createdAt'>,
): boolean {
  const asked = page.notified.find((one) => one.userId === userId);
  return (
    page.status === 'notifying' &&
    page.waitingFor.includes(userId) &&
    !page.acknowledgements.some((one) => one.userId === userId) &&
    asked?.lastAt === createdAt
  );
}

/** Planned delivery with its time. A delivery due after the page's next step is only recorded. */
export function plannedDelivery(
  { dueAt, held }: Pick<PlannedNotification, 'dueAt' | 'held'>,
  { now, expiresAt }: { readonly now: number; readonly expiresAt: number },
): Pick<Delivery, 'status' | 'dueAt' | 'held' | 'failedAt' | 'failure'> {
  const none = { dueAt: held === null ? null : dueAt, held, failedAt: null, failure: null };
  if (expiresAt <= now) {
    const failure = 'The page had moved on before this could be sent.';
    return { ...none, status: 'failed', failedAt: now, failure };
  }
  if (dueAt === null || dueAt >= expiresAt) {
    const failure = held === 'quiet-hours' ? 'Held back by quiet hours.' : movedOn;
    return { ...none, status: 'dropped', failure };
  }
  return { ...none, status: dueAt > now ? 'waiting' : 'queued' };
}
