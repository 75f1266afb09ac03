/** Order of documents in a query's answer, for orders by numbers, times, texts and booleans in fields whose names need no quotes. */
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { documentId, type Query } from '#ports/docs/query.ts';
import { type DocValue, Timestamp } from '#ports/docs/values.ts';

/** Negative: `one` is before `other`. Documents that are equal in all orders are in the order of their names. */
export function compareDocs({ orderBy = [] }: Query, one: DocSnapshot, other: DocSnapshot): number {
  for (const { field, direction } of orderBy) {
    if (field === documentId) break;
    const order = compareValues(valueAt(one, field), valueAt(other, field));
    if (order !== 0) return direction === 'desc' ? -order : order;
  }
  const order = compareValues(one.id, other.id);
  return orderBy.at(-1)?.direction === 'desc' ? -order : order;
}

function valueAt({ data }: DocSnapshot, field: string): DocValue | undefined {
  let value: DocValue | undefined = data ?? undefined;
  for (const name of field.split('.'))
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Readonly<Record<string, DocValue>>)[name]
        : undefined;
  return value;
}

function compareValues(one: DocValue | undefined, other: DocValue | undefined): number {
  if (one instanceof Timestamp && other instanceof Timestamp)
    return one.seconds - other.seconds || one.nanoseconds - other.nanoseconds;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [left, right] = [String(one), String(other)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
