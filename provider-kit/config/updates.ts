/** Who is told that other values were published. The server is asked to tell while somebody wants to know. */
import { disposedError, PortError, toPortError } from '#ports/errors.ts';
import { later } from '../later.ts';
import { Listeners, failedSubscription } from '../listeners.ts';
import type { Observer, Subscriptions, Unsubscribe } from '#ports/shared.ts';
import type { ConfigUpdate } from '#ports/config/config.ts';

export interface ConfigUpdates {
  watch(observer: Observer<ConfigUpdate>): Unsubscribe;
  tell(update: ConfigUpdate): void;
  /** The server won't tell any more. */
  fail(error: PortError): void;
  dispose(): void;
}

/** What `prepare` gives asks the server, until closed. */
export function configUpdates(
  client: Subscriptions,
  prepare: () => Promise<() => Unsubscribe>,
): ConfigUpdates {
  const listeners = new Listeners<ConfigUpdate | PortError>(client);
  let close: Unsubscribe | null = null;
  let disposed = false;
  const stop = () => {
    close?.();
    close = null;
  };
  return {
    watch(observer) {
      if (disposed) return failedSubscription(disposedError(), (error) => observer.error?.(error));
      let ended = false;
      const leave = () => {
        ended = true;
        remove();
      };
      const remove = listeners.add((told) => {
        if (!(told instanceof PortError)) return observer.next(told);
        leave();
        observer.error?.(told);
      });
      prepare().then(
        (open) => {
          if (listeners.size > 0) close ??= open();
        },
        (error: unknown) =>
          later(() => {
            if (ended) return;
            leave();
            observer.error?.(toPortError(error));
          }),
      );
      return () => {
        leave();
        if (listeners.size === 0) stop();
      };
    },
    tell: (update) => listeners.emit(update),
    fail(error) {
      stop();
      listeners.emit(error);
    },
    dispose() {
      disposed = true;
      stop();
      listeners.dispose();
    },
  };
}
