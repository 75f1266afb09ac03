/** Isolation over a recorded history: `npm run history` records long ones. */
import { expect, test } from 'vitest';
import { checkHistory } from '../../endurance/history/check-history.ts';
import type { History } from '../../endurance/history/history.ts';
import { recordHistory } from '../../endurance/history/record-history.ts';
import { testConnection, newSchema, withPostgres } from './provider.ts';

withPostgres();

test('commits of clients of two servers are strictly serializable, and listeners see consistent prefixes', async () => {
  const seed = process.env['HISTORY_SEED'] ?? String(Date.now() % 100_000);
  const history = await recordHistory({
    ...{ connection: testConnection(), schema: newSchema(), seed },
    ...{ clients: 6, operations: 25 },
  });
  console.log(`Seed ${seed} (HISTORY_SEED): ${history.commits.length} commits.`);
  expect(history.commits.length).toBeGreaterThan(20);
  expect(checkHistory(history)).toEqual([]);
});

const commit = (
  id: string,
  version: number,
  reads: readonly [string, number | null][],
  writes: readonly string[],
) => ({
  ...{ id, version, began: version * 10, ended: version * 10 + 5 },
  reads: new Map(reads),
  writes: new Map(writes.map((path) => [path, id] as const)),
});
const good: History = {
  commits: [commit('a', 1, [['x', null]], ['x', 'y']), commit('b', 2, [['x', 1]], ['x', 'y'])],
  answers: [],
  listeners: [],
};

test.each<[string, Partial<History>, RegExp]>([
  ['a lost update', { commits: [...good.commits, commit('c', 3, [['x', 1]], ['x'])] }, /relies on x at 1/u],
  [
    'an answer with a part of a commit',
    {
      answers: [
        {
          began: 11,
          ended: 30,
          versions: new Map([
            ['x', 2],
            ['y', 1],
          ]),
          values: new Map(),
        },
      ],
    },
    /at no moment/u,
  ],
  [
    'an answer from before its question',
    {
      answers: [
        {
          began: 27,
          ended: 30,
          versions: new Map([
            ['x', 1],
            ['y', 1],
          ]),
          values: new Map(),
        },
      ],
    },
    /at no moment from 2/u,
  ],
  [
    'an order against time',
    { commits: [...good.commits, { ...commit('c', 3, [], ['x']), began: 1, ended: 2 }] },
    /had ended before/u,
  ],
  [
    'a listener that goes back',
    {
      listeners: [
        {
          client: 'ada',
          states: [2, 1, 2].map(
            (version) =>
              new Map([
                ['x', version],
                ['y', version],
              ]),
          ),
        },
      ],
    },
    /ada saw after event 1/u,
  ],
  [
    'a listener that sees a part of a commit',
    {
      listeners: [
        {
          client: 'ada',
          states: [
            new Map([
              ['x', 2],
              ['y', 1],
            ]),
          ],
        },
      ],
    },
    /ada saw after event 0/u,
  ],
])('the checker finds %s', (_, part, violation) => {
  expect(checkHistory(good)).toEqual([]);
  expect(checkHistory({ ...good, ...part }).join('\n')).toMatch(violation);
});
