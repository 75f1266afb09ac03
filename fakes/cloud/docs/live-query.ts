/** The answer to one query, kept up to date. However many ask the same, it is worked out once. */
import { admits, inScope, type Plan } from './plan.ts';
import type { QueryIndex } from './query-index.ts';
import { SortedList } from './sorted-list.ts';
import type { DocChange, StoredDoc } from './store.ts';

/** How one commit changed an answer. */
export interface AnswerChange {
  /** In the answer, and new to it or changed. */
  readonly present: readonly StoredDoc[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Something a client can listen to. */
export interface Live {
  docs(): Iterable<StoredDoc>;
  has(path: string): boolean;
  /** Is it about the document of that path, there or not? */
  answers(path: string): boolean;
  /** `null` when the commit did not touch the answer. */
  update(changes: readonly DocChange[]): AnswerChange | null;
}

export class LiveDoc implements Live {
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

  update(changes: readonly DocChange[]): AnswerChange | null {
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

export class LiveQuery implements Live {
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

  update(changes: readonly DocChange[]): AnswerChange | null {
    /** All that comes no later than this is in the window; beyond it only the index knows. */
    const edge = this.window.size >= this.most() ? (this.window.last() ?? null) : null;
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
