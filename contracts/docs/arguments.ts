/** Arguments that can't be: refused at once, before anything happens. */
import { expect } from 'vitest';
import { field, matching, or, query, where } from '#ports/docs/query.ts';
import {
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
  type WriteData,
  type WriteValue,
} from '#ports/docs/values.ts';
import { recorder, type Scenario } from '../harness.ts';
import { accepted, ids, remove, setWrite, update } from './help.ts';

/** A value that TypeScript would refuse, as a caller without it could pass it. */
const wrong = <T>(value: unknown) => value as T;

export function argumentScenarios(scenario: Scenario): void {
  scenario(
    'document and collection paths of the wrong kind throw a TypeError synchronously',
    { needs: ['docs.aggregates'] },
    async (scene) => {
      const { docs } = await scene.connect();
      const paths = ['', 'notes', 'notes/a/b', '/notes/a', 'notes//a', 'notes/.', '../a', 'notes/__x__'];
      const reserved = [
        '__id__',
        '__id7x__',
        '__id07__',
        '__id-0__',
        '__id+7__',
        '__id9223372036854775808__',
      ];
      const noNumbers = [...reserved.map((id) => `notes/${id}`), '__id7__/a', 'notes/a/__id7__/a'];
      const odd = ['notes/a/', wrong<string>(undefined)];
      const documents = [...paths, ...noNumbers, ...odd];
      expect(accepted(documents, (path) => docs.get(path))).toEqual([]);
      expect(accepted(documents, (path) => docs.watch(path, recorder()))).toEqual([]);
      expect(accepted(documents, (path) => docs.write(setWrite(path, {})))).toEqual([]);
      expect(accepted(documents, (path) => docs.write(update(path, {})))).toEqual([]);
      expect(accepted(documents, (path) => docs.write(remove(path)))).toEqual([]);
      const collections = ['', 'notes/a', 'notes//b', '__x__', '__id7__', 'a/../b', wrong<string>(7)];
      expect(accepted(collections, (path) => docs.find(query(path)))).toEqual([]);
      expect(accepted(collections, (path) => docs.watchQuery(query(path), recorder()))).toEqual([]);
      const count = { n: { count: true } } as const;
      expect(accepted(collections, (path) => docs.aggregates.compute(query(path), count))).toEqual([]);
      await docs.write(setWrite('notes/…__x', { ok: true }));
    },
  );

  scenario('values that can’t be stored throw a TypeError synchronously', async (scene) => {
    const { docs } = await scene.connect();
    class Odd {
      readonly a = 1;
    }
    const values = [
      undefined,
      () => 1,
      Symbol('a'),
      10n,
      [[1]],
      [undefined],
      { deep: [{ a: undefined }] },
      new Odd(),
      new Date(0),
      new Map(),
      { '': 1 },
      { __a__: 1 },
      [serverTimestamp()],
      arrayUnion(wrong<DocValue>(undefined)),
      increment(wrong<number>('1')),
      minimum(wrong<number>('1')),
      maximum(wrong<number>(null)),
      new Vector([wrong<number>('1')]),
      new DocRef('notes'),
      wrong<DocValue>({ hole: Array.from({ length: 2 }, (_, at) => (at === 0 ? undefined : 1)) }),
    ].map((given) => wrong<WriteValue>(given));
    expect(accepted(values, (given) => docs.write(setWrite('notes/a', { given })))).toEqual([]);
    expect(accepted(values, (given) => docs.write(update('notes/a', { given })))).toEqual([]);
    expect(() => docs.write(setWrite('notes/a', wrong<WriteData>(null)))).toThrow(TypeError);
    expect(() => docs.write(setWrite('notes/a', wrong<WriteData>([])))).toThrow(TypeError);
    expect(() => docs.find(query('notes', where('a', '==', wrong<DocValue>(undefined))))).toThrow(TypeError);
    expect((await docs.get('notes/a')).data).toBeNull();
  });

  scenario('out-of-range timestamps and coordinates throw a TypeError', async (scene) => {
    const { docs } = await scene.connect();
    for (const make of [
      () => new Timestamp(1.5, 0),
      () => new Timestamp(0, -1),
      () => new Timestamp(0, 1_000_000_000),
      () => new Timestamp(253_402_300_800, 0),
      () => new Timestamp(-62_135_596_801, 0),
      () => new GeoPoint(90.1, 0),
      () => new GeoPoint(0, -180.1),
      () => new GeoPoint(Number.NaN, 0),
    ])
      expect(make).toThrow(TypeError);
    const edges = {
      first: new Timestamp(-62_135_596_800, 0),
      last: new Timestamp(253_402_300_799, 999_999_000),
      poles: [new GeoPoint(90, 180), new GeoPoint(-90, -180)],
      vector: new Vector([0, 1, 2]),
    };
    await docs.write(setWrite('notes/a', edges));
    expect((await docs.get('notes/a')).data).toEqual(edges);
    expect(Timestamp.fromMillis(-1.5)).toEqual(new Timestamp(-1, 998_500_000));
    expect(Timestamp.fromMillis(-1.5).toMillis()).toBe(-1.5);
  });

  scenario(
    'deleteField is accepted only as a top-level field of update and in a set with merge',
    async (scene) => {
      const { docs } = await scene.connect();
      expect(() => docs.write(setWrite('notes/a', { a: deleteField() }))).toThrow(TypeError);
      expect(() => docs.write(update('notes/a', { a: { b: deleteField() } }))).toThrow(TypeError);
      await docs.write({ ...setWrite('notes/a', { a: { b: deleteField() }, c: 1 }), merge: true });
      await docs.write(update('notes/a', { c: deleteField() }));
      expect((await docs.get('notes/a')).data).not.toHaveProperty('c');
    },
  );

  scenario('invalid and overlapping field paths throw a TypeError synchronously', async (scene) => {
    const { docs } = await scene.connect();
    const names = ['', '.', 'a.', '.a', 'a..b', 'a[0]', 'a*', '`a', '`a`b', 'a`b`', '__a__.b'];
    expect(accepted(names, (name) => docs.write(update('notes/a', { [name]: 1 })))).toEqual([]);
    expect(() => docs.write(update('notes/a', { a: 1, 'a.b': 2 }))).toThrow(TypeError);
    expect(() => docs.write({ ...setWrite('notes/a', { a: 1 }), merge: ['b'] })).toThrow(TypeError);
    expect(() => docs.find(query('notes', where('a..b', '==', 1)))).toThrow(TypeError);
    expect(() => docs.find(query('notes', where('a', wrong<'=='>('~'), 1)))).toThrow(TypeError);
  });

  scenario('a range comparison with null or NaN throws a TypeError', async (scene) => {
    const { docs } = await scene.connect();
    const asked = (['<', '<=', '>', '>='] as const).flatMap((op) =>
      [null, NaN].flatMap((value) => [
        query('notes', where('a', op, value)),
        query('notes', matching(or(field('a', op, value), field('b', '==', 1)))),
      ]),
    );
    expect(accepted(asked, (one) => docs.find(one))).toEqual([]);
    for (const one of asked)
      await expect(Promise.resolve().then(() => scene.server.docs.find(one))).rejects.toThrow(TypeError);
    const equal = [
      where('a', '==', null),
      where('a', '!=', null),
      where('a', '==', NaN),
      where('a', '!=', NaN),
    ];
    for (const one of equal) expect(ids(await docs.find(query('notes', one)))).toEqual([]);
  });

  scenario('a batch with one invalid write writes nothing', async (scene) => {
    const { docs } = await scene.connect();
    expect(() => docs.batch([setWrite('notes/a', {}), setWrite('notes', {})])).toThrow(TypeError);
    expect((await docs.get('notes/a')).data).toBeNull();
  });
}
