/** Queries: which documents, in which order. */
import { expect } from 'vitest';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { parseFieldPath } from '#provider-kit/docs/field-path.ts';
import {
  and,
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
import {
  DocRef,
  type DocValue,
  GeoPoint,
  serverTimestamp,
  Timestamp,
  Vector,
  type WriteData,
  type WriteValue,
} from '#ports/docs/values.ts';
import { rejection, type Scenario } from '../harness.ts';
import { bounded } from '../off-stage.ts';
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

const invalid = { code: 'invalid-argument' };

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

  scenario(
    'a cursor at a kept snapshot is in the implied order, whatever the compared fields are called',
    async (scene) => {
      const names = [
        // As texts, the second of each is before the first.
        ['a.b', '`a-b`'],
        ['a.z', 'a-b'],
        ['`\uFFFD`', '`\u{1F600}`'],
        ['z', '`zz`'],
      ] as const;
      for (const [at, [first, second]] of names.entries()) {
        const rows = [
          [1, 9],
          [1, 8],
          [2, 1],
          [2, 7],
        ].map(([one = 0, other = 0], row) =>
          setWrite(`rows${at}/${row}`, withFields([first, one], [second, other])),
        );
        await scene.server.docs.batch(rows);
        const { docs } = await scene.connect();
        const compared = [where(second, '>', 0), where(first, '>', 0)];
        const all = ids(await docs.find(query(`rows${at}`, ...compared)));
        expect(all).toEqual(['1', '0', '2', '3']);
        for (const [place, id] of all.entries()) {
          const own = await docs.get(`rows${at}/${id}`);
          const kept = JSON.parse(JSON.stringify(own)) as DocSnapshot;
          for (const cursor of [own, kept])
            expect(ids(await docs.find(query(`rows${at}`, ...compared, startAfter(cursor))))).toEqual(
              all.slice(place + 1),
            );
        }
      }
    },
  );

  scenario('a query sees its own collection only', async (scene) => {
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

  scenario('the document’s name can be compared', async (scene) => {
    const { docs } = await fill(scene, 'rows', [{}, {}, {}, {}]);
    const find = async (op: FilterOp, value: DocValue) =>
      ids(await docs.find(query('rows', where(documentId, op, value)))).join(' ');
    expect(await find('==', '02')).toBe('02');
    expect(await find('>', '01')).toBe('02 03');
    expect(await find('in', ['03', '00', 'none'])).toBe('00 03');
    expect(await find('==', new DocRef('rows/01'))).toBe('01');
  });

  scenario('the document’s name is the last order, and stands beside other conditions', async (scene) => {
    const { docs } = await fill(scene, 'rows', [{ n: 1 }, { n: 2 }, { n: 1 }, { n: 3 }]);
    const find = async (...parts: readonly ReturnType<typeof limit>[]) =>
      ids(await docs.find(query('rows', ...parts))).join(' ');
    expect(await find(orderBy('n', 'desc'), orderBy(documentId))).toBe('03 01 00 02');
    expect(await find(where(documentId, '==', '01'), where('n', '==', 2))).toBe('01');
    expect(await find(where(documentId, 'in', ['00', '01']), where('n', 'in', [1, 3]))).toBe('00');
    const from = where(documentId, '>=', '01');
    expect(await find(from, where('n', '<', 3), orderBy('n'), orderBy(documentId))).toBe('02 01');
    expect(await find(from, where(documentId, '==', '01'), where('n', '<', 3))).toBe('01');
  });

  scenario('ids that are numbers come before all others, in the order of the numbers', async (scene) => {
    const numbers = [
      '-9223372036854775808',
      '-10',
      '-9',
      '0',
      '7',
      '10',
      '9007199254740993',
      '9223372036854775807',
    ];
    const inOrder = [...numbers.map((number) => `__id${number}__`), '!', '7', '__id', '__id7', '__id7_', 'a'];
    await scene.server.docs.batch(inOrder.toReversed().map((id, n) => setWrite(`rows/${id}`, { n })));
    const { docs } = await scene.connect();
    expect(ids(await docs.find(query('rows')))).toEqual(inOrder);
    expect(ids(await docs.find(query('rows', orderBy('n', 'desc'))))).toEqual(inOrder);
    const down = orderBy(documentId, 'desc');
    expect(ids(await docs.find(query('rows', down)))).toEqual(inOrder.toReversed());
    expect(ids(await docs.find(query('rows', down, startAfter(['__id10__']), limit(2))))).toEqual([
      '__id7__',
      '__id0__',
    ]);
    expect(ids(await docs.find(query('rows', where(documentId, '>', '__id10__'), limit(3))))).toEqual([
      '__id9007199254740993__',
      '__id9223372036854775807__',
      '!',
    ]);
    expect((await docs.get('rows/__id7__')).data).toEqual({ n: 9 });
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

  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

  scenario('a query has the alternatives of the limit, and no more', async (scene) => {
    const { docs } = await scene.connect();
    const most = bounded(docs.limits.alternatives);
    // Written out: 5 × a fifth, and all of one list, in “or” with nothing else.
    const fifth = where('b', 'in', numbers(Math.floor(most / 5)));
    await docs.find(query('rows', where('a', 'in', numbers(5)), fifth));
    await docs.find(query('rows', where('a', 'in', numbers(most))));
    await docs.find(query('rows', matching(or(field('a', 'in', numbers(most - 1)), field('b', '==', 1)))));
    const over = or(field('a', 'in', numbers(most)), field('b', '==', 1));
    expect(await rejection(docs.find(query('rows', matching(over))))).toMatchObject(invalid);
    expect(await rejection(docs.find(query('rows', where('a', 'in', numbers(most + 1)))))).toMatchObject(
      invalid,
    );
    const six = numbers(Math.floor(most / 5));
    const product = query('rows', where('a', 'in', six), where('b', 'in', six));
    if (six.length ** 2 > most) expect(await rejection(docs.find(product))).toMatchObject(invalid);
  });

  scenario('“not-in” takes the values of the limit, and no more', async (scene) => {
    const { docs } = await scene.connect();
    const most = bounded(docs.limits.excluded);
    await docs.find(query('rows', where('a', 'not-in', numbers(most))));
    const over = query('rows', where('a', 'not-in', numbers(most + 1)));
    expect(await rejection(docs.find(over))).toMatchObject(invalid);
  });

  scenario('each alternative may have one array filter', async (scene) => {
    const { docs } = await scene.connect();
    const each = or(field('a', 'array-contains', 1), field('b', 'array-contains-any', [1, 2]));
    await docs.find(query('rows', matching(each)));
    const both = and(field('c', 'array-contains', 1), each);
    expect(await rejection(docs.find(query('rows', matching(both))))).toMatchObject(invalid);
  });

  scenario('a query compares the fields of the limit, and no more', async (scene) => {
    const { docs } = await scene.connect();
    const most = bounded(docs.limits.inequalities);
    const compared = (count: number) => numbers(count).map((at) => where(`f${at}`, '>', 0));
    await docs.find(query('rows', ...compared(most), where('f0', '<', 9)));
    expect(await rejection(docs.find(query('rows', ...compared(most + 1))))).toMatchObject(invalid);
  });

  scenario('a query has the parts of the limit, and no more', async (scene) => {
    const { docs } = await scene.connect();
    const most = bounded(docs.limits.parts);
    const equal = (count: number) => numbers(count).map((at) => where(`f${at}`, '==', 0));
    await docs.find(query('rows', ...equal(most - 1), orderBy('g')));
    expect(await rejection(docs.find(query('rows', ...equal(most), orderBy('g'))))).toMatchObject(invalid);
    expect(await rejection(docs.find(query('a/b/rows', ...equal(most - 1), orderBy('g'))))).toMatchObject(
      invalid,
    );
    // Four filters in each alternative.
    const written = query('rows', ...equal(3), where('a', 'in', numbers(Math.floor(most / 4) + 1)));
    expect(await rejection(docs.find(written))).toMatchObject(invalid);
  });

  scenario('lists can be asked for among others', async (scene) => {
    const { docs } = await fill(scene, 'rows', [{ v: [1] }, { v: [1, 2] }, { v: 1 }, { v: [0, 2] }]);
    expect(ids(await docs.find(query('rows', where('v', 'in', [[1], 1]))))).toEqual(['00', '02']);
    expect(ids(await docs.find(query('rows', where('v', 'not-in', [[1], [1, 2]]))))).toEqual(['02', '03']);
  });

  scenario('times are compared, and kept, to the microsecond', async (scene) => {
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

  scenario('a cursor can’t stand at a time that the server has not set yet', async (scene) => {
    const client = await scene.connect();
    await scene.setNetwork(client, false);
    const written = client.docs.write(setWrite('rows/a', { at: serverTimestamp() }));
    for (const serverTimestamps of ['none', 'estimate', 'previous'] as const) {
      const at = await client.docs.get('rows/a', { serverTimestamps });
      const refused = client.docs.find(query('rows', orderBy('at'), startAt(at)));
      expect(await rejection(refused)).toMatchObject({ code: 'invalid-argument' });
    }
    await scene.setNetwork(client, true);
    await written;
    const at = await client.docs.get('rows/a');
    expect(ids(await client.docs.find(query('rows', orderBy('at'), startAt(at))))).toEqual(['a']);
    const other = orderBy('other');
    expect(await rejection(client.docs.find(query('rows', other, startAt(at))))).toMatchObject({
      code: 'invalid-argument',
    });
  });

  scenario(
    'what a query can’t combine is refused, when it is asked and when it is watched',
    async (scene) => {
      const { docs } = await scene.connect();
      const refused: readonly (readonly [Query, string])[] = [
        [query('rows', limit(0)), 'invalid-argument'],
        [query('rows', limitToLast(2)), 'invalid-argument'],
        [query('rows', where('a', 'in', [])), 'invalid-argument'],
        [query('rows', where('a', 'not-in', [1]), where('b', '!=', 2)), 'invalid-argument'],
        [query('rows', where('a', '!=', 1), where('b', '!=', 2)), 'invalid-argument'],
        [query('rows', where('a', 'not-in', [1]), where('b', 'not-in', [2])), 'invalid-argument'],
        [query('rows', where('a', 'not-in', [1]), where('b', 'in', [2])), 'invalid-argument'],
        [query('rows', where('a', 'not-in', [1]), where('b', 'array-contains-any', [2])), 'invalid-argument'],
        [query('rows', matching(or(field('a', 'not-in', [1]), field('b', '==', 2)))), 'invalid-argument'],
        [query('rows', where('a', 'array-contains', 1), where('b', 'array-contains', 2)), 'invalid-argument'],
        [
          query('rows', where('a', 'array-contains', 1), where('a', 'array-contains-any', [2])),
          'invalid-argument',
        ],
        [query('rows', where(documentId, 'array-contains', 'a')), 'invalid-argument'],
        [query('rows', where(documentId, '==', '')), 'invalid-argument'],
        [query('rows', where(documentId, '==', 7)), 'invalid-argument'],
        [query('rows', orderBy(documentId), startAt(['a/b'])), 'invalid-argument'],
        [query('rows', orderBy(documentId), orderBy('a')), 'invalid-argument'],
        [query('rows', where('a', '>', 1), orderBy(documentId)), 'invalid-argument'],
        [query('rows', where('a', '!=', 1), orderBy('b'), orderBy(documentId)), 'invalid-argument'],
        [query('rows', where(documentId, '==', 'a'), where('a', '<', 1)), 'invalid-argument'],
        [query('rows', where(documentId, 'in', ['a', 'b']), where('a', '!=', 1)), 'invalid-argument'],
        [
          query(
            'rows',
            matching(or(and(field(documentId, '==', 'a'), field('a', '>=', 1)), field('b', '==', 1))),
          ),
          'invalid-argument',
        ],
        [query('rows', limit(-1)), 'invalid-argument'],
        [query('rows', limit(1.5)), 'invalid-argument'],
        [query('rows', orderBy('a'), startAt([])), 'invalid-argument'],
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

/** Data with values at the paths of fields. */
function withFields(...fields: readonly (readonly [path: string, value: number])[]): WriteData {
  const data: Record<string, WriteValue> = {};
  for (const [path, value] of fields) {
    const [outer = '', inner] = parseFieldPath(path);
    data[outer] = inner === undefined ? value : { [inner]: value };
  }
  return data;
}
