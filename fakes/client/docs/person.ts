/** Local state of one person (or of nobody signed in) in this tab. Never shown to, or sent as, another. */
import type { Accepted, DocState, ListenRequest } from '#fakes/cloud/docs/protocol.ts';
import type { Write } from '#ports/docs/docs.ts';
import type { GivenAnswer, Keeping } from './keeping.ts';
import { LocalDocs } from './local-docs.ts';
import type { News } from './siblings.ts';
import type { StoredWrite } from './stored-records.ts';
import { holds, type View } from './view.ts';
import { type Outcome, type QueuedWrite, WriteQueue } from './write-queue.ts';

export interface PersonOwner {
  /** Views of this person that are open now. */
  views(person: Person): Iterable<View>;
  view(person: Person, key: string): View | null;
  /** Whether an open view shows the document. */
  shows(person: Person, path: string): boolean;
  /** Whether an open view may hold the document in this state. */
  concerns(person: Person, state: DocState): boolean;
  /** Called when documents may look different. */
  changed(person: Person, paths: ReadonlySet<string>): void;
  /** Called when the queue has grown. */
  queued(person: Person): void;
  /** Called when the queue was emptied: a request under way is to be cancelled. */
  forgotten(person: Person): void;
}

export class Person {
  readonly uid: string | null;
  /** The queue's name at the server. */
  readonly queueName: string;
  readonly docs: LocalDocs;
  readonly queue = new WriteQueue();
  readonly keeping: Keeping;
  /** The store's epoch that `version` belongs to. */
  epoch: string | null = null;
  /** Latest version of the store that this client has received. */
  version = 0;
  /** Whether the cached state of earlier pages has been loaded. */
  loaded = false;
  private readonly owner: PersonOwner;
  private loading: Promise<void> | null = null;
  private early: (() => void)[] = [];

  constructor(
    uid: string | null,
    queueName: string,
    owner: PersonOwner,
    keepingOf: (person: Person) => Keeping,
  ) {
    this.uid = uid;
    this.queueName = queueName;
    this.owner = owner;
    this.docs = new LocalDocs((path) => {
      if (this.loaded) this.keeping.docChanged(path);
    });
    this.keeping = keepingOf(this);
  }

  load(): Promise<void> {
    this.loading ??= this.read();
    return this.loading;
  }

  /** Runs `run` now or once the cached state is loaded, in the order of the calls. */
  whenLoaded(run: () => void): void {
    if (this.loaded) run();
    else this.early.push(run);
  }

  views(): Iterable<View> {
    return this.owner.views(this);
  }

  /** Cached answer of an open query. */
  openAnswer(key: string): GivenAnswer | null {
    const view = this.owner.view(this, key);
    return view && this.answerOf(view);
  }

  /** An answer of the server's came from this past of the store. Versions of another can't be compared with it. */
  meet(epoch: string): void {
    if (this.epoch !== null && this.epoch !== epoch) this.distrust();
    this.epoch = epoch;
  }

  /** Notes the version that the stream has reached. */
  see(epoch: string, version: number): void {
    this.meet(epoch);
    if (version < this.version) this.distrust();
    this.version = version;
  }

  /** Gives a view its cached answer, if any. */
  recall(view: View): void {
    const kept = this.keeping.answer(view.key);
    view.answer.current = false;
    view.answer.trusted = false;
    view.answer.keys = kept ? new Set(kept.paths) : null;
    view.answer.since = kept?.since ?? 0;
  }

  /** Closes a view; the server's answer stays cached for the next one. */
  keep(view: View): void {
    const answer = this.answerOf(view);
    if (answer) this.keeping.answerClosed(answer);
    if ('doc' in view.what) this.keeping.letGo([view.what.doc]);
  }

  /** Caches the answer to a single query. */
  remember({ key, answer }: View, version: number): void {
    this.keeping.answerClosed({ key, paths: [...(answer.keys ?? [])], since: version });
  }

  /** Drops the answer of a refused query: it is not shown again as the server's. */
  dropAnswer(view: View): void {
    this.keeping.letGo(view.answer.keys ?? []);
    view.answer.keys = null;
    view.answer.current = false;
    view.answer.trusted = false;
    this.keeping.answerDropped(view.key);
  }

  keptPaths(key: string): ReadonlySet<string> | null {
    const kept = this.keeping.answer(key);
    return kept ? new Set(kept.paths) : null;
  }

