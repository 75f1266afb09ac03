/**
 * Local replica of one user's documents (or of those of nobody signed in) in this tab: confirmed documents, waiting writes, and how
 * far the server's stream was received. Never shown to, or sent as, another user.
 */
import type { Write } from '#ports/docs/docs.ts';
import type { ArgumentLimits } from '#ports/docs/limits.ts';
import type { DocState } from '#query/doc-state.ts';
import type { CachePersistence, GarbageCollection, QueryAnswer } from './cache-policy.ts';
import { LocalDocs } from './local-docs.ts';
import { noViews, type OpenViews } from './open-views.ts';
import type { CacheDelta, StoredWrite } from './stored-records.ts';
import type { AcceptedCommit, CommitQueue, ListenRequest } from './transport.ts';
import { holds, type LocalView } from './view.ts';
import { pathsOfWrite, type QueuedWrite, type WriteOutcome, WriteQueue } from './write-queue.ts';

/** Change of a replica that another tab or the disk caused. */
export type ReplicaEvent =
  /** Documents may look different. */
  | { readonly type: 'changed'; readonly paths: ReadonlySet<string> }
  /** The queue has grown, or may be sent again. */
  | { readonly type: 'queued' }
  /** The queue was emptied: a request under way is to be cancelled. */
  | { readonly type: 'cleared' };

export interface CachePolicies {
  readonly persistence: CachePersistence | null;
  readonly gc: GarbageCollection | null;
}

export class LocalReplica implements CommitQueue {
  readonly queueName: string;
  readonly docs: LocalDocs;
  readonly queue = new WriteQueue();
  readonly persistence: CachePersistence | null;
  readonly gc: GarbageCollection | null;
  /** Open queries, while its user is signed in. */
  views: OpenViews = noViews;
  /** The store's epoch that `version` belongs to. */
  epoch: string | null = null;
  /** Latest version of the store that this client has received. */
  version = 0;
  /** Whether the cached state of earlier pages has been loaded. */
  loaded = false;
  private readonly publish: (event: ReplicaEvent) => void;
  private loading: Promise<void> | null = null;
  private early: (() => void)[] = [];

