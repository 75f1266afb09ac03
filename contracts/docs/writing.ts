/** Writes: effect, time of their promise, and refusals. */
import { expect } from 'vitest';
import { deleteField, DocRef, type DocValue, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { documentId, orderBy, query, where } from '#ports/docs/query.ts';
import { rejection, type Scenario } from '../harness.ts';
import { ids, remove, setWrite, update } from './help.ts';

export function writeScenarios(scenario: Scenario): void {
  scenario('two clients share stored documents and have separate caches', async (scene) => {
    const [one, other] = [await scene.connect(), await scene.connect()];
    await one.docs.write(setWrite('notes/a', { text: 'hello' }));
    expect((await other.docs.get('notes/a')).data).toEqual({ text: 'hello' });
    await one.docs.write(setWrite('notes/b', { text: 'mine' }));
    expect(await rejection(other.docs.get('notes/b', { source: 'cache' }))).toMatchObject({
      code: 'unavailable',
    });
    await scene.setNetwork(one, false);
    const mine = one.docs.write(setWrite('notes/c', { text: 'waits' }));
    expect((await other.docs.get('notes/c')).data).toBeNull();
    await scene.setNetwork(one, true);
    await mine;
  });

  scenario('values of every type are read as they were written', async (scene) => {
    const [one, other] = [await scene.connect(), await scene.connect()];
    const data = {
      nothing: null,
      yes: true,
      number: -1.5,
      infinite: Infinity,
      nan: NaN,
      text: 'ünï 🚒',
      time: new Timestamp(1_700_000_000, 123_456_000),
      bytes: Uint8Array.of(1, 2, 255),
      ref: new DocRef('notes/b'),
      place: new GeoPoint(1.5, -2),
      list: [1, 'a', { deep: [true] }],
      vector: new Vector([1, 2.5]),
      map: { 'odd name': { empty: {} } },
    };
    await one.docs.write(setWrite('notes/a', data));
    expect((await other.docs.get('notes/a')).data).toEqual(data);
    expect((await scene.server.docs.get('notes/a')).data).toEqual(data);
  });

  scenario('timestamps are truncated to microseconds immediately and everywhere', async (scene) => {
    const { docs } = await scene.connect();
    const at = new Timestamp(-1, 123_456_789);
    const kept = { at: new Timestamp(-1, 123_456_000), list: [new Timestamp(5, 0)] };
    const seen: DocSnapshot[] = [];
    scene.closing(docs.watch('notes/a', { next: (snapshot) => void seen.push(snapshot) }));
    await docs.write(setWrite('notes/a', { at, list: [new Timestamp(5, 999)] }));
    await scene.settle();
    for (const { data } of seen) expect(data ?? kept).toEqual(kept);
    expect((await scene.server.docs.get('notes/a')).data).toEqual(kept);
    expect((await docs.find(query('notes', where('at', '==', at)))).docs).toHaveLength(1);
    await scene.server.docs.batch([setWrite('notes/b', { at })]);
    expect((await docs.get('notes/b')).data).toEqual({ at: kept.at });
  });

  scenario('changing an input or a returned value does not change stored data', async (scene) => {
    const client = await scene.connect();
    const list = ['a'];
    const bytes = Uint8Array.of(1);
    const written = client.docs.write(setWrite('notes/a', { list, bytes }));
    list.push('b');
    bytes[0] = 9;
    await written;
    const read = await client.docs.get('notes/a');
    const handed = read.data?.['bytes'];
    if (handed instanceof Uint8Array) handed[0] = 7;
    const keep = read.data?.['list'] as DocValue[];
    expect(() => keep.push('c')).toThrow(TypeError);
    const again = await client.docs.get('notes/a');
    expect(again.data).toEqual({ list: ['a'], bytes: Uint8Array.of(1) });
    expect((await scene.server.docs.get('notes/a')).data).toEqual(again.data);
  });

  scenario('set replaces the document', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(setWrite('notes/a', { a: 1, b: 2 }));
    await docs.write(setWrite('notes/a', { c: 3 }));
    expect((await docs.get('notes/a')).data).toEqual({ c: 3 });
  });

  scenario(
    'set with merge keeps fields it does not name, at every depth, and creates documents',
    async (scene) => {
      const { docs } = await scene.connect();
      await docs.write({ ...setWrite('notes/a', { a: { x: 1, y: 2 }, b: 2 }), merge: true });
      await docs.write({ ...setWrite('notes/a', { a: { x: 9, z: deleteField() }, c: {} }), merge: true });
      expect((await docs.get('notes/a')).data).toEqual({ a: { x: 9, y: 2 }, b: 2, c: {} });
      await docs.write({ ...setWrite('notes/a', { a: { y: deleteField() } }), merge: true });
      expect((await docs.get('notes/a')).data).toEqual({ a: { x: 9 }, b: 2, c: {} });
    },
  );

  scenario('set with a field list writes only those fields', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(setWrite('notes/a', { a: { x: 1, y: 2 }, b: 2 }));
    await docs.write({ ...setWrite('notes/a', { a: { x: 5, y: 5 }, b: 5, c: 5 }), merge: ['a.x', 'c'] });
    expect((await docs.get('notes/a')).data).toEqual({ a: { x: 5, y: 2 }, b: 2, c: 5 });
    await docs.write({ ...setWrite('notes/a', { a: { z: 1 } }), merge: ['a'] });
    expect((await docs.get('notes/a')).data).toEqual({ a: { z: 1 }, b: 2, c: 5 });
  });

  scenario('update changes fields by path, including quoted names', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(setWrite('notes/a', { a: { x: 1, y: 2 }, 'b.c': 1, gone: 1 }));
    await docs.write(update('notes/a', { 'a.x': 5, '`b.c`': 6, 'new.deep': 7, gone: deleteField() }));
    expect((await docs.get('notes/a')).data).toEqual({ a: { x: 5, y: 2 }, 'b.c': 6, new: { deep: 7 } });
  });

  scenario('update of a missing document is not-found and changes nothing', async (scene) => {
    const { docs } = await scene.connect();
    expect(await rejection(docs.write(update('notes/a', { a: 1 })))).toMatchObject({ code: 'not-found' });
    expect((await docs.get('notes/a')).data).toBeNull();
  });

  scenario(
    'delete removes a document, succeeds for a missing one, and keeps subcollections',
    async (scene) => {
      const { docs } = await scene.connect();
      await docs.batch([setWrite('notes/a', { a: 1 }), setWrite('notes/a/parts/p', { b: 1 })]);
      await docs.write(remove('notes/a'));
      await docs.write(remove('notes/never'));
      expect((await docs.get('notes/a')).data).toBeNull();
      expect((await docs.get('notes/a/parts/p')).data).toEqual({ b: 1 });
    },
  );

  scenario('a batch is applied completely or not at all', async (scene) => {
    const { docs } = await scene.connect();
    const refused = docs.batch([setWrite('notes/a', { a: 1 }), update('notes/missing', { a: 1 })]);
    expect(await rejection(refused)).toMatchObject({ code: 'not-found' });
    expect((await docs.get('notes/a')).data).toBeNull();
    await docs.batch([
      setWrite('notes/a', { a: 1 }),
      update('notes/a', { b: 2 }),
      setWrite('notes/b', { c: 3 }),
    ]);
    expect((await docs.get('notes/a')).data).toEqual({ a: 1, b: 2 });
    expect(ids(await docs.find(query('notes')))).toEqual(['a', 'b']);
    await docs.batch([]);
  });

  scenario('new ids are twenty letters and digits, and unique', async (scene) => {
    const [one, other] = [await scene.connect(), await scene.connect()];
    const made = Array.from({ length: 200 }, () => [
      one.docs.newId(),
      other.docs.newId(),
      scene.server.docs.newId(),
    ]).flat();
    expect(new Set(made).size).toBe(600);
    for (const id of made) expect(id).toMatch(/^[A-Za-z0-9]{20}$/u);
  });

  scenario('server code and clients read each other’s writes', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(setWrite('notes/a', { a: 1 }));
    const { server } = scene;
    expect(await server.docs.get('notes/a')).toMatchObject({ id: 'a', path: 'notes/a', data: { a: 1 } });
    expect((await server.docs.get('notes/none')).data).toBeNull();
    await server.docs.batch([update('notes/a', { b: 2 }), setWrite('notes/b', {})]);
    expect((await docs.get('notes/a')).data).toEqual({ a: 1, b: 2 });
    expect((await server.docs.find(query('notes'))).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(await server.docs.aggregate(query('notes'), { all: { count: true } })).toEqual({ all: 2 });
    expect(
      await rejection(server.docs.batch([setWrite('notes/c', {}), update('notes/none', { b: 2 })])),
    ).toMatchObject({ code: 'not-found' });
    expect((await server.docs.get('notes/c')).data).toBeNull();
    const ordered = await server.docs.find(query('notes', orderBy(documentId, 'desc')));
    expect(ordered.map(({ id }) => id)).toEqual(['b', 'a']);
  });
}
