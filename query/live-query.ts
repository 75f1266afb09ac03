/** Live result of one query, computed once for all its listeners. */
import { admits, inScope, type Plan } from './plan.ts';
import type { QueryIndex } from './query-index.ts';
import { SortedList } from './sorted-list.ts';
import type { StoreChange, StoredDoc } from './store.ts';

/** Effect of one commit on a query's result. */
export interface AnswerChange {
  /** Documents in the result that are new to it or changed. */
  readonly present: readonly StoredDoc[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const nothing: readonly string[] = [];

/** Target of a listen: a query or a document. */
export interface LiveResult {
  docs(): Iterable<StoredDoc>;
  has(path: string): boolean;
  /** Whether it is the query of the document at that path, present or not. */
  answers(path: string): boolean;
  /** `null` when the commit did not touch the answer. */
  update(changes: readonly StoreChange[]): AnswerChange | null;
}

export class LiveDoc implements LiveResult {
  private readonly path: string;
  private doc: StoredDoc | null;

  constructor(path: string, doc: StoredDoc | null) {
    this.path = path;
    this.doc = doc;
  }

  answers(path: string): boolean {
    return path === this.path;
  }

  docs(): Iterable<StoredDoc> {
    return this.doc ? [this.doc] : [];
  }

  has(path: string): boolean {
    return this.doc?.path === path;
  }

  update(changes: readonly StoreChange[]): AnswerChange | null {
    const last = changes.at(-1);
    if (!last) return null;
    const had = this.doc !== null;
    this.doc = last.after;
    return {
      present: last.after ? [last.after] : [],
      added: last.after && !had ? [last.path] : [],
      removed: !last.after && had ? [last.path] : [],
    };
  }
}

export class LiveQuery implements LiveResult {
  private readonly plan: Plan;
  private readonly index: QueryIndex<StoredDoc>;
  /** The answer in the order of the index's scan: backwards for a limit that counts from the end. */
  private readonly window: SortedList<StoredDoc>;
  private readonly members: Map<string, StoredDoc>;
  private readonly compare: (one: StoredDoc, other: StoredDoc) => number;

  constructor(plan: Plan, index: QueryIndex<StoredDoc>) {
    this.plan = plan;
    this.index = index;
    const { compare, project } = plan.sorting;
    this.compare = plan.fromEnd ? (one, other) => compare(other, one) : compare;
    const first = index.take(plan, this.most());
    this.window = new SortedList<StoredDoc>(
      { compare: this.compare, project: plan.fromEnd ? (doc) => -project(doc) : project },
      first,
    );
    this.members = new Map(first.map((doc) => [doc.path, doc]));
  }

  docs(): Iterable<StoredDoc> {
    return this.window;
  }

  has(path: string): boolean {
    return this.members.has(path);
  }

  answers(path: string): boolean {
    return inScope(this.plan.query, path);
  }

  update(changes: readonly StoreChange[]): AnswerChange | null {
    const [first] = changes;
    return first && changes.length === 1 ? this.updateOne(first) : this.updateAll(changes);
  }

  /** `updateAll` for the common commit with one change. */
  private updateOne({ path, after }: StoreChange): AnswerChange | null {
    const edge = this.edge();
    const was = this.members.get(path) ?? null;
    const is = after && this.reaches(after, edge) ? after : null;
    if (is && was) return this.replace(was, is);
    if (is) {
      this.put(is);
      const last = this.window.size > this.most() ? this.window.last() : undefined;
      if (last) this.take(last);
      return { present: [is], added: [path], removed: last ? [last.path] : nothing };
    }
    if (!was) return null;
    this.take(was);
    const [next] = edge ? this.index.take(this.plan, 1, edge) : [];
    if (next) this.put(next);
    if (next?.path === path) return { present: [next], added: nothing, removed: nothing };
    return { present: next ? [next] : [], added: next ? [next.path] : nothing, removed: [path] };
  }

  private replace(was: StoredDoc, is: StoredDoc): AnswerChange {
    if (this.compare(was, is) === 0) {
      this.window.exchange(is);
      this.members.set(is.path, is);
    } else {
      this.take(was);
      this.put(is);
    }
    return { present: [is], added: nothing, removed: nothing };
  }

  /** Last document of the window; documents beyond it are only in the index. `null`: there are none beyond. */
  private edge(): StoredDoc | null {
    return this.window.size >= this.most() ? (this.window.last() ?? null) : null;
  }

  private updateAll(changes: readonly StoreChange[]): AnswerChange | null {
    const edge = this.edge();
    const entering = changes.flatMap(({ after }) => (after && this.reaches(after, edge) ? [after] : []));
    const leaving = changes.flatMap(({ path }) => this.members.get(path) ?? []);
    if (entering.length + leaving.length === 0) return null;
    const before = new Map<string, StoredDoc | null>();
    for (const { path } of [...leaving, ...entering]) before.set(path, this.members.get(path) ?? null);
    for (const doc of leaving) this.take(doc);
    for (const doc of entering) this.put(doc);
    for (let last = this.window.last(); last && this.window.size > this.most(); last = this.window.last()) {
      if (!before.has(last.path)) before.set(last.path, last);
      this.take(last);
    }
    if (edge && this.window.size < this.most())
      for (const doc of this.index.take(this.plan, this.most() - this.window.size, edge)) {
        if (!before.has(doc.path)) before.set(doc.path, null);
        this.put(doc);
      }
    return this.difference(before);
  }

  private reaches(doc: StoredDoc, edge: StoredDoc | null): boolean {
    return admits(this.plan, doc) && !(edge && this.compare(doc, edge) > 0);
  }

  private difference(before: ReadonlyMap<string, StoredDoc | null>): AnswerChange | null {
    const present: StoredDoc[] = [];
    const added: string[] = [];
    const removed: string[] = [];
    for (const [path, was] of before) {
      const is = this.members.get(path);
      if (is && is !== was) present.push(is);
      if (is && !was) added.push(path);
      if (!is && was) removed.push(path);
    }
    return present.length + removed.length === 0 ? null : { present, added, removed };
  }

  private most(): number {
    return this.plan.limit ?? Infinity;
  }

  private put(doc: StoredDoc): void {
    this.window.add(doc);
    this.members.set(doc.path, doc);
  }

  private take(doc: StoredDoc): void {
    this.window.remove(doc);
    this.members.delete(doc.path);
  }
}
