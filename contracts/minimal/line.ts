/** Connection of a client to the cloud. Requests fail while the network is cut, and once the client is disposed of. */
import { disposedError, PortError, type PortErrorCode } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { PortClient } from '#provider-kit/live-subscriptions.ts';
import type { Connection, StateSignal } from '#sync/transport.ts';

export class Line {
  private readonly connection: StateSignal<Connection>;
  private readonly client: PortClient;
  private readonly clock: Clock;
  /** Rejects a request that is under way. */
  private readonly underWay = new Set<(error: PortError) => void>();

  constructor(connection: StateSignal<Connection>, client: PortClient, clock: Clock) {
    this.connection = connection;
    this.client = client;
    this.clock = clock;
    client.onDispose(this.onChange((online) => online || this.breakOff(unavailable())));
    client.onDispose(() => this.breakOff(disposedError()));
  }

  online(): boolean {
    return this.connection.current() === 'online';
  }

  onChange(next: (online: boolean) => void): Unsubscribe {
    return this.connection.onChange((connection) => next(connection === 'online'));
  }

  /** @throws PortError `offline` while there is no connection, and when it is lost; failed-precondition after disposal */
  request<T>(run: () => T | Promise<T>, offline: PortErrorCode = 'unavailable'): Promise<T> {
    if (this.client.isDisposed()) return Promise.reject(disposedError());
    if (!this.online()) return Promise.reject(unavailable(offline));
    return new Promise((resolve, reject) => {
      const lost = (error: PortError) => reject(error.code === 'unavailable' ? unavailable(offline) : error);
      this.underWay.add(lost);
      const answer = Promise.resolve().then(run);
      const forget = () => this.underWay.delete(lost);
      answer.then(resolve, reject);
      answer.then(forget, forget);
    });
  }

  /** The same, but it waits for the connection. @throws storage/retry-limit-exceeded after `patienceMs` without one */
  async patiently<T>(run: () => T | Promise<T>, patienceMs: number): Promise<T> {
    for (;;) {
      if (!this.online()) await this.connected(patienceMs);
      try {
        return await this.request(run);
      } catch (error) {
        if (this.online()) throw error;
      }
    }
  }

  private connected(patienceMs: number): Promise<void> {
    if (this.client.isDisposed()) return Promise.reject(disposedError());
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        stopTimer();
        stopWaiting();
        this.underWay.delete(lost);
        settle();
      };
      const lost = (error: PortError) => {
        if (error.code === 'failed-precondition') end(() => reject(error));
      };
      const stopWaiting = this.onChange((online) => online && end(resolve));
      const stopTimer = this.clock.setTimer(() => end(() => reject(tooLong())), patienceMs);
      this.underWay.add(lost);
    });
  }

  private breakOff(error: PortError): void {
    for (const lost of [...this.underWay]) lost(error);
  }
}

const unavailable = (code: PortErrorCode = 'unavailable') =>
  new PortError(code, 'There is no connection to the cloud.');
const tooLong = () =>
  new PortError('storage/retry-limit-exceeded', 'There was no connection to the cloud for too long.');
