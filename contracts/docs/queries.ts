/** Queries: which documents, in which order. */
import { expect } from 'vitest';
import {
  and,
  documentId,
  field,
  type FilterOp,
  limit,
  limitToLast,
  matching,
  or,
  orderBy,
  type Query,
  query,
  startAt,
  where,
} from '#ports/docs/query.ts';
import { DocRef, type DocValue, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';
import { type Scenario } from '../harness.ts';
import { fill, ids, pad, setWrite } from './help.ts';

/** Values of each type (of some, two), in the order in which documents sort. */
const ordered: readonly DocValue[] = [
  null,
  false,
  true,
  NaN,
  -Infinity,
  -1,
  0,
  1.5,
  new Timestamp(1, 0),
  new Timestamp(1, 1000),
  '',
  'A',
  'a',
  'aa',
  'é',
  '\uFF5E',
  '\u{1F692}',
  Uint8Array.of(),
  Uint8Array.of(1),
  Uint8Array.of(1, 0),
  new DocRef('a/b'),
  new DocRef('a/b/c/d'),
  new DocRef('a!/b'),
  new GeoPoint(-1, 5),
  new GeoPoint(1, -5),
  [],
  [1],
  [1, 'a'],
  [2],
  new Vector([9]),
  new Vector([1, 1]),
  {},
  { a: 1 },
  { a: 1, b: 1 },
  { a: 2 },
  { b: 0 },
];

export function queryScenarios(scenario: Scenario): void {
  scenario('values sort across types, and texts by UTF-8, in both directions', async (scene) => {
    const { docs } = await fill(
      scene,
      'vals',
      ordered.map((v) => ({ v })),
    );
    const all = ordered.map((_, at) => pad(at));
    expect(ids(await docs.find(query('vals', orderBy('v'))))).toEqual(all);
    expect(ids(await docs.find(query('vals', orderBy('v', 'desc'))))).toEqual(all.toReversed());
  });

  scenario('== finds the same value of the same type, for every type', async (scene) => {
    const { docs } = await fill(
      scene,
      'vals',
      ordered.map((v) => ({ v })),
    );
    const found = [];
    for (const value of ordered) found.push(ids(await docs.find(query('vals', where('v', '==', value)))));
    expect(found).toEqual(ordered.map((_, at) => [pad(at)]));
  });

  scenario('every operator matches the documented values', async (scene) => {
    const { docs } = await fill(scene, 'rows', [
      { n: 1, tags: ['a', 'b'] },
      { n: 2, tags: ['b'] },
      { n: 3, tags: [] },
      { n: 'text', tags: 'a' },
      { n: null },
      { other: 1, tags: [null, NaN] },
      { n: NaN },
    ]);
    const find = async (name: string, op: FilterOp, value: DocValue) =>
      ids(await docs.find(query('rows', where(name, op, value)))).join(' ');
    expect(await find('n', '<', 3)).toBe('00 01');
    expect(await find('n', '<=', 2)).toBe('00 01');
    expect(await find('n', '>', 1)).toBe('01 02');
    expect(await find('n', '>=', 2)).toBe('01 02');
    expect(await find('n', '==', NaN)).toBe('06');
    expect(await find('n', '==', null)).toBe('04');
    expect(await find('n', '!=', 2)).toBe('06 00 02 03');
    expect(await find('n', '!=', null)).toBe('06 00 01 02 03');
    expect(await find('n', 'in', [3, 'text', null, NaN])).toBe('02 03');
    expect(await find('n', 'not-in', [1, 'text'])).toBe('06 01 02');
    expect(await find('n', 'not-in', [1, null])).toBe('');
    expect(await find('tags', 'in', [['b'], 'a'])).toBe('01 03');
    expect(await find('tags', 'not-in', [['b'], [null, NaN]])).toBe('03 02 00');
    expect(await find('tags', 'array-contains', 'b')).toBe('00 01');
    expect(await find('tags', 'array-contains', null)).toBe('');
    expect(await find('tags', 'array-contains', NaN)).toBe('');
    expect(await find('tags', 'array-contains-any', ['a', 'c', null, NaN])).toBe('00');
  });

  scenario('filters combine with and, or and nesting', async (scene) => {
    const { docs } = await fill(scene, 'rows', [
      { a: 1, b: 1 },
      { a: 1, b: 2 },
      { a: 2, b: 1 },
      { a: 2, b: 2 },
      { a: 3 },
    ]);
    const find = async (asked: Query) => ids(await docs.find(asked)).join(' ');
    const both = and(field('a', '==', 2), field('b', '==', 1));
    expect(await find(query('rows', where('a', '==', 1), where('b', '==', 2)))).toBe('01');
    expect(await find(query('rows', matching(or(field('a', '==', 3), both))))).toBe('02 04');
    expect(
      await find(query('rows', where('b', '==', 1), matching(or(field('a', '==', 3), field('a', '==', 1))))),
    ).toBe('00');
    expect(await find(query('rows', where('a', '>=', 2), where('b', '<', 2)))).toBe('02');
  });

  scenario('nested fields and quoted field names can be queried', async (scene) => {
    const { docs } = await fill(scene, 'rows', [{ a: { 'b.c': 2 } }, { a: { 'b.c': 1 } }, { a: 1 }]);
    expect(ids(await docs.find(query('rows', where('a.`b.c`', '==', 1))))).toEqual(['01']);
    expect(ids(await docs.find(query('rows', orderBy('a.`b.c`'))))).toEqual(['01', '00']);
  });

  scenario('ties are sorted by the next order, then by name in the last direction', async (scene) => {
    const { docs } = await fill(scene, 'rows', [
      { a: 1, b: 1 },
      { a: 1, b: 2 },
      { a: 2, b: 1 },
      { a: 1, b: 1 },
    ]);
    const find = async (asked: Query) => ids(await docs.find(asked)).join(' ');
    expect(await find(query('rows', orderBy('a'), orderBy('b', 'desc')))).toBe('01 03 00 02');
    expect(await find(query('rows', orderBy('a', 'desc'), orderBy('b')))).toBe('02 00 03 01');
    expect(await find(query('rows', where('b', '<', 2), orderBy('a')))).toBe('00 03 02');
    expect(await find(query('rows', where('a', '>', 0)))).toBe('00 01 03 02');
    expect(await find(query('rows', orderBy(documentId, 'desc'), limit(2)))).toBe('03 02');
  });

  scenario('an order or a comparison excludes documents without the field', async (scene) => {
    const { docs } = await fill(scene, 'rows', [{ a: 1 }, { b: 1 }, { a: null, b: 2 }]);
    expect(ids(await docs.find(query('rows', orderBy('a'))))).toEqual(['02', '00']);
    expect(ids(await docs.find(query('rows', where('b', '>', 0), orderBy('b'), orderBy('a'))))).toEqual([
      '02',
    ]);
  });

  scenario('limit takes results from the start and limitToLast from the end', async (scene) => {
    const { docs } = await fill(
      scene,
      'rows',
      [5, 3, 1, 4, 2].map((n) => ({ n })),
    );
    const numbers = async (asked: Query) => (await docs.find(asked)).docs.map(({ data }) => data?.['n']);
    expect(await numbers(query('rows', orderBy('n'), limit(2)))).toEqual([1, 2]);
    expect(await numbers(query('rows', orderBy('n'), limitToLast(2)))).toEqual([4, 5]);
    expect(await numbers(query('rows', orderBy('n', 'desc'), limitToLast(2)))).toEqual([2, 1]);
    expect(await numbers(query('rows', orderBy('n'), limit(50)))).toEqual([1, 2, 3, 4, 5]);
  });

  scenario('a query reads its own collection only', async (scene) => {
    await scene.server.docs.batch([
      setWrite('rows/1', {}),
      setWrite('x/1/rows/2', {}),
      setWrite('x/1/y/1/rows/3', {}),
      setWrite('x/1/rowsy/4', {}),
    ]);
    const { docs } = await scene.connect();
    expect(ids(await docs.find(query('rows')))).toEqual(['1']);
    expect(ids(await docs.find(query('x/1/rows')))).toEqual(['2']);
  });

  scenario('the first change list of a result adds every document', async (scene) => {
    const { docs } = await fill(scene, 'rows', [{}, {}]);
    const found = await docs.find(query('rows'));
    expect(
      found.changes.map(({ type, doc, oldIndex, newIndex }) => [type, doc.id, oldIndex, newIndex]),
    ).toEqual([
      ['added', '00', -1, 0],
      ['added', '01', -1, 1],
    ]);
    expect(found.metadata).toEqual({ fromCache: false, hasPendingWrites: false });
    expect(found.query).toEqual(query('rows'));
  });

  scenario('in and not-in accept arrays as values', async (scene) => {
    const { docs } = await fill(scene, 'rows', [{ v: [1] }, { v: [1, 2] }, { v: 1 }, { v: [0, 2] }]);
    expect(ids(await docs.find(query('rows', where('v', 'in', [[1], 1]))))).toEqual(['00', '02']);
    expect(ids(await docs.find(query('rows', where('v', 'not-in', [[1], [1, 2]]))))).toEqual(['02', '03']);
  });

  scenario('timestamps are stored and compared to the microsecond', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(
      setWrite('rows/a', { at: new Timestamp(5, 123_456_789), list: [new Timestamp(6, 999)] }),
    );
    expect((await docs.get('rows/a')).data).toEqual({
      at: new Timestamp(5, 123_456_000),
      list: [new Timestamp(6, 0)],
    });
    const finer = where('at', '==', new Timestamp(5, 123_456_001));
    expect(ids(await docs.find(query('rows', finer)))).toEqual(['a']);
    const cursor = startAt([new Timestamp(5, 123_456_999)]);
    expect(ids(await docs.find(query('rows', orderBy('at'), cursor)))).toEqual(['a']);
  });
}
