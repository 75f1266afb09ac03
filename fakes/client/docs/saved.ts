/** What a tab keeps of one person's documents through a reload: the waiting writes, what was seen, and as answer to what. */
import { decodeMessage, encodeMessage } from '#fakes/cloud/codec.ts';
import type { DocState } from '#fakes/cloud/docs/protocol.ts';
import { collectionOf } from '#ports/docs/paths.ts';
import type { KeyValueStore } from '../store.ts';

/** An answer of the server's, to be continued. */
export interface KeptAnswer {
  readonly key: string;
  readonly paths: readonly string[];
  readonly since: number;
}

interface Index {
  readonly epoch: string | null;
  readonly version: number;
  readonly answers: readonly KeptAnswer[];
}

export interface Source {
  queue(): unknown;
  index(): Index;
  /** `null` when nothing is known of it. */
  doc(path: string): DocState | null;
}

export interface Kept {
  readonly queue: unknown;
  readonly index: Index | null;
  readonly docs: readonly DocState[];
}

interface StoredIndex {
  readonly index: Index;
  /** Names of the parts that hold documents. */
  readonly parts: readonly string[];
}

/** Into how many parts the documents of a collection are put, so that a change saves a few and not all of them. */
const partsPerCollection = 32;

export class Saved {
  private readonly store: KeyValueStore;
  private readonly prefix: string;
  private readonly source: Source;
  private readonly dirty = new Set<string>();
  /** Paths by part. */
  private readonly parts = new Map<string, Set<string>>();
  private saving = false;

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
    const known = stored ? (stored as StoredIndex) : null;
    const parts = await Promise.all((known?.parts ?? []).map((part) => this.store.get(this.key(part))));
    const docs = parts.flatMap((list) => (Array.isArray(list) ? (decodeMessage(list) as DocState[]) : []));
    for (const { path } of docs) this.pathsWith(path).add(path);
    return { queue, index: known?.index ?? null, docs };
  }

  queueChanged(): void {
    this.mark('queue');
  }

  docChanged(path: string): void {
    const part = partOf(path);
    if (!this.parts.has(part)) this.mark('index');
    this.pathsWith(path).add(path);
    this.mark(part);
  }

  answersChanged(): void {
    this.mark('index');
  }

  private pathsWith(path: string): Set<string> {
    const part = partOf(path);
    const paths = this.parts.get(part) ?? new Set<string>();
    this.parts.set(part, paths);
    return paths;
  }

  private mark(part: string): void {
    this.dirty.add(part);
    if (this.saving) return;
    this.saving = true;
    queueMicrotask(() => void this.save());
  }

  /** One part after the other, each with all that changed in the meantime; the waiting writes first. */
  private async save(): Promise<void> {
    while (this.dirty.size > 0) {
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

  private write(part: string): Promise<void> {
    if (part === 'queue') return this.store.set(this.key(part), this.source.queue());
    if (part === 'index') {
      const stored: StoredIndex = { index: this.source.index(), parts: [...this.parts.keys()] };
      return this.store.set(this.key(part), stored);
    }
    const paths = this.parts.get(part) ?? new Set<string>();
    const docs: DocState[] = [];
    for (const path of paths) {
      const doc = this.source.doc(path);
      if (doc) docs.push(doc);
      else paths.delete(path);
    }
    if (docs.length > 0) return this.store.set(this.key(part), encodeMessage(docs));
    this.parts.delete(part);
    this.mark('index');
    return this.store.remove(this.key(part));
  }

  private key(part: string): string {
    return `${this.prefix}/${part}`;
  }
}

function partOf(path: string): string {
  let sum = 0;
  for (let at = 0; at < path.length; at++) sum = (Math.imul(sum, 31) + path.charCodeAt(at)) | 0;
  return `in/${collectionOf(path)}#${(sum >>> 0) % partsPerCollection}`;
}
