/** Documents of one scope, grouped by the values of some fields and ordered within: a composite index. */
import type { FieldPath } from '#ports/docs/field-path.ts';
import { hashKeyAt, hashKeys } from './hash-key.ts';
import type { Plan } from './plan.ts';
import { SortedList } from './sorted-list.ts';
import type { SortField } from './sort-fields.ts';
import { Sorting, type Subject } from './sorting.ts';

/** Queries of one shape share an index; one in the opposite order reads it backwards. */
export const shapeOf = ({ conditions, orders }: Plan): string =>
  JSON.stringify([
    conditions.equalities.map(({ field }) => field),
    forwards(orders).map(({ path, descending }) => [path, descending]),
  ]);

const isBackwards = (orders: readonly SortField[]) => orders[0]?.descending ?? false;

/** The order or its opposite, whichever begins by ascending. */
const forwards = (orders: readonly SortField[]): readonly SortField[] =>
  isBackwards(orders) ? orders.map(({ path, descending }) => ({ path, descending: !descending })) : orders;

export class QueryIndex<T extends Subject> {
  private readonly grouping: readonly FieldPath[];
  private readonly sorting: Sorting;
  private readonly groups = new Map<unknown, SortedList<T>>();
  private count = 0;

  constructor({ conditions, orders }: Plan, docs: Iterable<T>) {
    this.grouping = conditions.equalities.map(({ path }) => path);
    this.sorting = new Sorting(forwards(orders));
    const groups = new Map<unknown, T[]>();
    for (const doc of docs) {
      const key = this.groupOf(doc);
      const group = groups.get(key);
      if (group) group.push(doc);
      else if (key !== undefined) groups.set(key, [doc]);
    }
    for (const [key, group] of groups) {
      this.groups.set(key, new SortedList<T>(this.sorting, group));
      this.count += group.length;
    }
  }

  get size(): number {
    return this.count;
  }

  change(before: T | null, after: T | null): void {
    const from = before ? this.groupOf(before) : undefined;
    const to = after ? this.groupOf(after) : undefined;
    if (before && after && from === to && this.sorting.compare(before, after) === 0) {
      this.groups.get(to)?.exchange(after);
      return;
    }
    if (before) this.remove(from, before);
    if (after) this.add(to, after);
  }

  /**
   * What the query lets in, in its order (from the end for a limit that counts from there), beyond `past` if given;
   * `most` of them.
   */
  take(plan: Plan, most: number, past: T | null = null): T[] {
    const found: T[] = [];
    const group = this.groups.get(hashKeys(plan.conditions.equalities.map(({ value }) => value)));
    if (!group || most <= 0) return found;
    const { begun, unended } = plan.range;
    const { compare } = plan.sorting;
    const beyond = past && ((doc: T) => (plan.fromEnd ? compare(doc, past) < 0 : compare(doc, past) > 0));
    const since = beyond ?? (plan.fromEnd ? unended : begun);
    const until = plan.fromEnd ? begun : unended;
    const visit = (doc: T) => until(doc) && (!plan.conditions.match(doc) || found.push(doc) < most);
    if (plan.fromEnd === isBackwards(plan.orders)) group.from(since, visit);
    else group.backFrom((doc) => !since(doc), visit);
    return found;
  }

  /** `undefined` for a document that is in none: it has not all the fields. */
  private groupOf(doc: T): unknown {
    return this.sorting.holds(doc) ? hashKeyAt(doc.data, this.grouping) : undefined;
  }

  private add(key: unknown, doc: T): void {
    if (key === undefined) return;
    this.count++;
    const group = this.groups.get(key);
    if (group) group.add(doc);
    else this.groups.set(key, new SortedList<T>(this.sorting, [doc]));
  }

  private remove(key: unknown, doc: T): void {
    const group = this.groups.get(key);
    if (group?.remove(doc)) this.count--;
    if (group?.size === 0) this.groups.delete(key);
  }
}

/** The answer in the query's order. */
export function answer<T extends Subject>(plan: Plan, index: QueryIndex<T>): T[] {
  const docs = index.take(plan, plan.limit ?? Infinity);
  return plan.fromEnd ? docs.toReversed() : docs;
}
