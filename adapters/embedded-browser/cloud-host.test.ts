import 'fake-indexeddb/auto';
import { createStore, entries, set } from 'idb-keyval';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { documentPaths } from '#api/paths.ts';
import { demoAccounts } from '#demo/accounts.ts';
import { demoApplication } from '#src/app/embedded/application.ts';
import { demoTeamId } from '#demo/team/people.ts';
import { startCloudHost } from './cloud-host.ts';
import { indexedDbRecords } from './records.ts';
import { stillHost, startStillHost, hostClient, zeroTimersRun } from './cloud-host.fixture.ts';

/** Loaded before: otherwise the time that its script takes is that of a test, in which members sign in. */
beforeAll(async () => {
  await demoApplication().loadProgram(0);
});

let databases = 0;

const records = () => indexedDbRecords(`muster-test-${++databases}`);

const account = { email: 'new@example.com', password: 'correct horse' };

test('earlier writes are present after a restart', async () => {
  const kept = records();
  const first = await startStillHost(kept);
  const before = hostClient(first);
  await before.auth.createUser(account);
  await before.dispose();
  await first.stop();

  const second = await startStillHost(kept);
  const after = hostClient(second);
  const result = await after.auth.signIn({ kind: 'password', ...account });
  expect(result.kind).toBe('signed-in');
  expect(second.notices()).toEqual([]);
  await after.dispose();
  await second.stop();
});

