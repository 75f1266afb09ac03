/** What a tab keeps of one person's documents through a reload: the waiting writes, what was seen, and as answer to what. */
import { decodeMessage, encodeMessage } from '#fakes/cloud/codec.ts';
import type { DocState } from '#fakes/cloud/docs/protocol.ts';
import type { KeyValueStore } from '../store.ts';

/** An answer of the server's, to be continued. */
export interface KeptAnswer {
  readonly key: string;
  readonly paths: readonly string[];
  readonly since: number;
}

export interface Index {
  readonly epoch: string | null;
  readonly version: number;
  readonly collections: readonly string[];
  readonly answers: readonly KeptAnswer[];
}

export interface Source {
  queue(): unknown;
  index(): Index;
  collection(name: string): readonly DocState[];
}

export interface Kept {
  readonly queue: unknown;
  readonly index: Index | null;
  readonly docs: readonly DocState[];
}

export class Saved {
  private readonly store: KeyValueStore;
  private readonly prefix: string;
  private readonly source: Source;
  private readonly dirty = new Set<string>();
  private saving = false;
  private stopped = false;

  constructor(store: KeyValueStore, prefix: string, source: Source) {
    this.store = store;
    this.prefix = prefix;
    this.source = source;
  }

  async load(): Promise<Kept> {
    const [queue, stored] = await Promise.all([
      this.store.get(this.key('queue')),
      this.store.get(this.key('index')),
    ]);
    const index = stored ? (stored as Index) : null;
    const collections = await Promise.all(
      (index?.collections ?? []).map((name) => this.store.get(this.key(`in/${name}`))),
    );
    const docs = collections.flatMap((list) =>
      Array.isArray(list) ? (decodeMessage(list) as DocState[]) : [],
    );
    return { queue, index, docs };
  }

  queueChanged(): void {
    this.mark('queue');
  }

  collectionChanged(name: string): void {
    this.mark(`in/${name}`);
    this.mark('index');
  }

  answersChanged(): void {
    this.mark('index');
  }

  stop(): void {
    this.stopped = true;
  }

  private mark(part: string): void {
    this.dirty.add(part);
    if (this.saving || this.stopped) return;
    this.saving = true;
    queueMicrotask(() => void this.save());
  }

  /** One round after the other, each with all that changed in the meantime; the waiting writes first. */
  private async save(): Promise<void> {
    while (this.dirty.size > 0 && !this.stopped) {
      const part = this.dirty.has('queue') ? 'queue' : ([...this.dirty][0] ?? '');
      this.dirty.delete(part);
      try {
        await this.write(part);
      } catch {
        // A full disk must not stop the work: all of it is still here, and the next change tries again.
      }
    }
    this.saving = false;
  }

  private async write(part: string): Promise<void> {
    if (part === 'queue') return this.store.set(this.key(part), this.source.queue());
    if (part === 'index') return this.store.set(this.key(part), this.source.index());
    const docs = this.source.collection(part.slice('in/'.length));
    if (docs.length === 0) return this.store.remove(this.key(part));
    return this.store.set(this.key(part), encodeMessage(docs));
  }

  private key(part: string): string {
    return `${this.prefix}/${part}`;
  }
}
