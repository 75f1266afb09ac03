/** Values, queries and answers as one line of text each: equal values have equal texts, which are readable in a failure. */
import type { Cursor, Filter, Query } from '#ports/docs/query.ts';
import { DocRef, FieldOp, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';

export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`;
  if (value instanceof Timestamp) return `time(${value.seconds}, ${value.nanoseconds})`;
  if (value instanceof GeoPoint) return `point(${show(value.latitude)}, ${show(value.longitude)})`;
  if (value instanceof DocRef) return `ref(${value.path})`;
  if (value instanceof Vector) return `vector(${value.values.map(show).join(', ')})`;
  if (value instanceof Uint8Array) return `bytes(${[...value].join(', ')})`;
  if (value instanceof FieldOp) return `${value.op}(${value.operand === null ? '' : show(value.operand)})`;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}: ${show(inner)}`).join(', ')}}`;
}

const showFilter = (filter: Filter): string => {
  if ('and' in filter) return `and(${filter.and.map(showFilter).join(', ')})`;
  if ('or' in filter) return `or(${filter.or.map(showFilter).join(', ')})`;
  return `${filter.field} ${filter.op} ${show(filter.value)}`;
};

const showCursor = ({ at, values, inclusive }: Cursor): string =>
  `${at ? `document ${at.path}` : show(values)}${inclusive ? ' (itself too)' : ''}`;

export const showQuery = (query: Query): string =>
  [
    query.group ? `group ${query.collection}` : query.collection,
    ...(query.where ?? []).map((filter) => `where ${showFilter(filter)}`),
    ...(query.orderBy ?? []).map(({ field, direction }) => `order by ${field} ${direction}`),
    ...(query.limit === undefined ? [] : [`limit ${query.limit}`]),
    ...(query.limitToLast === undefined ? [] : [`limit to last ${query.limitToLast}`]),
    ...(query.start ? [`from ${showCursor(query.start)}`] : []),
    ...(query.end ? [`to ${showCursor(query.end)}`] : []),
  ].join('; ');