test('an unreadable record is set aside and reported, and all others are loaded', async () => {
  const kept = records();
  const first = await startStillHost(kept);
  const before = hostClient(first);
  await before.auth.createUser(account);
  await before.dispose();
  await first.stop();
  const key = [...(await inIndexedDb()).keys()].find((name) => name.startsWith('auth:session/'));
  if (key === undefined) throw new Error('A session is kept.');
  const store = createStore(`muster-test-${databases}`, 'records');
  await set(key, { order: 0, value: 'damaged' }, store);

  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const second = await startStillHost(kept);
  const after = hostClient(second);
  expect((await after.auth.signIn({ kind: 'password', ...account })).kind).toBe('signed-in');
  expect(second.notices()).toEqual([expect.stringContaining('set aside')]);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining(key));
  const all = await inIndexedDb();
  expect(all.has(key)).toBe(false);
  expect([...all].filter(([name]) => name.startsWith('aside:'))).toEqual([
    [expect.stringMatching(/^aside:[0-9]+:auth:session\//), { order: 0, value: 'damaged' }],
  ]);
  await after.dispose();
  await second.stop();
});

/** Content of IndexedDB at present. */
async function inIndexedDb(): Promise<ReadonlyMap<string, unknown>> {
  const all = await entries<string, unknown>(createStore(`muster-test-${databases}`, 'records'));
  return new Map(all);
}

test('a write is in IndexedDB when it is acknowledged', async () => {
  const host = await startStillHost(records());
  const visitor = hostClient(host);
  const isThere = async (text: string) => JSON.stringify([...(await inIndexedDb())]).includes(text);
  const [someone] = demoAccounts;
  if (!someone) throw new Error('The demonstration has people.');
  await visitor.auth.signIn(someone.credential);
  for (const displayName of ['Ada', 'Lin', 'Mei']) {
    await visitor.auth.updateProfile({ displayName });
    expect(await isThere(`"displayName":"${displayName}"`)).toBe(true);
  }
  const incident = {
    title: 'Search is slow',
    severity: 'SEV4',
    serviceIds: [],
    private: false,
    alertId: null,
    page: [],
  };
  await visitor.functions.call('declareIncident', { teamId: demoTeamId, commandId: 'one', ...incident });
  expect(await isThere('Search is slow')).toBe(true);
  await visitor.dispose();
  await host.stop();
});

test('writes that can’t be stored are applied and reported', async () => {
  const kept = records();
  let full = false;
  const host = await startStillHost({
    ...kept,
    write: (group, aheadMs) => (full ? Promise.reject(new Error('no room')) : kept.write(group, aheadMs)),
  });
  const visitor = hostClient(host);
  await visitor.control.accounts();
  expect(host.notices()).toEqual([]);
  full = true;
  expect((await visitor.auth.createUser(account)).kind).toBe('signed-in');
  expect(host.notices()).toEqual([expect.stringContaining('does not let Muster keep anything')]);
  await visitor.dispose();
  await host.stop();
});

test('the first start holds the demonstration team', async () => {
  const host = await startStillHost(records());
  const visitor = hostClient(host);
  await settle();
  const accounts = await visitor.control.accounts();
  expect(accounts.map(({ name }) => name)).toEqual(demoAccounts.map(({ name }) => name));
  const [first] = accounts;
  if (!first) throw new Error('There is at least one.');
  await visitor.auth.signIn(first.credential);
  const team = await visitor.docs.get(documentPaths.team(demoTeamId));
  expect(team.data).toMatchObject({ demonstration: true });
  await visitor.dispose();
  await host.stop();
});

test('the program is loaded with the time of the start, ahead as it was before', async () => {
  const kept = records();
  const starts: number[] = [];
  const request = { method: 'GET', path: '/', headers: {}, body: '' };
  const open = () => {
    const application = demoApplication();
    return startCloudHost({
      origin: 'http://localhost',
      records: kept,
      host: stillHost,
      application: {
        ...application,
        loadProgram: (startedAt) => {
          starts.push(startedAt);
          return application.loadProgram(startedAt);
        },
      },
    });
  };
  const first = await open();
  const before = hostClient(first);
  await before.control.http(request);
  await before.control.advance(3_600_000);
  await before.dispose();
  await first.stop();
  const second = await open();
  const after = hostClient(second);
  await after.control.http(request);
  await after.dispose();
  await second.stop();
  expect(starts).toEqual([stillHost.now(), stillHost.now() + 3_600_000]);
});

test('time that was moved ahead stays ahead after a restart', async () => {
  const kept = records();
  const first = await startStillHost(kept);
  const before = hostClient(first);
  await settle();
  await before.control.advance(3_600_000);
  await before.dispose();
  await first.stop();

  const second = await startStillHost(kept);
  const after = hostClient(second);
  await after.control.accounts();
  expect(after.control.now()).toBe(stillHost.now() + 3_600_000);
  await after.dispose();
  await second.stop();
});

test('a reset after a restart restores the demonstration team', async () => {
  const kept = records();
  await (await startStillHost(kept)).stop();
  const host = await startStillHost(kept);
  const operator = hostClient(host);
  await settle();
  await operator.control.reset();
  await zeroTimersRun();
  const [first] = demoAccounts;
  if (!first) throw new Error('There is at least one.');
  expect((await operator.auth.signIn(first.credential)).kind).toBe('signed-in');
  await operator.dispose();
  await host.stop();
});

test.each([
  [
    'of another version are thrown away',
    'started afresh',
    'head',
    { format: 3, snapshot: 1, at: 0, life: 0, aheadMs: 0 },
  ],
  ['broken are set aside', 'It is set aside', 'docs:meta/', 'nonsense'],
  ['broken in one document are set aside', 'It is set aside', 'docs:doc/teams/a', 'nonsense'],
  [
    'incomplete are set aside',
    'It is set aside',
    'storage:object/a',
    { order: 0, value: { metadata: { path: 'a' }, revoked: 0 } },
  ],
])('records that are %s, with a report', async (_what, notice, key, value) => {
  const kept = records();
  await (await startStillHost(kept)).stop();
  await set(key, value, createStore(`muster-test-${databases}`, 'records'));
  const host = await startStillHost(kept);
  expect(host.notices()).toEqual([expect.stringContaining(notice)]);
  const visitor = hostClient(host);
  await settle();
  expect(await visitor.control.accounts()).not.toEqual([]);
  await visitor.dispose();
  await host.stop();
  expect((await startStillHost(kept)).notices()).toEqual([]);
});
