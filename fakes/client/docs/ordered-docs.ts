/** The documents of one answer, in order. Each result is a list of its own, and knows how it came from the one before. */
import { cut, type Plan } from '#fakes/cloud/docs/plan.ts';
import type { Touched } from './changes.ts';
import type { LocalDoc, PresentDoc } from './local-doc.ts';

/** Told of each document that comes into an answer, or leaves it. */
export interface Membership {
  enter(path: string): void;
  leave(path: string): void;
}

/** How a result came from another. */
export interface Step {
  readonly before: readonly LocalDoc[];
  readonly touched: Touched;
}

interface Shown {
  readonly docs: readonly LocalDoc[];
  readonly pending: boolean;
  /** From the result before; `null` when everything may be different. */
  readonly step: Step | null;
}

export class OrderedDocs {
  private readonly plan: Plan;
  private docs: PresentDoc[] = [];
  /** What the order says of each as a number, for searching. */
  private numbers: number[] = [];
  private readonly byPath = new Map<string, PresentDoc>();
  private pending = 0;
  private membership: Membership | null = null;
  private shown: Shown | null = null;
  /** What was set since `shown`, as it was then; `null` when everything was. */
  private touched: Map<string, { was: PresentDoc | null; from: number; to: number }> | null = null;

  constructor(plan: Plan) {
    this.plan = plan;
  }

  /** From now on `membership` is told of comings and goings. */
  track(membership: Membership): void {
    this.membership = membership;
    for (const path of this.byPath.keys()) membership.enter(path);
  }

  /** Nobody is told any more. */
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

  /** How many come no later than a place: that of a document, which need not be here itself. From the end for a limit that counts from there. */
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

  /** The document of this path as it is now; `null` when it is not in the answer. Says whether it was another. */
  set(path: string, is: PresentDoc | null): boolean {
    const was = this.get(path);
    if (was === is) return false;
    const stays = was && is && was.data === is.data;
    const from = stays ? this.exchange(was, is) : was ? this.take(was) : -1;
    const to = stays ? from : is ? this.put(is) : -1;
    if (was && !is) this.membership?.leave(path);
    if (is && !was) this.membership?.enter(path);
    const known = this.touched?.get(path);
    if (known) known.to = to;
    else this.touched?.set(path, { was, from, to });
    return true;
  }

  /** As much as the limit lets through. */
  result(): Shown {
    const { shown, touched } = this;
    if (shown && touched?.size === 0) return shown;
    const docs = Object.freeze([...cut(this.plan, this.docs)]);
    const isWhole = docs.length === this.docs.length;
    const pending = this.pending > 0 && (isWhole || docs.some((doc) => doc.pending));
    this.shown = { docs, pending, step: shown && touched && { before: shown.docs, touched } };
    this.touched = new Map();
    return this.shown;
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
