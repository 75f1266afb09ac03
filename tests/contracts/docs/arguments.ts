/** Arguments that can't be: refused at once, before anything happens. */
import { expect } from 'vitest';
import { collectionGroup, query, where } from '#ports/docs/query.ts';
import {
  arrayUnion,
  deleteField,
  type DocValue,
  increment,
  serverTimestamp,
  type WriteData,
  type WriteValue,
} from '#ports/docs/values.ts';
import { recorder, rejection, type Scenario } from '../harness.ts';
import { accepted, remove, set, update } from './help.ts';

/** What TypeScript would refuse, as a caller without it could pass it. */
const wrong = <T>(value: unknown) => value as T;

const nested = (depth: number): WriteData => {
  let value: WriteData = {};
  for (let level = 1; level < depth; level++) value = { a: value };
  return value;
};

export function argumentScenarios(scenario: Scenario): void {
  scenario('paths of the wrong kind are a TypeError at once', async (scene) => {
    const { docs } = await scene.connect();
    const paths = ['', 'notes', 'notes/a/b', '/notes/a', 'notes//a', 'notes/.', '../a', 'notes/__x__'];
    const documents = [...paths, 'notes/a/', wrong<string>(undefined), `n/${'x'.repeat(1501)}`];
    expect(accepted(documents, (path) => docs.get(path))).toEqual([]);
    expect(accepted(documents, (path) => docs.watch(path, recorder()))).toEqual([]);
    expect(accepted(documents, (path) => docs.write(set(path, {})))).toEqual([]);
    expect(accepted(documents, (path) => docs.write(update(path, {})))).toEqual([]);
    expect(accepted(documents, (path) => docs.write(remove(path)))).toEqual([]);
    const collections = ['', 'notes/a', 'notes//b', '__x__', 'a/../b', wrong<string>(7)];
    expect(accepted(collections, (path) => docs.find(query(path)))).toEqual([]);
    expect(accepted(collections, (path) => docs.watchQuery(query(path), recorder()))).toEqual([]);
    const count = { n: { count: true } } as const;
    expect(accepted(collections, (path) => docs.aggregate(query(path), count))).toEqual([]);
    expect(accepted(['', 'a/b', '__x__'], (name) => docs.find(collectionGroup(name)))).toEqual([]);
    await docs.write(set('notes/…__x', { ok: true }));
  });

  scenario('values that can’t be stored are a TypeError at once', async (scene) => {
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
    ].map((given) => wrong<WriteValue>(given));
    expect(accepted(values, (given) => docs.write(set('notes/a', { given })))).toEqual([]);
    expect(accepted(values, (given) => docs.write(update('notes/a', { given })))).toEqual([]);
    expect(() => docs.write(set('notes/a', wrong<WriteData>(null)))).toThrow(TypeError);
    expect(() => docs.write(set('notes/a', wrong<WriteData>([])))).toThrow(TypeError);
    expect(() => docs.find(query('notes', where('a', '==', wrong<DocValue>(undefined))))).toThrow(TypeError);
    expect((await docs.get('notes/a')).data).toBeNull();
  });

  scenario('deleteField stands only in an update’s fields and in a set with merge', async (scene) => {
    const { docs } = await scene.connect();
    expect(() => docs.write(set('notes/a', { a: deleteField() }))).toThrow(TypeError);
    expect(() => docs.write(update('notes/a', { a: { b: deleteField() } }))).toThrow(TypeError);
    await docs.write({ ...set('notes/a', { a: { b: deleteField() }, c: 1 }), merge: true });
    await docs.write(update('notes/a', { c: deleteField() }));
    expect((await docs.get('notes/a')).data).not.toHaveProperty('c');
  });

  scenario('field paths that can’t be, or that overlap, are a TypeError at once', async (scene) => {
    const { docs } = await scene.connect();
    const names = ['', '.', 'a.', '.a', 'a..b', 'a[0]', 'a*', '`a', '`a`b', 'a`b`', '__a__.b'];
    expect(accepted(names, (name) => docs.write(update('notes/a', { [name]: 1 })))).toEqual([]);
    expect(() => docs.write(update('notes/a', { a: 1, 'a.b': 2 }))).toThrow(TypeError);
    expect(() => docs.write({ ...set('notes/a', { a: 1 }), merge: ['b'] })).toThrow(TypeError);
    expect(() => docs.find(query('notes', where('a..b', '==', 1)))).toThrow(TypeError);
    expect(() => docs.find(query('notes', where('a', wrong<'=='>('~'), 1)))).toThrow(TypeError);
  });

  scenario('a batch with one wrong write does nothing', async (scene) => {
    const { docs } = await scene.connect();
    expect(() => docs.batch([set('notes/a', {}), set('notes', {})])).toThrow(TypeError);
    expect((await docs.get('notes/a')).data).toBeNull();
  });

  scenario('maps nest twenty deep and no deeper', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(set('notes/a', nested(20)));
    expect((await docs.get('notes/a')).data).toEqual(nested(20));
    expect(() => docs.write(set('notes/a', nested(21)))).toThrow(TypeError);
  });

  scenario('a document over 1 MiB is invalid-argument, also when it grows to that', async (scene) => {
    const { docs } = await scene.connect();
    const half = 'x'.repeat(600_000);
    expect(await rejection(docs.write(set('notes/a', { a: half, b: half })))).toMatchObject({
      code: 'invalid-argument',
    });
    await docs.write(set('notes/a', { a: half }));
    expect(await rejection(docs.write(update('notes/a', { b: half })))).toMatchObject({
      code: 'invalid-argument',
    });
    expect(Object.keys((await docs.get('notes/a')).data ?? {})).toEqual(['a']);
  });
}
