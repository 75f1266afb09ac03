/** Documents of one scope, grouped by the values of some fields and ordered within: a composite index. */
import type { DocValue } from '#ports/docs/values.ts';
import { fieldAt } from './fields.ts';
import type { Equality } from './filters.ts';
import { compareValues } from './order.ts';
import {
  compareEntries,
  type Entry,
  entryOf,
  isAfterStart,
  isBeforeEnd,
  type Plan,
  type Subject,
} from './plan.ts';
import type { SortField } from './sort-fields.ts';
import { SortedList } from './sorted-list.ts';

interface Indexed<T extends Subject> extends Entry<T> {
  /** Values of the grouping fields. */
  readonly group: readonly DocValue[];
}

/** Queries of one shape share an index. */
export const shapeOf = ({ conditions, orders }: Plan): string =>
  JSON.stringify([
    conditions.equalities.map(({ field }) => field),
    orders.map(({ path, descending }) => [path, descending]),
  ]);

export class QueryIndex<T extends Subject> {
  private readonly grouping: readonly Equality[];
  private readonly orders: readonly SortField[];
  private readonly list: SortedList<Indexed<T>>;

  constructor(plan: Plan, docs: Iterable<T>) {
    this.grouping = plan.conditions.equalities;
    this.orders = plan.orders;
    const entries: Indexed<T>[] = [];
    for (const doc of docs) {
      const entry = this.entry(doc);
      if (entry) entries.push(entry);
    }
    this.list = new SortedList(
      (one, other) => compareGroups(one.group, other.group) || compareEntries(this.orders, one, other),
      entries,
    );
  }

  change(before: T | null, after: T | null): void {
    const old = before && this.entry(before);
    const now = after && this.entry(after);
    if (old) this.list.remove(old);
    if (now) this.list.add(now);
  }

  /** What the query lets in, in its order (from the end for a limit that counts from there), beyond `past` if given. */
  *scan(plan: Plan, past: Entry<T> | null = null): Generator<Entry<T>> {
    const group = plan.conditions.equalities.map(({ value }) => value);
    const place = (entry: Indexed<T>) => compareGroups(entry.group, group);
    const beyond = past && ((entry: Indexed<T>) => compareEntries(this.orders, entry, past));
    const entries = plan.fromEnd
      ? this.list.backFrom((entry) => {
          const at = place(entry);
          if (at !== 0) return at > 0;
          return beyond ? beyond(entry) >= 0 : !isBeforeEnd(plan, entry);
        })
      : this.list.from((entry) => {
          const at = place(entry);
          if (at !== 0) return at > 0;
          return beyond ? beyond(entry) > 0 : isAfterStart(plan, entry);
        });
    for (const entry of entries) {
      if (place(entry) !== 0) return;
      if (plan.fromEnd ? !isAfterStart(plan, entry) : !isBeforeEnd(plan, entry)) return;
      if (plan.conditions.match(entry.doc)) yield entry;
    }
  }

  private entry(doc: T): Indexed<T> | null {
    const group: DocValue[] = [];
    for (const { path } of this.grouping) {
      const value = fieldAt(doc.data, path);
      if (value === undefined) return null;
      group.push(value);
    }
    const entry = entryOf(this.orders, doc);
    return entry && { ...entry, group };
  }
}

function compareGroups(one: readonly DocValue[], other: readonly DocValue[]): number {
  for (let at = 0; at < one.length; at++) {
    const order = compareValues(one[at] ?? null, other[at] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

/** The answer in the query's order. */
export function answer<T extends Subject>(plan: Plan, index: QueryIndex<T>): T[] {
  const docs: T[] = [];
  for (const { doc } of index.scan(plan)) {
    docs.push(doc);
    if (docs.length === plan.limit) break;
  }
  return plan.fromEnd ? docs.toReversed() : docs;
}
