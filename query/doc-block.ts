/** A block of documents of one collection that is read as a whole, and what is known of it before it is read. */
import type { FieldPath } from '#provider-kit/docs/field-path.ts';
import type { DocValue } from '#ports/docs/values.ts';
import { fieldAt } from './fields.ts';
import { compareValues, sameValue } from './order.ts';
import type { Plan } from './plan.ts';
import { boundsOn } from './range.ts';
import type { SortField } from './sort-fields.ts';
import type { QueriedDoc } from './sorting.ts';

/** Values of a field in a block: the lowest and the highest, and each of them where they are few. */
export interface FieldValues {
  readonly low: DocValue;
  readonly high: DocValue;
  readonly each: readonly DocValue[] | null;
}

/** By top-level name. `null`: the field is there, its values are not known. A field that has no entry is in none of the documents. */
export type BlockFields = ReadonlyMap<string, FieldValues | null>;

export interface DocBlock<T extends QueriedDoc> {
  readonly collection: string;
  /** `null`: nothing is known of its fields. */
  readonly fields: BlockFields | null;
  paths(): readonly string[];
  /** Documents that can't be read are left out. */
  read(): readonly T[];
}

/** Part of a query's result in the order of its scan: documents beyond `past`, up to `edge`. `null`: no such bound. */
export interface Stretch {
  readonly past: QueriedDoc | null;
  readonly edge: QueriedDoc | null;
}

/** Whether a block may hold documents of a stretch of a query's result. */
export function mayHold(fields: BlockFields | null, plan: Plan, stretch: Stretch): boolean {
  if (!fields) return true;
  const has = ([name = '']: FieldPath) => fields.has(name);
  if (!plan.orders.every(({ path }) => !path || has(path))) return false;
  for (const { path, value } of plan.conditions.equalities) {
    if (!has(path)) return false;
    const known = valuesAtTop(fields, path);
    if (known && !mayEqual(known, value)) return false;
  }
  const [first] = plan.orders;
  const known = first && firstValues(fields, plan);
  return !known || isReached(known, first, plan, stretch);
}

/** Values of the field that comes first in a query's order; `null` when they are not known. */
export function firstValues(fields: BlockFields | null, { orders: [first] }: Plan): FieldValues | null {
  return fields && first?.path ? valuesAtTop(fields, first.path) : null;
}

const valuesAtTop = (fields: BlockFields, path: FieldPath): FieldValues | null =>
  path.length === 1 ? (fields.get(path[0] ?? '') ?? null) : null;

const mayEqual = ({ low, high, each }: FieldValues, value: DocValue): boolean =>
  each
    ? each.some((other) => sameValue(other, value))
    : compareValues(low, value) <= 0 && compareValues(value, high) <= 0;

/** Values in a query's order: the first and the last of the block. */
export const endsOf = (
  { low, high }: FieldValues,
  { descending }: SortField,
): readonly [DocValue, DocValue] => (descending ? [high, low] : [low, high]);

/** Only the first values are compared, so equal ones count as reached. */
function isReached(known: FieldValues, order: SortField, plan: Plan, { past, edge }: Stretch): boolean {
  const path = order.path ?? [];
  const [begin, end] = endsOf(known, order);
  const isBefore = (one: DocValue, other: DocValue | undefined) =>
    other !== undefined && (order.descending ? compareValues(other, one) : compareValues(one, other)) < 0;
  const isAfter = (one: DocValue, other: DocValue | undefined) =>
    other !== undefined && (order.descending ? compareValues(other, one) : compareValues(one, other)) > 0;
  const at = (doc: QueriedDoc | null) => (doc ? (fieldAt(doc.data, path) ?? null) : undefined);
  const [after, before] = plan.fromEnd ? [edge, past] : [past, edge];
  if (isBefore(end, plan.start?.values[0]) || isAfter(begin, plan.end?.values[0])) return false;
  if (isBefore(end, at(after)) || isAfter(begin, at(before))) return false;
  const { low, high } = known;
  for (const { rises, test } of boundsOn(plan.query.where ?? [], path))
    if (!test({ path: '', data: { [path[0] ?? '']: rises ? high : low } })) return false;
  return true;
}
