/** Questions as the protocol writes them, as the ports say them. */
import { ordersOf, type SortField } from '#query/sort-fields.ts';
import type { Aggregate } from '#ports/docs/docs.ts';
import { lastPart } from '#query/paths.ts';
import {
  type Cursor,
  documentId,
  type Filter,
  type FilterOp,
  type Nearest,
  type Order,
  type Query,
} from '#ports/docs/query.ts';
import { DocRef, type DocValue, Vector } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import { valueOfOwnKey } from '#provider-kit/own-value.ts';
import { platformQuery } from '#firebase-rules/platform/arguments.ts';
import type { WireAggregation, WireCursor, WireFilter, WireQuery } from './messages.ts';
import type { ResourceNames } from './names.ts';
import { refusing } from './status.ts';
import { docValueOf } from './values.ts';

const operators: Readonly<Record<string, FilterOp>> = {
  EQUAL: '==',
  NOT_EQUAL: '!=',
  LESS_THAN: '<',
  LESS_THAN_OR_EQUAL: '<=',
  GREATER_THAN: '>',
  GREATER_THAN_OR_EQUAL: '>=',
  IN: 'in',
  NOT_IN: 'not-in',
  ARRAY_CONTAINS: 'array-contains',
  ARRAY_CONTAINS_ANY: 'array-contains-any',
};

const measures: Readonly<Record<string, Nearest['measure']>> = {
  EUCLIDEAN: 'euclidean',
  COSINE: 'cosine',
  DOT_PRODUCT: 'dot-product',
};

/** @throws PortError invalid-argument, unimplemented */
export function queryFrom(names: ResourceNames, parent: string | undefined, wire: WireQuery = {}): Query {
  const { from = [], where, orderBy = [], startAt, endAt, offset, select, limit, findNearest } = wire;
  const [scope] = from;
  if (from.length !== 1 || !scope?.collectionId || offset || select)
    throw new PortError('unimplemented', 'A query of this kind is not served here.');
  const above = names.pathOf(parent);
  const group = scope.allDescendants === true;
  if (group && above !== '')
    throw new PortError('unimplemented', 'A query of a group below a document is not served here.');
  const collection = above === '' ? scope.collectionId : `${above}/${scope.collectionId}`;
  const orders = orderBy.map(({ field, direction }): Order => ({
    field: field?.fieldPath ?? '',
    direction: direction === 'DESCENDING' ? 'desc' : 'asc',
  }));
  const cursor = (place: WireCursor, inclusive: boolean) =>
    cursorFrom(place, inclusive, orders, group, names);
  const start = startAt && cursor(startAt, startAt.before === true);
  const end = endAt && cursor(endAt, endAt.before !== true);
  const base: Query = {
    collection,
    ...(group ? { group } : {}),
    ...(where ? { where: [filterFrom(where, names)] } : {}),
  };
  const least = Math.max(start?.values?.length ?? 0, end?.values?.length ?? 0);
  return refusing(() =>
    platformQuery({
      ...base,
      ...(orders.length > 0 ? { orderBy: withoutImplied(base, orders, least) } : {}),
      ...(start ? { start } : {}),
      ...(end ? { end } : {}),
      ...(limit ? { limit: limit.value ?? 0 } : {}),
      ...(findNearest ? { nearest: nearestFrom(findNearest, names) } : {}),
    }),
  );
}

/** A client writes out the orders that a query implies; they are the question as it was asked without them. */
function withoutImplied(base: Query, orders: readonly Order[], least: number): readonly Order[] {
  const key = (fields: readonly SortField[]) => JSON.stringify(fields);
  const whole = key(ordersOf({ ...base, orderBy: orders }));
  let needed = orders.length;
  while (needed > least && key(ordersOf({ ...base, orderBy: orders.slice(0, needed - 1) })) === whole)
    needed--;
  return orders.slice(0, needed);
}

function filterFrom(wire: WireFilter, names: ResourceNames): Filter {
  if (wire.compositeFilter) {
    const filters = (wire.compositeFilter.filters ?? []).map((one) => filterFrom(one, names));
    return wire.compositeFilter.op === 'OR' ? { or: filters } : { and: filters };
  }
  if (wire.unaryFilter) {
    const { op = '', field } = wire.unaryFilter;
    const value = op.endsWith('NAN') ? NaN : null;
    return { field: field?.fieldPath ?? '', op: op.startsWith('IS_NOT') ? '!=' : '==', value };
  }
  const { field, op = '', value = {} } = wire.fieldFilter ?? {};
  const known = valueOfOwnKey(operators, op);
  if (!known) throw new PortError('invalid-argument', `There is no operator “${op}”.`);
  return comparable({ field: field?.fieldPath ?? '', op: known, value: docValueOf(value, names) });
}

/**
 * Ranges with null or NaN, which REST and clients before Firebase's SDK 13 send and the port does not take: only null is at most and at least null, and
 * nothing is below or above it; so with NaN.
 */
function comparable(filter: Extract<Filter, { readonly op: FilterOp }>): Filter {
  const { op, value } = filter;
  if (value !== null && !Number.isNaN(value)) return filter;
  if (op === '<=' || op === '>=') return { ...filter, op: '==' };
  if (op === '<' || op === '>')
    return {
      and: [
        { ...filter, op: '==' },
        { ...filter, op: '!=' },
      ],
    };
  return filter;
}

function cursorFrom(
  { values = [] }: WireCursor,
  inclusive: boolean,
  orders: readonly Order[],
  group: boolean,
  names: ResourceNames,
): Cursor {
  const place = (value: DocValue, at: number): DocValue => {
    if (orders[at]?.field !== documentId || !(value instanceof DocRef)) return value;
    return group ? value.path : lastPart(value.path);
  };
  return { values: values.map((value, at) => place(docValueOf(value, names), at)), inclusive };
}

function nearestFrom(wire: NonNullable<WireQuery['findNearest']>, names: ResourceNames): Nearest {
  const { vectorField, queryVector = {}, distanceMeasure = '', limit } = wire;
  const vector = docValueOf(queryVector, names);
  const measure = valueOfOwnKey(measures, distanceMeasure);
  if (!(vector instanceof Vector) || !measure)
    throw new PortError('invalid-argument', 'The nearest are asked for by a vector and a measure.');
  return {
    field: vectorField?.fieldPath ?? '',
    vector: vector.values,
    limit: limit?.value ?? 0,
    measure,
    ...(wire.distanceThreshold ? { threshold: wire.distanceThreshold.value ?? 0 } : {}),
    ...(wire.distanceResultField ? { distanceField: wire.distanceResultField } : {}),
  };
}

/** @throws PortError invalid-argument */
export function aggregatesFrom(wire: readonly WireAggregation[] = []): Readonly<Record<string, Aggregate>> {
  const aggregates = new Map<string, Aggregate>();
  for (const [at, one] of wire.entries()) {
    const alias = one.alias || `field_${at + 1}`;
    if (aggregates.has(alias))
      throw new PortError(
        'invalid-argument',
        `Two aggregations have the alias “${alias}”: each needs its own.`,
      );
    aggregates.set(alias, aggregateFrom(one));
  }
  return Object.fromEntries(aggregates);
}

function aggregateFrom({ count, sum, avg }: WireAggregation): Aggregate {
  if (count?.upTo) throw new PortError('unimplemented', 'A count up to a bound is not served here.');
  if (sum) return { sum: sum.field?.fieldPath ?? '' };
  if (avg) return { average: avg.field?.fieldPath ?? '' };
  if (count) return { count: true };
  throw new PortError('invalid-argument', 'An aggregate is a count, a sum or an average.');
}
