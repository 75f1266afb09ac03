import { expect, test } from 'vitest';
import { type Nearest, query } from '#ports/docs/query.ts';
import { Vector } from '#ports/docs/values.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';

async function names(vectors: Readonly<Record<string, readonly number[]>>, options: Partial<Nearest>) {
  const { docs } = new FakeCloud().server;
  await docs.batch(
    Object.entries(vectors).map(([id, values]) => ({
      type: 'set',
      path: `rows/${id}`,
      data: { v: new Vector(values) },
    })),
  );
  const asked: Nearest = { field: 'v', vector: [1, 0], limit: 10, measure: 'cosine', ...options };
  return (await docs.nearest?.find(query('rows'), asked))?.map(({ id }) => id);
}

test('vectors without direction or distance are skipped', async () => {
  const vectors = { zero: [0, 0], ahead: [2, 0], nowhere: [NaN, 1] };
  expect(await names(vectors, {})).toEqual(['ahead']);
  expect(await names(vectors, { measure: 'euclidean' })).toEqual(['ahead', 'zero']);
  expect(await names(vectors, { vector: [0, 0] })).toEqual([]);
});

test('documents at equal distance are sorted by name', async () => {
  const vectors = { c: [0, 1], a: [0, -1], b: [2, 1] };
  expect(await names(vectors, { measure: 'euclidean' })).toEqual(['a', 'b', 'c']);
});
