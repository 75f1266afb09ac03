/** Persistent cache of a client in a browser, within a budget and shared by all tabs. */
import type { Clock } from '#provider-kit/clock.ts';
import type { Random } from '#provider-kit/random.ts';
import { unlimitedCache } from '#ports/defaults.ts';
import type { StorageHealth } from '#provider-kit/storage-health.ts';
import type { Lock, TabStore } from '#provider-kit/tab-store.ts';
import { Backoff, documentsBackoff } from '#provider-kit/backoff.ts';
import { Collector } from './collector.ts';
import type { GivenAnswer, Keeping } from './keeping.ts';
import type { Person } from './person.ts';
import { type Kept, Saved, type Source } from './saved.ts';
import { SharedQueue } from './shared-queue.ts';
import { Shelf } from './shelf.ts';
import { type News, Siblings } from './siblings.ts';
import type { KeptAnswer, KeptDoc } from './stored-records.ts';
import type { Outcome, QueuedWrite } from './write-queue.ts';

export interface Surroundings {
  readonly tab: TabStore;
  /** Names this tab among the others. */
  readonly self: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly health: StorageHealth;
  readonly cacheBytes: number;
}

export class Lasting implements Keeping {
  private readonly person: Person;
  private readonly tab: TabStore;
  private readonly name: string;
  private readonly cacheBytes: number;
  private readonly shelf = new Shelf();
  private readonly saved: Saved;
  private readonly siblings: Siblings;
  private readonly queue: SharedQueue;
  private readonly collector: Collector;
  private readonly clock: Clock;
  private readonly readingAgain: Backoff;
  /** Held by the one tab that writes the cache to the disk and evicts from it. */
  private keeper: Lock | null = null;
  private keeps = false;
  private watched: Lock | null = null;
  /** Whether the other tabs know already what is being applied. */
  private hearing = false;

  /** `name` is where all of it is kept. */
  constructor(person: Person, name: string, surroundings: Surroundings) {
    const { tab, self, clock, random, health, cacheBytes } = surroundings;
    this.clock = clock;
    this.readingAgain = new Backoff(clock, random.fork('read-again'), documentsBackoff);
    this.person = person;
    this.tab = tab;
    this.name = name;
    this.cacheBytes = cacheBytes;
    const source: Source = {
      state: () => ({ epoch: person.epoch, version: person.version, used: this.shelf.latest }),
      doc: (path) => this.keptDoc(path),
      answer: (key) => this.openAnswer(key) ?? this.answer(key),
    };
    this.saved = new Saved({
      store: tab,
      prefix: name,
      source,
      clock,
      random: random.fork('save-again'),
      health,
    });
    this.collector = new Collector(clock, () => this.collect());
    this.siblings = new Siblings(tab, name, self, source, {
      whenLoaded: (run) => person.whenLoaded(run),
      queued: (write) => this.queue.takeIn(write),
      settled: (id, outcome) => this.asHeard(() => person.hearSettled(id, outcome)),
      news: (news) => this.hear(news),
      collected: (docs, answers) => this.drop(docs, answers),
      cleared: () => this.asHeard(() => this.forgetAll()),
      opened: () => this.queue.introduce(),
      changed: () => void this.queue.review(),
      open: () => this.openAnswers(),
      unsaved: () => this.saved.unsaved(),
    });
    this.queue = new SharedQueue(person, tab, name, this.saved, this.siblings);
  }

  async load(): Promise<Kept> {
    const kept = await this.saved.load();
    if (!kept.isRead) {
      // Writes that are stored have lower orders.
      this.person.queue.countFrom(this.clock.now());
      this.readQueueLater();
    }
    this.queue.found(kept.queue);
    this.shelf.restore(kept);
    return kept;
  }

