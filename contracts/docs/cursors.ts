/** Cursors, and the names of documents in queries. */
import { expect } from 'vitest';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { parseFieldPath } from '#provider-kit/docs/field-path.ts';
import {
  documentId,
  endAt,
  endBefore,
  type FilterOp,
  limit,
  limitToLast,
  orderBy,
  query,
  startAfter,
  startAt,
  where,
} from '#ports/docs/query.ts';
import {
  DocRef,
  type DocValue,
  serverTimestamp,
  type WriteData,
  type WriteValue,
} from '#ports/docs/values.ts';
import { rejection, type Scenario } from '../harness.ts';
import { fill, ids, setWrite } from './help.ts';

/** Data with values at the paths of fields. */
function withFields(...fields: readonly (readonly [path: string, value: number])[]): WriteData {
  const data: Record<string, WriteValue> = {};
  for (const [path, value] of fields) {
    const [outer = '', inner] = parseFieldPath(path);
    data[outer] = inner === undefined ? value : { [inner]: value };
  }
  return data;
}

export function cursorScenarios(scenario: Scenario): void {
  scenario('cursors at values include or exclude equal values', async (scene) => {
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

  scenario('cursors at documents distinguish documents with equal values', async (scene) => {
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
    'a cursor at a stored snapshot uses the implied order, whatever the names of the compared fields',
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

  scenario('filters can compare the document name', async (scene) => {
    const { docs } = await fill(scene, 'rows', [{}, {}, {}, {}]);
    const find = async (op: FilterOp, value: DocValue) =>
      ids(await docs.find(query('rows', where(documentId, op, value)))).join(' ');
    expect(await find('==', '02')).toBe('02');
    expect(await find('>', '01')).toBe('02 03');
    expect(await find('in', ['03', '00', 'none'])).toBe('00 03');
    expect(await find('==', new DocRef('rows/01'))).toBe('01');
  });

  scenario('the document name is the last order and combines with other conditions', async (scene) => {
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

  scenario('numeric ids sort before all others, in numeric order', async (scene) => {
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

  scenario('a cursor at a pending server timestamp rejects with invalid-argument', async (scene) => {
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
}
