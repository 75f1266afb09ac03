/** Writes: effect, time of their promise, and refusals. */
import { expect } from 'vitest';
import {
  arrayRemove,
  arrayUnion,
  deleteField,
  DocRef,
  type DocValue,
  GeoPoint,
  increment,
  maximum,
  minimum,
  serverTimestamp,
  Timestamp,
  Vector,
} from '#ports/docs/values.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { documentId, orderBy, query, where } from '#ports/docs/query.ts';
import { rejection, type Scenario } from '../harness.ts';
import { ids, remove, setWrite, update } from './help.ts';

export function writeScenarios(scenario: Scenario): void {
  scenario('two clients share what is stored, and nothing of what each has seen', async (scene) => {
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

  scenario('values of every type come back as they were written', async (scene) => {
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

  scenario('times are kept to the microsecond, at once and wherever they are asked for', async (scene) => {
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

  scenario('what was given, or handed out, and is changed later changes nothing stored', async (scene) => {
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

  scenario('set with merge keeps what it does not name, at every depth, and creates', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write({ ...setWrite('notes/a', { a: { x: 1, y: 2 }, b: 2 }), merge: true });
    await docs.write({ ...setWrite('notes/a', { a: { x: 9, z: deleteField() }, c: {} }), merge: true });
    expect((await docs.get('notes/a')).data).toEqual({ a: { x: 9, y: 2 }, b: 2, c: {} });
    await docs.write({ ...setWrite('notes/a', { a: { y: deleteField() } }), merge: true });
    expect((await docs.get('notes/a')).data).toEqual({ a: { x: 9 }, b: 2, c: {} });
  });

  scenario('set with a list of fields writes only those', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(setWrite('notes/a', { a: { x: 1, y: 2 }, b: 2 }));
    await docs.write({ ...setWrite('notes/a', { a: { x: 5, y: 5 }, b: 5, c: 5 }), merge: ['a.x', 'c'] });
    expect((await docs.get('notes/a')).data).toEqual({ a: { x: 5, y: 2 }, b: 2, c: 5 });
    await docs.write({ ...setWrite('notes/a', { a: { z: 1 } }), merge: ['a'] });
    expect((await docs.get('notes/a')).data).toEqual({ a: { z: 1 }, b: 2, c: 5 });
  });

  scenario('update changes fields by path, quoted names included', async (scene) => {
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

  scenario('delete removes, also what is not there, and leaves what lies below', async (scene) => {
    const { docs } = await scene.connect();
    await docs.batch([setWrite('notes/a', { a: 1 }), setWrite('notes/a/parts/p', { b: 1 })]);
    await docs.write(remove('notes/a'));
    await docs.write(remove('notes/never'));
    expect((await docs.get('notes/a')).data).toBeNull();
    expect((await docs.get('notes/a/parts/p')).data).toEqual({ b: 1 });
  });

  scenario('a batch lands all or not at all', async (scene) => {
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

  scenario(
    'server timestamps are the server’s time, the same throughout a batch, later in each next',
    async (scene) => {
      const { docs } = await scene.connect();
      const now = scene.server.clock.now();
      const at = async (path: string) => (await docs.get(path)).data?.['at'];
      await docs.batch([
        setWrite('notes/a', { at: serverTimestamp() }),
        setWrite('notes/b', { at: serverTimestamp() }),
      ]);
      await docs.write(setWrite('notes/c', { at: serverTimestamp() }));
      const [a, b, c] = [await at('notes/a'), await at('notes/b'), await at('notes/c')];
      if (!(a instanceof Timestamp) || !(c instanceof Timestamp)) throw new Error('No timestamps.');
      expect(b).toEqual(a);
      expect(Math.abs(a.toMillis() - now)).toBeLessThan(60_000);
      expect(c.toMillis()).toBeGreaterThan(a.toMillis());
    },
  );

  scenario('increment adds to a number and counts anything else as 0', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(setWrite('notes/a', { n: 1, text: 'x' }));
    await docs.write(update('notes/a', { n: increment(2.5), text: increment(1), none: increment(-1) }));
    expect((await docs.get('notes/a')).data).toEqual({ n: 3.5, text: 1, none: -1 });
  });

  scenario('minimum and maximum keep the smaller and the larger number', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(
      setWrite('notes/a', { low: 5, high: 5, same: 5, text: 'x', list: [1], map: { deep: 2.5 } }),
    );
    await docs.write(
      update('notes/a', {
        low: minimum(3),
        high: maximum(7.5),
        same: minimum(6),
        text: maximum(-1),
        none: minimum(4),
        'map.deep': maximum(2),
      }),
    );
    const data = { low: 3, high: 7.5, same: 5, text: -1, none: 4, list: [1], map: { deep: 2.5 } };
    expect((await docs.get('notes/a')).data).toEqual(data);
    expect((await scene.server.docs.get('notes/a')).data).toEqual(data);
    await docs.write({ ...setWrite('notes/a', { low: minimum(2), map: { deep: minimum(1) } }), merge: true });
    expect((await docs.get('notes/a')).data).toMatchObject({ low: 2, high: 7.5, map: { deep: 1 } });
    await docs.write(setWrite('notes/b', { n: maximum(3) }));
    expect((await docs.get('notes/b')).data).toEqual({ n: 3 });
  });

  scenario('of what is equal the stored number stays, and NaN wins over every number', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(setWrite('notes/a', { zero: 0, minus: -0, number: 1, nan: NaN, endless: 1 }));
    await docs.write(
      update('notes/a', {
        zero: minimum(-0),
        minus: maximum(0),
        number: maximum(NaN),
        nan: minimum(1),
        endless: maximum(Infinity),
      }),
    );
    const data = { zero: 0, minus: -0, number: NaN, nan: NaN, endless: Infinity };
    expect((await scene.server.docs.get('notes/a')).data).toEqual(data);
    expect((await docs.get('notes/a')).data).toEqual(data);
  });

  scenario('whole sums stand still at 64 bits, others know no edge; NaN and -0 are kept', async (scene) => {
    const { docs } = await scene.connect();
    const most = Number.MAX_SAFE_INTEGER;
    // In batches of fifty: what the SDK of Firebase does for one grows with the square of its size.
    const steps = (by: number) => Array.from({ length: 50 }, () => update('notes/a', { n: increment(by) }));
    await docs.write(
      setWrite('notes/a', { n: most, half: 0.5, large: 1e300, nan: 1, zero: -0, list: [-0, NaN] }),
    );
    for (let round = 0; round < 22; round++) await docs.batch(steps(most));
    expect((await docs.get('notes/a')).data).toMatchObject({ n: 2 ** 63 });
    for (let round = 0; round < 42; round++) await docs.batch(steps(-most));
    expect((await docs.get('notes/a')).data).toMatchObject({ n: -(2 ** 63) });
    await docs.write(
      update('notes/a', { half: increment(most), large: increment(1e300), nan: increment(NaN) }),
    );
    expect((await scene.server.docs.get('notes/a')).data).toEqual({
      n: -(2 ** 63),
      half: most + 0.5,
      large: 2e300,
      nan: NaN,
      zero: -0,
      list: [-0, NaN],
    });
    await docs.write(update('notes/a', { n: increment(0.5) }));
    expect((await docs.get('notes/a')).data).toMatchObject({ n: -(2 ** 63) });
  });

  scenario('in arrays 3 is 3.0, NaN is NaN, and lists and maps are what they hold', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(setWrite('notes/a', { list: [3, NaN, { a: [1] }, null] }));
    const same = [3.0, NaN, { a: [1] }, null, new Timestamp(1, 999), new Timestamp(1, 1)];
    await docs.write(update('notes/a', { list: arrayUnion(...same) }));
    const all = [3, NaN, { a: [1] }, null, new Timestamp(1, 0)];
    expect((await docs.get('notes/a')).data).toEqual({ list: all });
    await docs.write(update('notes/a', { list: arrayRemove(3.0, NaN, { a: [1] }, new Timestamp(1, 0)) }));
    expect((await docs.get('notes/a')).data).toEqual({ list: [null] });
  });

  scenario('increments of several clients add up', async (scene) => {
    const clients = [await scene.connect(), await scene.connect(), await scene.connect()];
    await scene.server.docs.batch([setWrite('notes/a', { n: 0 })]);
    await Promise.all(
      clients.flatMap(({ docs }) =>
        [1, 2, 3].map((by) => docs.write(update('notes/a', { n: increment(by) }))),
      ),
    );
    expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 18 });
  });

  scenario('array union appends what is missing, array remove takes every occurrence', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(setWrite('notes/a', { list: [1, 2, 1], other: 'x' }));
    await docs.write(update('notes/a', { list: arrayUnion(2, 3, 3), other: arrayUnion({ a: 1 }, { a: 1 }) }));
    expect((await docs.get('notes/a')).data).toEqual({ list: [1, 2, 1, 3], other: [{ a: 1 }] });
    await docs.write(
      update('notes/a', { list: arrayRemove(1, 4), other: arrayRemove({ a: 1 }), none: arrayRemove(1) }),
    );
    expect((await docs.get('notes/a')).data).toEqual({ list: [2, 3], other: [], none: [] });
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

  scenario('server code sees what clients wrote, and clients what it wrote', async (scene) => {
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
