/** Answers that include cached documents in the SDK but not on the server: here they are the server's, without delay. */
import { expect, test } from 'vitest';
import { field, or, matching, query, where, type FilterOp } from '#ports/docs/query.ts';
import type { DocValue } from '#ports/docs/values.ts';
import { ids, setWrite } from '#contracts/docs/help.ts';
import { openStage } from './stage.ts';

const stored: readonly DocValue[] = [null, NaN, -Infinity, -1, 0, 1, '1', [1], [null], [NaN]];
const asked: readonly (readonly [FilterOp, DocValue])[] = [
  ['<', 1],
  ['<=', 0],
  ['>', -1],
  ['!=', NaN],
  ['in', [1, null, NaN]],
  ['in', [null]],
  ['not-in', [1, NaN]],
  ['array-contains', null],
  ['array-contains', NaN],
  ['array-contains-any', [1, null, NaN]],
  ['array-contains-any', [NaN]],
];

test('queries for NaN and null return the server’s result with every document in the cache', async () => {
  const stage = await openStage({ functions: { callables: {} } });
  await stage.server.docs.batch(stored.map((v, at) => setWrite(`rows/${at}`, { v })));
  const { docs } = await stage.connect();
  const stop = docs.watchQuery(query('rows'), { next() {} });
  await stage.settle();
  for (const [op, value] of asked)
    for (const one of [
      query('rows', where('v', op, value)),
      ...(op === 'not-in'
        ? []
        : [query('rows', matching(or(field('v', op, value), field('v', '==', 'none'))))]),
    ]) {
      const expected = (await stage.server.docs.find(one)).map(({ id }) => id);
      expect([op, value, ids(await docs.find(one))]).toEqual([op, value, expected]);
      expect([op, value, ids(await docs.find(one, { source: 'cache' }))]).toEqual([op, value, expected]);
    }
  stop();
  await stage.dispose();
});
