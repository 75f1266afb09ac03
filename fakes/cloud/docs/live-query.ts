/** The answer to one query, kept up to date. However many ask the same, it is worked out once. */
import { admit, compareEntries, type Entry, type Plan } from './plan.ts';
import type { QueryIndex } from './query-index.ts';
import { firstIndex } from './sorted-list.ts';
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
  /** `null` when the commit did not touch the answer. */
  update(changes: readonly DocChange[]): AnswerChange | null;
}

export class LiveDoc implements Live {
  private doc: StoredDoc | null;

  constructor(doc: StoredDoc | null) {
    this.doc = doc;
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

type StoredEntry = Entry<StoredDoc>;

export class LiveQuery implements Live {
  private readonly plan: Plan;
  private readonly index: QueryIndex<StoredDoc>;
  /** The answer in the order of the index's scan: backwards for a limit that counts from the end. */
  private readonly window: StoredEntry[] = [];
  private readonly members = new Map<string, StoredEntry>();

  constructor(plan: Plan, index: QueryIndex<StoredDoc>) {
    this.plan = plan;
    this.index = index;
    this.fill(null);
  }

  *docs(): Generator<StoredDoc> {
    for (const { doc } of this.window) yield doc;
  }

  has(path: string): boolean {
    return this.members.has(path);
  }

  update(changes: readonly DocChange[]): AnswerChange | null {
    const { limit } = this.plan;
    const full = limit !== null && this.window.length >= limit;
    /** All that comes no later than this is in the window; beyond it only the index knows. */
    const edge = full ? (this.window.at(-1) ?? null) : null;
    const before = new Map<string, StoredEntry | null>();
    const note = (path: string) => {
      if (!before.has(path)) before.set(path, this.members.get(path) ?? null);
    };
    for (const { path } of changes) {
      const member = this.members.get(path);
      if (!member) continue;
      note(path);
      this.take(member);
    }
    for (const { after } of changes) {
      const entry = after && admit(this.plan, after);
      if (!entry || (edge && this.compare(entry, edge) > 0)) continue;
      note(entry.doc.path);
      this.put(entry);
    }
    for (const entry of this.beyondLimit()) {
      note(entry.doc.path);
      this.take(entry);
    }
    if (edge) for (const { doc } of this.fill(edge)) if (!before.has(doc.path)) before.set(doc.path, null);
    return this.difference(before);
  }

  private difference(before: ReadonlyMap<string, StoredEntry | null>): AnswerChange | null {
    const present: StoredDoc[] = [];
    const added: string[] = [];
    const removed: string[] = [];
    for (const [path, was] of before) {
      const is = this.members.get(path);
      if (is && is.doc !== was?.doc) present.push(is.doc);
      if (is && !was) added.push(path);
      if (!is && was) removed.push(path);
    }
    return present.length + removed.length === 0 ? null : { present, added, removed };
  }

  private beyondLimit(): StoredEntry[] {
    const { limit } = this.plan;
    return limit === null ? [] : this.window.slice(limit);
  }

  /** Takes what fits from the index, beyond `past`. */
  private fill(past: StoredEntry | null): StoredEntry[] {
    const { limit } = this.plan;
    const found: StoredEntry[] = [];
    if (limit !== null && this.window.length >= limit) return found;
    for (const entry of this.index.scan(this.plan, past)) {
      found.push(entry);
      this.window.push(entry);
      this.members.set(entry.doc.path, entry);
      if (this.window.length === limit) break;
    }
    return found;
  }

  private put(entry: StoredEntry): void {
    this.window.splice(this.place(entry), 0, entry);
    this.members.set(entry.doc.path, entry);
  }

  private take(entry: StoredEntry): void {
    this.window.splice(this.place(entry), 1);
    this.members.delete(entry.doc.path);
  }

  private place(entry: StoredEntry): number {
    return firstIndex(this.window, (other) => this.compare(other, entry) >= 0);
  }

  private compare(one: StoredEntry, other: StoredEntry): number {
    const order = compareEntries(this.plan.orders, one, other);
    return this.plan.fromEnd ? -order : order;
  }
}
