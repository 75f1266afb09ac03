/** The moving parts of one client's documents put together: who it is, whether the server is there, what is watched. */
import type { Write } from '#ports/docs/docs.ts';
import { PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { ClientContext } from '../context.ts';
import { Incoming } from './incoming.ts';
import type { Listener } from './listeners.ts';
import { Person } from './person.ts';
import { Remote } from './remote.ts';
import { Sender } from './sender.ts';
import type { View } from './view.ts';
import { Watches } from './watches.ts';

/** How long the first connection may take before this client calls itself offline. */
const patienceMs = 10_000;

export const disposedError = () => new PortError('failed-precondition', 'This client has been disposed of.');

export const offlineError = (what: string) =>
  new PortError('unavailable', `${what} can’t be fetched: there is no connection to the backend.`);

export class Engine {
  readonly watches = new Watches();
  private readonly context: ClientContext;
  readonly incoming: Incoming;
  private readonly remote: Remote;
  private readonly sender: Sender;
  private readonly people = new Map<string | null, Person>();
  private readonly waiters = new Set<(error: PortError) => void>();
  /** Calls that may take long, and end with this client. */
  private readonly calls = new Set<(error: PortError) => void>();
  private readonly started: Promise<void>;
  private tab = '';
  private current: Person | null = null;
  private enabled = true;
  private contact: 'unknown' | 'online' | 'offline' = 'unknown';
  private disposed = false;
  private cancelPatience: () => void = () => {};

  constructor(context: ClientContext) {
    this.context = context;
    const { link, clock, random } = context;
    this.incoming = new Incoming(link, (person, paths, whole) => this.refresh(person, paths, whole));
    this.remote = new Remote(link, clock, random.fork('docs/listen'), {
      resumeOf: (view) => this.current?.resumeOf(view) ?? null,
      event: (event, viewOf) => {
        if (!this.current || this.disposed) return;
        this.incoming.event(this.current, event, viewOf);
        this.sender.wake();
      },
      refused: (view, error) => this.refuseView(view, error),
      interrupted: () => this.outOfTouch(),
    });
    this.sender = new Sender(link, clock, random.fork('docs/send'), {
      next: () => {
        const person = this.current;
        const entry = person?.loaded ? person.queue.head() : null;
        return person && entry ? { entry, queue: person.queueName } : null;
      },
      accepted: (accepted) => {
        if (this.current) this.incoming.accepted(this.current, accepted);
      },
      refused: (entry, error) => this.refuseWrite(entry.id, error),
    });
    this.started = this.start();
  }

  /** The signed-in person's documents, once what was kept of them has been read. */
  async person(): Promise<Person> {
    await this.started;
    for (;;) {
      if (this.disposed) throw disposedError();
      const person = this.current;
      if (!person) throw disposedError();
      await person.load();
      if (person === this.current) return person;
    }
  }

  offline(): boolean {
    return this.contact === 'offline';
  }

  isDisposed(): boolean {
    return this.disposed;
  }

  /** May the server be asked? */
  reachable(): boolean {
    return this.enabled && this.contact !== 'offline';
  }

  watch(view: View, listener: Listener): Unsubscribe {
    const known = this.watches.find(view.key);
    const watched = known ?? this.watches.open(view);
    const { current } = this;
    if (!known && current?.loaded) this.begin(current, watched.view);
    const remove = current?.loaded
      ? this.watches.listen(watched, listener, this.offline())
      : watched.add(listener);
    return () => {
      remove();
      if (watched.size() > 0 || this.watches.find(view.key) !== watched) return;
      this.current?.keep(watched.view);
      this.watches.close(watched.view);
      this.remote.remove(watched.view);
    };
  }

  /** As `run` ends, or rejects when this client is disposed of first. */
  async untilDisposed<T>(run: () => Promise<T>): Promise<T> {
    if (this.disposed) throw disposedError();
    const { promise, reject } = Promise.withResolvers<never>();
    this.calls.add(reject);
    try {
      return await Promise.race([run(), promise]);
    } finally {
      this.calls.delete(reject);
    }
  }

  /** A write that waits when this client is disposed of stays in the queue, for the next one. */
  write(writes: readonly Write[]): Promise<void> {
    return this.untilDisposed(() => (writes.length === 0 ? Promise.resolve() : this.enqueue(writes)));
  }

  private async enqueue(writes: readonly Write[]): Promise<void> {
    const { context } = this;
    const id = context.random.id();
    const at = context.clock.now();
    const enqueue = (person: Person) => {
      const entry = person.queue.add(id, writes, at);
      if (person.loaded) {
        person.docs.add(entry);
        this.refresh(person, new Set(entry.mutations.map(({ path }) => path)));
        this.sender.wake();
      }
      return entry.done;
    };
    if (this.current) return enqueue(this.current);
    await this.started;
    if (!this.current) throw disposedError();
    return enqueue(this.current);
  }

  /** Resolves when all that waits now has been settled. */
  async settled(): Promise<void> {
    const person = await this.person();
    const waiting = person.queue.all().map(({ done }) => done);
    if (waiting.length === 0) return;
    await new Promise<void>((resolve, reject) => {
      this.waiters.add(reject);
      void Promise.allSettled(waiting).then(() => {
        this.waiters.delete(reject);
        resolve();
      });
    });
  }

  async setNetwork(enabled: boolean): Promise<void> {
    if (this.disposed) throw disposedError();
    await this.started;
    if (this.disposed) throw disposedError();
    if (this.enabled === enabled) return;
    this.enabled = enabled;
    if (!enabled) this.lose();
    else if (this.context.link.online()) this.connect();
  }

  async clear(): Promise<void> {
    const person = await this.person();
    if (this.watches.size() > 0)
      throw new PortError('failed-precondition', 'The cache can’t be cleared while it is being watched.');
    this.sender.stop();
    person.forgetAll();
    if (this.contact === 'online') this.sender.start();
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.cancelPatience();
    this.remote.stop();
    this.sender.stop();
    this.watches.stop();
    for (const reject of [...this.waiters, ...this.calls]) reject(disposedError());
    this.waiters.clear();
    this.calls.clear();
  }

  private async start(): Promise<void> {
    const { link, clock, stores, random } = this.context;
    const kept = await stores.session.get('docs/tab');
    this.tab = typeof kept === 'string' ? kept : random.fork('docs/tab').id();
    if (kept !== this.tab) await stores.session.set('docs/tab', this.tab);
    if (this.disposed) return;
    link.onOnline((online) => (online ? this.connect() : this.lose()));
    link.onNetwork((on) => {
      if (!on) this.lose();
    });
    link.onIdentity((uid) => this.become(uid));
    this.become(link.uid());
    if (link.online()) this.connect();
    else if (!link.networkOn()) this.lose();
    else
      this.cancelPatience = clock.setTimer(() => {
        if (this.contact === 'unknown') this.lose();
      }, patienceMs);
  }

  private connect(): void {
    if (this.disposed || !this.enabled) return;
    this.contact = 'online';
    this.cancelPatience();
    if (!this.current?.loaded) return;
    this.remote.start();
    this.sender.start();
  }

  private lose(): void {
    if (this.disposed) return;
    this.contact = 'offline';
    this.cancelPatience();
    this.remote.stop();
    this.sender.stop();
    this.outOfTouch();
  }

  private outOfTouch(): void {
    const person = this.current;
    if (!person?.loaded) return;
    for (const { answer } of this.watches.views()) {
      if (answer.current) answer.since = person.version;
      answer.current = false;
    }
    person.answersMoved();
    this.watches.tell(new Set(this.watches.views()), this.offline());
  }

  /** From now on this client speaks for another person: nothing of the one before is shown, or sent in the new name. */
  private become(uid: string | null): void {
    if (this.disposed) return;
    const before = this.current;
    if (before) {
      if (before.loaded) for (const view of this.watches.views()) before.keep(view);
      this.remote.stop();
      this.sender.stop();
      const error = new PortError('cancelled', 'Another person signed in before the writes had landed.');
      for (const reject of this.waiters) reject(error);
      this.waiters.clear();
    }
    const person: Person =
      this.people.get(uid) ??
      new Person(uid, this.tab, this.context.stores.local, () =>
        this.current === person ? this.watches.views() : [],
      );
    this.people.set(uid, person);
    this.current = person;
    this.watches.startAfresh();
    void person.load().then(() => this.arrive(person));
  }

  private arrive(person: Person): void {
    if (this.disposed || person !== this.current) return;
    for (const view of this.watches.views()) this.begin(person, view);
    this.watches.tell(new Set(this.watches.views()), this.offline());
    if (this.contact === 'online') this.connect();
  }

  private begin(person: Person, view: View): void {
    person.recall(view);
    view.rebuild(person.docs);
    this.remote.add(view);
  }

  private refresh(person: Person, paths: ReadonlySet<string>, whole?: ReadonlySet<View>): void {
    if (person !== this.current || this.disposed) return;
    this.watches.tell(this.watches.change(person.docs, paths, whole), this.offline());
  }

  private refuseWrite(id: string, error: PortError): void {
    const person = this.current;
    const entry = person?.queue.shift(id, error);
    if (!person || !entry) return;
    person.docs.remove(entry);
    this.refresh(person, new Set(entry.mutations.map(({ path }) => path)));
  }

  private refuseView(view: View, error: PortError): void {
    this.remote.remove(view);
    this.current?.dropAnswer(view);
    this.watches.fail(view, error);
  }
}
