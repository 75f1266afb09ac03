/** Engine of one client's documents: identity, online state, listening and writing. */
import type { Write } from '#ports/docs/docs.ts';
import { disposedError, PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { Interruptible } from './interruptible.ts';
import { ListenerRegistry } from './listener-registry.ts';
import type { LocalReplica, ReplicaEvent } from './local-replica.ts';
import { OnlineStateTracker } from './online-state-tracker.ts';
import { noViews } from './open-views.ts';
import type { Listener } from './query-listeners.ts';
import { refetchDocs } from './refetch-docs.ts';
import { applyChanges, type ReplicaChange } from './remote-events.ts';
import { Replicas } from './replicas.ts';
import type { SyncContext } from './sync-context.ts';
import type { LocalView } from './view.ts';
import { type WatchEvent, WatchStream } from './watch-stream.ts';
import { pathsOfWrite } from './write-queue.ts';
import { WriteSender } from './write-sender.ts';

export class SyncEngine {
  readonly listeners = new ListenerRegistry();
  private readonly context: SyncContext;
  private readonly online: OnlineStateTracker;
  private readonly stream: WatchStream;
  private readonly sender: WriteSender;
  private readonly replicas: Replicas;
  /** Waits for writes, which end with their user. */
  private readonly waits = new Interruptible();
  /** Long calls, which reject when this client is disposed. */
  private readonly calls = new Interruptible();
  private readonly started: Promise<void>;
  /** Work that waits until the first user is known. */
  private early: ((replica: LocalReplica) => void)[] = [];
  private current: LocalReplica | null = null;
  private disposed = false;
  private endSending: () => void = () => {};
  private stopIdentity: Unsubscribe = () => {};

  constructor(context: SyncContext) {
    this.context = context;
    const { transport, clock, random } = context;
    this.replicas = new Replicas(context, (replica, event) => this.replicaChanged(replica, event));
    this.online = new OnlineStateTracker(transport.connection, clock, (event) => this[event]());
    this.stream = new WatchStream(transport, clock, random.fork('docs/listen'), (event) =>
      this.streamed(event),
    );
    this.sender = new WriteSender(transport, clock, random.fork('docs/send'), (id, outcome) => {
      const replica = this.current;
      const paths = replica?.settle(id, outcome);
      // The stream has nearly always published an accepted write already.
      if (replica && paths && paths.size > 0) this.show(replica, { paths });
    });
    this.started = this.start();
  }

  /** Replica of the signed-in user, once the cached part is loaded. */
  async replica(): Promise<LocalReplica> {
    await this.started;
    for (;;) {
      const replica = this.disposed ? null : this.current;
      if (!replica) throw disposedError();
      await replica.load();
      if (replica !== this.current) continue;
      replica.gc?.sweep();
      return replica;
    }
  }

  /** The current replica, if known and loaded; else `null`. */
  present(): LocalReplica | null {
    const { current } = this;
    if (this.disposed || !current?.loaded) return null;
    current.gc?.sweep();
    return current;
  }

  isDisposed(): boolean {
    return this.disposed;
  }

  /** Whether requests may be sent to the server. */
  reachable(): boolean {
    return this.online.reachable();
  }

  listen(view: LocalView, listener: Listener): Unsubscribe {
    const known = this.listeners.find(view.key);
    const shared = known ?? this.listeners.open(view);
    const { current } = this;
    if (!known && current?.loaded) this.begin(current, shared.view);
    const remove = current?.loaded
      ? this.listeners.listen(shared, listener, this.online.offline())
      : shared.add(listener);
    this.noteWatching();
    return () => {
      remove();
      if (shared.size() > 0 || this.listeners.find(view.key) !== shared) return;
      this.listeners.close(shared.view);
      this.current?.keep(shared.view);
      this.stream.remove(shared.view);
      this.noteWatching();
    };
  }

  onInSync(next: () => void): Unsubscribe {
    const stop = this.listeners.onInSync(next);
    this.noteWatching();
    return () => {
      stop();
      this.noteWatching();
    };
  }

  /** Settles as `run` does, or rejects when this client is disposed first. */
  untilDisposed<T>(run: () => Promise<T>): Promise<T> {
    return this.disposed ? Promise.reject(disposedError()) : this.calls.run(run);
  }

  /**
   * Queues a write, synchronously once user and queue are known. A write that waits when this client is disposed stays in the queue,
   * for the browser's next client.
   */
  write(writes: readonly Write[]): Promise<void> {
    if (this.disposed) return Promise.reject(disposedError());
    if (writes.length === 0) return Promise.resolve();
    const { clock, random } = this.context;
    const [id, at] = [random.id(), clock.now()];
    return this.calls.promise((resolve, reject) => {
      const enqueue = (replica: LocalReplica) =>
        replica.whenLoaded(() => {
          const entry = replica.enqueue(id, writes, at);
          entry.done.then(resolve, reject);
          this.show(replica, { paths: pathsOfWrite(entry) });
          if (replica === this.current) this.sender.wake();
        });
      if (this.current) enqueue(this.current);
      else this.early.push(enqueue);
    });
  }

  /** Resolves when all that waits now has been settled. */
  async settled(): Promise<void> {
    const replica = await this.replica();
    const waiting = replica.queue.all().map(({ done }) => done);
    await this.waits.run(() => Promise.allSettled(waiting));
  }

  async setNetwork(enabled: boolean): Promise<void> {
    if (this.disposed) throw disposedError();
    await this.started;
    if (this.disposed) throw disposedError();
    this.online.setEnabled(enabled);
  }

  async clear(): Promise<void> {
    const replica = await this.replica();
    if (this.listeners.size() > 0 || (replica.persistence && !(await replica.persistence.clear())))
      throw new PortError('failed-precondition', 'The cache can’t be cleared while it is being watched.');
    if (!replica.persistence) replica.clear();
  }

  /** Settles once the present state is stored for the browser's next client. */
  async dispose(): Promise<void> {
    if (this.disposed) return;
    this.disposed = true;
    this.stopIdentity();
    this.online.stop();
    this.stream.stop();
    this.sender.stop();
    this.endSending();
    if (this.current) this.leave(this.current);
    this.listeners.stop();
    for (const ending of [this.waits, this.calls]) ending.interrupt(disposedError());
    await Promise.all(Array.from(this.replicas.all(), ({ persistence }) => persistence?.dispose()));
  }

  private async start(): Promise<void> {
    const { transport, caches } = this.context;
    if (caches) await this.replicas.findBrowser();
    if (this.disposed) return;
    this.stopIdentity = transport.identity.onChange((uid) => this.become(uid));
    this.become(transport.identity.current());
    this.online.start();
  }

  /** Switches to another user: nothing of the previous one is shown, or sent in the new name. */
  private become(uid: string | null): void {
    if (this.disposed) return;
    const before = this.current;
    if (before) {
      this.leave(before);
      this.disconnected();
      this.waits.interrupt(
        new PortError('cancelled', 'Another person signed in before the writes had landed.'),
      );
      void before.persistence?.leave();
    }
    const replica = this.replicas.of(uid);
    this.current = replica;
    this.listeners.startAfresh();
    replica.views = this.listeners;
    replica.persistence?.enter();
    this.noteWatching();
    const { early } = this;
    this.early = [];
    for (const run of early) run(replica);
    void replica.load().then(() => this.arrive(replica));
  }

  /** Caches the answers of the open views, which are another's from now on. */
  private leave(replica: LocalReplica): void {
    // Views of a replica that is not loaded have answers of the previous user still.
    if (replica.loaded) for (const view of this.listeners.all()) replica.keep(view);
    replica.views = noViews;
  }

  private arrive(replica: LocalReplica): void {
    if (this.disposed || replica !== this.current) return;
    for (const view of this.listeners.all()) this.begin(replica, view);
    this.listeners.tellAll(this.online.offline());
    if (this.online.online()) this.connected();
  }

  private begin(replica: LocalReplica, view: LocalView): void {
    replica.gc?.sweep();
    replica.recall(view);
    view.rebuild(replica.docs);
    this.stream.add(view);
  }

  private connected(): void {
    const replica = this.current;
    if (!replica?.loaded) return;
    this.stream.start(replica);
    this.endSending();
    const start = () => this.sender.start(replica);
    this.endSending = replica.persistence?.send(start) ?? (start(), () => {});
  }

  private disconnected(): void {
    this.stream.stop();
    this.interrupt();
    this.sender.stop();
    this.endSending();
    this.endSending = () => {};
  }

  /** The stream is interrupted, perhaps for a moment: its answers are trusted until the client is offline. */
  private interrupt(): void {
    const replica = this.current;
    for (const { key, answer } of this.listeners.all()) {
      if (!replica || !answer.current) continue;
      answer.since = replica.version;
      answer.current = false;
      answer.trusted = true;
      replica.persistence?.answerChanged(key);
    }
  }

  private unreachable(): void {
    if (!this.current?.loaded) return;
    this.interrupt();
    for (const { answer } of this.listeners.all()) answer.trusted = false;
    this.listeners.tellAll(this.online.offline());
  }

  private streamed(event: WatchEvent): void {
    switch (event.type) {
      case 'changes':
        if (this.current && !this.disposed) this.receive(this.current, event);
        return;
      case 'refused':
        this.stream.remove(event.view);
        this.current?.dropAnswer(event.view);
        this.listeners.fail(event.view, event.error);
        this.noteWatching();
        return;
      case 'broken':
        this.interrupt();
        return;
      case 'silent':
        this.online.suspect();
        return;
      case 'alive':
        this.online.confirm();
        return;
      case 'idle':
        this.online.calm();
    }
  }

  private receive(
    replica: LocalReplica,
    { changes, viewOf }: Extract<WatchEvent, { readonly type: 'changes' }>,
  ): void {
    const { change, stale } = applyChanges(replica, changes, viewOf);
    const show = (refetched: ReplicaChange) => this.show(replica, refetched);
    refetchDocs(this.context.transport, replica, stale, show);
    show(change);
    this.sender.wake();
  }

  private replicaChanged(replica: LocalReplica, event: ReplicaEvent): void {
    if (event.type === 'changed') this.show(replica, event);
    else if (replica !== this.current) return;
    else if (event.type === 'queued') this.sender.wake();
    else this.sender.callOff();
  }

  /** Updates the open views, and notifies their listeners. */
  show(replica: LocalReplica, change: ReplicaChange): void {
    if (replica !== this.current || this.disposed) return;
    this.listeners.change(replica.docs, change, this.online.offline());
    replica.gc?.rest();
  }

  private noteWatching(): void {
    this.current?.persistence?.watching(this.listeners.size() > 0);
  }
}
