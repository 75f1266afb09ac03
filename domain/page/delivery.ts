/**
 * The deliveryStatuses of one delivery: `queued → accepted → shown → opened`, or `failed`. Receipts arrive late, twice and out
 * of order: the first time of each is kept, and the status never goes back.
 */
import {
  type Changed,
  type StateTable,
  transitioned,
  type TransitionContext,
  unchanged,
} from '../transition.ts';
import type { Delivery, DeliveryStatus, Page } from './schema.ts';

/** A failure heard after proof that it was accepted is no failure; proof heard after a failure counts. */
export const deliveryStates: StateTable<DeliveryStatus> = {
  queued: ['failed', 'accepted', 'shown', 'opened'],
  failed: ['accepted', 'shown', 'opened'],
  accepted: ['shown', 'opened'],
  shown: ['opened'],
  opened: [],
};

/** The one that got furthest, of several devices; one that failed counts least. Null for none. */
export function furthestDelivery<D extends Pick<Delivery, 'status'>>(deliveries: readonly D[]): D | null {
  const progress: readonly DeliveryStatus[] = ['failed', 'queued', 'accepted', 'shown', 'opened'];
  const far = ({ status }: D) => progress.indexOf(status);
  return deliveries.toSorted((one, other) => far(other) - far(one))[0] ?? null;
}

/** A receipt; `failure` is for a person. */
export type DeliveryCommand =
  | { readonly kind: Exclude<DeliveryStatus, 'failed'> }
  | { readonly kind: 'failed'; readonly failure: string };

export function changeDelivery(
  state: Delivery,
  command: DeliveryCommand,
  context: TransitionContext,
): Changed<Delivery, never> {
  const { kind } = command;
  const further = deliveryStates[state.status].includes(kind);
  const field = `${kind}At` as const;
  const first = state[field] === null;
  // A failure heard after proof that it was shown is no failure.
  if (!further && (!first || kind === 'failed')) return unchanged(state);
  const change = {
    status: further ? kind : state.status,
    [field]: first ? context.now : state[field],
    failure: kind === 'failed' ? command.failure : state.failure,
  };
  return transitioned(state, change, context);
}

/** For the newest time that they were asked: an earlier one has its own deliveries behind it. */
export function isStillAsking(
  { status, waitingFor, notified }: Pick<Page, 'status' | 'waitingFor' | 'notified'>,
  { userId, createdAt }: Pick<Delivery, 'userId' | 'createdAt'>,
): boolean {
  const asked = notified.find((one) => one.userId === userId);
  return status === 'notifying' && waitingFor.includes(userId) && asked?.lastAt === createdAt;
}
