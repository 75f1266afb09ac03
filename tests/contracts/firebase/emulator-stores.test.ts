/** Databases and realtime namespaces kept apart, as the SDKs name them and as the wire does. */
import { credentials, makeClientConstructor, Metadata } from '@grpc/grpc-js';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { RunningClock } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { CloudOptions } from '#fakes/cloud/cloud-options.ts';
import { documentsDefinition } from '#emulator/docs/protos.ts';
import { type Emulator, startEmulator } from '#emulator/emulator.ts';
import { rawClient } from '#emulator/realtime/raw-client.fixture.ts';
import { believedCaller } from '#emulator/token.ts';

// Without this variable the SDK queries the network for the kind of machine.
process.env['METADATA_SERVER_DETECTION'] = 'none';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function start(options: CloudOptions = {}, project?: string) {
  const clock = new RunningClock({ now: Date.now, setTimeout, clearTimeout });
  const cloud = new FakeCloud({ clock, believe: believedCaller, ...options });
  const emulator = await startEmulator({ cloud, ...(project === undefined ? {} : { project }) });
  ends.push(async () => {
    await emulator.close();
    cloud.dispose();
  });
  return { cloud, emulator };
}

const databaseOf = (project: string, database = '(default)') => `projects/${project}/databases/${database}`;

