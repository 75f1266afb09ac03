/** Nearest neighbours: by each measure, with filters, thresholds and the distance; and where they can't be had. */
import { expect } from 'vitest';
import type { QuerySnapshot } from '#ports/docs/docs.ts';
import {
  limit,
  limitToLast,
  type Nearest,
  orderBy,
  type Query,
  query,
  startAt,
  where,
} from '#ports/docs/query.ts';
import { Vector, type WriteData } from '#ports/docs/values.ts';
import { needing, recorder, rejection, type Scenario, type Scene } from '../harness.ts';
import { bounded } from '../off-stage.ts';
import { accepted, ids, setWrite } from './help.ts';

const stored: Readonly<Record<string, WriteData>> = {
  a: { v: new Vector([3, 4]), color: 'red' },
  b: { v: new Vector([3, 0]), color: 'red' },
  c: { v: new Vector([-3, 4]), color: 'blue' },
  d: { v: new Vector([6, 0]), color: 'blue' },
  short: { v: new Vector([3]), color: 'red' },
  list: { v: [3, 0], color: 'red' },
  missing: { color: 'red' },
};

async function fill(scene: Scene) {
  await scene.server.docs.batch(Object.entries(stored).map(([id, data]) => setWrite(`rows/${id}`, data)));
  return (await scene.connect()).docs;
}

const to = (options: Partial<Nearest> = {}): Nearest => ({
  field: 'v',
  vector: [3, 0],
  limit: 10,
  measure: 'euclidean',
  ...options,
});

function vectorSearch<Search>({ nearest }: { readonly nearest: Search | null }): Search {
  if (!nearest) throw new Error('`docs.nearest` is null.');
  return nearest;
}

const distances = ({ docs }: Pick<QuerySnapshot, 'docs'>) => docs.map(({ data }) => data?.['far']);

