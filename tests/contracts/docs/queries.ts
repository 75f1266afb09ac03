/** Queries: which documents, in which order. */
import { expect } from 'vitest';
import type { Backend } from '#ports/backend.ts';
import {
  and,
  collectionGroup,
  documentId,
  endAt,
  endBefore,
  field,
  type FilterOp,
  limit,
  limitToLast,
  matching,
  or,
  orderBy,
  type Query,
  query,
  startAfter,
  startAt,
  where,
} from '#ports/docs/query.ts';
import { DocRef, type DocValue, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';
import { rejection, type Scenario, type Scene } from '../harness.ts';
import { ids, set } from './help.ts';

/** One value of each type (of some, two), in the order in which documents sort. */
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

const pad = (at: number) => String(at).padStart(2, '0');

async function fill(
  scene: Scene,
  collection: string,
  rows: readonly Record<string, DocValue>[],
): Promise<Backend> {
  // Stored backwards, so that no order comes about by itself.
  await scene.server.docs.batch(rows.map((row, at) => set(`${collection}/${pad(at)}`, row)).toReversed());
  return scene.connect();
}

export function queryScenarios(scenario: Scenario): void {
  scenario('values sort across types, and by UTF-8, both ways', async (scene) => {
    const { docs } = await fill(
      scene,
      'vals',
      ordered.map((v) => ({ v })),
    );
    const all = ordered.map((_, at) => pad(at));
    expect(ids(await docs.find(query('vals', orderBy('v'))))).toEqual(all);
    expect(ids(await docs.find(query('vals', orderBy('v', 'desc'))))).toEqual(all.toReversed());
  });

  scenario('equality finds the same value of the same type, whatever the type', async (scene) => {
    const { docs } = await fill(
      scene,
      'vals',
      ordered.map((v) => ({ v })),
    );
    const found = [];
    for (const value of ordered) found.push(ids(await docs.find(query('vals', where('v', '==', value)))));
    expect(found).toEqual(ordered.map((_, at) => [pad(at)]));
  });

  scenario('every operator matches what it says', async (scene) => {
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
    expect(await find('n', '>', NaN)).toBe('');
    expect(await find('n', '<', NaN)).toBe('');
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

  scenario('filters combine with and, or, and each other', async (scene) => {
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

  scenario('fields deep inside, and with odd names, can be asked for', async (scene) => {
    const { docs } = await fill(scene, 'rows', [{ a: { 'b.c': 2 } }, { a: { 'b.c': 1 } }, { a: 1 }]);
    expect(ids(await docs.find(query('rows', where('a.`b.c`', '==', 1))))).toEqual(['01']);
    expect(ids(await docs.find(query('rows', orderBy('a.`b.c`'))))).toEqual(['01', '00']);
  });

  scenario('ties are settled by the next order, then by the name, in the last direction', async (scene) => {
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

  scenario('an order, or a comparison, leaves out documents that lack the field', async (scene) => {
    const { docs } = await fill(scene, 'rows', [{ a: 1 }, { b: 1 }, { a: null, b: 2 }]);
    expect(ids(await docs.find(query('rows', orderBy('a'))))).toEqual(['02', '00']);
    expect(ids(await docs.find(query('rows', where('b', '>', 0), orderBy('b'), orderBy('a'))))).toEqual([
      '02',
    ]);
  });

  scenario('limits take from the start or the end, in the query’s order', async (scene) => {
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

  scenario('cursors stand at values', async (scene) => {
    const { docs } = await fill(
      scene,
      'rows',
      [1, 2, 2, 3].map((n, at) => ({ n, at })),
    );
    const find = async (...parts: Parameters<typeof query> extends [string, ...infer P] ? P : never) =>
      ids(await docs.find(query('rows', orderBy('n'), orderBy('at'), ...parts))).join(' ');
    expect(await find(startAt([2]))).toBe('01 02 03');
    expect(await find(startAfter([2]))).toBe('03');
    expect(await find(startAfter([2, 1]))).toBe('02 03');
    expect(await find(endAt([2]))).toBe('00 01 02');
    expect(await find(endBefore([2, 2]))).toBe('00 01');
    expect(await find(startAt([2]), endBefore([3]))).toBe('01 02');
    expect(await find(startAt([2]), limitToLast(1))).toBe('03');
  });

  scenario('cursors stand at documents, ties included', async (scene) => {
    const { docs } = await fill(
      scene,
      'rows',
      [1, 2, 2, 2, 3].map((n) => ({ n })),
    );
    const [, , middle] = (await docs.find(query('rows', orderBy('n')))).docs;
    if (!middle) throw new Error('No document to stand at.');
    const find = async (...parts: Parameters<typeof query> extends [string, ...infer P] ? P : never) =>
      ids(await docs.find(query('rows', orderBy('n'), ...parts))).join(' ');
    expect(middle.id).toBe('02');
    expect(await find(startAt(middle))).toBe('02 03 04');
    expect(await find(startAfter(middle))).toBe('03 04');
    expect(await find(endAt(middle))).toBe('00 01 02');
    expect(await find(endBefore(middle))).toBe('00 01');
  });

  scenario('a query sees its own collection only, a group query all of that name', async (scene) => {
    await scene.server.docs.batch([
      set('rows/1', {}),
      set('x/1/rows/2', {}),
      set('x/1/y/1/rows/3', {}),
      set('x/1/rowsy/4', {}),
    ]);
    const { docs } = await scene.connect();
    expect(ids(await docs.find(query('rows')))).toEqual(['1']);
    expect(ids(await docs.find(query('x/1/rows')))).toEqual(['2']);
    expect((await docs.find(collectionGroup('rows'))).docs.map(({ path }) => path)).toEqual([
      'rows/1',
      'x/1/rows/2',
      'x/1/y/1/rows/3',
    ]);
    expect(ids(await docs.find(collectionGroup('rows', where(documentId, '>=', 'x/1/rows/2'))))).toEqual([
      '2',
      '3',
    ]);
  });

  scenario('the document’s name can be compared', async (scene) => {
    const { docs } = await fill(scene, 'rows', [{}, {}, {}, {}]);
    const find = async (op: FilterOp, value: DocValue) =>
      ids(await docs.find(query('rows', where(documentId, op, value)))).join(' ');
    expect(await find('==', '02')).toBe('02');
    expect(await find('>', '01')).toBe('02 03');
    expect(await find('in', ['03', '00', 'none'])).toBe('00 03');
    expect(await find('==', new DocRef('rows/01'))).toBe('01');
  });

  scenario('the first change list of an answer adds every document', async (scene) => {
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

  scenario(
    'aggregates count, sum and average; of nothing 0 and null; other values are skipped',
    async (scene) => {
      const { docs } = await fill(scene, 'rows', [
        { n: 1, k: 'a' },
        { n: 2.5, k: 'a' },
        { n: 'x', k: 'a' },
        { k: 'b' },
      ]);
      const asked = { all: { count: true }, sum: { sum: 'n' }, mean: { average: 'n' } } as const;
      expect(await docs.aggregate(query('rows'), asked)).toEqual({ all: 4, sum: 3.5, mean: 1.75 });
      expect(await docs.aggregate(query('rows', where('k', '==', 'b')), asked)).toEqual({
        all: 1,
        sum: 0,
        mean: null,
      });
      expect(await docs.aggregate(query('rows', limit(2)), asked)).toMatchObject({ all: 2 });
      expect(await docs.aggregate(query('empty'), asked)).toEqual({ all: 0, sum: 0, mean: null });
      const counts = (names: string) =>
        Object.fromEntries([...names].map((name) => [name, { count: true } as const]));
      expect(await docs.aggregate(query('rows'), counts('abcde'))).toMatchObject({ a: 4, e: 4 });
      for (const names of ['', 'abcdef'])
        expect(await rejection(docs.aggregate(query('rows'), counts(names)))).toMatchObject({
          code: 'invalid-argument',
        });
    },
    ['docs.aggregate'],
  );

  scenario(
    'what a query can’t combine is refused, when it is asked and when it is watched',
    async (scene) => {
      const { docs } = await scene.connect();
      const many = Array.from({ length: 31 }, (_, at) => at);
      const refused: readonly (readonly [Query, string])[] = [
        [query('rows', limit(0)), 'invalid-argument'],
        [query('rows', limitToLast(2)), 'unimplemented'],
        [query('rows', where('a', 'in', [])), 'invalid-argument'],
        [query('rows', where('a', 'in', many)), 'invalid-argument'],
        [query('rows', where('a', 'not-in', many.slice(0, 11))), 'invalid-argument'],
        [query('rows', where('a', 'not-in', [1]), where('b', '!=', 2)), 'invalid-argument'],
        [query('rows', where('a', '!=', 1), where('b', '!=', 2)), 'invalid-argument'],
        [query('rows', orderBy('a'), startAt([1, 2])), 'invalid-argument'],
        [query('rows', startAt([1])), 'invalid-argument'],
        [query('rows', where(documentId, '==', 'a/b')), 'invalid-argument'],
        [query('rows', orderBy('a'), orderBy('`a`', 'desc')), 'invalid-argument'],
        [query('rows', orderBy(documentId), startAt([new DocRef('rows/a')])), 'invalid-argument'],
        [
          query('rows', where('a', 'array-contains', 1), where('b', 'array-contains-any', [2])),
          'invalid-argument',
        ],
      ];
      const found: unknown[] = [];
      const watched: unknown[] = [];
      for (const [asked] of refused) {
        found.push(await rejection(docs.find(asked)));
        scene.closing(docs.watchQuery(asked, { next: () => {}, error: (error) => watched.push(error) }));
        await scene.settle();
      }
      const codes = refused.map(([, code]) => ({ code }));
      expect(found).toMatchObject(codes);
      expect(watched).toMatchObject(codes);
      const gone = query('rows', startAt(await docs.get('rows/none')));
      expect(await rejection(docs.find(gone))).toMatchObject({ code: 'not-found' });
      docs.watchQuery(gone, { next: () => {}, error: (error) => watched.push(error) });
      await scene.settle();
      expect(watched.at(-1)).toMatchObject({ code: 'not-found' });
    },
  );
}