/** A write and a read by REST, with the owner's rights unless another token is given. */
function rest({ docs }: Emulator, database: string, token: string | null = 'owner') {
  const root = `${database}/documents`;
  const ask = async (method: string, body: object) => {
    const headers = { ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
    const response = await fetch(`http://${docs}/v1/${root}:${method}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, said: (await response.json()) as unknown };
  };
  return {
    ask,
    put: (path: string, value: string) =>
      ask('commit', {
        writes: [{ update: { name: `${root}/${path}`, fields: { v: { stringValue: value } } } }],
      }),
    async get(path: string) {
      const { said } = await ask('batchGet', { documents: [`${root}/${path}`] });
      const [answer] = said as readonly {
        readonly found?: {
          readonly name: string;
          readonly fields: { readonly v?: { readonly stringValue: string } };
        };
      }[];
      return answer?.found?.fields.v?.stringValue ?? null;
    },
  };
}

test('projects and databases store separate documents, whatever the order of their first use', async () => {
  const { cloud, emulator } = await start();
  const names = [databaseOf('one'), databaseOf('two'), databaseOf('one', 'second')];
  for (const name of names) expect((await rest(emulator, name).put('n/a', name)).status).toBe(200);
  for (const name of names) expect(await rest(emulator, name).get('n/a')).toBe(name);
  // The first that was named is the given cloud.
  expect((await cloud.server.docs.get('n/a')).data).toEqual({ v: databaseOf('one') });
  await rest(emulator, databaseOf('two')).ask('commit', {
    writes: [{ delete: `${databaseOf('two')}/documents/n/a` }],
  });
  expect(await Promise.all(names.map((name) => rest(emulator, name).get('n/a')))).toEqual([
    databaseOf('one'),
    null,
    databaseOf('one', 'second'),
  ]);
});

test('the cloud is the database of its configured project, whatever the order of first use', async () => {
  const { cloud, emulator } = await start({}, 'mine');
  await cloud.server.docs.batch([{ type: 'set', path: 'n/a', data: { v: 'seed' } }]);
  expect(await rest(emulator, databaseOf('other')).get('n/a')).toBeNull();
  expect(await rest(emulator, databaseOf('mine')).get('n/a')).toBe('seed');
});

test('a document name of another database is rejected, and nothing is written', async () => {
  const { cloud, emulator } = await start();
  const mine = rest(emulator, databaseOf('one'));
  const theirs = `${databaseOf('two')}/documents`;
  const fields = { to: { referenceValue: `${theirs}/n/b` } };
  const writes = [
    [{ update: { name: `${theirs}/n/a`, fields: {} } }],
    [{ delete: `${theirs}/n/a` }],
    [{ update: { name: `${databaseOf('one')}/documents/n/a`, fields } }],
  ];
  for (const one of writes) expect((await mine.ask('commit', { writes: one })).status).toBe(400);
  expect(await mine.ask('batchGet', { documents: [`${theirs}/n/a`] })).toMatchObject({
    status: 400,
    said: {
      error: { status: 'INVALID_ARGUMENT', message: expect.stringContaining(databaseOf('one')) as string },
    },
  });
  expect(await cloud.server.docs.find({ collection: 'n' })).toEqual([]);
});

test('a call without a database name is rejected', async () => {
  const { emulator } = await start();
  const Client = makeClientConstructor(documentsDefinition(), 'Firestore');
  const client = new Client(emulator.docs, credentials.createInsecure()) as unknown as {
    Listen(metadata: Metadata): { on(event: 'error', next: (error: { code: number }) => void): void };
    Commit(message: object, metadata: Metadata, answer: (error: { code: number } | null) => void): void;
    close(): void;
  };
  onTestFinished(() => client.close());
  const code = await new Promise((resolve) => {
    client.Listen(new Metadata()).on('error', (error) => resolve(error.code));
  });
  const commit = await new Promise((resolve) => {
    client.Commit({ writes: [] }, new Metadata(), (error) => resolve(error?.code));
  });
  expect([code, commit]).toEqual([3, 3]);
});

test('two apps of the Admin SDK, and two databases of one app, share no data', async () => {
  const { emulator } = await start();
  const open = (projectId: string, database: string) => {
    const app = initializeApp({ projectId }, `${projectId}/${database}`);
    const docs = getFirestore(app, database);
    docs.settings({ host: emulator.docs, ssl: false, customHeaders: { Authorization: 'Bearer owner' } });
    ends.push(() => deleteApp(app));
    return docs;
  };
  const stores = [open('one', '(default)'), open('two', '(default)'), open('two', 'second')];
  for (const [at, docs] of stores.entries()) await docs.doc('n/a').set({ at });
  for (const [at, docs] of stores.entries()) {
    expect((await docs.doc('n/a').get()).data()).toEqual({ at });
    const { docs: found } = await docs.collectionGroup('n').get();
    expect(found).toHaveLength(1);
    const heard = await new Promise((resolve, reject) => {
      const stop = docs.collection('n').onSnapshot((snapshot) => {
        stop();
        resolve(snapshot.docs.map((doc) => doc.data()));
      }, reject);
    });
    expect(heard).toEqual([{ at }]);
  }
});

const onlyNotes = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents/notes/{id} { allow read, write; }
}`;

test('a database used later has the same rules and accepts the same tokens', async () => {
  const { emulator } = await start({ rules: { firestore: onlyNotes } }, 'mine');
  for (const project of ['mine', 'other']) {
    const anyone = rest(emulator, databaseOf(project), null);
    expect((await anyone.put('notes/a', 'x')).status).toBe(200);
    expect((await anyone.put('secrets/a', 'x')).status).toBe(403);
    expect((await rest(emulator, databaseOf(project)).put('secrets/a', 'x')).status).toBe(200);
  }
});

test('realtime namespaces store separate trees under the same rules', async () => {
  const database = JSON.stringify({ rules: { open: { '.read': true, '.write': true } } });
  const { cloud, emulator } = await start({ rules: { database } }, 'mine');
  const namespaces = ['mine-default-rtdb', 'other', 'third'];
  const clients = await Promise.all(namespaces.map((ns) => rawClient(emulator.realtime, `v=5&ns=${ns}`)));
  ends.push(() => Promise.all(clients.map((client) => client.close())));
  for (const [at, client] of clients.entries()) {
    expect(await client.ask('p', { p: 'open', d: namespaces[at] ?? null })).toMatchObject({ s: 'ok' });
    expect(await client.ask('p', { p: 'closed', d: 1 })).toMatchObject({ s: 'permission_denied' });
  }
  for (const [at, client] of clients.entries())
    expect(await client.ask('g', { p: 'open', q: {} })).toEqual({ s: 'ok', d: namespaces[at] });
  expect(await cloud.server.realtime.get('open')).toBe('mine-default-rtdb');
  expect(new Set(clients.map(({ hello }) => hello.s)).size).toBe(3);
});
