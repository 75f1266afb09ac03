/** A query taken apart into alternatives: every document that it can return fits at least one of them. */
import type { Filter, Query } from '#ports/docs/query.ts';
import type { DocValue } from '#ports/docs/values.ts';

export type FieldFilter = Extract<Filter, { readonly op: unknown }>;

/** Filters that every document of the alternative satisfies. `in` and `array-contains-any` are alternatives themselves. */
export type Branch = readonly FieldFilter[];

export function branchesOf(query: Query): readonly Branch[] {
  return product((query.where ?? []).map(alternatives));
}

function alternatives(filter: Filter): readonly Branch[] {
  if ('and' in filter) return product(filter.and.map(alternatives));
  if ('or' in filter) return filter.or.flatMap(alternatives);
  const { field, op, value } = filter;
  if (op === 'in') return each(value).map((one) => [{ field, op: '==', value: one }]);
  if (op === 'array-contains-any')
    return each(value).map((one) => [{ field, op: 'array-contains', value: one }]);
  return [[filter]];
}

const each = (list: DocValue): readonly DocValue[] => (Array.isArray(list) ? (list as DocValue[]) : []);

const product = (parts: readonly (readonly Branch[])[]): readonly Branch[] =>
  parts.reduce<readonly Branch[]>(
    (all, part) => all.flatMap((branch) => part.map((more) => [...branch, ...more])),
    [[]],
  );
