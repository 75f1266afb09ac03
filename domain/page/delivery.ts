/**
 * The receipts of one delivery: `queued → accepted → shown → opened`, or `failed`. Receipts arrive late, twice and out
 * of order: the first time of each is kept, and the status never goes back.
 */
import type { StateTable } from '../transition.ts';
import type { Delivery, Receipt } from './schema.ts';

/** A failure heard after proof that it was accepted is no failure; proof heard after a failure counts. */
export const deliveryStates: StateTable<Receipt> = {
  queued: ['failed', 'accepted', 'shown', 'opened'],
  failed: ['accepted', 'shown', 'opened'],
  accepted: ['shown', 'opened'],
  shown: ['opened'],
  opened: [],
};

/** The one that got furthest, of several devices; one that failed counts least. Null for none. */
export function furthestDelivery<D extends Pick<Delivery, 'status'>>(deliveries: readonly D[]): D | null {
  const progress: readonly Receipt[] = ['failed', 'queued', 'accepted', 'shown', 'opened'];
  const far = ({ status }: D) => progress.indexOf(status);
  return deliveries.toSorted((one, other) => far(other) - far(one))[0] ?? null;
}

/** Answers the same object when the receipt says nothing new. `failure` is for a person. */
export function recordReceipt(
  state: Delivery,
  receipt: Receipt,
  now: number,
  failure: string | null = null,
): Delivery {
  const further = deliveryStates[state.status].includes(receipt);
  const field = `${receipt}At` as const;
  const first = state[field] === null;
  if (!further && !first) return state;
  // A failure heard after proof that it was shown is no failure.
  if (receipt === 'failed' && !further) return state;
  return {
    ...state,
    revision: state.revision + 1,
    status: further ? receipt : state.status,
    [field]: first ? now : state[field],
    failure: receipt === 'failed' ? failure : state.failure,
  };
}
