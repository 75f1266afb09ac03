/** How many subscriptions of a client are open. */
import type { Subscriptions } from '#ports/shared.ts';

export interface SubscriptionCount extends Subscriptions {
  open(): number;
}

export function countSubscriptions(): SubscriptionCount {
  let count = 0;
  return {
    open: () => count,
    trackSubscription() {
      count++;
      let ended = false;
      return () => {
        if (!ended) count--;
        ended = true;
      };
    },
  };
}
