/**
 * Reads a long list page by page and keeps what was read, for a search in it: each page once, whatever is searched for, and not more than
 * fits.
 */
import type { DocSnapshot } from '#ports/docs/docs.ts';
import type { ReadPage } from './paged-list.ts';
import { createStore } from './store.ts';

/**
 * `paused`: stopped, by the caller or because as many were read as one run may read; `end`: everything is read; `full`: what is kept may
 * not be dropped, and there is room for no more.
 */
export type ReadingPhase = 'paused' | 'reading' | 'end' | 'full' | 'failed';

export interface Reading<T> {
  /** By id, in the order in which they were read or added. Another object after each change. */
  readonly kept: ReadonlyMap<string, T>;
  /** Number of documents that were read or added. */
  readonly count: number;
  /** The last one that was read. */
  readonly last: T | null;
  readonly phase: ReadingPhase;
  /** Of `failed`. */
  readonly error: unknown;
}

/** Most documents that a run reads, and most that are kept. */
const readingLimit = 10_000;

interface Identified {
  readonly id: string;
}

export class BoundedReader<T extends Identified> {
  readonly state = createStore<Reading<T>>({
    kept: new Map(),
    count: 0,
    last: null,
    phase: 'paused',
    error: null,
  });
  private readonly page: (after: DocSnapshot | null) => Promise<ReadPage<T>>;
  private readonly limit: number;
  private cursor: DocSnapshot | null = null;
  /** Number of the run: an answer of an earlier one is dropped. */
  private run = 0;
  private droppedSome = false;
  /** Ids of what was added, kept or not. */
  private readonly added = new Set<string>();

  constructor(page: (after: DocSnapshot | null) => Promise<ReadPage<T>>, limit = readingLimit) {
    this.page = page;
    this.limit = limit;
  }

  /** Whether something that was read is no longer kept, so that a search for something else has to read again. */
  get hasDropped(): boolean {
    return this.droppedSome;
  }

  /** Keeps what is known without reading. `cursor`: reading begins after it, if it has not begun. */
  add(items: readonly T[], cursor: DocSnapshot | null): void {
    const { kept, count, last } = this.state.current();
    if (count === 0) this.cursor = cursor;
    const fresh = items.filter(({ id }) => !kept.has(id) && !this.added.has(id));
    for (const { id } of fresh) this.added.add(id);
    if (fresh.length === 0) return;
    // Newest first: the first item of the first batch is the newest.
    this.change({
      kept: new Map([...kept, ...fresh.map((item): [string, T] => [item.id, item])]),
      count: count + fresh.length,
      last: count === 0 && cursor ? (items[0] ?? null) : last,
    });
  }

  /** Reads on, where it stopped. `keeps`: what must stay when room is needed. */
  async read(keeps: (item: T) => boolean): Promise<void> {
    const { phase } = this.state.current();
    if (phase === 'reading' || phase === 'end') return;
    this.run += 1;
    const { run } = this;
    this.change({ phase: 'reading', error: null });
    for (let left = this.limit; left > 0;) {
      this.makeRoom(keeps);
      if (this.state.current().kept.size >= this.limit) return this.change({ phase: 'full' });
      const answer = await this.page(this.cursor).then(
        (page) => ({ page, error: null }),
        (error: unknown) => ({ page: null, error }),
      );
      if (run !== this.run) return;
      if (!answer.page) return this.change({ phase: 'failed', error: answer.error });
      this.keep(answer.page);
      left -= answer.page.count;
      if (answer.page.last === null) return this.change({ phase: 'end' });
      // A listener has stopped it.
      if (run !== this.run) return;
    }
    this.change({ phase: 'paused' });
  }

  /** An answer that is on its way is dropped. */
  stop(): void {
    this.run += 1;
    if (this.state.current().phase === 'reading') this.change({ phase: 'paused' });
  }

  /** Forgets all that was read or added. */
  restart(): void {
    this.stop();
    this.cursor = null;
    this.droppedSome = false;
    this.added.clear();
    this.state.set({ kept: new Map(), count: 0, last: null, phase: 'paused', error: null });
  }

  private keep({ items, count, last }: ReadPage<T>): void {
    const { kept, count: before, last: lastRead } = this.state.current();
    const known = items.filter(({ id }) => kept.has(id)).length;
    this.cursor = last ?? this.cursor;
    this.change({
      kept: new Map([...kept, ...items.map((item): [string, T] => [item.id, item])]),
      count: before + count - known,
      last: items.at(-1) ?? lastRead,
    });
  }

  private makeRoom(keeps: (item: T) => boolean): void {
    const { kept } = this.state.current();
    if (kept.size < this.limit) return;
    const matching = new Map([...kept].filter(([, item]) => keeps(item)));
    this.droppedSome ||= matching.size < kept.size;
    this.change({ kept: matching });
  }

  private change(changes: Partial<Reading<T>>): void {
    this.state.set({ ...this.state.current(), ...changes });
  }
}
