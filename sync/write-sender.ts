/** Sends waiting writes: the oldest first, one at a time. Retry policy: codes that may pass without limit. */
import { OwnSignal } from '#provider-kit/cancel.ts';
import { type PortError, toPortError } from '#ports/errors.ts';
import { Backoff, documentsBackoff, mayPass } from '#provider-kit/backoff.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { Random } from '#provider-kit/random.ts';
import type { LocalReplica } from './local-replica.ts';
import type { DocsTransport } from './transport.ts';
import type { WriteOutcome } from './write-queue.ts';

export class WriteSender {
  private readonly transport: DocsTransport;
  private readonly backoff: Backoff;
  private readonly settled: (id: string, outcome: WriteOutcome) => void;
  /** Replica whose queue is sent, while this tab sends. */
  private replica: LocalReplica | null = null;
  private sending: OwnSignal | null = null;

  /** `settled` gets the outcome of each write. */
  constructor(
    transport: DocsTransport,
    clock: Clock,
    random: Random,
    settled: (id: string, outcome: WriteOutcome) => void,
  ) {
    this.transport = transport;
    this.settled = settled;
    this.backoff = new Backoff(clock, random, { ...documentsBackoff, startMs: 0 });
  }

  start(replica: LocalReplica): void {
    this.replica = replica;
    this.wake();
  }

  /** Cancels the request under way: sending it again shows whether it arrived. */
  stop(): void {
    this.replica = null;
    this.backoff.reset();
    const { sending } = this;
    this.sending = null;
    sending?.cancel();
  }

  /** Cancels the write under way, which is no longer wanted, and goes on with the next. */
  callOff(): void {
    const { replica } = this;
    if (!replica) return;
    this.stop();
    this.start(replica);
  }

  /** Sends the next write, if any and if possible. */
  wake(): void {
    if (!this.replica || this.sending || this.backoff.waiting()) return;
    const next = this.replica.nextWrite();
    if (!next) return;
    const { id, writes } = next;
    const signal = new OwnSignal();
    this.sending = signal;
    const finish = (run: () => void) => {
      if (this.sending !== signal) return;
      this.sending = null;
      run();
      this.wake();
    };
    this.transport.commit({ id, queue: this.replica.queueName, writes, expects: [] }, signal).then(
      (accepted) =>
        finish(() => {
          this.backoff.reset();
          this.settled(id, { accepted, error: null });
        }),
      (error: unknown) => finish(() => this.failed(id, toPortError(error))),
    );
  }

  private failed(id: string, error: PortError): void {
    if (!mayPass(error)) {
      this.backoff.reset();
      this.settled(id, { accepted: null, error });
      return;
    }
    if (error.code === 'resource-exhausted') this.backoff.overload();
    // Offline there is nothing to do: `start` comes with the connection.
    if (this.transport.connection.current() === 'online') this.backoff.schedule(() => this.wake());
  }
}
