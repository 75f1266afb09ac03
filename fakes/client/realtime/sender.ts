/**
 * Operations on their way to the cloud: in order, one at a time, kept while offline. One whose answer was lost with the
 * connection is sent again, as the SDK does, unless it may not be (a transaction).
 */
import type { RealtimeOperation, RealtimeOperations } from '#fakes/cloud/realtime/protocol.ts';
import { isPortError, PortError, toPortError } from '#ports/errors.ts';
import type { ClientContext } from '../context.ts';

interface Waiting {
  readonly operation: RealtimeOperation;
  readonly payload: unknown;
  readonly again: boolean;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: PortError) => void;
}

export class Sender {
  private readonly context: ClientContext;
  private readonly queue: Waiting[] = [];
  private connected = false;
  /** Counts connections: an answer of an earlier one is not waited for any more. */
  private connection = 0;
  private inFlight: Waiting | null = null;

  constructor(context: ClientContext) {
    this.context = context;
  }

  send<Name extends RealtimeOperation>(
    operation: Name,
    payload: RealtimeOperations[Name]['payload'],
    options: { readonly again?: boolean } = {},
  ): Promise<RealtimeOperations[Name]['reply']> {
    return new Promise((resolve, reject) => {
      const { again = true } = options;
      this.queue.push({ operation, payload, again, resolve: resolve as (reply: unknown) => void, reject });
      this.next();
    });
  }

  setConnected(connected: boolean): void {
    if (this.connected === connected) return;
    this.connected = connected;
    this.connection++;
    const { inFlight } = this;
    this.inFlight = null;
    if (inFlight && !inFlight.again) {
      this.queue.shift();
      inFlight.reject(
        new PortError('realtime/disconnected', 'The connection was lost before the answer came.'),
      );
    }
    this.next();
  }

  /** Nothing that waits will be sent any more. */
  dispose(): void {
    this.connected = false;
    this.connection++;
    const error = new PortError('failed-precondition', 'This client has been disposed of.');
    for (const { reject } of this.queue.splice(0)) reject(error);
  }

  private next(): void {
    const [waiting] = this.queue;
    if (!this.connected || this.inFlight || !waiting) return;
    this.inFlight = waiting;
    const { connection } = this;
    const finish = (settle: () => void) => {
      if (this.connection !== connection) return;
      this.inFlight = null;
      this.queue.shift();
      settle();
      this.next();
    };
    this.context.link.request('realtime', waiting.operation, waiting.payload).then(
      (reply) => finish(() => waiting.resolve(reply)),
      (error: unknown) => {
        // The link's own loss of the connection is told by `setConnected`, before this.
        const lost = isPortError(error, 'unavailable') && !this.context.link.online();
        if (!lost) finish(() => waiting.reject(toPortError(error)));
      },
    );
  }
}
