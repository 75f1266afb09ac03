/**
 * Proofs against direct interpretation: every operator of the language between a field and a value of every kind, under every
 * operator of queries with an operand of every kind. What a proof allows, each returned document allows by itself.
 */
import { expect, it } from 'vitest';
import { evaluate } from '#query/plan.ts';
import type { Filter, FilterOp, Query } from '#ports/docs/query.ts';
import { DocRef, type DocData, type DocValue, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import { planOf } from '../../platform/planner.ts';
import { LookupBudget } from '../budget.ts';
import { compileDocRules } from '../rules.ts';
import { proveList } from './prove.ts';

const values: Readonly<Record<string, DocValue>> = {
  nothing: null,
  nan: NaN,
  no: false,
  yes: true,
  zero: 0,
  minusZero: -0,
  one: 1,
  oneAndHalf: 1.5,
  empty: '',
  text: 'a',
  later: 'b',
  time: new Timestamp(1, 0),
  bytes: new Uint8Array([1]),
  ref: new DocRef('who/ann'),
  place: new GeoPoint(0, 1),
  noItems: [],
  items: [1, 'a'],
  ofNothing: [null],
  ofNaN: [NaN],
  ofZero: [-0],
  vector: new Vector([1, 0]),
  fields: { k: 1 },
  withNothing: { k: null },
};
const names = Object.keys(values);

/** Documents: one for each value, and one without the field. */
const stored = [
  { path: 'docs/none', data: {} as DocData },
  ...names.map((name) => ({ path: `docs/${name}`, data: { x: values[name] ?? null } })),
];

const operators: readonly FilterOp[] = ['==', '!=', '<', '<=', '>', '>=', 'array-contains'];
const where = (op: FilterOp, value: DocValue): Filter => ({ field: 'x', op, value });
const single = names.flatMap((name) => {
  const value = values[name] ?? null;
  return [
    ...operators.map((op) => [where(op, value)]),
    [where('in', [value, 2])],
    [where('not-in', [value, 2])],
    [where('array-contains-any', [value, 2])],
  ];
});
const bounds: readonly DocValue[] = [null, NaN, 0, 'a'];
const ranges = (['>', '>='] as const).flatMap((lower) =>
  (['<', '<=', '!='] as const).flatMap((upper) =>
    bounds.flatMap((low) => bounds.map((high) => [where(lower, low), where(upper, high)])),
  ),
);

const isAsked = (query: Query): boolean => {
  try {
    planOf(query);
    return true;
  } catch (error) {
    if (error instanceof PortError) return false;
    throw error;
  }
};
const asked = (all: readonly (readonly Filter[])[]) =>
  all
    .map((filters): Query => ({ collection: 'docs', where: filters }))
    .filter(isAsked)
    .map((query) => ({ query, returned: evaluate(planOf(query), stored).map(({ path }) => path) }));
const ofOneFilter = asked([[], ...single]);
const ofRanges = asked(ranges);

const field = 'resource.data.x';
const binary = ['==', '!=', '<', '<=', '>', '>=', 'in'];
const types = ['bool', 'int', 'float', 'number', 'string', 'list', 'map', 'timestamp', 'path', 'latlng'];
/** Conditions by the operator that they use. */
function conditionsFor(name: string): readonly (readonly [string, string])[] {
  const value = `get(/databases/(default)/documents/who/ann).data.${name}`;
  return [
    ...binary.flatMap((operator) => [
      [operator, `${field} ${operator} ${value}`] as const,
      [operator, `${value} ${operator} ${field}`] as const,
    ]),
    ['in', `${field} in [${value}]`],
    ['in', `${field} in [${value}].toSet()`],
    ['in', `${value} in [${field}]`],
    ['get', `resource.data.get('x', ${value}) == ${value}`],
    ...['hasAny', 'hasAll', 'hasOnly'].map((method) => [method, `${field}.${method}([${value}])`] as const),
  ];
}
const otherConditions = [
  ...types.map((type) => ['is', `${field} is ${type}`] as const),
  ['key', "'x' in resource.data"] as const,
  ['key', "'k' in resource.data.x"] as const,
  ['field', 'resource.data.x.k == 1'] as const,
  ['field', 'resource.data.x.k == null'] as const,
  ['condition', field] as const,
];

const rulesOf = (condition: string) =>
  compileDocRules(`rules_version = '2'; service cloud.firestore { match /databases/{d}/documents {
    match /docs/{id} { allow read: if ${condition}; } } }`);
const get = (path: string) => (path === 'who/ann' ? values : null);
const lookups = { get, getAfter: get };
const request = { auth: null, time: 1 };

/** Proofs that are wrong, and the operators that were proven. */
function examine(condition: string, queries: typeof ofOneFilter) {
  const rules = rulesOf(condition);
  const mayRead = ({ path, data: resource }: (typeof stored)[number]) =>
    rules.check({ ...request, method: 'get', path, resource, after: null }, lookups, LookupBudget.single())
      .allowed;
  const readable = new Set(stored.filter(mayRead).map(({ path }) => path));
  const proven = queries.filter(({ query }) => proveList(rules, { ...request, query }, lookups).allowed);
  const wrong = proven.flatMap(({ query, returned }) => {
    const unreadable = returned.filter((path) => !readable.has(path));
    if (unreadable.length === 0) return [];
    return [`${condition} for ${JSON.stringify(query.where)} returns ${unreadable.join(', ')}`];
  });
  return { wrong, shown: proven.some(({ returned }) => returned.length > 0) };
}

function examineAll(conditions: readonly (readonly [string, string])[], queries: typeof ofOneFilter) {
  const shown = new Set<string>();
  const wrong = conditions.flatMap(([operator, condition]) =>
    [condition, `!(${condition})`].flatMap((each) => {
      const found = examine(each, queries);
      if (found.shown) shown.add(operator);
      return found.wrong;
    }),
  );
  return { wrong, shown };
}

const examined = new Map<string, ReturnType<typeof examineAll>>();

/** Conditions for a value under one filter; examined once for several tests. */
function examineValue(name: string) {
  const found = examined.get(name) ?? examineAll(conditionsFor(name), ofOneFilter);
  examined.set(name, found);
  return found;
}

it.each(names)('a proof about a field and %s holds for every document', (name) => {
  const { wrong, shown } = examineValue(name);
  expect(wrong).toEqual([]);
  expect([...shown]).toEqual(expect.arrayContaining(['==', '!=', 'in', 'get']));
});

it('no false statement is proven about a missing operand', () =>
  expect(examineAll(conditionsFor('absent'), ofOneFilter).wrong).toEqual([]));

it.each(['nothing', 'nan', 'zero', 'minusZero', 'text', 'absent'])(
  'a proof about a field within a range and %s holds for every document',
  (name) => expect(examineAll(conditionsFor(name), ofRanges).wrong).toEqual([]),
);

it('a proof about the type of a field and its content holds for every document', () => {
  const { wrong, shown } = examineAll(otherConditions, [...ofOneFilter, ...ofRanges]);
  expect(wrong).toEqual([]);
  expect(shown).toEqual(new Set(['is', 'key', 'field', 'condition']));
});

it('every operator occurs in a proof', () => {
  const names = ['one', 'text', 'time', 'items', 'fields'];
  const shown = names.map((name) => examineValue(name).shown);
  expect(new Set(shown.flatMap((each) => [...each]))).toEqual(
    new Set([...binary, 'get', 'hasAny', 'hasAll', 'hasOnly']),
  );
});
