import { expect, test } from 'vitest';
import { emptyShelf, type MoveSource } from '#provider-kit/move/move-backend.ts';
import type { MovedDoc } from '#provider-kit/move/moved-records.ts';
import { movePolicy } from './move-policy.ts';
import { findTeam, teamPolicy } from './team-policy.ts';

const docs: readonly MovedDoc[] = [
  { path: 'teams/one', data: { slug: 'shop' } },
  { path: 'teams/one/members/ada', data: {} },
  { path: 'teams/one/members/ben', data: {} },
  { path: 'teams/two', data: { slug: 'search' } },
  { path: 'teams/two/members/cleo', data: {} },
];

const source: MoveSource = {
  name: 'the desk',
  shelves: {
    settings: emptyShelf('values'),
    conditions: emptyShelf('conditions'),
    accounts: emptyShelf('accounts'),
    documents: {
      page: async (after) =>
        after === null ? { records: docs.slice(0, 3), next: 'x' } : { records: docs.slice(3), next: null },
      get: async () => [],
      write: async () => {},
    },
    files: emptyShelf('files'),
    values: emptyShelf('values'),
    tasks: emptyShelf('tasks'),
  },
  async *contentOf() {},
  ...{ unread: [], aheadMs: 0, checkAtRest: async () => {}, close: async () => {} },
};

test.each(['one', 'shop'])('a team is found by its id or slug: %s', async (wanted) => {
  expect(await findTeam(source, wanted)).toEqual({ id: 'one', members: new Set(['ada', 'ben']) });
});

test('an unknown team is rejected with the known ones', async () => {
  await expect(findTeam(source, 'three')).rejects.toThrow(
    /no team three in the desk. There are: search, shop\./u,
  );
});

test('data of other teams stays', async () => {
  const policy = teamPolicy(movePolicy({ demonstration: true, at: 0 }), await findTeam(source, 'shop'));
  const moves = (path: string, data: MovedDoc['data'] = {}) =>
    policy.documents({ path, data }).record !== null;
  const its = [
    'teams/one',
    'teams/one/incidents/1/timeline/2',
    'users/ada',
    'recoveryCodes/ben',
    'secrets/x',
  ];
  const others = [
    'teams/two',
    'teams/two/pages/1',
    'users/cleo',
    'sweepState/x',
    'ingestRates/x',
    'recoveryCodes/cleo',
  ];
  expect(its.filter((path) => !moves(path))).toEqual([]);
  expect(others.filter((path) => moves(path))).toEqual([]);
  expect(moves('slugs/shop', { teamId: 'one' })).toBe(true);
  expect(moves('integrationKeys/a', { teamId: 'two' })).toBe(false);
  const file = { size: 0, md5Hash: '', settings: {}, owner: null, createdAt: 0, updatedAt: 0 };
  expect(policy.files({ ...file, path: 'users/cleo/pictures/1' }).record).toBeNull();
  expect(policy.files({ ...file, path: 'teams/one/incidents/1/2/a' }).record).not.toBeNull();
  const value = (path: string) => policy.values({ path, value: true, priority: null }).record;
  expect(value('access/two/members/cleo')).toBeNull();
  expect(value('access/one/members/ada')).not.toBeNull();
  expect(value('sessions/cleo')).toBeNull();
  const task = (teamId: string) => ({
    ...{ id: 'a', order: 0, doneAt: null },
    waiting: { name: 'tick', payload: { teamId }, due: 0, runs: 0 },
  });
  expect(policy.tasks(task('two')).record).toBeNull();
  expect(policy.tasks(task('one')).record).not.toBeNull();
});
