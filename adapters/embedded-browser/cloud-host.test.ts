import 'fake-indexeddb/auto';
import { createStore, entries, set } from 'idb-keyval';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createClient, type EmbeddedClient } from '#fakes/client/client.ts';
import { createChannel } from '#fakes/cloud/channel.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { type Host } from '#fakes/cloud/clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { fileHeaders } from '#domain/attachment/files.ts';
import { collectionPaths, documentPaths, storagePaths } from '#api/paths.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import { demoAccounts } from '#demo/accounts.ts';
import { demoApplication } from '#src/app/embedded/application.ts';
import { demoTeamId } from '#demo/team/people.ts';
import { type CloudHost, startCloudHost } from './cloud-host.ts';
import type { Records } from '#fakes/host/records.ts';
import { indexedDbRecords } from './records.ts';

/** A machine whose timers are the real ones' order without their waiting: only zero delays run. */
const stillHost: Host = {
  now: () => Date.UTC(2026, 0, 5, 9),
  setTimeout: (run, ms) => (ms === 0 ? setTimeout(run, 0) : 0),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};

/** Loaded before: otherwise the time that its script takes is that of a test, in which members sign in. */
beforeAll(async () => {
  await demoApplication().loadProgram();
});

let databases = 0;
const records = () => indexedDbRecords(`muster-test-${++databases}`);
const start = (kept: Records) =>
  startCloudHost({
    origin: 'http://localhost',
    records: kept,
    host: stillHost,
    application: demoApplication(),
  });

function client(host: CloudHost, name = 'tab'): EmbeddedClient {
  return createClient({
    clientId: name,
    connect: () => {
      const [mine, theirs] = createChannel();
      host.accept(theirs);
      return mine;
    },
    clock: {
      now: stillHost.now,
      setTimer(run, ms) {
        const handle = stillHost.setTimeout(run, ms);
        return () => stillHost.clearTimeout(handle);
      },
    },
    random: seededRandom(name),
  });
}

const afterTimers = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  }).then(settle);

/** Nothing more is counted for many turns: all that it takes is in this process. */
async function atRest(count: () => number): Promise<void> {
  for (let still = 0, before = -1; still < 25; still++) {
    await afterTimers();
    if (count() !== before) still = 0;
    before = count();
  }
}

const account = { email: 'new@example.com', password: 'correct horse' };

test('earlier writes are present after a restart', async () => {
  const kept = records();
  const first = await start(kept);
  const before = client(first);
  await before.auth.createUser(account);
  await before.dispose();
  await first.stop();

  const second = await start(kept);
  const after = client(second);
  const result = await after.auth.signIn({ kind: 'password', ...account });
  expect(result.kind).toBe('signed-in');
  expect(second.notices()).toEqual([]);
  await after.dispose();
  await second.stop();
});

