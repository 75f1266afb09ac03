/** Filters written out as alternatives: an “or” of “and”s. */
import type { Filter } from '#ports/docs/query.ts';

export type FieldCondition = Extract<Filter, { readonly op: unknown }>;
/** Filters that must all hold. */
export type Conjunction = readonly FieldCondition[];

/** Number of alternatives; each value of a list is one. */
export function countAlternatives(filters: readonly Filter[]): number {
  return filters.reduce((all, filter) => all * countOf(filter), 1);
}

function countOf(filter: Filter): number {
  if ('and' in filter) return countAlternatives(filter.and);
  if ('or' in filter) return filter.or.reduce((sum, inner) => sum + countOf(inner), 0);
  const several = filter.op === 'in' || filter.op === 'array-contains-any';
  return several && Array.isArray(filter.value) ? filter.value.length : 1;
}

/** Alternatives of the filters, with lists left as they are: all values of one need the same index. */
export const alternativesOf = (filters: readonly Filter[]): readonly Conjunction[] =>
  filters
    .map(termsOf)
    .reduce<readonly Conjunction[]>(
      (all, terms) => all.flatMap((one) => terms.map((other) => [...one, ...other])),
      [[]],
    );

function termsOf(filter: Filter): readonly Conjunction[] {
  if ('and' in filter) return alternativesOf(filter.and);
  if ('or' in filter) return filter.or.flatMap(termsOf);
  return [[filter]];
}