  enter(): void {
    const lock = this.tab.lock(`${this.name}/keeper`);
    this.keeper = lock;
    void lock.held.then(() =>
      this.person.whenLoaded(() => {
        if (this.keeper !== lock) return;
        if (!this.saved.keep()) {
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
    this.collector.stop();
    this.watching(false);
    await this.saved.rest();
    keeper?.release();
  }

  docChanged(path: string): void {
    if (this.person.docs.confirmed(path)) this.shelf.touch([path]);
    else this.shelf.forget(path);
    this.saved.docChanged(path);
    if (!this.hearing) this.siblings.docLearned(path);
    this.makeRoom();
  }

  answerChanged(key: string): void {
    this.saved.answerChanged(key);
    this.siblings.answerChanged(key);
  }

  answerClosed(answer: GivenAnswer): void {
    this.remember(answer);
    this.siblings.answerClosed(answer.key);
    this.makeRoom();
  }

  answerDropped(key: string): void {
    this.shelf.answers.delete(key);
    this.saved.answerChanged(key);
    this.siblings.answerClosed(key);
  }

  answer(key: string): KeptAnswer | null {
    const [one, other] = [this.shelf.answers.get(key) ?? null, this.siblings.answer(key)];
    return one && other ? (one.since < other.since ? other : one) : (one ?? other);
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

  settled(entry: QueuedWrite, outcome: Outcome): void {
    this.queue.settled(entry, outcome, this.hearing);
  }

  /** False: a cached document may be useful offline, so none is collected at once. */
  passes(): boolean {
    return false;
  }

  letGo(paths: Iterable<string>): void {
    for (const path of paths) if (this.person.docs.confirmed(path)) this.shelf.touch([path]);
  }

  rest(): void {}

  tidy(): void {}

  watching(any: boolean): void {
    if (any) this.watched ??= this.tab.share(`${this.name}/watched`);
    else {
      this.watched?.release();
      this.watched = null;
    }
  }

  distrusted(): void {
    for (const key of this.shelf.answers.keys()) this.saved.answerChanged(key);
    this.shelf.answers.clear();
    this.siblings.distrust();
  }

  async clear(): Promise<boolean> {
    const alone = await this.tab.tryLock(`${this.name}/watched`);
    if (!alone) return false;
    try {
      this.asHeard(() => this.forgetAll());
      await this.saved.clear();
      this.siblings.cleared();
    } finally {
      alone.release();
    }
    return true;
  }

  async dispose(): Promise<void> {
    this.readingAgain.cancel();
    await this.leave();
    this.saved.stop();
    this.siblings.bye();
  }

  private readQueueLater(): void {
    this.readingAgain.schedule(() => void this.readQueueAgain());
  }

  private async readQueueAgain(): Promise<void> {
    if (!(await this.queue.review())) this.readQueueLater();
  }

  private hear(news: News): number {
    return this.asHeard(() => {
      const since = this.person.hear(news);
      if (since === 0) return since;
      for (const { key } of news.open) this.saved.answerChanged(key);
      for (const answer of news.closed) this.remember({ ...answer, since: Math.min(answer.since, since) });
      return since;
    });
  }

  private remember(answer: GivenAnswer): void {
    const dropped = this.shelf.keep(answer);
    this.saved.answerChanged(answer.key);
    if (dropped !== null) this.saved.answerChanged(dropped);
  }

  private makeRoom(): void {
    if (this.keeps && this.cacheBytes !== unlimitedCache) this.collector.wake();
  }

  private collect(): void {
    if (!this.keeps) return;
    const { person, shelf } = this;
    const open = new Map<string, readonly string[]>();
    for (const { key, paths } of [...this.siblings.answers(), ...this.openAnswers()])
      open.set(key, [...(open.get(key) ?? []), ...paths]);
    const { docs, answers } = shelf.surplus(
      person.docs,
      open,
      (path) => person.isNeeded(path),
      this.cacheBytes,
    );
    if (docs.length + answers.length === 0) return;
    this.drop(docs, answers);
    this.siblings.collected(docs, answers);
    this.makeRoom();
  }

  private drop(docs: readonly string[], answers: readonly string[]): void {
    this.asHeard(() => {
      for (const key of answers) {
        this.shelf.answers.delete(key);
        this.saved.answerChanged(key);
      }
      for (const path of docs) this.person.forget(path);
    });
  }

  private forgetAll(): void {
    this.queue.clear();
    this.person.forgetAll();
    this.shelf.clear();
    this.siblings.distrust();
  }

  private openAnswers(): readonly KeptAnswer[] {
    const used = this.shelf.latest;
    return [...this.person.views()].flatMap((view) => {
      const answer = this.person.answerOf(view);
      return answer ? { ...answer, used } : [];
    });
  }

  private openAnswer(key: string): KeptAnswer | null {
    const answer = this.person.openAnswer(key);
    return answer && { ...answer, used: this.shelf.latest };
  }

  private keptDoc(path: string): KeptDoc | null {
    const doc = this.person.docs.confirmed(path);
    return doc && { path, data: doc.data, version: doc.version, used: this.shelf.used(path) };
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
