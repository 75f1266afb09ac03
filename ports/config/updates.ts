/** Who is told that other values were published. The server is asked to tell while somebody wants to know. */
import { disposedError, PortError, toPortError } from '../errors.ts';
import { later } from '../later.ts';
import { Listeners, refusedSubscription } from '../listeners.ts';
import type { Observer, Subscriptions, Unsubscribe } from '../shared.ts';
import type { ConfigUpdate } from './config.ts';

export class ConfigUpdates {
  private readonly listeners: Listeners<ConfigUpdate | PortError>;
  private readonly prepare: () => Promise<() => Unsubscribe>;
  private close: Unsubscribe | null = null;
  private disposed = false;

  /** What `prepare` gives asks the server, until closed. */
  constructor(client: Subscriptions, prepare: () => Promise<() => Unsubscribe>) {
    this.listeners = new Listeners(client);
    this.prepare = prepare;
  }

  watch(observer: Observer<ConfigUpdate>): Unsubscribe {
    if (this.disposed) return refusedSubscription(disposedError(), (error) => observer.error?.(error));
    let ended = false;
    const remove = this.listeners.add((told) => {
      if (told instanceof PortError) fail(told);
      else observer.next(told);
    });
    const fail = (error: PortError) => {
      ended = true;
      remove();
      observer.error?.(error);
    };
    this.prepare().then(
      (open) => {
        if (this.listeners.size > 0) this.close ??= open();
      },
      (error: unknown) =>
        later(() => {
          if (!ended) fail(toPortError(error));
        }),
    );
    return () => {
      ended = true;
      remove();
      if (this.listeners.size === 0) this.stop();
    };
  }

  tell(update: ConfigUpdate): void {
    this.listeners.emit(update);
  }

  /** The server won't tell any more. */
  fail(error: PortError): void {
    this.stop();
    this.listeners.emit(error);
  }

  dispose(): void {
    this.disposed = true;
    this.stop();
    this.listeners.dispose();
  }

  private stop(): void {
    this.close?.();
    this.close = null;
  }
}
