/** Limits of documents at their bound and one past it: the refusal has its code, and nothing is applied. */
import { expect } from 'vitest';
import type { CompleteBackend } from '#ports/complete.ts';
import type { Docs, Write } from '#ports/docs/docs.ts';
import { query, where } from '#ports/docs/query.ts';
import {
  arrayRemove,
  increment,
  DocRef,
  type DocValue,
  Vector,
  type WriteData,
  type WriteValue,
} from '#ports/docs/values.ts';
import { rejection, type Scenario } from '../harness.ts';
import { bounded } from '../off-stage.ts';
import { accepted, setWrite, update } from './help.ts';

const invalid = { code: 'invalid-argument' };
const text = (length: number) => 'x'.repeat(length);

/** Maps inside each other, `depth` of them below the document. */
const maps = (depth: number): WriteData => {
  let value: WriteData = {};
  for (let level = 0; level < depth; level++) value = { a: value };
  return value;
};

/** Maps and arrays by turns. */
const mixed = (depth: number): WriteValue => {
  let value: DocValue = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** A path of `levels` collections, with a document in the last. */
const deep = (levels: number) => Array.from({ length: levels }, () => 'c/d').join('/');

/** Path of a document that takes so many bytes, with ids of at most so many. */
function pathOf(bytes: number, idBytes: number): string {
  let parts = 2;
  while (parts * (idBytes + 1) - 1 < bytes) parts += 2;
  const letters = bytes - (parts - 1);
  return Array.from({ length: parts }, (_, at) => text(Math.floor((letters + at) / parts))).join('/');
}

/** Neither read nor written, nor referred to. */
function refusesPaths(docs: Docs, paths: readonly string[]): void {
  expect(accepted(paths, (path) => docs.get(path))).toEqual([]);
  expect(accepted(paths, (path) => docs.write(setWrite(path, {})))).toEqual([]);
  expect(accepted(paths, (path) => docs.write(setWrite('n/a', { to: new DocRef(path) })))).toEqual([]);
}

async function refuses({ docs }: CompleteBackend, write: Write, untouched: string): Promise<void> {
  expect(await rejection(docs.batch([setWrite(untouched, {}), write]))).toMatchObject(invalid);
  expect((await docs.get(untouched)).data).toBeNull();
}

export function limitScenarios(scenario: Scenario): void {
  scenario('ids are limited in bytes', async (scene) => {
    const { docs } = await scene.connect();
    const id = text(bounded(docs.limits.idBytes));
    const half = 'é'.repeat(id.length / 2);
    const paths = [`n/${id}`, `n/${half}`, `${id}/a`];
    for (const path of paths) await docs.write(setWrite(path, { to: new DocRef(path) }));
    for (const path of paths) expect((await docs.get(path)).data).toEqual({ to: new DocRef(path) });
    refusesPaths(docs, [`n/${id}x`, `n/${half}é`, `${id}x/a`]);
    expect(accepted([`${id}x`, `n/a/${id}x`], (path) => docs.find(query(path)))).toEqual([]);
  });

  scenario('paths are limited in bytes', async (scene) => {
    const { docs } = await scene.connect();
    const most = bounded(docs.limits.pathBytes);
    await docs.get(pathOf(most, docs.limits.idBytes));
    refusesPaths(docs, [pathOf(most + 1, docs.limits.idBytes)]);
  });

  scenario('paths are limited in collections', async (scene) => {
    const { docs } = await scene.connect();
    const path = deep(bounded(docs.limits.collections));
    await docs.write(setWrite(path, { to: new DocRef(path) }));
    expect((await docs.get(path)).data).toEqual({ to: new DocRef(path) });
    refusesPaths(docs, [`${path}/c/d`]);
  });

  scenario('field names and field paths are limited in bytes', async (scene) => {
    const { docs } = await scene.connect();
    const name = text(bounded(docs.limits.fieldPathBytes));
    const half = text(name.length / 2);
    await docs.write(setWrite('n/a', { [name]: 1 }));
    expect((await docs.get('n/a')).data).toEqual({ [name]: 1 });
    expect(() => docs.write(setWrite('n/a', { [`${name}x`]: 1 }))).toThrow(TypeError);
    for (const field of [`${name}x`, `${half}.${half}`]) {
      expect(() => docs.write(update('n/a', { [field]: 1 }))).toThrow(TypeError);
      expect(() => docs.find(query('n', where(field, '==', 1)))).toThrow(TypeError);
    }
  });

  scenario('nested maps and arrays of a document are limited in depth', async (scene) => {
    const client = await scene.connect();
    const { docs } = client;
    const most = docs.limits.levels;
    await docs.write(setWrite('n/a', maps(most)));
    expect((await docs.get('n/a')).data).toEqual(maps(most));
    await docs.write(setWrite('n/b', { v: mixed(most) }));
    const chain = Array.from({ length: most }, () => 'a').join('.');
    await docs.write(update('n/b', { [`${chain}.a`]: 1 }));
    expect(() => docs.write(setWrite('n/a', maps(most + 1)))).toThrow(TypeError);
    expect(() => docs.write(setWrite('n/a', { v: mixed(most + 1) }))).toThrow(TypeError);
    expect(() => docs.write(update('n/a', { v: maps(most) }))).toThrow(TypeError);
    await refuses(client, update('n/b', { [`${chain}.b.c`]: 1 }), 'n/untouched');
  });

  scenario('a document is limited in bytes, including its name and field names', async (scene) => {
    const client = await scene.connect();
    const most = bounded(client.docs.limits.documentBytes);
    // 16 and 4 for the name, 32, two names of 2, and 1 for the end of each text.
    const room = most - (16 + 4 + 32 + 2 * 2 + 2);
    const part = Math.floor(room / 2) + 1;
    const full = { a: text(part), b: text(room - part) };
    await client.docs.write(setWrite('n/a', full));
    await refuses(client, setWrite('n/b', { ...full, c: null }), 'n/untouched');
    await refuses(client, update('n/a', { b: `${full.b}x` }), 'n/untouched');
    expect((await scene.server.docs.get('n/a')).data).toEqual(full);
  });

  scenario('a value is limited in bytes', async (scene) => {
    const client = await scene.connect();
    const most = bounded(client.docs.limits.valueBytes);
    await client.docs.write(setWrite('n/a', { v: text(most) }));
    await client.docs.write(setWrite('n/a', { v: new Uint8Array(most) }));
    await refuses(client, setWrite('n/b', { v: text(most + 1) }), 'n/untouched');
    await refuses(client, setWrite('n/b', { v: new Uint8Array(most + 1) }), 'n/untouched');
  });

  scenario('a path of nested fields is limited in bytes', async (scene) => {
    const client = await scene.connect();
    const most = bounded(client.docs.limits.fieldPathBytes);
    const half = Math.floor(most / 2);
    await client.docs.write(setWrite('n/a', { [text(most - half - 1)]: { [text(half)]: 1 } }));
    await refuses(client, setWrite('n/b', { [text(most - half)]: { [text(half)]: 1 } }), 'n/untouched');
  });

  scenario('a batch up to the limit in bytes is accepted', async (scene) => {
    const client = await scene.connect();
    const { commitBytes, documentBytes } = client.docs.limits;
    const size = Math.floor(Math.min(documentBytes, 1_000_000) * 0.95);
    const most = Math.floor(bounded(commitBytes) / size);
    const writes = (count: number) =>
      Array.from({ length: count }, (_, at) => setWrite(`n/${at}`, { v: text(size) }));
    await client.docs.batch(writes(most));
    await client.docs.batch(Array.from({ length: 30 }, () => update('n/0', { w: 1 })));
    expect(
      await rejection(client.docs.batch([...writes(most + 1), setWrite('n/untouched', {})])),
    ).toMatchObject(invalid);
    const list = Array.from({ length: most + 1 }, () => text(size));
    await refuses(client, update('n/0', { list: arrayRemove(...list) }), 'n/untouched');
    expect((await client.docs.get('n/untouched')).data).toBeNull();
  });

  scenario('a document is limited in index entries', async (scene) => {
    const client = await scene.connect();
    // Two for each value.
    const values = bounded(client.docs.limits.indexEntries) / 2;
    const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
    const fields = (count: number) => Object.fromEntries(numbers(count).map((at) => [`f${at}`, at]));
    // Equal elements share one index entry.
    await client.docs.write(setWrite('n/a', { list: [...numbers(values - 1), 1, 2, 3] }));
    await refuses(client, setWrite('n/b', { list: numbers(values) }), 'n/untouched');
    await client.docs.write(setWrite('n/a', fields(values)));
    await refuses(client, setWrite('n/b', fields(values + 1)), 'n/untouched');
    await refuses(client, setWrite('n/b', { map: fields(values) }), 'n/untouched');
  });

  scenario('a commit is limited in operations per document', async (scene) => {
    const client = await scene.connect();
    const most = bounded(client.docs.limits.operations);
    const operations = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, increment(1)]));
    const part = Math.floor(most * 0.6);
    await client.docs.write(setWrite('n/a', operations(most)));
    await client.docs.batch([setWrite('n/a', operations(part)), setWrite('n/b', operations(part))]);
    await refuses(client, setWrite('n/c', operations(most + 1)), 'n/untouched');
    const twice = [update('n/a', operations(part)), update('n/a', operations(most - part + 1))];
    expect(await rejection(client.docs.batch(twice))).toMatchObject(invalid);
    expect((await client.docs.get('n/a')).data).toMatchObject({ f0: 1 });
  });

  scenario(
    'batchWrites limits the writes of a batch, which have no limit by default',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const writes = (count: number) => Array.from({ length: count }, (_, at) => setWrite(`n/${at}`, {}));
      await (await scene.connect()).docs.batch(writes(1200));
      const { docs } = await scene.connect({ settings: { batchWrites: 3 } });
      await docs.batch(writes(3));
      expect(await rejection(docs.batch([...writes(3), setWrite('n/late', {})]))).toMatchObject(invalid);
      const run = docs.transactions.run(async (transaction) => {
        for (const write of [...writes(3), setWrite('n/late', {})])
          try {
            transaction.write(write);
          } catch {
            // However it is taken: the transaction fails of it.
          }
      });
      expect(await rejection(run)).toMatchObject(invalid);
      expect((await docs.get('n/late')).data).toBeNull();
    },
  );

  scenario('a vector is limited in dimensions', async (scene) => {
    const { docs } = await scene.connect();
    const most = bounded(docs.limits.vectorNumbers);
    const vector = (length: number) => new Vector(Array.from({ length }, (_, at) => at));
    await docs.write(setWrite('n/a', { v: vector(most) }));
    expect((await docs.get('n/a')).data).toEqual({ v: vector(most) });
    expect(() => docs.write(setWrite('n/a', { v: vector(most + 1) }))).toThrow(TypeError);
    expect(() => docs.write(setWrite('n/a', { list: [{ v: vector(most + 1) }] }))).toThrow(TypeError);
  });

  scenario('limits apply to backend code too', async (scene) => {
    const { docs } = scene.server;
    const { limits } = (await scene.connect()).docs;
    const half = Math.ceil(bounded(limits.documentBytes) / 2);
    const large = setWrite('n/a', { a: text(half), b: text(half) });
    expect(await rejection(docs.batch([setWrite('n/untouched', {}), large]))).toMatchObject(invalid);
    const run = docs.transaction(async (transaction) => transaction.write(large));
    expect(await rejection(run)).toMatchObject(invalid);
    expect((await docs.get('n/untouched')).data).toBeNull();
  });

  scenario('an argument beyond a limit throws a TypeError in backend code too', async (scene) => {
    const { docs } = scene.server;
    const { limits } = (await scene.connect()).docs;
    const path = `n/${text(bounded(limits.idBytes) + 1)}`;
    const vector = new Vector(Array.from({ length: bounded(limits.vectorNumbers) + 1 }, () => 1));
    const writes = [
      setWrite(path, {}),
      setWrite(pathOf(bounded(limits.pathBytes) + 1, limits.idBytes), {}),
      setWrite(deep(bounded(limits.collections) + 1), {}),
      setWrite('n/a', { to: new DocRef(path) }),
      setWrite('n/a', { [text(bounded(limits.fieldPathBytes) + 1)]: 1 }),
      setWrite('n/a', maps(limits.levels + 1)),
      setWrite('n/a', { vector }),
    ];
    for (const write of writes)
      await expect(Promise.resolve().then(() => docs.batch([write]))).rejects.toThrow(TypeError);
    await expect(Promise.resolve().then(() => docs.get(path))).rejects.toThrow(TypeError);
    expect((await docs.get('n/a')).data).toBeNull();
  });
}
