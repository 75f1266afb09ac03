/**
 * The receipts of one delivery: `queued → accepted → shown → opened`, or `failed`. Receipts arrive late, twice and out
 * of order: the first time of each is kept, and the status never goes back.
 */
import type { Delivery, Receipt } from './schema.ts';

const rank: Readonly<Record<Receipt, number>> = { queued: 0, failed: 1, accepted: 2, shown: 3, opened: 4 };

/** Answers the same object when the receipt says nothing new. `failure` is for a person. */
export function recordReceipt(
  state: Delivery,
  receipt: Receipt,
  now: number,
  failure: string | null = null,
): Delivery {
  const further = rank[receipt] > rank[state.status];
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
