/**
 * Stored documents of a person in a browser: the queue of writes, documents, and answers of queries. Each batch is atomic, so a crash never
 * leaves an answer that names more than the stored documents. Failed writes to the disk are retried; an unreadable record affects only
 * itself.
 */
import { Backoff, documentsBackoff } from '#provider-kit/backoff.ts';
import type { Clock } from '#provider-kit/clock.ts';
import type { Random } from '#provider-kit/random.ts';
import type { StorageHealth } from '#provider-kit/storage-health.ts';
import type { TabStore } from '#provider-kit/tab-store.ts';
import { encodeMessage } from '#query/value-codec.ts';
import type { CacheSource } from './cache-source.ts';
import {
  readRecords,
  readWrite,
  type StoredCache,
  type StoredRecord,
  type StoredWrite,
} from './stored-records.ts';

const nothingRead: StoredCache = { isRead: false, state: null, queue: [], docs: [], answers: [] };

/** A waiting write to be stored, or with `value: undefined` to be removed. */
interface QueueChange {
  readonly value: unknown;
  /** Called once it is stored, and before that when the disk has refused it for the first time. */
  readonly attempted: (stored: boolean) => void;
  refused: boolean;
}

export interface CacheStorageOptions {
  readonly store: TabStore;
  readonly prefix: string;
  readonly source: CacheSource;
  readonly clock: Clock;
  readonly random: Random;
  readonly health: StorageHealth;
}

export class CacheStorage {
  private readonly store: TabStore;
  private readonly prefix: string;
  private readonly source: CacheSource;
  private readonly health: StorageHealth;
  private readonly again: Backoff;
  private docs = new Set<string>();
  private answers = new Set<string>();
  /** Documents on their way to the disk. */
  private beingSaved: ReadonlySet<string> = new Set();
  /** Changes of the stored queue, by key: a later change replaces an earlier change that is not stored yet. */
  private queue = new Map<string, QueueChange>();
  private saving: Promise<void> | null = null;
  private keeping = false;
  /** Whether the cache was read at the start. If not, no cache is written: it would be mixed with the stored one. */
  private known = false;
  private failing = false;
  /** Entries of the stored queue that could not be read, by their name in it. */
  private readonly setAside = new Set<string>();
  /** Number of entries that earlier pages had set aside. */
  private asideBefore = 0;
  /** Number of clearings: a save that began before a clearing is not repeated after it. */
  private clearings = 0;

  constructor({ store, prefix, source, clock, random, health }: CacheStorageOptions) {
    this.store = store;
    this.prefix = prefix;
    this.source = source;
    this.health = health;
    this.again = new Backoff(clock, random, documentsBackoff);
  }

  /** The stored state; an empty one when the disk can't be read. */
  async load(): Promise<StoredCache> {
    let records: readonly StoredRecord[];
    try {
      records = await this.health.read('documents', () => this.store.list(`${this.prefix}/`));
    } catch {
      return nothingRead;
    }
    this.known = true;
    const found = readRecords(
      records.map(([key, value]) => [key.slice(this.prefix.length + 1), value]),
      (record, error) => this.health.failed('decode', record, error),
    );
    this.asideBefore = found.aside;
    // The next save removes unreadable records.
    for (const path of found.unreadable.docs) this.docs.add(path);
    for (const key of found.unreadable.answers) this.answers.add(key);
    return { ...found.cache, isRead: true, queue: this.readQueue(found.queue) };
  }

  /** `null` when the disk can't be read. */
  async loadQueue(): Promise<readonly StoredWrite[] | null> {
    const prefix = `${this.prefix}/queue/`;
    try {
      const records = await this.health.read('queue', () => this.store.list(prefix));
      return this.readQueue(records.map(([key, value]) => [key.slice(prefix.length), value]));
    } catch {
      return null;
    }
  }

  /** Makes this tab write the cache to the disk, with all documents that it holds already; false when the disk could not be read. */
  keep(): boolean {
    if (!this.known) return false;
    this.keeping = true;
    this.mark();
    return true;
  }

  /** Documents whose present state is not on the disk, of a tab that stores the cache or could not read the disk. */
  unsaved(): readonly string[] {
    return this.keeping || !this.known ? [...this.docs, ...this.beingSaved] : [];
  }

  /** Settles once the present state is stored, or can't be; from then on other tabs do it. */
  async rest(): Promise<void> {
    await this.flush();
    this.keeping = false;
  }

  /** Stores what is not stored yet without waiting for the next attempt. Settles after it. */
  async flush(): Promise<void> {
    await this.saving;
    if (!this.failing) return;
    this.mark();
    await this.saving;
  }

  /** Ends the attempts. */
  stop(): void {
    this.again.cancel();
  }

  docChanged(path: string): void {
    this.docs.add(path);
    if (this.keeping && !this.failing) this.mark();
  }

