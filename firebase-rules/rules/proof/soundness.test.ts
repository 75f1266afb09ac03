/**
 * Property: for any rules and queries, each document that an allowed query returns may be read by itself. A run prints its seed;
 * `TEST_SEED` repeats it.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evaluate } from '#query/plan.ts';
import type { Filter, FilterOp, Query } from '#ports/docs/query.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import { assertProperty } from '../../../tests/property.ts';
import { planOf } from '../../platform/planner.ts';
import { LookupBudget } from '../budget.ts';
import type { DocAccess } from '../decisions.ts';
import { compileDocRules } from '../rules.ts';
import { proveList } from './prove.ts';

const scalar = fc.constantFrom<DocValue[]>(null, true, false, 0, -0, 1, 2, NaN, 'x', 'y', 'ann');
const list = fc.array(fc.constantFrom<DocValue[]>(0, 1, 'x', 'ann', null), { maxLength: 3 });
const value: fc.Arbitrary<DocValue> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 2, arbitrary: list },
  { weight: 1, arbitrary: fc.record({ n: scalar }, { requiredKeys: [] }) },
);
const data: fc.Arbitrary<DocData> = fc.record(
  { a: value, b: value, l: list, m: fc.record({ n: value }, { requiredKeys: [] }) },
  { requiredKeys: [] },
);

const literal = fc.constantFrom('null', 'true', 'false', '0', '1', '2', '1.0', "'x'", "'y'", "'ann'");
const literals = fc.array(literal, { minLength: 1, maxLength: 3 }).map((all) => `[${all.join(', ')}]`);
const field = fc.constantFrom('resource.data.a', 'resource.data.b', 'resource.data.m.n', 'resource.data.l');
const operand = fc.oneof(
  { weight: 6, arbitrary: field },
  { weight: 3, arbitrary: literal },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'request.auth.uid',
      'id',
      'resource.id',
      "resource.data.get('a', 1)",
      "resource.data['b']",
      'resource.data.l[0]',
      'get(/databases/(default)/documents/who/ann).data.name',
      'get(/databases/(default)/documents/who/$(resource.data.a)).data.name',
      'resource.data.l.size()',
      'resource.data.a + 1',
      "(resource.data.a == 1 ? resource.data.b : 'x')",
      'same(resource.data.b)',
    ),
  },
);
const comparison = fc
  .tuple(operand, fc.constantFrom('==', '==', '==', '!=', '<', '<=', '>', '>='), operand)
  .map((parts) => parts.join(' '));
const among = fc.oneof(
  fc.tuple(operand, literals).map(([one, many]) => `${one} in ${many}`),
  operand.map((one) => `${one} in resource.data.l`),
  fc.constantFrom("'a'", "'b'", 'id').map((key) => `${key} in resource.data`),
  fc.tuple(literal, field).map(([one, two]) => `${one} in [${two}, 1]`),
);
const method = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('resource.data.l', 'resource.data.a', 'resource.data.keys()', "['x', 1]"),
      fc.constantFrom('hasAny', 'hasAll', 'hasOnly'),
      fc.oneof(literals, fc.constantFrom("['a']", "['a', 'l']", 'resource.data.l', '[]', "['x'].toSet()")),
    )
    .map(([target, name, given]) => `${target}.${name}(${given})`),
  fc
    .tuple(operand, fc.constantFrom('string', 'number', 'int', 'float', 'bool', 'list', 'map'))
    .map(([one, type]) => `${one} is ${type}`),
  fc.constantFrom(
    'true',
    'resource.data.a',
    'isX(resource.data.a)',
    'isX(resource.data.nothing)',
    'exists(/databases/(default)/documents/who/$(id))',
    'request.query.limit <= 2',
    "request.query.orderBy.a == 'ASC'",
    'resource != null',
    "request.path[3] == 'docs'",
  ),
);
const atom = fc.oneof(
  { weight: 4, arbitrary: comparison },
  { weight: 3, arbitrary: among },
  { weight: 3, arbitrary: method },
);
const condition = fc.letrec<{ all: string }>((tie) => ({
  all: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 3, arbitrary: atom },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('all'), fc.constantFrom('&&', '||', '||'), tie('all'))
        .map(([l, o, r]) => `(${l} ${o} ${r})`),
    },
    { weight: 1, arbitrary: tie('all').map((one) => `!(${one})`) },
    {
      weight: 1,
      arbitrary: fc.tuple(tie('all'), tie('all'), tie('all')).map(([t, y, n]) => `(${t} ? ${y} : ${n})`),
    },
  ),
})).all;

const where: fc.Arbitrary<Filter> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      field: fc.constantFrom('a', 'b', 'm.n', 'l', 'm'),
      op: fc.constantFrom<FilterOp[]>('==', '==', '==', '<', '<=', '>', '>=', '!=', 'array-contains'),
      value,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      field: fc.constantFrom('a', 'b', 'l'),
      op: fc.constantFrom<FilterOp[]>('in', 'not-in', 'array-contains-any'),
      value: fc.array(scalar, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      field: fc.constant('__name__'),
      op: fc.constantFrom<FilterOp[]>('==', '>=', '<', '!='),
      value: fc.constantFrom<DocValue[]>('ann', 'd1', 'x'),
    }),
  },
);
const filter: fc.Arbitrary<Filter> = fc.oneof(
  { weight: 4, arbitrary: where },
  { weight: 1, arbitrary: fc.record({ or: fc.array(where, { minLength: 1, maxLength: 3 }) }) },
);
const query: fc.Arbitrary<Query> = fc
  .record({
    where: fc.array(filter, { maxLength: 3 }),
    orderBy: fc.constantFrom<Query['orderBy'][]>(
      undefined,
      [{ field: 'a', direction: 'asc' }],
      [{ field: 'm.n', direction: 'desc' }],
    ),
    limit: fc.constantFrom(undefined, 1, 2, 5),
    collection: fc.constantFrom('docs', 'docs', 'docs', 'p/1/docs'),
    group: fc.constantFrom(undefined, undefined, undefined, true),
  })
  .map(({ where: filters, orderBy, limit, collection, group }) => ({
    collection: group ? 'docs' : collection,
    where: filters,
    ...(orderBy && { orderBy }),
    ...(limit && { limit }),
    ...(group && { group }),
  }));

const who = fc.record({ ann: scalar, x: scalar, 1: scalar }, { requiredKeys: [] });

const rulesOf = (conditions: readonly string[], pattern: string) => `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function isX(value) { let wanted = 'x'; return value == wanted; }
    function same(value) { return value; }
    match ${pattern} {
      ${conditions.map((each) => `allow list: if ${each};`).join('\n      ')}
    }
  }
}`;

const isAsked = (asked: Query): boolean => {
  try {
    planOf(asked);
    return true;
  } catch (error) {
    if (error instanceof PortError) return false;
    throw error;
  }
};

it('allows no query that returns a forbidden document', () => {
  let allowed = 0;
  let returned = 0;
  assertProperty(
    fc.property(
      fc.array(condition, { minLength: 1, maxLength: 2 }),
      fc.constantFrom('/docs/{id}', '/docs/{id}', '/{all=**}/docs/{id}', '/{c}/{id}'),
      query.filter(isAsked),
      fc.array(
        fc.tuple(fc.constantFrom('docs', 'docs', 'p/1/docs'), fc.constantFrom('d1', 'd2', 'ann', 'x'), data),
        {
          minLength: 1,
          maxLength: 6,
        },
      ),
      who,
      (conditions, pattern, asked, documents, people) => {
        const rules = compileDocRules(rulesOf(conditions, pattern));
        const get = (path: string) => {
          const name = path.startsWith('who/') ? path.slice(4) : '';
          const person = Object.hasOwn(people, name) ? people[name as 'ann'] : undefined;
          return person === undefined ? null : { name: person };
        };
        const lookups = { get, getAfter: get };
        const auth = { uid: 'ann', token: {} };
        if (!proveList(rules, { query: asked, auth, time: 1 }, lookups).allowed) return;
        allowed++;
        const stored = documents.map(([collection, id, fields]) => ({
          path: `${collection}/${id}`,
          data: fields,
        }));
        const { limit } = asked;
        const orderBy = Object.fromEntries(
          (asked.orderBy ?? []).map((one) => [one.field, one.direction.toUpperCase()]),
        );
        for (const { path, data: resource } of evaluate(planOf(asked), stored)) {
          returned++;
          const access = {
            method: 'list',
            path,
            auth,
            time: 1,
            resource,
            after: null,
            query: { ...(limit === undefined ? {} : { limit }), ...(asked.orderBy ? { orderBy } : {}) },
          } as unknown as DocAccess;
          const decision = rules.check(access, lookups, LookupBudget.single());
          expect(decision.allowed ? null : decision.refusal?.message).toBeNull();
        }
      },
    ),
    { numRuns: 20_000 },
  );
  // Guards against a generator that allows nearly nothing.
  expect(allowed).toBeGreaterThan(1000);
  expect(returned).toBeGreaterThan(500);
});