test('a record that can’t be read is set aside, and that is said; everything else is there', async () => {
  const kept = records();
  const first = await start(kept);
  const before = client(first);
  await before.auth.createUser(account);
  await before.dispose();
  await first.stop();
  const key = [...(await inIndexedDb()).keys()].find((name) => name.startsWith('auth:session/'));
  if (key === undefined) throw new Error('A session is kept.');
  const store = createStore(`muster-test-${databases}`, 'records');
  await set(key, { order: 0, value: 'damaged' }, store);

  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const second = await start(kept);
  const after = client(second);
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
  const host = await start(records());
  const visitor = client(host);
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

test('writes that can’t be stored are applied all the same, with a report', async () => {
  const kept = records();
  let full = false;
  const host = await start({
    ...kept,
    write: (group, aheadMs) => (full ? Promise.reject(new Error('no room')) : kept.write(group, aheadMs)),
  });
  const visitor = client(host);
  await visitor.control.accounts();
  expect(host.notices()).toEqual([]);
  full = true;
  expect((await visitor.auth.createUser(account)).kind).toBe('signed-in');
  expect(host.notices()).toEqual([expect.stringContaining('does not let Muster keep anything')]);
  await visitor.dispose();
  await host.stop();
});

test('the first start holds the demonstration team', async () => {
  const host = await start(records());
  const visitor = client(host);
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

test('time that was moved ahead stays moved', async () => {
  const kept = records();
  const first = await start(kept);
  const before = client(first);
  await settle();
  await before.control.advance(3_600_000);
  await before.dispose();
  await first.stop();

  const second = await start(kept);
  const after = client(second);
  await after.control.accounts();
  expect(after.control.now()).toBe(stillHost.now() + 3_600_000);
  await after.dispose();
  await second.stop();
});

test('a reset after a restart goes back to the demonstration team, not to nothing', async () => {
  const kept = records();
  await (await start(kept)).stop();
  const host = await start(kept);
  const operator = client(host);
  await settle();
  await operator.control.reset();
  await afterTimers();
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
])('records that are %s, and that is said', async (_what, notice, key, value) => {
  const kept = records();
  await (await start(kept)).stop();
  await set(key, value, createStore(`muster-test-${databases}`, 'records'));
  const host = await start(kept);
  expect(host.notices()).toEqual([expect.stringContaining(notice)]);
  const visitor = client(host);
  await settle();
  expect(await visitor.control.accounts()).not.toEqual([]);
  await visitor.dispose();
  await host.stop();
  expect((await start(kept)).notices()).toEqual([]);
});

test('records of a newer version are said to be there, and left as they are', async () => {
  const kept = records();
  await (await start(kept)).stop();
  const store = createStore(`muster-test-${databases}`, 'records');
  const head = { format: 99, other: 'fields' };
  await set('head', head, store);
  const before = await entries(store);
  const host = await start(kept);
  expect(host.notices()).toEqual([expect.stringContaining('newer version of Muster')]);
  const visitor = client(host);
  await settle();
  expect(await visitor.control.accounts()).not.toEqual([]);
  await visitor.dispose();
  await host.stop();
  expect(await entries(store)).toEqual(before);
});

test('without storage it works all the same, and says what that means', async () => {
  const refused = () => Promise.reject(new Error('denied'));
  const host = await start({ read: refused, write: refused, clear: refused });
  const visitor = client(host);
  await settle();
  expect(await visitor.control.accounts()).not.toEqual([]);
  expect(host.notices()).toEqual([expect.stringContaining('does not let Muster keep anything')]);
  await visitor.dispose();
  await host.stop();
});

test('storage that fails for a moment is asked again, and nothing acknowledged is lost', async () => {
  const name = `muster-test-${++databases}`;
  const { open } = indexedDB;
  const pauses: number[] = [];
  const failing = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
  });
  onTestFinished(() => failing.mockRestore());
  const kept = indexedDbRecords(name, async (ms) => {
    pauses.push(ms);
    if (pauses.length === 3) failing.mockImplementation(open.bind(indexedDB));
  });
  const host = await start(kept);
  expect(host.notices()).toEqual([]);
  expect(pauses).toEqual([50, 100, 200]);
  const visitor = client(host);
  expect((await visitor.auth.createUser(account)).kind).toBe('signed-in');
  await visitor.dispose();
  await host.stop();
  const again = await start(indexedDbRecords(name));
  const returned = client(again);
  expect((await returned.auth.signIn({ kind: 'password', ...account })).kind).toBe('signed-in');
  await returned.dispose();
  await again.stop();
});

test('storage that is refused is not asked again', async () => {
  const pauses: number[] = [];
  const refusing = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The request was denied.', 'SecurityError');
  });
  onTestFinished(() => refusing.mockRestore());
  const host = await start(indexedDbRecords('refused', async (ms) => void pauses.push(ms)));
  expect(pauses).toEqual([]);
  expect(host.notices()).toEqual([expect.stringContaining('does not let Muster keep anything')]);
  await host.stop();
});

test('an upload writes the file’s records and what it touched, and no account', async () => {
  const kept = records();
  const written: string[][] = [];
  const host = await start({
    ...kept,
    write: (group, aheadMs) => {
      written.push(group.records.map(({ service, key }) => `${service}:${key.split('/')[0]}`));
      return kept.write(group, aheadMs);
    },
  });
  const visitor = client(host);
  const [someone] = demoAccounts;
  if (!someone) throw new Error('The demonstration has people.');
  await visitor.auth.signIn(someone.credential);
  // Teammates sign in as well: until all of it is written.
  await host.prepare();
  await atRest(() => written.length);
  expect(written.flat()).toContain('auth:session');
  written.length = 0;
  const open = query(collectionPaths.incidents(demoTeamId), where('private', '==', false), limit(1));
  const [room] = (await visitor.docs.find(open)).docs;
  const path = storagePaths.attachment(demoTeamId, room?.id ?? '', 'file', 'a.txt');
  const task = visitor.storage.upload(path, new Blob(['hello']), fileHeaders('a.txt', 'text/plain'));
  await task.done;
  await atRest(() => written.length);
  expect(written.flat()).toContain('storage:content');
  expect(written.flat().filter((record) => record.startsWith('auth:'))).toEqual([]);
  await visitor.dispose();
  await host.stop();
});