  answerChanged(key: string): void {
    this.answers.add(key);
    if (this.keeping && !this.failing) this.mark();
  }

  /**
   * Stores or removes a waiting write, by the tab that makes or settles it. `attempted` runs once the disk has taken it, and once
   * before that if the disk refuses.
   */
  queueChanged(
    { order, id }: { readonly order: number; readonly id: string },
    value: unknown,
    attempted: QueueChange['attempted'] = () => {},
  ) {
    const key = `${this.prefix}/queue/${String(order).padStart(16, '0')}/${id}`;
    this.queue.set(key, { value, attempted, refused: false });
    this.mark();
  }

  async clear(): Promise<void> {
    this.docs.clear();
    this.answers.clear();
    this.queue.clear();
    this.setAside.clear();
    this.clearings++;
    this.asideBefore = 0;
    this.count();
    const kept = await this.store.list(`${this.prefix}/`);
    await this.store.write(kept.map(([key]) => [key, undefined]));
  }

  /** Readable entries of the stored queue. The others are moved out of it, and stay stored. */
  private readQueue(records: readonly StoredRecord[]): readonly StoredWrite[] {
    const writes = records.flatMap(([name, value]) => {
      if (this.setAside.has(name)) return [];
      try {
        return readWrite(value);
      } catch (error) {
        this.health.failed('decode', 'write', error);
      }
      this.setAside.add(name);
      void this.write([
        [`${this.prefix}/aside/${name}`, value],
        [`${this.prefix}/queue/${name}`, undefined],
      ]);
      return [];
    });
    this.count();
    return writes;
  }

  private mark(): void {
    this.again.cancel();
    this.saving ??= Promise.resolve().then(() => this.save());
  }

  private async save(): Promise<void> {
    let all = true;
    while (all) {
      const { queue, clearings } = this;
      const { docs, answers, changes } = this.seen();
      if (queue.size + changes.length === 0) break;
      this.queue = new Map();
      this.beingSaved = docs;
      const stored = await this.write([...changesOf(queue), ...changes]);
      this.beingSaved = new Set();
      this.failing ||= !stored;
      if (stored) for (const { attempted } of queue.values()) attempted(true);
      if (stored || clearings !== this.clearings) continue;
      for (const path of docs) this.docs.add(path);
      for (const key of answers) this.answers.add(key);
      await this.saveAlone(queue, clearings);
      all = false;
    }
    this.failing = !all;
    this.count();
    if (all) this.again.reset();
    else this.again.schedule(() => this.mark());
    this.saving = null;
  }

  /**
   * Stores people's writes without documents, which can be fetched again: removals first, for they need no room, then each write,
   * in order.
   */
  private async saveAlone(queue: ReadonlyMap<string, QueueChange>, clearings: number): Promise<void> {
    const changes = [...queue];
    const removals = changes.filter(([, { value }]) => value === undefined);
    const additions = changes
      .filter(([, { value }]) => value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    let full = false;
    for (const part of [removals, ...additions.map((addition) => [addition])]) {
      const stored: boolean = part.length > 0 && !full && (await this.write(changesOf(new Map(part))));
      if (clearings !== this.clearings) return;
      if (part !== removals) full ||= !stored;
      for (const [key, change] of part) {
        if (stored || !change.refused) change.attempted(stored);
        change.refused = true;
        if (!stored && !this.queue.has(key)) this.queue.set(key, change);
      }
    }
  }

  private async write(changes: readonly StoredRecord[]): Promise<boolean> {
    try {
      await this.store.write(changes);
      return true;
    } catch (error) {
      if (!this.failing) this.health.failed('write', 'documents', error);
      return false;
    }
  }

  private count(): void {
    const unstored = [...this.queue.values()].filter(({ value }) => value !== undefined);
    this.health.update(this.prefix, {
      unstoredWrites: this.failing ? unstored.length : 0,
      unreadableWrites: this.asideBefore + this.setAside.size,
    });
  }

  /** Changed documents and answers, removed from the list of changes. */
  private seen() {
    const docs = this.keeping ? this.docs : new Set<string>();
    const answers = this.keeping ? this.answers : new Set<string>();
    const changes: StoredRecord[] = [];
    if (docs.size + answers.size === 0) return { docs, answers, changes };
    this.docs = new Set();
    this.answers = new Set();
    changes.push([`${this.prefix}/state`, this.source.state()]);
    for (const path of docs) {
      const doc = this.source.doc(path);
      changes.push([`${this.prefix}/doc/${path}`, doc ? encodeMessage(doc) : undefined]);
    }
    for (const key of answers)
      changes.push([`${this.prefix}/answer/${key}`, this.source.answer(key) ?? undefined]);
    return { docs, answers, changes };
  }
}

const changesOf = (queue: ReadonlyMap<string, QueueChange>): readonly StoredRecord[] =>
  [...queue].map(([key, { value }]): StoredRecord => [key, value]);
