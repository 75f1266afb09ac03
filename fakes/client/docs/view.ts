/** The answer to one question as this client sees it: the server's, with the changes that still wait laid over it. */
import type { Listened } from '#fakes/cloud/docs/protocol.ts';
import { admits, cut, inScope, type Plan } from '#fakes/cloud/docs/plan.ts';
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
  /** Out of touch, but for no longer than it takes to be in touch again: it is still shown as the server's. */
  trusted: boolean;
  /** The state of the store that the answer is of, when not current. */
  since: number;
}

const unanswered = (): Answer => ({ keys: null, current: false, trusted: false, since: 0 });

const isFromCache = ({ current, trusted }: Answer) => !current && !trusted;

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
  /** The order of its documents. */
  readonly compare: (one: LocalDoc, other: LocalDoc) => number;
  /** A document that is in the answer, or would be if the limit were greater. */
  readonly beyond: (path: string) => LocalDoc | null;
}

/** Does the view show this document, or the server's answer to it name it? */
export const holds = ({ answer, what, beyond }: View, path: string): boolean =>
  answer.keys?.has(path) || ('doc' in what && what.doc === path) || beyond(path) !== null;

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

  readonly compare = () => 0;

  readonly beyond = () => null;

  /** One document, or none. */
  result(): Result {
    const { doc } = this;
    const fromCache = isFromCache(this.answer);
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
  private docs: PresentDoc[] = [];
  private readonly byPath = new Map<string, PresentDoc>();
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
      const doc = this.docOf(docs, path);
      if (doc) this.byPath.set(path, doc);
    }
    this.docs = [...this.byPath.values()].sort(this.plan.sorting.compare);
  }

  change(docs: LocalDocs, paths: Iterable<string>): void {
    for (const path of paths) {
      const was = this.byPath.get(path) ?? null;
      const is = this.docOf(docs, path);
      if (was === is) continue;
      this.kept = null;
      if (was) {
        this.docs.splice(this.place(was), 1);
        this.byPath.delete(path);
      }
      if (is) {
        this.docs.splice(this.place(is), 0, is);
        this.byPath.set(path, is);
      }
    }
  }

  result(): Result {
    this.kept ??= Object.freeze([...cut(this.plan, this.docs)]);
    return {
      docs: this.kept,
      fromCache: isFromCache(this.answer),
      pending: this.kept.some(({ pending }) => pending),
    };
  }

  readonly compare = (one: LocalDoc, other: LocalDoc): number =>
    isPresent(one) && isPresent(other) ? this.plan.sorting.compare(one, other) : 0;

  readonly beyond = (path: string): LocalDoc | null => this.byPath.get(path) ?? null;

  private docOf(docs: LocalDocs, path: string): PresentDoc | null {
    if (!inScope(this.plan.query, path)) return null;
    if (!this.mayHold(docs, path)) return null;
    const doc = docs.get(path);
    return isPresent(doc) && admits(this.plan, doc) ? doc : null;
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

  private place(doc: PresentDoc): number {
    return placeOf(this.docs, doc, this.plan.sorting.compare);
  }
}

/** The first index whose document is not before `doc`. */
function placeOf<T>(docs: readonly T[], doc: T, compare: (one: T, other: T) => number): number {
  let low = 0;
  let high = docs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(docs[middle] as T, doc) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
