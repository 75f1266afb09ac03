/** Persistent cache of a client in a browser, within a budget and shared by all tabs. */
import { unlimitedCache } from '#ports/defaults.ts';
import { Backoff, documentsBackoff } from '#provider-kit/backoff.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { StorageHealth } from '#provider-kit/storage-health.ts';
import type { Lock, TabStore } from '#provider-kit/tab-store.ts';
import { CacheEvictor } from './cache-evictor.ts';
import type { CachePersistence, QueryAnswer } from './cache-policy.ts';
import type { CacheTab } from './caches.ts';
import type { CacheSource } from './cache-source.ts';
import { CacheStorage } from './cache-storage.ts';
import type { LocalReplica } from './local-replica.ts';
import { LruIndex } from './lru-index.ts';
import { SharedWriteQueue } from './shared-write-queue.ts';
import type { CachedAnswer, CachedDoc, CacheDelta, StoredCache } from './stored-records.ts';
import { TabChannel, type TabEvent } from './tab-channel.ts';
import type { WriteOutcome, QueuedWrite } from './write-queue.ts';

interface PersistentCacheOptions extends CacheTab {
  readonly tab: TabStore;
  readonly health: StorageHealth;
}

export class PersistentCache implements CachePersistence {
  private readonly replica: LocalReplica;
  private readonly tab: TabStore;
  private readonly name: string;
  private readonly cacheBytes: number;
  private readonly lru = new LruIndex();
  private readonly disk: CacheStorage;
  private readonly channel: TabChannel;
  private readonly queue: SharedWriteQueue;
  private readonly evictor: CacheEvictor;
  private readonly clock: Clock;
  private readonly rereadBackoff: Backoff;
  /** Held by the one tab that writes the cache to the disk and evicts from it. */
  private keeper: Lock | null = null;
  private keeps = false;
  private watched: Lock | null = null;
  /** Whether a message of another tab is being applied: the change is not sent to the tabs again. */
  private hearing = false;

  /** `name` is where all of it is kept. */
  constructor(replica: LocalReplica, name: string, options: PersistentCacheOptions) {
    const { tab, self, clock, random, health, cacheBytes } = options;
    this.clock = clock;
    this.rereadBackoff = new Backoff(clock, random.fork('read-again'), documentsBackoff);
    this.replica = replica;
    this.tab = tab;
    this.name = name;
    this.cacheBytes = cacheBytes;
    const source: CacheSource = {
      state: () => ({ epoch: replica.epoch, version: replica.version, used: this.lru.latest }),
      doc: (path) => this.cachedDoc(path),
      answer: (key) => this.openAnswer(key) ?? this.answer(key),
    };
    this.disk = new CacheStorage({
      store: tab,
      prefix: name,
      source,
      clock,
      random: random.fork('save-again'),
      health,
    });
    this.evictor = new CacheEvictor(clock, () => this.evict());
    this.channel = new TabChannel({
      tab,
      topic: name,
      self,
      source,
      whenLoaded: (run) => replica.whenLoaded(run),
      publish: (event) => this.receive(event),
    });
    this.queue = new SharedWriteQueue(replica, tab, name, this.disk, this.channel);
  }

  async load(): Promise<StoredCache> {
    const kept = await this.disk.load();
    if (!kept.isRead) {
      // Writes that are stored have lower orders.
      this.replica.queue.countFrom(this.clock.now());
      this.readQueueLater();
    }
    this.queue.found(kept.queue);
    this.lru.restore(kept);
    return kept;
  }

  enter(): void {
    const lock = this.tab.lock(`${this.name}/keeper`);
    this.keeper = lock;
    void lock.held.then(() =>
      this.replica.whenLoaded(() => {
        if (this.keeper !== lock) return;
        if (!this.disk.keep()) {
          // Another tab may be able to.
          lock.release();
          return;
        }
        this.keeps = true;
        this.makeRoom();
      }),
    );
  }

  async leave(): Promise<void> {
    const { keeper } = this;
    this.keeper = null;
    this.keeps = false;
    this.evictor.stop();
    this.watching(false);
    await this.disk.rest();
    keeper?.release();
  }

  docChanged(path: string): void {
    if (this.replica.docs.confirmed(path)) this.lru.touch([path]);
    else this.lru.forget(path);
    this.disk.docChanged(path);
    if (!this.hearing) this.channel.docLearned(path);
    this.makeRoom();
  }

  answerChanged(key: string): void {
    this.disk.answerChanged(key);
    this.channel.answerChanged(key);
  }

  answerClosed(answer: QueryAnswer): void {
    this.remember(answer);
    this.channel.answerClosed(answer.key);
    this.makeRoom();
  }

  answerDropped(key: string): void {
    this.lru.answers.delete(key);
    this.disk.answerChanged(key);
    this.channel.answerClosed(key);
  }

  answer(key: string): CachedAnswer | null {
    const [one, other] = [this.lru.answers.get(key) ?? null, this.channel.answer(key)];
    return one && other ? (one.since < other.since ? other : one) : (one ?? other);
  }

