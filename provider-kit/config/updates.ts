/** Listeners of published configuration. The server is subscribed to while there is a listener. */
import type { PortError } from '#ports/errors.ts';
import type { ConfigUpdate } from '#ports/config/config.ts';
import type { Observer, Unsubscribe } from '#ports/shared.ts';
import { type LiveSubscription, liveSubscriptions, type PortClient } from '../live-subscriptions.ts';

export interface ConfigUpdates {
  watch(observer: Observer<ConfigUpdate>): Unsubscribe;
  tell(update: ConfigUpdate): void;
  /** The server won't tell any more. */
  fail(error: PortError): void;
}

/** `prepare` returns the subscription at the server, open until closed. */
export function configUpdates(client: PortClient, prepare: () => Promise<() => Unsubscribe>): ConfigUpdates {
  const subscriptions = liveSubscriptions(client);
  const watching = new Map<LiveSubscription, Observer<ConfigUpdate>>();
  let close: Unsubscribe | null = null;
  const stop = () => {
    close?.();
    close = null;
  };
  return {
    watch: (observer) =>
      subscriptions.open(
        (error) => observer.error?.(error),
        (live) => {
          watching.set(live, observer);
          prepare().then((open) => {
            if (watching.size > 0) close ??= open();
          }, live.failed);
          return () => {
            watching.delete(live);
            if (watching.size === 0) stop();
          };
        },
      ),
    tell(update) {
      for (const [live, observer] of watching) live.deliver(() => observer.next(update));
    },
    fail(error) {
      stop();
      for (const live of watching.keys()) live.failed(error);
    },
  };
}
