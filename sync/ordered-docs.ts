/** The documents of one answer, in order. Each result is a list of its own, and knows how it came from the one before. */
import { cut, type Plan } from '#query/plan.ts';
import type { LocalDoc, PresentDoc } from './local-doc.ts';
import type { Touched } from './result-changes.ts';

/** Observer of the documents that enter or leave a result. */
export interface ViewMembership {
  enter(path: string): void;
  leave(path: string): void;
  /**
   * Called when the document at this index of the last result is confirmed with the same content. Returns true if this is all that
   * the listeners need: the result is then corrected in place, and no other follows.
   */
  confirm(docs: readonly LocalDoc[], at: number, doc: LocalDoc): boolean;
}

/** Difference between two consecutive results. */
export interface Step {
  readonly before: readonly LocalDoc[];
  readonly touched: Touched;
}

interface Shown {
  readonly docs: PresentDoc[];
  pending: boolean;
  /** Difference to the previous result; `null` when everything may be different. */
  readonly step: Step | null;
}

export class OrderedDocs {
  private readonly plan: Plan;
  private docs: PresentDoc[] = [];
  /** Sort key of each document as a number, for binary search. */
  private numbers: number[] = [];
  private readonly byPath = new Map<string, PresentDoc>();
  private pending = 0;
  private membership: ViewMembership | null = null;
  private shown: Shown | null = null;
  /** Documents set since `shown`, with their state then; `null` when all may be. */
  private touched: Map<string, { was: PresentDoc | null; from: number; to: number }> | null = null;

  constructor(plan: Plan) {
    this.plan = plan;
  }

  /** Reports documents that enter or leave to `membership`, beginning with those here. */
  track(membership: ViewMembership): void {
    this.membership = membership;
    for (const path of this.byPath.keys()) membership.enter(path);
  }

  /** Ends the reports to `membership`. */
  release(): void {
    for (const path of this.byPath.keys()) this.membership?.leave(path);
    this.membership = null;
  }

  get(path: string): PresentDoc | null {
    return this.byPath.get(path) ?? null;
  }

  replaceAll(docs: Iterable<PresentDoc>): void {
    for (const path of this.byPath.keys()) this.membership?.leave(path);
    this.byPath.clear();
    for (const doc of docs) this.byPath.set(doc.path, doc);
    for (const path of this.byPath.keys()) this.membership?.enter(path);
    this.docs = [...this.byPath.values()].sort(this.plan.sorting.compare);
    this.numbers = this.docs.map(this.plan.sorting.project);
    this.pending = this.docs.filter(({ pending }) => pending).length;
    this.shown = null;
  }

  /**
   * Number of documents at or before a document's place, which itself may be absent. From the end for a limit that counts from
   * there.
   */
  countUpTo(doc: PresentDoc): number {
    const { sorting, fromEnd } = this.plan;
    const at = this.place(doc, sorting.project(doc));
    if (fromEnd) return this.docs.length - at;
    const there = this.docs[at];
    return there && sorting.compare(there, doc) === 0 ? at + 1 : at;
  }

  /** The last that is `wanted`; the first for a limit that counts from the end. */
  lastOf(wanted: (doc: PresentDoc) => boolean): PresentDoc | null {
    return (this.plan.fromEnd ? this.docs.find(wanted) : this.docs.findLast(wanted)) ?? null;
  }

  /** The document of this path as it is now; `null` when it is not in the answer. Says whether the result is another then. */
  set(path: string, is: PresentDoc | null): boolean {
    const was = this.get(path);
    if (was === is) return false;
    if (was && is && was.data === is.data) return this.confirm(was, is);
    const from = was ? this.take(was) : -1;
    const wasSeen = was !== null && this.isSeen(from, this.docs.length + 1);
    const to = is ? this.put(is) : -1;
    if (was && !is) this.membership?.leave(path);
    if (is && !was) this.membership?.enter(path);
    const isSeen = is !== null && this.isSeen(to, this.docs.length);
    // A change beyond the limit leaves the last result as it is.
    return (wasSeen || isSeen || !this.isUpToDate()) && this.touch(path, was, from, to);
  }

  /** The documents within the limit. Confirmations change it in place, announced by `Membership`. */
  result(): { readonly docs: readonly LocalDoc[]; readonly pending: boolean; readonly step: Step | null } {
    const { shown, touched } = this;
    if (shown && touched?.size === 0) return shown;
    const part = cut(this.plan, this.docs);
    const docs = part === this.docs ? this.docs.slice() : [...part];
    const step = shown && touched && { before: shown.docs, touched };
    this.shown = { docs, pending: this.anyPendingIn(docs), step };
    this.touched = new Map();
    return this.shown;
  }

  /** Replaces a document by its confirmed state with the same content. */
  private confirm(was: PresentDoc, is: PresentDoc): boolean {
    const at = this.exchange(was, is);
    if (!this.shown || !this.isUpToDate()) return this.touch(is.path, was, at, at);
    if (!this.isSeen(at, this.docs.length)) return false;
    const { docs } = this.shown;
    const place = this.plan.fromEnd ? at - (this.docs.length - docs.length) : at;
    if (!this.membership?.confirm(docs, place, is)) return this.touch(is.path, was, at, at);
    docs[place] = is;
    this.shown.pending = this.anyPendingIn(docs);
    return false;
  }

  private touch(path: string, was: PresentDoc | null, from: number, to: number): boolean {
    const known = this.touched?.get(path);
    if (known) known.to = to;
    else this.touched?.set(path, { was, from, to });
    return true;
  }

  private isUpToDate(): boolean {
    return this.shown !== null && this.touched?.size === 0;
  }

  /** Whether an index in a list of `length` is within the limit. */
  private isSeen(at: number, length: number): boolean {
    const { limit, fromEnd } = this.plan;
    return limit === null || (fromEnd ? at >= length - limit : at < limit);
  }

  private anyPendingIn(docs: readonly PresentDoc[]): boolean {
    return this.pending > 0 && (docs.length === this.docs.length || docs.some(({ pending }) => pending));
  }

  private put(doc: PresentDoc): number {
    const number = this.plan.sorting.project(doc);
    const at = this.place(doc, number);
    this.docs.splice(at, 0, doc);
    this.numbers.splice(at, 0, number);
    this.byPath.set(doc.path, doc);
    if (doc.pending) this.pending++;
    return at;
  }

  private exchange(was: PresentDoc, is: PresentDoc): number {
    const at = this.place(was, this.plan.sorting.project(was));
    this.docs[at] = is;
    this.byPath.set(is.path, is);
    this.pending += Number(is.pending) - Number(was.pending);
    return at;
  }

  private take(doc: PresentDoc): number {
    const at = this.place(doc, this.plan.sorting.project(doc));
    this.docs.splice(at, 1);
    this.numbers.splice(at, 1);
    this.byPath.delete(doc.path);
    if (doc.pending) this.pending--;
    return at;
  }

  /** The first index whose document is not before `doc`. */
  private place(doc: PresentDoc, number: number): number {
    const { compare } = this.plan.sorting;
    let low = 0;
    let high = this.docs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.numbers[middle] as number;
      const isBefore = other === number ? compare(this.docs[middle] as PresentDoc, doc) < 0 : other < number;
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