  resumeOf({ answer }: View): ListenRequest['resume'] {
    if (!answer.keys || this.epoch === null) return null;
    const paths = [...answer.keys].filter((path) => this.docs.confirmed(path)?.data);
    return { epoch: this.epoch, since: answer.current ? this.version : answer.since, paths };
  }

  /** The server's answer to a view's query; `null` before the first. */
  answerOf({ key, answer }: View): GivenAnswer | null {
    if (!answer.keys) return null;
    return { key, paths: [...answer.keys], since: answer.current ? this.version : answer.since };
  }

  /** Queues a write of this tab's. */
  enqueue(id: string, writes: readonly Write[], atMs: number): QueuedWrite {
    const entry = this.queue.add(id, writes, atMs);
    this.keeping.queued(entry);
    this.lay(entry);
    return entry;
  }

  /** Adds a write that another tab queued, unless its outcome is known already. */
  hearQueued(stored: StoredWrite): void {
    const entry = this.queue.hear(stored);
    if (entry) this.lay(entry);
  }

  /** Settles a waiting write. Returns the paths that it changed; none when its outcome was known. */
  settle(id: string, outcome: Outcome): ReadonlySet<string> {
    const entry = this.queue.take(id, outcome);
    if (!entry) return new Set();
    if (outcome.accepted) this.docs.accept(entry, outcome.accepted);
    else this.docs.remove(entry);
    this.keeping.settled(entry, outcome);
    const paths = new Set(entry.mutations.map(({ path }) => path));
    this.keeping.letGo(paths);
    return paths;
  }

  accept(accepted: Accepted): ReadonlySet<string> {
    return this.settle(accepted.mutation, { accepted, error: null });
  }

  hearSettled(id: string, outcome: Outcome): void {
    this.owner.changed(this, this.settle(id, outcome));
  }

  /**
   * Applies the changes that another tab received, without those that the server sends to this tab by itself: related changes show
   * together. Returns the lowest version that the rest is of.
   */
  hear(news: News): number {
    if (this.epoch !== null && news.epoch !== this.epoch) return 0;
    this.epoch = news.epoch;
    let since = Infinity;
    const paths = new Set<string>();
    for (const state of news.docs)
      if (this.isToldOf(state.path)) since = this.version;
      else if (this.docs.learn(state)) paths.add(state.path);
    for (const path of news.gone) if (this.forget(path)) paths.add(path);
    this.owner.changed(this, paths);
    return since;
  }

  /** Whether a document is watched or has waiting writes. */
  isNeeded(path: string): boolean {
    return this.docs.isPending(path) || this.isWatched(path);
  }

  /** Removes a document that nothing needs. */
  forget(path: string): boolean {
    if (this.isNeeded(path)) return false;
    this.docs.forget(path);
    return true;
  }

  forgetAll(): void {
    this.queue.clear();
    this.docs.clear();
    this.epoch = null;
    this.version = 0;
    this.owner.forgotten(this);
  }

  /** Called when the queue may be sent again: the disk has caught up. */
  maySendAgain(): void {
    this.owner.queued(this);
  }

  private lay(entry: QueuedWrite): void {
    this.docs.add(entry);
    this.owner.changed(this, new Set(entry.mutations.map(({ path }) => path)));
    this.owner.queued(this);
  }

  /** Whether an open view shows the document. */
  isShown(path: string): boolean {
    return this.owner.shows(this, path);
  }

  /** Whether a document from the server is useful only to its reader and is not cached. */
  passes(state: DocState): boolean {
    return this.keeping.passes(state.path) && !this.owner.concerns(this, state);
  }

  /** Whether the open stream covers the document. */
  private isToldOf(path: string): boolean {
    for (const { answer } of this.views()) if (answer.current && answer.keys?.has(path)) return true;
    return false;
  }

  private isWatched(path: string): boolean {
    for (const view of this.views()) if (holds(view, path)) return true;
    return false;
  }

  private distrust(): void {
    this.version = 0;
    for (const { answer } of this.views()) answer.since = 0;
    this.docs.distrust();
    this.keeping.distrusted();
  }

  private async read(): Promise<void> {
    const kept = await this.keeping.load();
    this.epoch = kept?.state?.epoch ?? null;
    this.version = kept?.state?.version ?? 0;
    for (const state of kept?.docs ?? []) this.docs.learn(state);
    for (const stored of kept?.queue ?? []) {
      const entry = this.queue.hear(stored);
      if (entry) this.docs.add(entry);
    }
    this.loaded = true;
    const { early } = this;
    this.early = [];
    for (const run of early) run();
  }
}
