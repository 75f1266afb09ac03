/**
 * Documents as backend code sees them: the embedded cloud's own view, and the Admin SDK's through the emulator (ours or the official one),
 * as it is installed and as it is deployed, side by side.
 */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openServer } from '#adapters/firebase-admin/server.ts';
import { type Emulator, startEmulator } from '#emulator/emulator.ts';
import { believedCaller } from '#emulator/token.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import {
  and,
  field,
  limit,
  limitToLast,
  matching,
  or,
  orderBy,
  query,
  startAfter,
  where,
} from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import {
  arrayRemove,
  arrayUnion,
  deleteField,
  DocRef,
  GeoPoint,
  increment,
  maximum,
  minimum,
  serverTimestamp,
  Timestamp,
  Vector,
} from '#ports/docs/values.ts';
import type { ServerDocs } from '#ports/server/server.ts';
import { joined } from '#tests/official/joined.ts';
import { rejection } from '#contracts/harness.ts';
import { leanServer } from './lean-server.ts';

const cloud = new FakeCloud({ believe: believedCaller });
let emulator: Emulator | null = null;
let admin: ServerDocs;
let deployed: ServerDocs;
let bundle = '';
let folder = 0;

beforeAll(async () => {
  const running = joined();
  if (!running) emulator = await startEmulator({ cloud });
  process.env['FIRESTORE_EMULATOR_HOST'] = emulator?.docs ?? `127.0.0.1:${running?.docs}`;
  // Without this variable the SDK queries the network for the kind of machine.
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const project = { projectId: 'demo-muster' };
  admin = openServer({ project, name: 'documents' }).docs;
  const lean = await leanServer();
  bundle = lean.folder;
  deployed = lean.openServer({ project, name: 'deployed' }).docs;
});
afterAll(async () => {
  await emulator?.close();
  cloud.dispose();
  await rm(bundle, { recursive: true, force: true });
});

const views: readonly (readonly [string, () => ServerDocs])[] = [
  ['embedded', () => cloud.server.docs],
  ['firebase-admin', () => admin],
  ['firebase-admin, deployed', () => deployed],
];

