/** Brings waiting writes to the server: the oldest first, one at a time, each as often as it takes. */
import type { Clock } from '#provider-kit/clock.ts';
import type { Accepted, CommitRequest } from '#fakes/cloud/docs/protocol.ts';
import type { Random } from '#provider-kit/random.ts';
import { OwnSignal } from '#ports/cancel.ts';
import { type PortError, toPortError } from '#ports/errors.ts';
import type { Link } from '../link.ts';
import { Backoff, documentsBackoff, mayPass } from '#provider-kit/backoff.ts';
import type { QueuedWrite } from './write-queue.ts';

export interface SenderOwner {
  /** The next write to send, with the name of its queue; `null` for none. */
  next(): { readonly entry: QueuedWrite; readonly queue: string } | null;
  accepted(accepted: Accepted): void;
  refused(entry: QueuedWrite, error: PortError): void;
}

export class Sender {
  private readonly link: Link;
  private readonly owner: SenderOwner;
  private readonly again: Backoff;
  private running = false;
  private sending: OwnSignal | null = null;

  constructor(link: Link, clock: Clock, random: Random, owner: SenderOwner) {
    this.link = link;
    this.owner = owner;
    this.again = new Backoff(clock, random, { ...documentsBackoff, startMs: 0 });
  }

  start(): void {
    this.running = true;
    this.wake();
  }

  /** Cancels the request under way: sending it again shows whether it arrived. */
  stop(): void {
    this.running = false;
    this.again.reset();
    const { sending } = this;
    this.sending = null;
    sending?.cancel();
  }

  /** Cancels the write under way, which is no longer wanted, and goes on with the next. */
  callOff(): void {
    if (!this.running) return;
    this.stop();
    this.start();
  }

  /** Sends the next write, if any and if possible. */
  wake(): void {
    if (!this.running || this.sending || this.again.waiting()) return;
    const next = this.owner.next();
    if (!next) return;
    const { entry, queue } = next;
    const signal = new OwnSignal();
    this.sending = signal;
    const request: CommitRequest = { queue, mutation: entry.id, writes: entry.writes, readings: [] };
    const finish = (run: () => void) => {
      if (this.sending !== signal) return;
      this.sending = null;
      run();
      this.wake();
    };
    this.link.request<Accepted>('docs', 'commit', request, signal).then(
      (accepted) =>
        finish(() => {
          this.again.reset();
          this.owner.accepted(accepted);
        }),
      (error: unknown) => finish(() => this.failed(entry, toPortError(error))),
    );
  }

  private failed(entry: QueuedWrite, error: PortError): void {
    if (!mayPass(error)) {
      this.again.reset();
      this.owner.refused(entry, error);
      return;
    }
    if (error.code === 'resource-exhausted') this.again.overload();
    if (this.link.online()) this.again.schedule(() => this.wake());
    // Offline there is nothing to do: `start` comes with the connection.
  }
}