  constructor(
    queueName: string,
    limits: ArgumentLimits,
    publish: (event: ReplicaEvent) => void,
    policiesOf: (replica: LocalReplica) => CachePolicies,
  ) {
    this.queueName = queueName;
    this.publish = publish;
    this.docs = new LocalDocs(limits, (path) => {
      if (this.loaded) this.persistence?.docChanged(path);
    });
    const { persistence, gc } = policiesOf(this);
    this.persistence = persistence;
    this.gc = gc;
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

  /** Cached answer of an open query. */
  openAnswer(key: string): QueryAnswer | null {
    const view = this.views.view(key);
    return view && this.answerOf(view);
  }

  /** Notes the epoch of a server's answer. Versions of different epochs can't be compared. */
  meet(epoch: string): void {
    if (this.epoch !== null && this.epoch !== epoch) this.distrust();
    this.epoch = epoch;
  }

  /** Notes the version that the stream has reached. */
  reach(epoch: string, version: number): void {
    this.meet(epoch);
    if (version < this.version) this.distrust();
    this.version = version;
  }

  /** Gives a view its cached answer, if any. */
  recall(view: LocalView): void {
    const cached = this.persistence?.answer(view.key) ?? null;
    view.answer.current = false;
    view.answer.trusted = false;
    view.answer.keys = cached ? new Set(cached.paths) : null;
    view.answer.since = cached?.since ?? 0;
  }

  /** Caches the answer of a view that is closed. */
  keep(view: LocalView): void {
    const answer = this.answerOf(view);
    if (answer) this.closeAnswer(answer);
    if ('doc' in view.subject) this.release([view.subject.doc]);
  }

  /** Caches the answer to a single query. */
  remember({ key, answer }: LocalView, version: number): void {
    this.closeAnswer({ key, paths: [...(answer.keys ?? [])], since: version });
  }

  /** Drops the answer of a refused query: it is not shown again as the server's. */
  dropAnswer(view: LocalView): void {
    this.release(view.answer.keys ?? []);
    view.answer.keys = null;
    view.answer.current = false;
    view.answer.trusted = false;
    this.persistence?.answerDropped(view.key);
  }

  cachedPaths(key: string): ReadonlySet<string> | null {
    const cached = this.persistence?.answer(key);
    return cached ? new Set(cached.paths) : null;
  }

  resumeOf({ answer }: LocalView): ListenRequest['resume'] {
    if (!answer.keys || this.epoch === null) return null;
    const paths = [...answer.keys].filter((path) => this.docs.confirmed(path)?.data);
    return { epoch: this.epoch, since: answer.current ? this.version : answer.since, paths };
  }

  /** The server's answer to a view's query; `null` before the first. */
  answerOf({ key, answer }: LocalView): QueryAnswer | null {
    if (!answer.keys) return null;
    return { key, paths: [...answer.keys], since: answer.current ? this.version : answer.since };
  }

  /** Queues a write of this tab's. */
  enqueue(id: string, writes: readonly Write[], atMs: number): QueuedWrite {
    const entry = this.queue.add(id, writes, atMs);
    this.persistence?.queued(entry);
    this.docs.add(entry);
    return entry;
  }

  /** The oldest waiting write, if it may be sent. */
  nextWrite(): QueuedWrite | null {
    return this.loaded && (this.persistence?.maySend() ?? true) ? this.queue.head() : null;
  }

  mayWrite(paths: readonly string[]): boolean {
    return (this.persistence?.isShared() ?? false) || paths.some((path) => this.docs.isPending(path));
  }

  /** Settles a waiting write. Returns the paths that it changed; none when its outcome was known. */
  settle(id: string, outcome: WriteOutcome): ReadonlySet<string> {
    const entry = this.queue.take(id, outcome);
    if (!entry) return none;
    if (outcome.accepted) {
      for (const state of outcome.accepted.docs) this.docs.learn(state);
      this.docs.accept(entry, outcome.accepted);
    } else this.docs.remove(entry);
    this.persistence?.settled(entry, outcome);
    const paths = pathsOfWrite(entry);
    this.release(paths);
    return paths;
  }

  accept(accepted: AcceptedCommit): ReadonlySet<string> {
    return this.settle(accepted.commit, { accepted, error: null });
  }

  /** Adds a write that another tab queued, unless its outcome is known already. */
  hearQueued(stored: StoredWrite): void {
    const entry = this.queue.hear(stored);
    if (!entry) return;
    this.docs.add(entry);
    this.publish({ type: 'changed', paths: pathsOfWrite(entry) });
    this.publish({ type: 'queued' });
  }

  hearSettled(id: string, outcome: WriteOutcome): void {
    this.publish({ type: 'changed', paths: this.settle(id, outcome) });
  }

  /**
   * Applies the changes that another tab received, without those that the server sends to this tab by itself: related changes show
   * together. A document with a waiting write stays as it is until the write is settled: the change may contain the write. Returns the
   * lowest version that the rest is of.
   */
  hear(delta: CacheDelta): number {
    if (this.epoch !== null && delta.epoch !== this.epoch) return 0;
    this.epoch = delta.epoch;
    let since = Infinity;
    const paths = new Set<string>();
    for (const state of delta.docs)
      if (this.isStreamed(state.path) || this.docs.isPending(state.path)) since = this.version;
      else if (this.docs.learn(state)) paths.add(state.path);
    for (const path of delta.gone) if (this.forget(path)) paths.add(path);
    this.publish({ type: 'changed', paths });
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

  clear(): void {
    this.queue.clear();
    this.docs.clear();
    this.epoch = null;
    this.version = 0;
    this.publish({ type: 'cleared' });
  }

  /** Publishes that the queue may be sent again: the disk has caught up. */
  maySendAgain(): void {
    this.publish({ type: 'queued' });
  }

  /** Documents that no view needs any more, unless something else does. */
  release(paths: Iterable<string>): void {
    this.persistence?.touch(paths);
    this.gc?.release(paths);
  }

  /** Whether a document from the server is useful only to its reader and is not cached. */
  bypasses(state: DocState): boolean {
    return this.gc !== null && this.gc.isUnheld(state.path) && !this.views.concerns(state);
  }

  private closeAnswer(answer: QueryAnswer): void {
    this.persistence?.answerClosed(answer);
    this.gc?.release(answer.paths);
  }

  /** Whether the open stream covers the document. */
  private isStreamed(path: string): boolean {
    for (const { answer } of this.views.all()) if (answer.current && answer.keys?.has(path)) return true;
    return false;
  }

  private isWatched(path: string): boolean {
    for (const view of this.views.all()) if (holds(view, path)) return true;
    return false;
  }

  private distrust(): void {
    this.version = 0;
    for (const { answer } of this.views.all()) answer.since = 0;
    this.docs.distrust();
    this.persistence?.distrusted();
  }

  private async read(): Promise<void> {
    const cache = (await this.persistence?.load()) ?? null;
    this.epoch = cache?.state?.epoch ?? null;
    this.version = cache?.state?.version ?? 0;
    for (const state of cache?.docs ?? []) this.docs.learn(state);
    for (const stored of cache?.queue ?? []) {
      const entry = this.queue.hear(stored);
      if (entry) this.docs.add(entry);
    }
    this.loaded = true;
    const { early } = this;
    this.early = [];
    for (const run of early) run();
  }
}

const none: ReadonlySet<string> = new Set();
