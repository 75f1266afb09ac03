/** The documents of one answer, in order. Each result is a list of its own, and knows how it came from the one before. */
import { identical } from '#fakes/cloud/docs/order.ts';
import { cut, type Plan } from '#fakes/cloud/docs/plan.ts';
import type { RawChange } from './changes.ts';
import type { LocalDoc, PresentDoc } from './local-docs.ts';

/** Told of each document that comes into an answer, or leaves it. */
export interface Membership {
  enter(path: string): void;
  leave(path: string): void;
}

/** What one changed document made of a result. */
export interface Step {
  readonly before: readonly LocalDoc[];
  readonly changes: readonly RawChange[];
  /** Its place in the result before and in the one after; -1 for none. */
  readonly from: number;
  readonly to: number;
}

interface Shown {
  readonly docs: readonly LocalDoc[];
  readonly pending: boolean;
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
  /** Changes since `shown`, if they are few enough to tell one by one. */
  private since: { was: PresentDoc | null; is: PresentDoc | null; from: number; to: number } | 'many' | null =
    null;

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
    this.since = 'many';
  }

  /** The document of this path as it is now; `null` when it is not in the answer. */
  set(path: string, is: PresentDoc | null): void {
    const was = this.get(path);
    if (was === is) return;
    const from = was ? this.take(was) : -1;
    const to = is ? this.put(is) : -1;
    if (was && !is) this.membership?.leave(path);
    if (is && !was) this.membership?.enter(path);
    this.since = this.since ? 'many' : { was, is, from, to };
  }

  /** As much as the limit lets through. */
  result(): Shown {
    const { shown, since } = this;
    if (shown && !since) return shown;
    this.since = null;
    this.shown = (shown && since && since !== 'many' ? this.stepped(shown, since) : null) ?? this.cut();
    return this.shown;
  }

  private cut(): Shown {
    const docs = Object.freeze([...cut(this.plan, this.docs)]);
    const pending = this.pending > 0 && docs.some((doc) => doc.pending);
    return { docs, pending, step: null };
  }

  /** `null` when the limit has a say in it. */
  private stepped(
    { docs: before }: Shown,
    { was, is, from, to }: Exclude<OrderedDocs['since'], 'many' | null>,
  ): Shown | null {
    const most = this.plan.limit ?? Infinity;
    const sizeBefore = this.docs.length + Number(was !== null) - Number(is !== null);
    if (Math.max(sizeBefore, this.docs.length) > most) return null;
    const docs = replaced(before, from, to, is);
    const change = changeOf(was, is, from, to);
    return {
      docs,
      pending: this.pending > 0,
      step: { before, changes: change ? [change] : [], from, to },
    };
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

/** A list with the item at `from` taken out, and then `item` put in at `to`. */
export function replaced<T>(list: readonly T[], from: number, to: number, item: T | null): readonly T[] {
  const copy = [...list];
  if (from >= 0) copy.splice(from, 1);
  if (to >= 0 && item) copy.splice(to, 0, item);
  return Object.freeze(copy);
}

function changeOf(was: PresentDoc | null, is: PresentDoc | null, from: number, to: number): RawChange | null {
  const places = { oldIndex: from, newIndex: to };
  if (was && is) {
    const quiet = identical(was.data, is.data);
    return quiet && was.pending === is.pending ? null : { type: 'modified', doc: is, ...places, quiet };
  }
  if (is) return { type: 'added', doc: is, ...places, quiet: false };
  return was && { type: 'removed', doc: was, ...places, quiet: false };
}
