/** Documents of one scope, grouped by the values of some fields and ordered within: a composite index. */
import type { FieldPath } from '#provider-kit/docs/field-path.ts';
import { ByValues, valuesAt } from './by-values.ts';
import type { Plan } from './plan.ts';
import type { SortField } from './sort-fields.ts';
import { SortedList } from './sorted-list.ts';
import { Sorting, type QueriedDoc } from './sorting.ts';

/**
 * Queries of one shape share an index; one in the opposite order reads it backwards. Canonical spellings of fields have none of the
 * separators outside quotes.
 */
export function shapeOf({ conditions, orders }: Plan): string {
  let shape = '';
  for (const { field } of conditions.equalities) shape += `${field},`;
  const opposite = isBackwards(orders);
  for (const { name, descending } of orders) shape += descending === opposite ? `<${name}` : `>${name}`;
  return shape;
}

const isBackwards = (orders: readonly SortField[]) => orders[0]?.descending ?? false;

/** The order or its opposite, whichever begins by ascending. */
const forwards = (orders: readonly SortField[]): readonly SortField[] =>
  isBackwards(orders) ? orders.map((order) => ({ ...order, descending: !order.descending })) : orders;

export class QueryIndex<T extends QueriedDoc> {
  private readonly grouping: readonly FieldPath[];
  private readonly sorting: Sorting;
  private readonly groups = new ByValues<SortedList<T>>();
  private count = 0;

  constructor({ conditions, orders }: Plan, docs: Iterable<T>) {
    this.grouping = conditions.equalities.map(({ path }) => path);
    this.sorting = new Sorting(forwards(orders));
    const groups = new ByValues<T[]>();
    const lists: T[][] = [];
    for (const doc of docs) {
      if (!this.sorting.holds(doc)) continue;
      const group = groups.at(doc.data, this.grouping);
      const values = group ? null : valuesAt(doc.data, this.grouping);
      if (group) group.push(doc);
      if (!values) continue;
      const list = [doc];
      groups.set(values, list);
      lists.push(list);
    }
    for (const list of lists) this.begin(list);
  }

  get size(): number {
    return this.count;
  }

  change(before: T | null, after: T | null): void {
    const from = before && this.groupOf(before);
    const to = after && this.groupOf(after);
    if (before && after && from && from === to) {
      if (this.sorting.compare(before, after) === 0) from.exchange(after);
      else {
        from.remove(before);
        from.add(after);
      }
      return;
    }
    if (before && from) this.remove(from, before);
    if (!after) return;
    if (!to) this.begin([after]);
    else {
      to.add(after);
      this.count++;
    }
  }

  /** First `most` matches in the query's order (from the end for a limit that counts from there), beyond `past` if given. */
  take(plan: Plan, most: number, past: T | null = null): T[] {
    const found: T[] = [];
    const group = this.groups.get(plan.conditions.equalities.map(({ value }) => value));
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

  /** The group that a document is in, or belongs to; `null` when there is none. */
  private groupOf(doc: T): SortedList<T> | null {
    return this.sorting.holds(doc) ? this.groups.at(doc.data, this.grouping) : null;
  }

  /** The first of a group; a document that has not all the fields is in none. */
  private begin(docs: readonly T[]): void {
    const [first] = docs;
    const values = first && this.sorting.holds(first) ? valuesAt(first.data, this.grouping) : null;
    if (!values) return;
    this.groups.set(values, new SortedList<T>(this.sorting, docs));
    this.count += docs.length;
  }

  private remove(group: SortedList<T>, doc: T): void {
    if (group.remove(doc)) this.count--;
    if (group.size === 0) this.groups.delete(valuesAt(doc.data, this.grouping) ?? []);
  }
}

/** The answer in the query's order. */
export function readIndex<T extends QueriedDoc>(plan: Plan, index: QueryIndex<T>): T[] {
  const docs = index.take(plan, plan.limit ?? Infinity);
  return plan.fromEnd ? docs.toReversed() : docs;
}
