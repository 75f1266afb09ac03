/**
 * Stored documents of one person in a browser: the queue of writes, documents, and answers of queries. Each batch is of one moment,
 * so a crash never leaves an answer that names more than the stored documents.
 */
import { decodeMessage, encodeMessage } from '#fakes/cloud/codec.ts';
import type { DocState } from '#fakes/cloud/docs/protocol.ts';
import type { TabStore } from '../tabs.ts';

/** An answer of the server's, to be continued. */
export interface KeptAnswer {
  readonly key: string;
  readonly paths: readonly string[];
  /** The state of the store that it is of. */
  readonly since: number;
  /** Time of the last use: greater for later ones. */
  readonly used: number;
}

export interface KeptDoc extends DocState {
  readonly used: number;
}

export interface KeptState {
  readonly epoch: string | null;
  readonly version: number;
  readonly used: number;
}

export interface Kept {
  readonly state: KeptState | null;
  readonly queue: readonly unknown[];
  readonly docs: readonly KeptDoc[];
  readonly answers: readonly KeptAnswer[];
}

/** Current state of entries to be written; `null` for an entry that is gone. */
export interface Source {
  state(): KeptState;
  doc(path: string): KeptDoc | null;
  answer(key: string): KeptAnswer | null;
}

type Change = readonly [key: string, value: unknown];

export class Saved {
  private readonly store: TabStore;
  private readonly prefix: string;
  private readonly source: Source;
  private docs = new Set<string>();
  private answers = new Set<string>();
  private queue: Change[] = [];
  private afterwards: (() => void)[] = [];
  private saving: Promise<void> | null = null;
  private keeping = false;

  constructor(store: TabStore, prefix: string, source: Source) {
    this.store = store;
    this.prefix = prefix;
    this.source = source;
  }

  async load(): Promise<Kept> {
    const kept = { state: null as KeptState | null, queue: [] as unknown[] };
    const docs: KeptDoc[] = [];
    const answers: KeptAnswer[] = [];
    for (const [key, value] of await this.store.list(`${this.prefix}/`)) {
      const name = key.slice(this.prefix.length + 1);
      if (name === 'state') kept.state = value as KeptState;
      else if (name.startsWith('queue/')) kept.queue.push(value);
      else if (name.startsWith('doc/')) docs.push(decodeMessage(value) as KeptDoc);
      else if (name.startsWith('answer/')) answers.push(value as KeptAnswer);
    }
    return { ...kept, docs, answers };
  }

  /** `null` when the disk can't be read. */
  async loadQueue(): Promise<readonly unknown[] | null> {
    try {
      return (await this.store.list(`${this.prefix}/queue/`)).map(([, value]) => value);
    } catch {
      return null;
    }
  }

  /** Makes this tab the one that writes the cache to the disk, with all that it holds already. */
  keep(): void {
    this.keeping = true;
    this.mark();
  }

  /** Settles once the present state is stored; from then on other tabs do it. */
  async rest(): Promise<void> {
    await this.saving;
    this.keeping = false;
  }

  docChanged(path: string): void {
    this.docs.add(path);
    if (this.keeping) this.mark();
  }

  answerChanged(key: string): void {
    this.answers.add(key);
    if (this.keeping) this.mark();
  }

  /** Stores or removes a waiting write, by the tab that makes or settles it. `then` runs once that is done. */
  queueChanged(
    { order, id }: { readonly order: number; readonly id: string },
    data: unknown,
    then?: () => void,
  ) {
    this.queue.push([`${this.prefix}/queue/${String(order).padStart(16, '0')}/${id}`, data]);
    if (then) this.afterwards.push(then);
    this.mark();
  }

  async clear(): Promise<void> {
    this.docs.clear();
    this.answers.clear();
    this.queue = [];
    const kept = await this.store.list(`${this.prefix}/`);
    await this.store.write(kept.map(([key]) => [key, undefined]));
  }

  private mark(): void {
    this.saving ??= Promise.resolve().then(() => this.save());
  }

  private async save(): Promise<void> {
    for (;;) {
      const { queue, afterwards } = this;
      this.queue = [];
      this.afterwards = [];
      const { docs, answers, changes } = this.seen();
      if (queue.length + changes.length === 0) break;
      try {
        await this.store.write([...queue, ...changes]);
      } catch {
        // A full disk must not stop the work. All of it is still here: the next change tries again.
        for (const path of docs) this.docs.add(path);
        for (const key of answers) this.answers.add(key);
        await this.saveAlone(queue);
        for (const then of afterwards) then();
        break;
      }
      for (const then of afterwards) then();
    }
    this.saving = null;
  }

  /** Writes of people are stored before documents, which can be fetched again. */
  private async saveAlone(queue: readonly Change[]): Promise<void> {
    try {
      await this.store.write(queue);
    } catch {
      this.queue = [...queue, ...this.queue];
    }
  }

  /** Changed documents and answers, removed from the list of changes. */
  private seen() {
    const docs = this.keeping ? this.docs : new Set<string>();
    const answers = this.keeping ? this.answers : new Set<string>();
    const changes: Change[] = [];
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
