/** Endpoints of test tools: the Admin SDK's listings, the rules-testing library's addresses, the hub with all addresses. */
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getDatabaseWithUrl } from 'firebase-admin/database';
import { FieldPath, type Firestore, getFirestore } from 'firebase-admin/firestore';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RunningClock } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { documents, realtime } from '#tests/official/suite/endpoints.ts';
import { type Emulator, startEmulator } from '#emulator/emulator.ts';
import { rawClient } from '#emulator/realtime/raw-client.fixture.ts';
import { believedCaller } from '#emulator/token.ts';

// Without this variable the SDK queries the network for the kind of machine.
process.env['METADATA_SERVER_DETECTION'] = 'none';

let cloud: FakeCloud;
let emulator: Emulator;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  const clock = new RunningClock({ now: Date.now, setTimeout, clearTimeout });
  cloud = new FakeCloud({ clock, believe: believedCaller });
  emulator = await startEmulator({ cloud });
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  await emulator.close();
  cloud.dispose();
});

function admin(projectId = 'demo'): Firestore {
  const app = initializeApp({ projectId }, `${projectId}-${ends.length}`);
  ends.push(() => deleteApp(app));
  const docs = getFirestore(app);
  docs.settings({ host: emulator.docs, ssl: false, customHeaders: { Authorization: 'Bearer owner' } });
  return docs;
}

const rules = (allow: string) => `rules_version = '2';
service cloud.firestore { match /databases/{d}/documents/{all=**} { allow read, write: if ${allow}; } }`;

const read = async (project = 'demo') => {
  const name = `projects/${project}/databases/(default)/documents/n/a`;
  return (await fetch(`http://${emulator.docs}/v1/${name}`)).status;
};

test('the Admin SDK lists collections, documents, and missing documents with subcollections', async () => {
  const docs = admin();
  await docs.doc('teams/a').set({ n: 1 });
  await docs.doc('teams/gone/notes/x').set({ n: 1 });
  await docs.doc('users/u').set({ n: 1 });
  const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);
  expect(ids(await docs.listCollections())).toEqual(['teams', 'users']);
  expect(ids(await docs.doc('teams/gone').listCollections())).toEqual(['notes']);
  expect(ids(await docs.collection('teams').listDocuments())).toEqual(['a', 'gone']);
  expect(ids(await docs.collection('none').listDocuments())).toEqual([]);
});

test('a long listing is paged and complete', async () => {
  const docs = admin();
  const paths = Array.from({ length: 650 }, (_, at) => `many/d${String(at).padStart(3, '0')}`);
  await cloud.server.docs.batch([{ type: 'set', path: 'x/y', data: {} }]);
  for (let at = 0; at < paths.length; at += 400) {
    const batch = docs.batch();
    for (const path of paths.slice(at, at + 400)) batch.set(docs.doc(path), {});
    await batch.commit();
  }
  const listed = await docs.collection('many').listDocuments();
  expect(listed.map(({ path }) => path)).toEqual(paths);
});

test('partitions of a collection group contain every document once, and a bulk writer writes', async () => {
  const docs = admin();
  const writer = docs.bulkWriter();
  const done = Array.from({ length: 40 }, (_, at) =>
    writer.set(docs.doc(`teams/t${at % 7}/notes/n${at}`), { at }),
  );
  await writer.close();
  await Promise.all(done);
  const group = docs.collectionGroup('notes');
  const whole = await group.orderBy(FieldPath.documentId()).get();
  const parts = [];
  for await (const part of group.getPartitions(4))
    parts.push((await part.toQuery().get()).docs.map(({ ref }) => ref.path));
  expect(parts).toHaveLength(4);
  expect(parts.flat()).toEqual(whole.docs.map(({ ref }) => ref.path));
  expect(Math.max(...parts.map((part) => part.length))).toBe(10);
});

