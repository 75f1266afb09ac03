/** The life of subscriptions: counted, told later, silent after their end, and ended with their client. */
import { disposedError, type PortError, toPortError } from '#ports/errors.ts';
import type { Subscriptions, Unsubscribe } from '#ports/shared.ts';
import { later } from './later.ts';
import { failedSubscription } from './listeners.ts';

/** Members of a client that its ports use. */
export interface PortClient extends Subscriptions {
  /** Runs when the client is disposed of. */
  onDispose(run: () => void): void;
  isDisposed(): boolean;
}

/** A subscription, as its source sees it. Both may be called at any time, within the call that starts it too. */
export interface LiveSubscription {
  /** Runs `run` later, unless the subscription has ended by then. */
  deliver(run: () => void): void;
  /** Ends it with an error, later. */
  failed(error: unknown): void;
}

export interface LiveSubscriptions {
  /** Number of those that have not ended. */
  count(): number;
  /** `start` returns how to stop the source, which happens once. After disposal nothing is started, and `tell` gets the reason. */
  open(tell: (error: PortError) => void, start: (live: LiveSubscription) => Unsubscribe): Unsubscribe;
}

export function liveSubscriptions(client: PortClient): LiveSubscriptions {
  const ending = new Set<Unsubscribe>();
  client.onDispose(() => {
    for (const end of ending) end();
  });
  return {
    count: () => ending.size,
    open(tell, start) {
      if (client.isDisposed()) return failedSubscription(disposedError(), tell);
      const release = client.trackSubscription();
      let ended = false;
      const end = () => {
        if (ended) return;
        ended = true;
        ending.delete(end);
        release();
        stop();
      };
      const deliver = (run: () => void) =>
        later(() => {
          if (!ended) run();
        });
      const failed = (error: unknown) =>
        deliver(() => {
          end();
          tell(toPortError(error));
        });
      ending.add(end);
      const stop = start({ deliver, failed });
      return end;
    },
  };
}
