/**
 * Queue of password checks, whose derivation is slow on purpose: one at a time, so that guesses take no more than one processor.
 * Connections have turns: a connection with many checks delays itself. The queue is bounded; waiting checks are dropped with their
 * connection.
 */
import { PortError } from '#ports/errors.ts';
import { guardListener } from '../guard-listener.ts';
import type { CancelSignal } from '#ports/shared.ts';

/** Password checks that wait, in all and of one connection. */
export const mostPasswordChecks = 100;
export const mostPasswordChecksOfOne = 5;

/** The connection of a request, and the signal that it is gone. */
export interface PasswordRequest {
  readonly connection: string;
  readonly signal: CancelSignal;
}

interface Waiting {
  run(): Promise<void>;
}

export class PasswordQueue {
  /** Waiting checks by connection; the first connection has the next turn. */
  private readonly byConnection = new Map<string, Waiting[]>();
  private waiting = 0;
  private isWorking = false;

  /** @throws auth/too-many-requests, at once; cancelled when the connection is gone before its turn */
  add<T>(connection: string, signal: CancelSignal, check: () => Promise<T>): Promise<T> {
    const own = this.byConnection.get(connection) ?? [];
    if (this.waiting >= mostPasswordChecks || own.length >= mostPasswordChecksOfOne)
      return Promise.reject(tooMany());
    return new Promise<T>((resolve, reject) => {
      const waiting: Waiting = {
        run: () => check().then(resolve, reject),
      };
      this.byConnection.set(connection, [...own, waiting]);
      this.waiting++;
      signal.addEventListener(
        'abort',
        guardListener(() => {
          if (this.remove(connection, waiting)) reject(gone());
        }),
      );
      if (!this.isWorking) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.isWorking = true;
    for (let next = this.next(); next; next = this.next()) await next.run();
    this.isWorking = false;
  }

  /** The next check; its connection goes to the end of the turns. */
  private next(): Waiting | null {
    const [turn] = this.byConnection;
    if (!turn) return null;
    const [connection, [first, ...others]] = turn;
    this.byConnection.delete(connection);
    if (others.length > 0) this.byConnection.set(connection, others);
    if (!first) return null;
    this.waiting--;
    return first;
  }

  private remove(connection: string, waiting: Waiting): boolean {
    const own = this.byConnection.get(connection) ?? [];
    if (!own.includes(waiting)) return false;
    const others = own.filter((other) => other !== waiting);
    if (others.length > 0) this.byConnection.set(connection, others);
    else this.byConnection.delete(connection);
    this.waiting--;
    return true;
  }
}

const gone = () => new PortError('cancelled', 'The request was cancelled.');

const tooMany = () =>
  new PortError(
    'auth/too-many-requests',
    'Too many passwords are waiting to be checked. Wait a moment, then try again.',
  );
