/** The answer to one question as this client sees it: the server's, with the changes that still wait laid over it. */
import { admits, type Plan } from '#query/plan.ts';
import { refill } from './limit-refill.ts';
import { isPresent, type LocalDoc, type PresentDoc } from './local-doc.ts';
import type { LocalDocs } from './local-docs.ts';
import { type ViewMembership, OrderedDocs } from './ordered-docs.ts';
import type { ResultOrder } from './result-changes.ts';
import type { Result } from './snapshots.ts';
import type { ListenSubject } from './transport.ts';

/** Server's answer to a view's query. */
export interface TargetAnswer {
  /** Documents in the server's answer; `null` before its first. */
  keys: Set<string> | null;
  /** Whether the stream is open and the answer complete. */
  current: boolean;
  /** Out of touch, but for no longer than it takes to be in touch again: it is still shown as the server's. */
  trusted: boolean;
  /** The state of the store that the answer is of, when not current. */
  since: number;
}

const unanswered = (): TargetAnswer => ({ keys: null, current: false, trusted: false, since: 0 });

const isFromCache = ({ current, trusted }: TargetAnswer) => !current && !trusted;

export type LocalView = DocView | LocalQueryView;

interface AnyView extends ResultOrder {
  readonly key: string;
  readonly subject: ListenSubject;
  readonly plan: Plan | null;
  readonly answer: TargetAnswer;
  /** Recomputes the result: everything may be different. */
  rebuild(docs: LocalDocs): void;
  /** Updates one document, which may be different, or newly in or out of the result; returns whether anything changed. */
  change(docs: LocalDocs, path: string): boolean;
  result(): Result;
}

/** Whether the view shows the document, or the server's answer names it. */
export const holds = ({ answer, subject, beyond }: LocalView, path: string): boolean =>
  answer.keys?.has(path) || ('doc' in subject && subject.doc === path) || beyond(path) !== null;

export class DocView implements AnyView {
  readonly key: string;
  readonly subject: ListenSubject;
  readonly plan = null;
  readonly answer = unanswered();
  readonly path: string;
  private doc: LocalDoc | null = null;

  constructor(key: string, path: string) {
    this.key = key;
    this.path = path;
    this.subject = { doc: path };
  }

  rebuild(docs: LocalDocs): void {
    this.doc = docs.get(this.path);
  }

  change(docs: LocalDocs): boolean {
    const { doc } = this;
    this.rebuild(docs);
    return this.doc !== doc;
  }

  readonly compare = () => 0;
  readonly limit = null;
  readonly fromEnd = false;

  readonly beyond = () => null;

  /** Result with one document or none. */
  result(): Result {
    const { doc } = this;
    const fromCache = isFromCache(this.answer);
    return isPresent(doc)
      ? { docs: [doc], fromCache, pending: doc.pending }
      : { docs: [], fromCache, pending: false };
  }
}

const none: ReadonlySet<string> = new Set();

export class LocalQueryView implements AnyView {
  readonly key: string;
  readonly subject: ListenSubject;
  readonly plan: Plan;
  readonly limit: number | null;
  readonly fromEnd: boolean;
  readonly answer = unanswered();
  private readonly docs: OrderedDocs;
  /** Documents after the end of the answer, where changes made here have left room. */
  private beyondEnd = none;

  constructor(key: string, plan: Plan) {
    this.key = key;
    this.plan = plan;
    this.limit = plan.limit;
    this.fromEnd = plan.fromEnd;
    this.subject = { query: plan.query };
    this.docs = new OrderedDocs(plan);
  }

  /** Reports each document that enters or leaves the answer to `membership`, until `release`. */
  track(membership: ViewMembership): void {
    this.docs.track(membership);
  }

  release(): void {
    this.docs.release();
  }

  rebuild(docs: LocalDocs): void {
    this.beyondEnd = none;
    this.docs.replaceAll(this.candidates(docs));
    this.fillUp(docs);
  }

  change(docs: LocalDocs, path: string): boolean {
    const changed = this.docs.set(path, this.docOf(docs, path));
    return this.fillUp(docs) || changed;
  }

  /** A document missing in the server's answer is from the cache, and so is then the whole result. */
  result(): Result {
    const result = this.docs.result();
    const guessed = this.isGuessed() && result.docs.some(({ path }) => this.beyondEnd.has(path));
    return { ...result, fromCache: guessed || isFromCache(this.answer) };
  }

  /** Whether the result has a document that the server's answer lacks. */
  isGuessed(): boolean {
    return this.beyondEnd.size > 0;
  }

  /** Fills the gaps of a limited result from the cache; returns whether anything changed. */
  fillUp(docs: LocalDocs): boolean {
    const before = this.beyondEnd;
    if (this.limit === null || (before.size === 0 && !docs.anyPending())) return false;
    this.beyondEnd = refill(this.plan, this.answer.keys, docs, this.docs, before);
    if (before.size === 0 && this.beyondEnd.size === 0) return false;
    let changed = before.size !== this.beyondEnd.size;
    for (const path of [...before, ...this.beyondEnd])
      changed = this.docs.set(path, this.docOf(docs, path)) || changed;
    return changed;
  }

  readonly compare = (one: LocalDoc, other: LocalDoc): number =>
    isPresent(one) && isPresent(other) ? this.plan.sorting.compare(one, other) : 0;

  readonly beyond = (path: string): PresentDoc | null => this.docs.get(path);

  private docOf(docs: LocalDocs, path: string): PresentDoc | null {
    if (!this.mayHold(docs, path)) return null;
    const doc = docs.get(path);
    if (!isPresent(doc)) return null;
    // Content decides, and the document that is here matched already.
    return doc.data === this.docs.get(path)?.data || admits(this.plan, doc) ? doc : null;
  }

  /** Documents that are in the answer, as far as this client knows; some more than once. */
  private *candidates(docs: LocalDocs): Generator<PresentDoc> {
    const { keys, current } = this.answer;
    for (const paths of [keys ?? [], docs.pendingPaths()])
      for (const path of paths) {
        const doc = this.docOf(docs, path);
        if (doc) yield doc;
      }
    if (current) return;
    for (const { path } of docs.matching(this.plan)) {
      const doc = this.docOf(docs, path);
      if (doc) yield doc;
    }
  }

  /** The server's answer with local changes; out of touch, also later cached documents. */
  private mayHold(docs: LocalDocs, path: string): boolean {
    const { keys, current, since } = this.answer;
    if (!keys || keys.has(path) || docs.isPending(path) || this.beyondEnd.has(path)) return true;
    return !current && (docs.confirmed(path)?.version ?? 0) > since;
  }
}
