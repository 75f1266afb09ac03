/** Counts, sums and averages. */
import { expect } from 'vitest';
import { limit, limitToLast, orderBy, query, where } from '#ports/docs/query.ts';
import type { DocValue } from '#ports/docs/values.ts';
import { needing, rejection, type Scenario, type Scene } from '../harness.ts';
import { fill, setWrite } from './help.ts';

const count = { count: true } as const;
const both = { sum: { sum: 'n' }, mean: { average: 'n' } } as const;

export function aggregateScenarios(every: Scenario): void {
  const scenario = needing(every, ['docs.aggregates']);

  const add = async (scene: Scene, values: readonly DocValue[]) => {
    const { docs } = await fill(
      scene,
      'rows',
      values.map((n) => ({ n })),
    );
    return docs.aggregates.compute(query('rows'), both);
  };

  scenario(
    'count, sum and average are computed over the results of a query',
    { needs: ['docs.aggregates'] },
    async (scene) => {
      const { docs } = await fill(scene, 'rows', [
        { n: 1, k: 'a' },
        { n: 2.5, k: 'a' },
        { n: 4, k: 'b' },
      ]);
      await scene.server.docs.batch([setWrite('x/1/rows/a', { n: 10, k: 'a' })]);
      const asked = { all: count, ...both };
      expect(await docs.aggregates.compute(query('rows'), asked)).toEqual({ all: 3, sum: 7.5, mean: 2.5 });
      expect(await docs.aggregates.compute(query('rows', where('k', '==', 'a')), asked)).toEqual({
        all: 2,
        sum: 3.5,
        mean: 1.75,
      });
      expect(await docs.aggregates.compute(query('rows', limit(2)), { all: count })).toEqual({ all: 2 });
      const last = query('rows', orderBy('n'), limitToLast(2));
      expect(await docs.aggregates.compute(last, asked)).toEqual({ all: 2, sum: 6.5, mean: 3.25 });
      expect(await scene.server.docs.aggregate(query('rows'), asked)).toEqual({
        all: 3,
        sum: 7.5,
        mean: 2.5,
      });
    },
  );

  scenario(
    'an empty result has count 0, sum 0 and average null',
    { needs: ['docs.aggregates'] },
    async (scene) => {
      const { docs } = await fill(scene, 'rows', [{ k: 1 }]);
      const asked = { all: count, ...both };
      expect(await docs.aggregates.compute(query('empty'), asked)).toEqual({ all: 0, sum: 0, mean: null });
      expect(await docs.aggregates.compute(query('rows'), asked)).toEqual({ all: 0, sum: 0, mean: null });
    },
  );

  scenario(
    'sum and average skip values that are not numbers, and count includes them',
    { needs: ['docs.aggregates'] },
    async (scene) => {
      const { docs } = await fill(scene, 'rows', [{ n: 5 }, { n: '3' }, { n: null }, { n: [1] }]);
      expect(await docs.aggregates.compute(query('rows'), { all: count, ...both })).toEqual({
        all: 4,
        sum: 5,
        mean: 5,
      });
    },
  );

  scenario(
    'aggregates include only documents that have all their fields',
    { needs: ['docs.aggregates'] },
    async (scene) => {
      const { docs } = await fill(scene, 'rows', [
        { pages: 100, meta: { year: 1980 } },
        { pages: 50, meta: { year: 2020 } },
        { pages: 150, meta: { year: 2021 } },
        { pages: 50, meta: {} },
        { pages: 50 },
      ]);
      const asked = { pages: { sum: 'pages' }, year: { average: 'meta.year' }, all: count } as const;
      expect(await docs.aggregates.compute(query('rows'), asked)).toEqual({ pages: 300, year: 2007, all: 3 });
      expect(await docs.aggregates.compute(query('rows'), { pages: { sum: 'pages' } })).toEqual({
        pages: 400,
      });
      expect(await docs.aggregates.compute(query('rows'), { all: count })).toEqual({ all: 5 });
    },
  );

  scenario('a NaN makes the sum and the average NaN', { needs: ['docs.aggregates'] }, async (scene) => {
    expect(await add(scene, [1, NaN, 2])).toEqual({ sum: NaN, mean: NaN });
  });

  scenario(
    'whole numbers are summed exactly up to 64 bits, and as a double above',
    { needs: ['docs.aggregates'] },
    async (scene) => {
      const most = Number.MAX_SAFE_INTEGER;
      expect(await add(scene, [most, 2, -101])).toMatchObject({ sum: most - 99 });
      const { docs } = await fill(scene, 'large', [{ n: 2 ** 63 }, { n: 2 ** 63 }]);
      expect(await docs.aggregates.compute(query('large'), both)).toEqual({ sum: 2 ** 64, mean: 2 ** 63 });
      const more = [most, -most, -101, -10_000].map((n) => ({ n }));
      const client = await fill(scene, 'negative', more);
      expect(await client.docs.aggregates.compute(query('negative'), both)).toMatchObject({ sum: -10_101 });
    },
  );

  scenario('a sum beyond the largest number is Infinity', { needs: ['docs.aggregates'] }, async (scene) => {
    const most = Number.MAX_VALUE;
    expect(await add(scene, [most, most])).toEqual({ sum: Infinity, mean: Infinity });
    const { docs } = await fill(scene, 'small', [{ n: -most }, { n: -most }]);
    expect(await docs.aggregates.compute(query('small'), both)).toEqual({
      sum: -Infinity,
      mean: -Infinity,
    });
  });

  scenario(
    'one call computes one to five aggregates, and rejects more or none',
    { needs: ['docs.aggregates'] },
    async (scene) => {
      const { docs } = await fill(scene, 'rows', [{}, {}]);
      const counts = (names: string) => Object.fromEntries([...names].map((name) => [name, count]));
      expect(await docs.aggregates.compute(query('rows'), counts('abcde'))).toEqual({
        a: 2,
        b: 2,
        c: 2,
        d: 2,
        e: 2,
      });
      for (const names of ['', 'abcdef']) {
        const refused = { code: 'invalid-argument' };
        expect(await rejection(docs.aggregates.compute(query('rows'), counts(names)))).toMatchObject(refused);
        const server = scene.server.docs.aggregate(query('rows'), counts(names));
        expect(await rejection(server)).toMatchObject(refused);
      }
      expect(() => docs.aggregates.compute(query('rows'), { a: { sum: 'a..b' } })).toThrow(TypeError);
      expect(() => docs.aggregates.compute(query('rows'), { a: {} as never })).toThrow(TypeError);
    },
  );

  scenario('offline, aggregates reject with unavailable', { needs: ['docs.aggregates'] }, async (scene) => {
    const client = await fill(scene, 'rows', [{}]);
    await scene.setNetwork(client, false);
    expect(await rejection(client.docs.aggregates.compute(query('rows'), { all: count }))).toMatchObject({
      code: 'unavailable',
    });
  });
}