  isShared(): boolean {
    return this.channel.isShared();
  }

  send(start: () => void): () => void {
    return this.queue.send(start);
  }

  maySend(): boolean {
    return this.queue.maySend();
  }

  queued(entry: QueuedWrite): void {
    this.queue.queued(entry);
  }

  settled(entry: QueuedWrite, outcome: WriteOutcome): void {
    this.queue.settled(entry, outcome, this.hearing);
  }

  touch(paths: Iterable<string>): void {
    for (const path of paths) if (this.replica.docs.confirmed(path)) this.lru.touch([path]);
  }

  watching(any: boolean): void {
    if (any) this.watched ??= this.tab.share(`${this.name}/watched`);
    else {
      this.watched?.release();
      this.watched = null;
    }
  }

  distrusted(): void {
    for (const key of this.lru.answers.keys()) this.disk.answerChanged(key);
    this.lru.answers.clear();
    this.channel.distrust();
  }

  async clear(): Promise<boolean> {
    const alone = await this.tab.tryLock(`${this.name}/watched`);
    if (!alone) return false;
    try {
      this.removeAll();
      await this.disk.clear();
      this.channel.cleared();
    } finally {
      alone.release();
    }
    return true;
  }

  async dispose(): Promise<void> {
    this.rereadBackoff.cancel();
    await this.leave();
    this.disk.stop();
    this.channel.bye();
  }

  private readQueueLater(): void {
    this.rereadBackoff.schedule(() => {
      void this.queue.review().then((done) => {
        if (!done) this.readQueueLater();
      });
    });
  }

  private receive(event: TabEvent): void {
    switch (event.type) {
      case 'queued':
        this.queue.takeIn(event.write);
        return;
      case 'settled':
        this.asHeard(() => this.replica.hearSettled(event.id, event.outcome));
        return;
      case 'changes':
        this.channel.note(event.from, event.delta, this.apply(event.delta));
        return;
      case 'evicted':
        this.drop(event.docs, event.answers);
        return;
      case 'cleared':
        this.removeAll();
        return;
      case 'opened':
        this.channel.introduce(this.openAnswers(), this.disk.unsaved());
        this.queue.introduce();
        void this.queue.review();
        return;
      case 'gone':
        void this.queue.review();
    }
  }

  /** Applies the changes of another tab; returns the lowest version that the known documents are of. */
  private apply(delta: CacheDelta): number {
    return this.asHeard(() => {
      const since = this.replica.hear(delta);
      if (since === 0) return since;
      for (const { key } of delta.open) this.disk.answerChanged(key);
      for (const answer of delta.closed) this.remember({ ...answer, since: Math.min(answer.since, since) });
      return since;
    });
  }

  private remember(answer: QueryAnswer): void {
    const dropped = this.lru.keep(answer);
    this.disk.answerChanged(answer.key);
    if (dropped !== null) this.disk.answerChanged(dropped);
  }

  private makeRoom(): void {
    if (this.keeps && this.cacheBytes !== unlimitedCache) this.evictor.wake();
  }

  private evict(): void {
    if (!this.keeps) return;
    const { replica, lru } = this;
    const open = new Map<string, readonly string[]>();
    for (const { key, paths } of [...this.channel.answers(), ...this.openAnswers()])
      open.set(key, [...(open.get(key) ?? []), ...paths]);
    const { docs, answers } = lru.surplus(
      replica.docs,
      open,
      (path) => replica.isNeeded(path),
      this.cacheBytes,
    );
    if (docs.length + answers.length === 0) return;
    this.drop(docs, answers);
    this.channel.evicted(docs, answers);
    this.makeRoom();
  }

  private drop(docs: readonly string[], answers: readonly string[]): void {
    this.asHeard(() => {
      for (const key of answers) {
        this.lru.answers.delete(key);
        this.disk.answerChanged(key);
      }
      for (const path of docs) this.replica.forget(path);
    });
  }

  private removeAll(): void {
    this.asHeard(() => {
      this.queue.clear();
      this.replica.clear();
      this.lru.clear();
      this.channel.distrust();
    });
  }

  private openAnswers(): readonly CachedAnswer[] {
    const used = this.lru.latest;
    return [...this.replica.views.all()].flatMap((view) => {
      const answer = this.replica.answerOf(view);
      return answer ? { ...answer, used } : [];
    });
  }

  private openAnswer(key: string): CachedAnswer | null {
    const answer = this.replica.openAnswer(key);
    return answer && { ...answer, used: this.lru.latest };
  }

  private cachedDoc(path: string): CachedDoc | null {
    const doc = this.replica.docs.confirmed(path);
    return doc && { path, data: doc.data, version: doc.version, used: this.lru.used(path) };
  }

  private asHeard<T>(run: () => T): T {
    this.hearing = true;
    try {
      return run();
    } finally {
      this.hearing = false;
    }
  }
}
