/**
 * Queue of operations to the server: in order, one at a time, kept while offline. An operation whose answer was lost with the connection is
 * sent again, as the SDK does, unless that is not allowed (a transaction).
 */
import { disposedError, isPortError, PortError } from '#ports/errors.ts';
import type { TreeRequest, TreeRequests } from '#query/tree/protocol.ts';
import type { RealtimeContext, TreeAnswer } from './transport.ts';

const againMs = 1000;

interface Waiting {
  readonly operation: TreeRequest;
  readonly payload: unknown;
  readonly again: boolean;
  readonly answer: SenderAnswer<unknown>;
  /** Number of connections over which the write was sent. */
  sent: number;
}

export interface SenderAnswer<T> extends Pick<TreeAnswer<T>, 'failed'> {
  /** `resent`: it may have been done long ago, in an earlier connection. */
  done(reply: T, resent: boolean): void;
}

export class OperationSender {
  private readonly context: RealtimeContext;
  private readonly queue: Waiting[] = [];
  private connected = false;
  /** Number of the connection: an answer over an earlier one is ignored. */
  private connection = 0;
  private inFlight: Waiting | null = null;

  constructor(context: RealtimeContext) {
    this.context = context;
  }

  send<Name extends TreeRequest>(
    operation: Name,
    payload: TreeRequests[Name]['payload'],
    answer: SenderAnswer<TreeRequests[Name]['reply']>,
    again = true,
  ): void {
    this.queue.push({ operation, payload, again, answer: answer as SenderAnswer<unknown>, sent: 0 });
    this.next();
  }

  setConnected(connected: boolean): void {
    if (this.connected === connected) return;
    this.connected = connected;
    this.connection++;
    const { inFlight } = this;
    this.inFlight = null;
    if (inFlight && !inFlight.again) {
      this.queue.shift();
      inFlight.answer.failed(
        new PortError('realtime/disconnected', 'The connection was lost before the answer came.'),
      );
    }
    this.next();
  }

  /** Drops the waiting writes. */
  dispose(): void {
    this.connected = false;
    this.connection++;
    const error = disposedError();
    for (const { answer } of this.queue.splice(0)) answer.failed(error);
  }

  private next(): void {
    const [waiting] = this.queue;
    if (!this.connected || this.inFlight || !waiting) return;
    this.inFlight = waiting;
    waiting.sent++;
    const { connection } = this;
    const finish = (settle: () => void) => {
      if (this.connection !== connection) return;
      this.inFlight = null;
      this.queue.shift();
      settle();
      this.next();
    };
    const { operation, payload, answer } = waiting;
    this.context.transport.ask(operation, payload as never, {
      done: (reply) => finish(() => answer.done(reply, waiting.sent > 1)),
      failed: (error) => {
        // The loss of the connection comes through `setConnected`, before this.
        if (isPortError(error, 'unavailable') && !this.context.transport.online()) return;
        if (isPortError(error, 'unauthenticated')) this.tryAgain(connection);
        else finish(() => answer.failed(error));
      },
    });
  }

  /** The token was too old; the next one is on its way. Nothing has been done. */
  private tryAgain(connection: number): void {
    this.context.clock.setTimer(() => {
      if (this.connection !== connection) return;
      this.inFlight = null;
      this.next();
    }, againMs);
  }
}
