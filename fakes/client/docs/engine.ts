/** Engine of one client's documents: person, online state, watched queries. */
import type { Write } from '#ports/docs/docs.ts';
import { disposedError, PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { ClientContext } from '../context.ts';
import { Contact } from './contact.ts';
import { Incoming } from './incoming.ts';
import { Interruptible } from './interruptible.ts';
import type { Listener } from './listeners.ts';
import { People } from './people.ts';
import type { Person, PersonOwner } from './person.ts';
import { Remote } from './remote.ts';
import { Sender } from './sender.ts';
import type { View } from './view.ts';
import { type Changed, Watches } from './watches.ts';

export const offlineError = (what: string) =>
  new PortError('unavailable', `${what} can’t be fetched: there is no connection to the backend.`);

export class Engine {
  readonly watches = new Watches();
  readonly incoming: Incoming;
  private readonly context: ClientContext;
  private readonly contact: Contact;
  private readonly remote: Remote;
  private readonly sender: Sender;
  private readonly people: People;
  /** Waiting for writes, which ends with their person. */
  private readonly waits = new Interruptible();
  /** Long calls, which reject when this client is disposed. */
  private readonly calls = new Interruptible();
  private readonly started: Promise<void>;
  /** Work that waits until the first person is known. */
  private early: ((person: Person) => void)[] = [];
  private current: Person | null = null;
  private disposed = false;
  private endSending: () => void = () => {};

  constructor(context: ClientContext) {
    this.context = context;
    const { link, clock, random } = context;
    this.people = new People(context, this.owner());
    this.contact = new Contact(link, clock, {
      connected: () => this.connect(),
      disconnected: () => this.disconnect(),
      outOfTouch: () => this.outOfTouch(),
    });
    this.incoming = new Incoming(link, (person, changed) => this.refresh(person, changed));
    this.remote = new Remote(link, clock, random.fork('docs/listen'), {
      queue: () => this.current?.queueName ?? null,
      resumeOf: (view) => this.current?.resumeOf(view) ?? null,
      event: (event, viewOf) => {
        if (!this.current || this.disposed) return;
        this.incoming.event(this.current, event, viewOf);
        this.sender.wake();
      },
      refused: (view, error) => this.refuseView(view, error),
      cut: () => this.cut(),
      interrupted: () => this.contact.doubt(),
      heard: () => this.contact.trust(),
      idle: () => this.contact.calm(),
    });
    this.sender = new Sender(link, clock, random.fork('docs/send'), {
      next: () => {
        const person = this.current;
        const entry = person?.loaded && person.keeping.maySend() ? person.queue.head() : null;
        return person && entry ? { entry, queue: person.queueName } : null;
      },
      accepted: (accepted) => {
        if (this.current) this.incoming.accepted(this.current, accepted);
      },
      refused: ({ id }, error) => {
        const person = this.current;
        if (person) this.refresh(person, { paths: person.settle(id, { accepted: null, error }) });
      },
    });
    this.started = this.start();
  }

  /** Local state of the signed-in person, once the cached part is loaded. */
  async person(): Promise<Person> {
    await this.started;
    for (;;) {
      if (this.disposed) throw disposedError();
      const person = this.current;
      if (!person) throw disposedError();
      await person.load();
      if (person !== this.current) continue;
      person.keeping.tidy();
      return person;
    }
  }

  /** The current person, if known and loaded; else `null`. */
  present(): Person | null {
    const { current } = this;
    if (this.disposed || !current?.loaded) return null;
    current.keeping.tidy();
    return current;
  }

  isDisposed(): boolean {
    return this.disposed;
  }

  /** Whether requests may be sent to the server. */
  reachable(): boolean {
    return this.contact.reachable();
  }

  watch(view: View, listener: Listener): Unsubscribe {
    const known = this.watches.find(view.key);
    const watched = known ?? this.watches.open(view);
    const { current } = this;
    if (!known && current?.loaded) this.begin(current, watched.view);
    const remove = current?.loaded
      ? this.watches.listen(watched, listener, this.contact.offline())
      : watched.add(listener);
    this.noteWatching();
    return () => {
      remove();
      if (watched.size() > 0 || this.watches.find(view.key) !== watched) return;
      this.watches.close(watched.view);
      this.current?.keep(watched.view);
      this.remote.remove(watched.view);
      this.noteWatching();
    };
  }

  onInSync(next: () => void): Unsubscribe {
    const stop = this.watches.onInSync(next);
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
   * Queues a write, synchronously once person and queue are known. A write that waits when this client is disposed stays in the
   * queue, for the browser's next client.
   */
  write(writes: readonly Write[]): Promise<void> {
    if (this.disposed) return Promise.reject(disposedError());
    if (writes.length === 0) return Promise.resolve();
    const { clock, random } = this.context;
    const [id, at] = [random.id(), clock.now()];
    return this.calls.promise((resolve, reject) => {
      const run = (person: Person) =>
        person.whenLoaded(() => void person.enqueue(id, writes, at).done.then(resolve, reject));
      if (this.current) run(this.current);
      else this.early.push(run);
    });
  }

  /** Resolves when all that waits now has been settled. */
  async settled(): Promise<void> {
    const person = await this.person();
    const waiting = person.queue.all().map(({ done }) => done);
    await this.waits.run(() => Promise.allSettled(waiting));
  }

  async setNetwork(enabled: boolean): Promise<void> {
    if (this.disposed) throw disposedError();
    await this.started;
    if (this.disposed) throw disposedError();
    this.contact.setEnabled(enabled);
  }

  async clear(): Promise<void> {
    const person = await this.person();
    const free = this.watches.size() === 0 && (await person.keeping.clear());
    if (!free)
      throw new PortError('failed-precondition', 'The cache can’t be cleared while it is being watched.');
  }

  /** Settles once the present state is stored for the browser's next client. */
  async dispose(): Promise<void> {
    if (this.disposed) return;
    this.disposed = true;
    this.contact.stop();
    this.remote.stop();
    this.sender.stop();
    this.endSending();
    for (const view of this.watches.views()) this.current?.keep(view);
    this.watches.stop();
    for (const ending of [this.waits, this.calls]) ending.interrupt(disposedError());
    await Promise.all(Array.from(this.people.all(), ({ keeping }) => keeping.dispose()));
  }

  private async start(): Promise<void> {
    const { link, lasting } = this.context;
    if (lasting) await this.people.findBrowser();
    if (this.disposed) return;
    link.onIdentity((uid) => this.become(uid));
    this.become(link.uid());
    this.contact.start();
  }

  private connect(): void {
    const person = this.current;
    if (!person?.loaded) return;
    this.remote.start();
    this.endSending();
    this.endSending = person.keeping.send(() => this.sender.start());
  }

  private disconnect(): void {
    this.remote.stop();
    this.cut();
    this.sender.stop();
    this.endSending();
    this.endSending = () => {};
  }

  /** The stream is interrupted, perhaps for a moment: its answers are trusted until the client is offline. */
  private cut(): void {
    const person = this.current;
    for (const { key, answer } of this.watches.views()) {
      if (!person || !answer.current) continue;
      answer.since = person.version;
      answer.current = false;
      answer.trusted = true;
      person.keeping.answerChanged(key);
    }
  }

  private outOfTouch(): void {
    if (!this.current?.loaded) return;
    this.cut();
    for (const { answer } of this.watches.views()) answer.trusted = false;
    this.watches.tellAll(this.contact.offline());
  }

  /** Switches to another person: nothing of the previous one is shown, or sent in the new name. */
  private become(uid: string | null): void {
    if (this.disposed) return;
    const before = this.current;
    if (before) {
      if (before.loaded) for (const view of this.watches.views()) before.keep(view);
      this.disconnect();
      this.waits.interrupt(
        new PortError('cancelled', 'Another person signed in before the writes had landed.'),
      );
      void before.keeping.leave();
    }
    const person = this.people.meet(uid);
    this.current = person;
    this.watches.startAfresh();
    person.keeping.enter();
    this.noteWatching();
    const { early } = this;
    this.early = [];
    for (const run of early) run(person);
    void person.load().then(() => this.arrive(person));
  }

  private owner(): PersonOwner {
    const isAtWork = (person: Person) => person === this.current && !this.disposed;
    return {
      views: (person) => (isAtWork(person) ? this.watches.views() : []),
      view: (person, key) => (isAtWork(person) ? (this.watches.find(key)?.view ?? null) : null),
      shows: (person, path) => isAtWork(person) && this.watches.shows(path),
      concerns: (person, state) => isAtWork(person) && this.watches.concerns(state),
      changed: (person, paths) => this.refresh(person, { paths }),
      queued: (person) => {
        if (person === this.current) this.sender.wake();
      },
      forgotten: (person) => {
        if (person === this.current) this.sender.callOff();
      },
    };
  }

  private arrive(person: Person): void {
    if (this.disposed || person !== this.current) return;
    for (const view of this.watches.views()) this.begin(person, view);
    this.watches.tellAll(this.contact.offline());
    if (this.contact.online()) this.connect();
  }

  private begin(person: Person, view: View): void {
    person.keeping.tidy();
    person.recall(view);
    view.rebuild(person.docs);
    this.remote.add(view);
  }

  private refresh(person: Person, changed: Changed): void {
    if (person !== this.current || this.disposed) return;
    this.watches.change(person.docs, changed, this.contact.offline());
    person.keeping.rest();
  }

  private noteWatching(): void {
    this.current?.keeping.watching(this.watches.size() > 0);
  }

  private refuseView(view: View, error: PortError): void {
    this.remote.remove(view);
    this.current?.dropAnswer(view);
    this.watches.fail(view, error);
    this.noteWatching();
  }
}