describe.each(views)('server documents · %s', (_name, view) => {
  /** A collection that no other test has. */
  const fresh = () => `rooms/${++folder}/notes`;
  const filled = async (...values: readonly Record<string, number | string>[]) => {
    const at = fresh();
    await view().batch(
      values.map((data, index) => ({ type: 'set', path: `${at}/${'abcdefgh'[index] ?? ''}`, data })),
    );
    return at;
  };
  const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);

  test('every kind of value is read as it was written', async () => {
    const path = `${fresh()}/all`;
    const data = {
      nothing: null,
      yes: true,
      whole: 7,
      part: 0.5,
      minus: -0,
      text: 'ä',
      time: new Timestamp(5, 123_456_000),
      bytes: new Uint8Array([1, 2]),
      place: new GeoPoint(1, 2),
      vector: new Vector([1, 0.5]),
      pointer: new DocRef('teams/a'),
      list: [1, { deep: ['x'] }],
      map: { 'with.dot': { empty: {} } },
    };
    await view().batch([{ type: 'set', path, data }]);
    const found = await view().get(path);
    expect(found).toMatchObject({ id: 'all', path, metadata: { fromCache: false, hasPendingWrites: false } });
    expect(found.data).toEqual(data);
  });

  test('a missing document is null', async () => {
    expect((await view().get(`${fresh()}/none`)).data).toBeNull();
  });

  test('set replaces or merges, update changes named fields, delete removes', async () => {
    const path = `${fresh()}/doc`;
    await view().batch([{ type: 'set', path, data: { a: 1, map: { x: 1, y: 1 }, list: [1, 2], gone: 1 } }]);
    await view().batch([
      { type: 'set', path, data: { map: { x: 2 } }, merge: true },
      {
        type: 'update',
        path,
        changes: {
          'map.z': 3,
          a: increment(4),
          'map.x': minimum(1),
          most: maximum(2),
          list: arrayUnion(2, 3),
          gone: deleteField(),
          at: serverTimestamp(),
        },
      },
    ]);
    const { data } = await view().get(path);
    expect(data).toMatchObject({ a: 5, most: 2, map: { x: 1, y: 1, z: 3 }, list: [1, 2, 3] });
    expect(data).not.toHaveProperty('gone');
    expect(data?.['at']).toBeInstanceOf(Timestamp);
    await view().batch([
      { type: 'update', path, changes: { list: arrayRemove(2) } },
      { type: 'set', path, data: { map: { x: 9 }, a: 9 }, merge: ['map.x'] },
    ]);
    expect((await view().get(path)).data).toMatchObject({ a: 5, map: { x: 9, y: 1, z: 3 }, list: [1, 3] });
    await view().batch([{ type: 'delete', path }]);
    expect((await view().get(path)).data).toBeNull();
  });

  test('an update of a missing document fails, also without changes, and rejects its batch', async () => {
    const at = fresh();
    const other = { type: 'set', path: `${at}/other`, data: {} } as const;
    for (const changes of [{ a: 1 }, {}])
      expect(
        await rejection(view().batch([other, { type: 'update', path: `${at}/none`, changes }])),
      ).toMatchObject({ code: 'not-found' });
    expect((await view().get(other.path)).data).toBeNull();
  });

  test('queries filter, order, limit and start at cursors', async () => {
    const at = await filled({ n: 3 }, { n: 1 }, { n: 2 }, { n: 2, word: 'x' });
    const { find } = view();
    expect(ids(await find(query(at, orderBy('n'))))).toEqual(['b', 'c', 'd', 'a']);
    expect(ids(await find(query(at, where('n', '>=', 2), orderBy('n', 'desc'), limit(2))))).toEqual([
      'a',
      'd',
    ]);
    expect(ids(await find(query(at, orderBy('n'), limitToLast(2))))).toEqual(['d', 'a']);
    expect(ids(await find(query(at, where('__name__', 'in', ['a', 'c']))))).toEqual(['a', 'c']);
    expect(
      ids(await find(query(at, matching(or(field('word', '==', 'x'), and(field('n', '==', 1))))))),
    ).toEqual(['b', 'd']);
    const c = await view().get(`${at}/c`);
    expect(ids(await find(query(at, orderBy('n'), startAfter(c))))).toEqual(['d', 'a']);
    expect(ids(await find(query(at, orderBy('n'), startAfter([2]))))).toEqual(['a']);
  });

  test('a collection group includes every collection of its name', async () => {
    const mark = `mark-${++folder}`;
    const [one, other] = [await filled({ mark }), await filled({ mark })];
    const found = await view().find(collectionGroup('notes', where('mark', '==', mark)));
    expect(found.map(({ path }) => path).toSorted()).toEqual([`${one}/a`, `${other}/a`].toSorted());
  });

  test('aggregates count, sum and average', async () => {
    const at = await filled({ n: 1 }, { n: 2 }, { n: 6 });
    const sums = { count: { count: true }, sum: { sum: 'n' }, average: { average: 'n' } } as const;
    expect(await view().aggregate(query(at), sums)).toEqual({ count: 3, sum: 9, average: 3 });
    expect(await view().aggregate(query(fresh()), sums)).toEqual({ count: 0, sum: 0, average: null });
  });

  test('writes of a transaction are applied together, and an exception discards them', async () => {
    const at = fresh();
    const answer = await view().transaction(async (transaction) => {
      expect((await transaction.get(`${at}/a`)).data).toBeNull();
      transaction.write({ type: 'set', path: `${at}/a`, data: { n: 1 } });
      return 'done';
    });
    expect(answer).toBe('done');
    const mistake = new Error('mine');
    const failing = view().transaction(async (transaction) => {
      transaction.write({ type: 'set', path: `${at}/a`, data: { n: 2 } });
      throw mistake;
    });
    expect(await rejection(failing)).toBe(mistake);
    expect((await view().get(`${at}/a`)).data).toEqual({ n: 1 });
  });

  test('concurrent transactions lose no increment', async () => {
    const path = `${fresh()}/counter`;
    await view().batch([{ type: 'set', path, data: { n: 0 } }]);
    const add = () =>
      view().transaction(async (transaction) => {
        const { data } = await transaction.get(path);
        transaction.write({ type: 'update', path, changes: { n: Number(data?.['n']) + 1 } });
      });
    await Promise.all([add(), add(), add()]);
    expect((await view().get(path)).data).toEqual({ n: 3 });
  });

  test('a transaction is repeated when a new document matches its query', async () => {
    const at = fresh();
    let runs = 0;
    await view().transaction(async (transaction) => {
      const open = await transaction.find(query(at, where('open', '==', true)));
      if (runs++ === 0) await view().batch([{ type: 'set', path: `${at}/new`, data: { open: true } }]);
      transaction.write({ type: 'set', path: `${at}/count`, data: { n: open.length } });
    });
    expect([runs, (await view().get(`${at}/count`)).data]).toEqual([2, { n: 1 }]);
  });

  test('a query in a transaction counts as a read, and a read after a write is rejected', async () => {
    const at = await filled({ n: 1 }, { n: 2 });
    const found = await view().transaction(async (transaction) =>
      ids(await transaction.find(query(at, orderBy('n', 'desc')))),
    );
    expect(found).toEqual(['b', 'a']);
    const late = view().transaction(async (transaction) => {
      transaction.write({ type: 'delete', path: `${at}/a` });
      await transaction.get(`${at}/b`);
    });
    expect(await rejection(late)).toMatchObject({ code: 'invalid-argument' });
    expect((await view().get(`${at}/a`)).data).toEqual({ n: 1 });
  });

  test('invalid arguments throw TypeErrors, and unsupported combinations are rejected', async () => {
    const { batch, find, get } = view();
    expect(await rejection((async () => get('teams'))())).toBeInstanceOf(TypeError);
    expect(
      await rejection((async () => batch([{ type: 'set', path: 'a/b', data: { list: [[1]] } }]))()),
    ).toBeInstanceOf(TypeError);
    expect(await rejection((async () => find(query('a', limitToLast(2))))())).toMatchObject({
      code: 'invalid-argument',
    });
  });

  test('new ids are 20 letters and digits', () => {
    expect(view().newId()).toMatch(/^[A-Za-z0-9]{20}$/);
  });
});
