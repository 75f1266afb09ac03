/** Random trees, changes of trees and questions about them, for the realtime database. */
import fc from 'fast-check';
import type { RangeBound, RealtimeQuery } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';

/** Keys that are numbers, nearly numbers, and texts. */
const keys = [
  'a',
  'b',
  'c',
  '0',
  '1',
  '2',
  '10',
  '01',
  '-1',
  '2147483647',
  '2147483648',
  'A',
  'é',
  '😀',
  '\uff5e',
  'a b',
] as const;
const key = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', '1', '2', '10') },
  { weight: 1, arbitrary: fc.constantFrom(...keys) },
);
const few = fc.constantFrom('x', 'y', 'z', '1');

const plain: fc.Arbitrary<Json> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.boolean() },
  { weight: 4, arbitrary: fc.constantFrom(0, 1, 2, 3, -1, 1.5, 1e21, 2 ** 53, 0.1) },
  { weight: 3, arbitrary: fc.constantFrom('', 'a', 'b', 'B', '1', '10', 'é', '\uff5e', '😀') },
);
const inner: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: plain },
  { weight: 1, arbitrary: fc.dictionary(few, plain, { maxKeys: 3, noNullPrototype: true }) },
  { weight: 1, arbitrary: fc.array(plain, { maxLength: 3 }) },
);
const child: fc.Arbitrary<Json> = fc.oneof(
  { weight: 2, arbitrary: plain },
  { weight: 3, arbitrary: fc.dictionary(few, inner, { maxKeys: 3, noNullPrototype: true }) },
);
export const tree: fc.Arbitrary<Json> = fc.oneof(
  { weight: 8, arbitrary: fc.dictionary(key, child, { maxKeys: 8, size: 'max', noNullPrototype: true }) },
  { weight: 1, arbitrary: plain },
);

const priority = fc.constantFrom(null, 0, 1, 2, -1.5, 'a', 'b', '10', '😀');

/** A path below the case’s own place. */
const path = fc.oneof(
  { weight: 1, arbitrary: fc.constant('') },
  { weight: 5, arbitrary: key },
  { weight: 3, arbitrary: fc.tuple(key, few).map((parts) => parts.join('/')) },
  { weight: 1, arbitrary: fc.tuple(key, few, few).map((parts) => parts.join('/')) },
);

const special = fc.oneof(
  fc.constant({ '.sv': 'timestamp' as const }),
  fc.constantFrom(1, -2, 0.5).map((increment) => ({ '.sv': { increment } })),
);

export type TreeStep =
  | {
      readonly do: 'set';
      readonly path: string;
      readonly value: Json;
      readonly priority: null | number | string | undefined;
    }
  | { readonly do: 'special'; readonly path: string; readonly value: { readonly '.sv': unknown } }
  | { readonly do: 'update'; readonly path: string; readonly values: Readonly<Record<string, Json>> }
  | { readonly do: 'priority'; readonly path: string; readonly priority: null | number | string }
  | { readonly do: 'count'; readonly path: string; readonly applyLocally: boolean };

const patchKey = fc.oneof(
  key,
  fc.tuple(key, few).map((parts) => parts.join('/')),
);

export const treeStep: fc.Arbitrary<TreeStep> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      path,
      value: fc.oneof(tree, child, inner),
      priority: fc.oneof(
        { weight: 2, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: priority },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('special' as const), path, value: special }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('update' as const),
      path: fc.constantFrom('', '', 'a', 'b'),
      values: fc
        .uniqueArray(fc.tuple(patchKey, child), { selector: ([name]) => name, minLength: 1, maxLength: 3 })
        .map((all) =>
          all.filter(([name], at) => !all.some(([other], place) => place !== at && within(name, other))),
        )
        .filter((all) => all.length > 0)
        .map((all) => Object.fromEntries(all)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('priority' as const), path, priority }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('count' as const), path, applyLocally: fc.boolean() }),
  },
);

/** Neither may an update name a place and another one inside it. */
const within = (one: string, other: string) =>
  `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);

const bound: fc.Arbitrary<RangeBound> = fc
  .tuple(plain, fc.option(key, { freq: 3 }))
  .map(([value, name]) => ({ value: value as RangeBound['value'], ...(name === null ? {} : { key: name }) }));
const keyBound: fc.Arbitrary<RangeBound> = key.map((value) => ({ value }));

export const treeQuery: fc.Arbitrary<RealtimeQuery> = fc
  .constantFrom<RealtimeQuery['orderBy']>(
    undefined,
    'key',
    'value',
    'priority',
    { child: 'x' },
    { child: 'y/1' },
  )
  .chain((orderBy) => {
    const fitting = orderBy === 'key' ? keyBound : bound;
    const edge = fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: bound });
    const limit = fc.oneof(
      { weight: 12, arbitrary: fc.integer({ min: 1, max: 4 }) },
      { weight: 1, arbitrary: fc.constantFrom(0, -1, 1.5) },
    );
    return fc.record({
      path: fc.constantFrom('', '', '', 'a', 'b', '1'),
      ...(orderBy === undefined ? {} : { orderBy: fc.constant(orderBy) }),
      start: fc.oneof(
        { weight: 3, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.record({ startAt: edge }) },
        { weight: 1, arbitrary: fc.record({ startAfter: edge }) },
      ),
      end: fc.oneof(
        { weight: 3, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.record({ endAt: edge }) },
        { weight: 1, arbitrary: fc.record({ endBefore: edge }) },
        { weight: 1, arbitrary: fc.record({ equalTo: edge }) },
      ),
      limit: fc.oneof(
        { weight: 2, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.record({ limitToFirst: limit }) },
        { weight: 1, arbitrary: fc.record({ limitToLast: limit }) },
      ),
    });
  })
  .map(({ start, end, limit, ...query }) => ({ ...query, ...start, ...end, ...limit }) as RealtimeQuery);
