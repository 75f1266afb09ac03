/** Storage of a browser's cloud: missing, failing and newer records. */
import 'fake-indexeddb/auto';
import { createStore, entries, set } from 'idb-keyval';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { fileHeaders } from '#domain/attachment/files.ts';
import { collectionPaths, storagePaths } from '#api/paths.ts';
import { limit, query, where } from '#ports/docs/query.ts';
import { demoAccounts } from '#demo/accounts.ts';
import { demoApplication } from '#src/app/embedded/application.ts';
import { demoTeamId } from '#demo/team/people.ts';
import { indexedDbRecords } from './records.ts';
import { startStillHost, hostClient, zeroTimersRun } from './cloud-host.fixture.ts';

/** Loaded before: otherwise the time that its script takes is that of a test, in which members sign in. */
beforeAll(async () => {
  await demoApplication().loadProgram(0);
});

let databases = 0;

const records = () => indexedDbRecords(`muster-test-${++databases}`);

/** Nothing more is counted for many turns: all that it takes is in this process. */
async function atRest(count: () => number): Promise<void> {
  for (let still = 0, before = -1; still < 25; still++) {
    await zeroTimersRun();
    if (count() !== before) still = 0;
    before = count();
  }
}

const account = { email: 'new@example.com', password: 'correct horse' };

test('records of a newer version are reported and left unchanged', async () => {
  const kept = records();
  await (await startStillHost(kept)).stop();
  const store = createStore(`muster-test-${databases}`, 'records');
  const head = { format: 99, other: 'fields' };
  await set('head', head, store);
  const before = await entries(store);
  const host = await startStillHost(kept);
  expect(host.notices()).toEqual([expect.stringContaining('newer version of Muster')]);
  const visitor = hostClient(host);
  await settle();
  expect(await visitor.control.accounts()).not.toEqual([]);
  await visitor.dispose();
  await host.stop();
  expect(await entries(store)).toEqual(before);
});

test('the cloud works without storage and reports that nothing is stored', async () => {
  const refused = () => Promise.reject(new Error('denied'));
  const host = await startStillHost({ read: refused, write: refused, clear: refused });
  const visitor = hostClient(host);
  await settle();
  expect(await visitor.control.accounts()).not.toEqual([]);
  expect(host.notices()).toEqual([expect.stringContaining('does not let Muster keep anything')]);
  await visitor.dispose();
  await host.stop();
});

test('storage that fails temporarily is retried, and no acknowledged write is lost', async () => {
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
  const host = await startStillHost(kept);
  expect(host.notices()).toEqual([]);
  expect(pauses).toEqual([50, 100, 200]);
  const visitor = hostClient(host);
  expect((await visitor.auth.createUser(account)).kind).toBe('signed-in');
  await visitor.dispose();
  await host.stop();
  const again = await startStillHost(indexedDbRecords(name));
  const returned = hostClient(again);
  expect((await returned.auth.signIn({ kind: 'password', ...account })).kind).toBe('signed-in');
  await returned.dispose();
  await again.stop();
});

test('storage that is denied is not retried', async () => {
  const pauses: number[] = [];
  const refusing = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The request was denied.', 'SecurityError');
  });
  onTestFinished(() => refusing.mockRestore());
  const host = await startStillHost(indexedDbRecords('refused', async (ms) => void pauses.push(ms)));
  expect(pauses).toEqual([]);
  expect(host.notices()).toEqual([expect.stringContaining('does not let Muster keep anything')]);
  await host.stop();
});

test('an upload writes the records of its file and no account', async () => {
  const kept = records();
  const written: string[][] = [];
  const host = await startStillHost({
    ...kept,
    write: (group, aheadMs) => {
      written.push(group.records.map(({ service, key }) => `${service}:${key.split('/')[0]}`));
      return kept.write(group, aheadMs);
    },
  });
  const visitor = hostClient(host);
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
