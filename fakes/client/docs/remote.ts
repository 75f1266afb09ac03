/** Stream of the connection: listens at the server, and their events. */
import type { Clock } from '#provider-kit/clock.ts';
import type { ListenRequest, StreamEvent, StreamRequest } from '#fakes/cloud/docs/protocol.ts';
import { errorFrom } from '#provider-kit/error-data.ts';
import type { Random } from '#provider-kit/random.ts';
import { type PortError, toPortError } from '#ports/errors.ts';
import type { Link } from '../link.ts';
import { Backoff, documentsBackoff, mayPass } from '#provider-kit/backoff.ts';
import type { View } from './view.ts';

/** Silence of the server after which this client goes offline. */
export const patienceMs = 10_000;

export interface RemoteOwner {
  /** The queue's name at the server. */
  queue(): string | null;
  resumeOf(view: View): ListenRequest['resume'];
  /** `viewOf` names the views behind the event's targets. */
  event(event: StreamEvent, viewOf: (target: number) => View | null): void;
  /** The server will not answer this. */
  refused(view: View, error: PortError): void;
  /** The stream broke. */
  cut(): void;
  /** Called when the stream broke at once or stays silent although there is a connection. */
  interrupted(): void;
  /** Called at the first event of a stream, or answer to a listen on it, after the stream was opened. */
  heard(): void;
  /** Called when no listen waits for an answer any more: silence says nothing of the server. */
  idle(): void;
}

/** Target number of a closed stream: targets count from 1, and none is used twice. */
const noTarget = 0;

interface Target {
  readonly view: View;
  asked: boolean;
  /** The server has it. */
  answered: boolean;
}

export class Remote {
  private readonly link: Link;
  private readonly owner: RemoteOwner;
  /** Watched views, each with its target's number while the stream is open. */
  private readonly views = new Map<View, number>();
  private targets = new Map<number, Target>();
  private nextTarget = 1;
  private closeStream: (() => void) | null = null;
  private running = false;
  /** Whether the server has answered on the stream: an event, or a listen that was accepted or refused. */
  private alive = false;
  private cancelPatience: (() => void) | null = null;
  private readonly clock: Clock;
  private readonly again: Backoff;

  constructor(link: Link, clock: Clock, random: Random, owner: RemoteOwner) {
    this.link = link;
    this.owner = owner;
    this.clock = clock;
    this.again = new Backoff(clock, random, { ...documentsBackoff, startMs: 0 });
  }

  /** Opens the stream and requests all watched queries, once the server can be reached. */
  start(): void {
    if (this.running) return;
    this.running = true;
    if (this.views.size > 0) this.open();
  }

  /** Closes the stream; `start` requests everything again. */
  stop(): void {
    this.running = false;
    this.again.reset();
    this.endPatience();
    this.targets.clear();
    this.closeStream?.();
    this.closeStream = null;
  }

  add(view: View): void {
    this.views.set(view, noTarget);
    if (!this.running) return;
    if (this.closeStream) this.ask(this.target(view));
    else if (!this.again.waiting()) this.open();
  }

  remove(view: View): void {
    const id = this.views.get(view) ?? noTarget;
    this.views.delete(view);
    const target = this.targets.get(id);
    this.targets.delete(id);
    if (target?.answered) this.unlisten(id);
    if (this.views.size > 0 || this.alive) return;
    this.endPatience();
    this.owner.idle();
  }

  private open(): void {
    let current = true;
    this.alive = false;
    this.endPatience();
    const request: StreamRequest = { queue: this.owner.queue() };
    const close = this.link.open('docs', 'stream', request, {
      event: (event: StreamEvent) => {
        if (current) this.receive(event);
      },
      end: (error) => {
        if (!current) return;
        current = false;
        this.broken(error);
      },
    });
    this.closeStream = () => {
      current = false;
      close();
    };
    for (const view of this.views.keys()) this.ask(this.target(view));
  }

  /** Reopens a broken stream: at once if it had worked, so that one break goes unnoticed. */
  private broken(error: PortError | null): void {
    this.closeStream = null;
    this.targets.clear();
    this.endPatience();
    // A lost connection says so itself; this is the stream alone.
    if (!this.running || !this.link.online()) return;
    this.owner.cut();
    if (!this.alive) this.owner.interrupted();
    if (error?.code === 'resource-exhausted') this.again.overload();
    this.again.schedule(() => {
      if (this.running && !this.closeStream) this.open();
    });
  }

  private receive(event: StreamEvent): void {
    this.heard();
    let anyRefused = false;
    for (const { target, refused } of event.targets)
      if (refused) anyRefused = true;
      else if (!this.targets.has(target)) this.unlisten(target);
    this.owner.event(event, (target) => this.targets.get(target)?.view ?? null);
    if (!anyRefused) return;
    for (const { target, refused } of event.targets) {
      const view = this.targets.get(target)?.view;
      if (!refused || !view) continue;
      this.targets.delete(target);
      this.owner.refused(view, errorFrom(refused));
    }
  }

  /** The server has answered: it is there. */
  private heard(): void {
    if (this.alive) return;
    this.alive = true;
    this.endPatience();
    this.again.calm();
    this.owner.heard();
  }

  /** Goes offline unless the server answers a listen in time. */
  private startPatience(): void {
    if (this.alive || !this.closeStream) return;
    this.cancelPatience ??= this.clock.setTimer(() => this.owner.interrupted(), patienceMs);
  }

  private endPatience(): void {
    this.cancelPatience?.();
    this.cancelPatience = null;
  }

  private target(view: View): number {
    const id = this.nextTarget++;
    this.targets.set(id, { view, asked: false, answered: false });
    this.views.set(view, id);
    return id;
  }

  private ask(id: number): void {
    const target = this.targets.get(id);
    if (!target || target.asked) return;
    target.asked = true;
    this.startPatience();
    const current = this.closeStream;
    const answered = () => {
      if (this.closeStream === current) this.heard();
    };
    const request: ListenRequest = {
      target: id,
      what: target.view.what,
      resume: this.owner.resumeOf(target.view),
    };
    this.link.request('docs', 'listen', request).then(
      () => {
        target.answered = true;
        answered();
        if (this.targets.get(id) !== target) this.unlisten(id);
      },
      (cause: unknown) => {
        const error = toPortError(cause);
        if (!mayPass(error)) answered();
        this.failed(id, target, error);
      },
    );
  }

  private failed(id: number, target: Target, error: PortError): void {
    if (this.targets.get(id) !== target) return;
    if (!mayPass(error)) {
      this.targets.delete(id);
      this.owner.refused(target.view, error);
      return;
    }
    target.asked = false;
    if (error.code === 'resource-exhausted') this.again.overload();
    if (this.link.online())
      this.again.schedule(() => {
        for (const waiting of this.targets.keys()) this.ask(waiting);
      });
  }

  private unlisten(target: number): void {
    if (!this.running) return;
    // The answer does not matter: a lost connection ends the target too.
    this.link.request('docs', 'unlisten', { target }).catch(() => {});
  }
}
