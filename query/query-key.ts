/** Key of a query, equal for queries with the same answer, which share one cache entry. */
import type { Filter } from '#ports/docs/query.ts';
import { valueKey } from './order.ts';
import type { Plan } from './plan.ts';
import type { CursorPosition } from './range.ts';
import { canonicalField } from './sort-fields.ts';

export function queryKey(plan: Plan): string {
  const { query, scope, orders, limit, fromEnd, start, end } = plan;
  return JSON.stringify([
    scope,
    (query.where ?? []).map(filterKey),
    orders.map(({ path, descending }) => [path, descending]),
    limit,
    fromEnd,
    placeKey(start),
    placeKey(end),
  ]);
}

function filterKey(filter: Filter): unknown {
  if ('and' in filter) return ['and', ...filter.and.map(filterKey)];
  if ('or' in filter) return ['or', ...filter.or.map(filterKey)];
  return [filter.op, canonicalField(filter.field), valueKey(filter.value)];
}

const placeKey = (place: CursorPosition | null) => place && [place.inclusive, ...place.values.map(valueKey)];
