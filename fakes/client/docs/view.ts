/** The answer to one question as this client sees it: the server's, with the changes that still wait laid over it. */
import type { Listened } from '#fakes/cloud/docs/protocol.ts';
import { admit, compareEntries, cut, type Entry, inScope, type Plan } from '#fakes/cloud/docs/plan.ts';
import { firstIndex } from '#fakes/cloud/docs/sorted-list.ts';
import type { DocData } from '#ports/docs/values.ts';
import type { LocalDoc, LocalDocs } from './local-docs.ts';
import type { Result } from './snapshots.ts';

/** A document that exists. */
interface PresentDoc extends LocalDoc {
  readonly data: DocData;
}

const isPresent = (doc: LocalDoc | null): doc is PresentDoc => doc !== null && doc.data !== null;

/** What the server has said about a question. */
export interface Answer {
  /** Documents in the server's answer; `null` before its first. */
  keys: Set<string> | null;
  /** In touch, and told of everything since. */
  current: boolean;
  /** The state of the store that the answer is of, when not current. */
  since: number;
}

const unanswered = (): Answer => ({ keys: null, current: false, since: 0 });

export interface View {
  readonly key: string;
  readonly what: Listened;
  readonly plan: Plan | null;
  readonly answer: Answer;
  /** Everything may be different. */
  rebuild(docs: LocalDocs): void;
  /** These documents may be different, or newly in or out of the answer. */
  change(docs: LocalDocs, paths: Iterable<string>): void;
  result(): Result;
}

export class DocView implements View {
  readonly key: string;
  readonly what: Listened;
  readonly plan = null;
  readonly answer = unanswered();
  readonly path: string;
  private doc: LocalDoc | null = null;

  constructor(key: string, path: string) {
    this.key = key;
    this.path = path;
    this.what = { doc: path };
  }

  rebuild(docs: LocalDocs): void {
    this.doc = docs.get(this.path);
  }

  change(docs: LocalDocs): void {
    this.rebuild(docs);
  }

  /** One document, or none. */
  result(): Result {
    const { doc } = this;
    const fromCache = !this.answer.current;
    return isPresent(doc)
      ? { docs: [doc], fromCache, pending: doc.pending }
      : { docs: [], fromCache, pending: false };
  }
}

export class QueryView implements View {
  readonly key: string;
  readonly what: Listened;
  readonly plan: Plan;
  readonly answer = unanswered();
  private entries: Entry<PresentDoc>[] = [];
  private readonly byPath = new Map<string, Entry<PresentDoc>>();
  private kept: readonly LocalDoc[] | null = null;

  constructor(key: string, plan: Plan) {
    this.key = key;
    this.plan = plan;
    this.what = { query: plan.query };
  }

  rebuild(docs: LocalDocs): void {
    this.kept = null;
    this.byPath.clear();
    for (const path of this.candidates(docs)) {
      if (this.byPath.has(path)) continue;
      const entry = this.entryOf(docs, path);
      if (entry) this.byPath.set(path, entry);
    }
    this.entries = [...this.byPath.values()].sort((one, other) => this.compare(one, other));
  }

  change(docs: LocalDocs, paths: Iterable<string>): void {
    for (const path of paths) {
      const was = this.byPath.get(path);
      const is = this.entryOf(docs, path);
      if (was?.doc === is?.doc) continue;
      this.kept = null;
      if (was) {
        this.entries.splice(this.place(was), 1);
        this.byPath.delete(path);
      }
      if (is) {
        this.entries.splice(this.place(is), 0, is);
        this.byPath.set(path, is);
      }
    }
  }

  result(): Result {
    this.kept ??= Object.freeze(cut(this.plan, this.entries).map(({ doc }) => doc));
    return {
      docs: this.kept,
      fromCache: !this.answer.current,
      pending: this.kept.some(({ pending }) => pending),
    };
  }

  private entryOf(docs: LocalDocs, path: string): Entry<PresentDoc> | null {
    if (!inScope(this.plan.query, path)) return null;
    if (!this.mayHold(docs, path)) return null;
    const doc = docs.get(path);
    return isPresent(doc) ? admit(this.plan, doc) : null;
  }

  /** Documents that can be in the answer, as far as this client knows. */
  private *candidates(docs: LocalDocs): Generator<string> {
    const { keys, current } = this.answer;
    if (keys) yield* keys;
    yield* docs.pendingPaths();
    if (current) return;
    for (const collection of docs.collections())
      if (inScope(this.plan.query, `${collection}/*`))
        for (const { path } of docs.confirmedIn(collection)) yield path;
  }

  /** The server's answer and what changed here; out of touch, also what has become known since that answer. */
  private mayHold(docs: LocalDocs, path: string): boolean {
    const { keys, current, since } = this.answer;
    if (!keys || keys.has(path) || docs.isPending(path)) return true;
    return !current && (docs.confirmed(path)?.version ?? 0) > since;
  }

  private place(entry: Entry<PresentDoc>): number {
    return firstIndex(this.entries, (other) => this.compare(other, entry) >= 0);
  }

  private compare(one: Entry<PresentDoc>, other: Entry<PresentDoc>): number {
    return compareEntries(this.plan.orders, one, other);
  }
}