export function nearestScenarios(every: Scenario): void {
  const scenario = needing(every, ['docs.nearest']);

  scenario('a vector search sorts by distance for each measure and skips other values', async (scene) => {
    const docs = await fill(scene);
    const found = async (measure: Nearest['measure']) => {
      const snapshot = await vectorSearch(docs).find(query('rows'), to({ measure, distanceField: 'far' }));
      return [ids(snapshot).join(' '), distances(snapshot)];
    };
    expect(await found('euclidean')).toEqual(['b d a c', [0, 3, 4, Math.sqrt(52)]]);
    expect(await found('dot-product')).toEqual(['d a b c', [18, 9, 9, -9]]);
    const [order, far] = await found('cosine');
    expect(order).toBe('b d a c');
    for (const [at, expected] of [0, 0, 0.4, 1.6].entries()) expect(far?.[at]).toBeCloseTo(expected, 10);
  });

  scenario('a vector search returns at most limit results within the threshold', async (scene) => {
    const docs = await fill(scene);
    const find = async (options: Partial<Nearest>) =>
      ids(await vectorSearch(docs).find(query('rows'), to(options))).join(' ');
    expect(await find({ limit: 2 })).toBe('b d');
    expect(await find({ threshold: 3 })).toBe('b d');
    expect(await find({ threshold: 2.9 })).toBe('b');
    expect(await find({ measure: 'dot-product', threshold: 9 })).toBe('d a b');
    expect(await find({ measure: 'dot-product', threshold: 9.1 })).toBe('d');
  });

  scenario('a vector search respects filters', { needs: ['docs.groups'] }, async (scene) => {
    const docs = await fill(scene);
    await scene.server.docs.batch([setWrite('x/1/rows/e', { v: new Vector([3, 1]), color: 'red' })]);
    const red = where('color', '==', 'red');
    expect(ids(await vectorSearch(docs).find(query('rows', red), to()))).toEqual(['b', 'a']);
    expect(ids(await vectorSearch(docs).find(docs.groups.query('rows', red), to()))).toEqual(['b', 'e', 'a']);
    expect(ids(await vectorSearch(docs).find(query('rows'), to({ field: 'none' })))).toEqual([]);
  });

  scenario('distanceField adds the distance and leaves the rest of the document as stored', async (scene) => {
    const docs = await fill(scene);
    const wanted = to({ limit: 1, distanceField: 'far' });
    const found = await vectorSearch(docs).find(query('rows'), wanted);
    expect(found.query).toEqual({ ...query('rows'), nearest: wanted });
    expect(found.metadata).toEqual({ fromCache: false, hasPendingWrites: false });
    expect(found.changes.map(({ type, newIndex }) => [type, newIndex])).toEqual([['added', 0]]);
    expect(found.docs[0]).toMatchObject({ path: 'rows/b', data: { ...stored['b'], far: 0 } });
    expect((await docs.get('rows/b')).data).toEqual(stored['b']);
    expect((await vectorSearch(docs).find(query('rows'), to({ limit: 1 }))).docs[0]?.data).toEqual(
      stored['b'],
    );
    const [server] = await vectorSearch(scene.server.docs).find(query('rows'), wanted);
    expect(server?.data).toEqual({ ...stored['b'], far: 0 });
  });

  scenario('a vector search is limited in results and dimensions', async (scene) => {
    const docs = await fill(scene);
    const [most, longest] = [bounded(docs.limits.neighbours), bounded(docs.limits.dimensions)];
    const vector = (length: number) => Array.from({ length }, () => 1);
    await vectorSearch(docs).find(query('rows'), to({ limit: most, vector: vector(longest) }));
    for (const options of [{ limit: most + 1 }, { vector: vector(longest + 1) }])
      expect(await rejection(vectorSearch(docs).find(query('rows'), to(options)))).toMatchObject({
        code: 'invalid-argument',
      });
  });

  scenario('a vector search rejects an invalid limit, vector, threshold, measure or field', async (scene) => {
    const docs = await fill(scene);
    const refused: readonly Partial<Nearest>[] = [
      { limit: 0 },
      { limit: 1.5 },
      { vector: [] },
      { vector: [3, NaN] },
      { vector: [3, Infinity] },
      { threshold: NaN },
    ];
    for (const options of refused)
      expect(await rejection(vectorSearch(docs).find(query('rows'), to(options)))).toMatchObject({
        code: 'invalid-argument',
      });
    const wrong: readonly unknown[] = [
      { measure: 'manhattan' },
      { vector: 'none' },
      { vector: ['1'] },
      { threshold: '1' },
      { distanceField: '' },
      { distanceField: '__far__' },
      { field: 'a..b' },
      { limit: '1' },
    ];
    for (const options of wrong)
      expect(() => vectorSearch(docs).find(query('rows'), to(options as Partial<Nearest>))).toThrow(
        TypeError,
      );
  });

  scenario('a vector search combines with filters only', async (scene) => {
    const docs = await fill(scene);
    const others: readonly Query[] = [
      query('rows', orderBy('color')),
      query('rows', limit(1)),
      query('rows', orderBy('color'), limitToLast(1)),
      query('rows', orderBy('color'), startAt(['red'])),
    ];
    for (const other of others)
      expect(await rejection(vectorSearch(docs).find(other, to()))).toMatchObject({
        code: 'invalid-argument',
      });
  });

  scenario('offline, a vector search rejects with unavailable', async (scene) => {
    await fill(scene);
    const client = await scene.connect();
    await client.docs.find(query('rows'));
    await scene.setNetwork(client, false);
    expect(await rejection(vectorSearch(client.docs).find(query('rows'), to()))).toMatchObject({
      code: 'unavailable',
    });
  });

  every('a vector query throws a TypeError outside `docs.nearest`', async (scene) => {
    const { docs } = await scene.connect();
    const asked: readonly Query[] = [{ ...query('rows'), nearest: to() }];
    expect(accepted(asked, (one) => docs.find(one))).toEqual([]);
    expect(accepted(asked, (one) => docs.watchQuery(one, recorder()))).toEqual([]);
  });
}
