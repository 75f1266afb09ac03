/** Last use of each document and answer in one person's cache, for eviction. */
import { documentBytes } from '#query/size.ts';
import { type Collection, leastUsed } from './cache-evictor.ts';
import type { LocalDoc } from './local-doc.ts';
import type { LocalDocs } from './local-docs.ts';
import type { CachedAnswer, StoredCache } from './stored-records.ts';

/** Most cached answers of queries that are not open. */
const mostAnswers = 1000;

export class LruIndex {
  readonly answers = new Map<string, CachedAnswer>();
  /** Grows with each use. */
  latest = 0;
  private readonly uses = new Map<string, number>();
  /** Documents never change; a new state is a new object. */
  private readonly bytes = new WeakMap<LocalDoc, number>();

  restore({ state, answers, docs }: StoredCache): void {
    this.latest = state?.used ?? 0;
    for (const answer of answers) this.answers.set(answer.key, answer);
    for (const { path, used } of docs) this.uses.set(path, used);
  }

  used(path: string): number {
    return this.uses.get(path) ?? 0;
  }

  /** Marks documents as used now. */
  touch(paths: Iterable<string>): void {
    this.latest++;
    for (const path of paths) this.uses.set(path, this.latest);
  }

  forget(path: string): void {
    this.uses.delete(path);
  }

  /** Returns the key of an answer that has to go for it. */
  keep(answer: Omit<CachedAnswer, 'used'>): string | null {
    this.answers.delete(answer.key);
    this.answers.set(answer.key, { ...answer, used: ++this.latest });
    const [oldest] = this.answers.keys();
    if (this.answers.size <= mostAnswers || oldest === undefined) return null;
    this.answers.delete(oldest);
    return oldest;
  }

  clear(): void {
    this.answers.clear();
    this.uses.clear();
  }

  /** Entries to evict to stay within the budget. `open` are answers of open queries; `needed` documents stay. */
  surplus(
    docs: LocalDocs,
    open: ReadonlyMap<string, readonly string[]>,
    needed: (path: string) => boolean,
    budget: number,
  ): Collection {
    const known = [...docs.all()];
    if (known.reduce((sum, doc) => sum + this.sizeOf(doc), 0) < budget) return { answers: [], docs: [] };
    const remembered = [...this.answers.values()].filter(({ key }) => !open.has(key));
    return leastUsed({
      answers: [
        ...remembered.map(({ key, paths, used }) => ({ key, paths, used, open: false })),
        ...[...open].map(([key, paths]) => ({ key, paths, used: this.latest, open: true })),
      ],
      docs: known.map(({ path }) => ({ path, used: this.used(path), needed: needed(path) })),
    });
  }

  private sizeOf(doc: LocalDoc): number {
    const known = this.bytes.get(doc);
    if (known !== undefined) return known;
    const bytes = documentBytes(doc.path, doc.data ?? {});
    this.bytes.set(doc, bytes);
    return bytes;
  }
}
