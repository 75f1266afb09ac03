/** The transport's stream: targets listened to, and their events. A broken stream is opened again. */
import type { PortError } from '#ports/errors.ts';
import { Backoff, documentsBackoff, mayPass } from '#provider-kit/backoff.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { Random } from '#provider-kit/random.ts';
import type { LocalReplica } from './local-replica.ts';
import type { DocsChange, DocsTransport, TransportEvent, TransportStream } from './transport.ts';
import type { LocalView } from './view.ts';

/** Silence of the server after which this client goes offline. */
export const answerTimeoutMs = 10_000;

export type WatchEvent =
  /** `viewOf` names the views behind the event's targets. */
  | {
      readonly type: 'changes';
      readonly changes: DocsChange;
      readonly viewOf: (target: number) => LocalView | null;
    }
  /** The server will not answer this. */
  | { readonly type: 'refused'; readonly view: LocalView; readonly error: PortError }
  /** The stream broke. */
  | { readonly type: 'broken' }
  /** The stream broke at once, or stays silent although there is a connection. */
  | { readonly type: 'silent' }
  /** First event of a stream after it was opened. */
  | { readonly type: 'alive' }
  /** No target waits for an answer any more: silence says nothing of the server. */
  | { readonly type: 'idle' };

/** Target number of a closed stream: targets count from 1, and none is used twice. */
const noTarget = 0;

interface Target {
  readonly view: LocalView;
  /** Whether the stream was asked for it. */
  requested: boolean;
}

export class WatchStream {
  private readonly transport: DocsTransport;
  private readonly publish: (event: WatchEvent) => void;
  /** Watched views, each with its target's number while the stream is open. */
  private readonly views = new Map<LocalView, number>();
  private targets = new Map<number, Target>();
  private nextTarget = 1;
  private stream: TransportStream | null = null;
  /** Replica whose queries are watched, while the server can be reached. */
  private replica: LocalReplica | null = null;
  /** Whether the server has answered on the stream. */
  private alive = false;
  private cancelTimeout: (() => void) | null = null;
  private readonly clock: Clock;
  private readonly backoff: Backoff;

  constructor(transport: DocsTransport, clock: Clock, random: Random, publish: (event: WatchEvent) => void) {
    this.transport = transport;
    this.publish = publish;
    this.clock = clock;
    this.backoff = new Backoff(clock, random, { ...documentsBackoff, startMs: 0 });
  }

  /** Opens the stream and listens to all watched queries, once the server can be reached. */
  start(replica: LocalReplica): void {
    if (this.replica) return;
    this.replica = replica;
    if (this.views.size > 0) this.open(replica);
  }

  /** Closes the stream; `start` listens to everything again. */
  stop(): void {
    this.replica = null;
    this.backoff.reset();
    this.endTimeout();
    this.targets.clear();
    this.stream?.close();
    this.stream = null;
  }

  add(view: LocalView): void {
    this.views.set(view, noTarget);
    if (!this.replica) return;
    if (this.stream) this.listen(this.target(view), this.stream, this.replica);
    else if (!this.backoff.waiting()) this.open(this.replica);
  }

  remove(view: LocalView): void {
    const id = this.views.get(view) ?? noTarget;
    this.views.delete(view);
    const target = this.targets.get(id);
    this.targets.delete(id);
    if (target?.requested) this.stream?.unlisten(id);
    if (this.views.size > 0 || this.alive) return;
    this.endTimeout();
    this.publish({ type: 'idle' });
  }

  private open(replica: LocalReplica): void {
    this.alive = false;
    this.endTimeout();
    const stream = this.transport.open(replica, (event) => {
      if (this.stream === stream) this.receive(event, stream);
    });
    this.stream = stream;
    for (const view of this.views.keys()) this.listen(this.target(view), stream, replica);
  }

  private receive(event: TransportEvent, stream: TransportStream): void {
    switch (event.type) {
      case 'changes':
        this.heard();
        for (const { target } of event.targets) if (!this.targets.has(target)) stream.unlisten(target);
        this.publish({
          type: 'changes',
          changes: event,
          viewOf: (target) => this.targets.get(target)?.view ?? null,
        });
        return;
      case 'refused':
        this.refused(event.target, event.error);
        return;
      case 'ended':
        this.broken(event.error);
    }
  }

  /** Opens a broken stream again: at once if it had worked, so that one break goes unnoticed. */
  private broken(error: PortError | null): void {
    this.stream = null;
    this.targets.clear();
    this.endTimeout();
    // A lost connection says so itself; this is the stream alone.
    if (!this.replica || !this.isConnected()) return;
    this.publish({ type: 'broken' });
    if (!this.alive) this.publish({ type: 'silent' });
    if (error?.code === 'resource-exhausted') this.backoff.overload();
    this.backoff.schedule(() => {
      if (this.replica && !this.stream) this.open(this.replica);
    });
  }

  private refused(id: number, error: PortError): void {
    const passes = mayPass(error);
    if (!passes) this.heard();
    const target = this.targets.get(id);
    if (!target) return;
    if (!passes) {
      this.targets.delete(id);
      this.publish({ type: 'refused', view: target.view, error });
      return;
    }
    target.requested = false;
    if (error.code === 'resource-exhausted') this.backoff.overload();
    if (this.isConnected()) this.backoff.schedule(() => this.listenAgain());
  }

  private listenAgain(): void {
    const { stream, replica } = this;
    if (!stream || !replica) return;
    for (const target of this.targets.keys()) this.listen(target, stream, replica);
  }

  /** The server has answered: it is there. */
  private heard(): void {
    if (this.alive) return;
    this.alive = true;
    this.endTimeout();
    this.backoff.calm();
    this.publish({ type: 'alive' });
  }

  /** Goes offline unless the server answers in time. */
  private startTimeout(): void {
    if (this.alive || !this.stream) return;
    this.cancelTimeout ??= this.clock.setTimer(() => this.publish({ type: 'silent' }), answerTimeoutMs);
  }

  private endTimeout(): void {
    this.cancelTimeout?.();
    this.cancelTimeout = null;
  }

  private target(view: LocalView): number {
    const id = this.nextTarget++;
    this.targets.set(id, { view, requested: false });
    this.views.set(view, id);
    return id;
  }

  private listen(id: number, stream: TransportStream, replica: LocalReplica): void {
    const target = this.targets.get(id);
    if (!target || target.requested) return;
    target.requested = true;
    this.startTimeout();
    stream.listen({ target: id, subject: target.view.subject, resume: replica.resumeOf(target.view) });
  }

  private isConnected(): boolean {
    return this.transport.connection.current() === 'online';
  }
}