test('a bulk writer reports a failed write, and the others succeed', async () => {
  const docs = admin();
  const writer = docs.bulkWriter();
  writer.onWriteError(() => false);
  const made = writer.create(docs.doc('n/a'), { n: 1 });
  await writer.flush();
  const outcomes = await Promise.allSettled([
    made,
    ...(() => {
      const late = [writer.create(docs.doc('n/a'), { n: 2 }), writer.set(docs.doc('n/b'), { n: 3 })];
      void writer.flush();
      return late;
    })(),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((await cloud.server.docs.get('n/a')).data).toEqual({ n: 1 });
  expect((await cloud.server.docs.get('n/b')).data).toEqual({ n: 3 });
  await writer.close();
});

test('rules are set per project, apply to open listens and leave other projects unchanged', async () => {
  const [demo, other] = [documents(emulator.docs, 'demo'), documents(emulator.docs, 'other')];
  await demo.setRules(rules('true'));
  await other.setRules(rules('false'));
  expect([await read(), await read('other')]).toEqual([404, 403]);
  await demo.setRules(rules('false'));
  await other.setRules(rules('true'));
  expect([await read(), await read('other')]).toEqual([403, 404]);
  // A database that is named later has the rules of its project.
  const later = await fetch(`http://${emulator.docs}/v1/projects/demo/databases/second/documents/n/a`);
  expect(later.status).toBe(403);
});

test('invalid rules are rejected with their line, and the previous rules stay', async () => {
  const { setRules } = documents(emulator.docs, 'demo');
  await setRules(rules('false'));
  await expect(setRules(`${rules('true')} }`)).rejects.toThrow(/answered by 400: .*2:\d+/u);
  expect(await read()).toBe(403);
  const put = (body: string) =>
    fetch(`http://${emulator.docs}/emulator/v1/projects/demo:securityRules`, { method: 'PUT', body });
  for (const body of [
    '',
    '{}',
    'null',
    '{"rules":{"files":[]}}',
    '{"rules":{"files":[null]}}',
    '{"rules":{"files":[{}]}}',
  ])
    expect((await put(body)).status).toBe(400);
  expect(await read()).toBe(403);
});

test('listeners are notified when all documents are removed', async () => {
  const docs = admin();
  await docs.doc('n/a').set({ n: 1 });
  const sizes: number[] = [];
  let wake = () => {};
  const stop = docs.collection('n').onSnapshot(({ size }) => {
    sizes.push(size);
    wake();
  });
  const told = async (count: number) => {
    while (sizes.length < count) await new Promise<void>((resolve) => void (wake = resolve));
  };
  await told(1);
  await documents(emulator.docs, 'demo').empty();
  await told(2);
  stop();
  expect(sizes).toEqual([1, 0]);
  expect(await docs.listCollections()).toEqual([]);
});

test('emptying a database leaves other databases unchanged', async () => {
  const [demo, other] = [admin('demo'), admin('other')];
  for (const docs of [demo, other]) {
    await docs.doc('n/a').set({ n: 1 });
    await docs.doc('n/a/deep/b').set({ n: 1 });
  }
  await documents(emulator.docs, 'demo').empty();
  expect((await demo.collectionGroup('deep').get()).size).toBe(0);
  expect((await demo.doc('n/a').get()).exists).toBe(false);
  expect((await other.collectionGroup('deep').get()).size).toBe(1);
});

const open = JSON.stringify({ rules: { '.read': true, '.write': true } });
const shut = JSON.stringify({ rules: { '.read': false, '.write': false } });

test('realtime rules are set per namespace and end a listen that they deny', async () => {
  const { setRules } = realtime(emulator.realtime, 'demo');
  await setRules(open);
  const client = await rawClient(emulator.realtime);
  const elsewhere = await rawClient(emulator.realtime, 'v=5&ns=other');
  ends.push(
    () => client.close(),
    () => elsewhere.close(),
  );
  expect(await client.ask('p', { p: 'a', d: 1 })).toMatchObject({ s: 'ok' });
  expect(await client.ask('q', { p: 'a', h: '' })).toMatchObject({ s: 'ok' });
  await setRules(shut);
  expect(await client.ask('g', { p: 'a', q: {} })).toMatchObject({ s: 'permission_denied' });
  expect(client.pushes.at(-1)).toEqual({ a: 'c', b: { p: 'a' } });
  expect(await elsewhere.ask('p', { p: 'a', d: 1 })).toMatchObject({ s: 'ok' });
});

test('invalid realtime rules and unauthorized requests change nothing', async () => {
  const { setRules } = realtime(emulator.realtime, 'demo');
  await setRules(shut);
  await expect(setRules('{"rules": {".read": "auth.nothing("}}')).rejects.toThrow(/answered by 400/u);
  const rulesAt = `http://${emulator.realtime}/.settings/rules.json?ns=demo`;
  for (const headers of [{}, { authorization: 'Bearer somebody' }])
    expect((await fetch(rulesAt, { method: 'PUT', body: open, headers })).status).toBe(401);
  const owner = { authorization: 'Bearer owner' };
  expect(await (await fetch(rulesAt, { headers: owner })).text()).toBe(shut);
  expect((await fetch(`http://${emulator.realtime}/else`, { headers: owner })).status).toBe(404);
  expect((await fetch(`http://${emulator.realtime}/%.json`, { headers: owner })).status).toBe(400);
});

test('the Admin SDK reads and sets realtime rules, and values are read and written over HTTP', async () => {
  // The SDK wants a credential for rules, though the emulator needs none.
  const credential = { getAccessToken: async () => ({ access_token: 'owner', expires_in: 3600 }) };
  const app = initializeApp({ projectId: 'demo', credential }, 'realtime');
  ends.push(() => deleteApp(app));
  process.env['FIREBASE_DATABASE_EMULATOR_HOST'] = emulator.realtime;
  const database = getDatabaseWithUrl(`http://${emulator.realtime}/?ns=demo`, app);
  await database.setRules(shut);
  expect(await database.getRulesJSON()).toEqual(JSON.parse(shut));
  const at = `http://${emulator.realtime}/rooms/x.json?ns=demo`;
  const owner = { authorization: 'Bearer owner' };
  const put = (body: unknown, method: 'PUT' | 'PATCH' = 'PUT', headers: Record<string, string> = owner) =>
    fetch(at, { method, body: JSON.stringify(body), headers });
  expect((await put({ a: 1 }, 'PUT', {})).status).toBe(401);
  expect((await put({ a: 1, b: 2 })).status).toBe(200);
  expect((await put({ b: null, c: 3 }, 'PATCH')).status).toBe(200);
  expect(await (await fetch(at, { headers: owner })).json()).toEqual({ a: 1, c: 3 });
  expect(await cloud.server.realtime.get('rooms/x')).toEqual({ a: 1, c: 3 });
  expect((await put({ 'a.b': 1 })).status).toBe(400);
  await realtime(emulator.realtime, 'demo').empty();
  expect(await cloud.server.realtime.get('rooms')).toBeNull();
});

test('the emulator hub lists the addresses of the emulators', async () => {
  const said = (await (await fetch(`http://${emulator.hub}/emulators`)).json()) as Record<
    string,
    { readonly host: string; readonly port: number }
  >;
  const at = Object.fromEntries(
    Object.entries(said).map(([name, { host, port }]) => [name, `${host}:${port}`]),
  );
  expect(at).toEqual({ firestore: emulator.docs, database: emulator.realtime, hub: emulator.hub });
  expect(
    (await fetch(`http://${emulator.hub}/functions/disableBackgroundTriggers`, { method: 'PUT' })).status,
  ).toBe(404);
});
