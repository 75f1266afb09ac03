/** Checks of the host: what each finds, and what it says to do. */
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import { openDatabase } from '#adapters/postgres/database.ts';
import { diskFileStore } from '#adapters/postgres/files/disk-file-store.ts';
import { migrations } from '#adapters/postgres/migrations.ts';
import { vapidKeysOf } from '#adapters/postgres/push/vapid-keys.ts';
import { checkDatabase } from '#src/app/host/doctor/database-checks.ts';
import {
  checkAddress,
  checkContact,
  checkMail,
  checkPushServices,
} from '#src/app/host/doctor/network-checks.ts';
import {
  checkBackups,
  checkFiles,
  checkFolder,
  checkNodeVersion,
  checkPort,
} from '#src/app/host/doctor/place-checks.ts';
import { healthOf } from '#src/app/host/health.ts';
import { PortError } from '#ports/errors.ts';
import { newSchema, openBareDatabase, testConnection, withPostgres } from './provider.ts';
import { openTestBucket } from './s3-stage.ts';

withPostgres();

const report = () => {};

async function newFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function opened(options: { readonly schema?: string; readonly tables?: 'any' } = {}) {
  const database = await openDatabase({
    connection: testConnection(),
    schema: newSchema(),
    report,
    ...options,
  });
  onTestFinished(() => database.close());
  return database;
}

const states = async (database: SqlDatabase, now = Date.now) =>
  Object.fromEntries((await checkDatabase(database, now)).map(({ about, state }) => [about, state]));

test('a correct database has no warnings', async () => {
  const database = await opened();
  await vapidKeysOf(database);
  const found = await checkDatabase(database, Date.now);
  expect(found.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(found.map(({ detail }) => detail)).toContain(`of version ${migrations.length}, this program’s`);
});

test('an empty database gets a warning that the first start creates tables, and no tables', async () => {
  const database = await opened({ tables: 'any' });
  expect(await states(database)).toMatchObject({ Tables: 'warn', 'Keys for push': 'warn' });
  const [found] = await database.rows("SELECT to_regclass('docs') AS docs");
  expect(found).toEqual({ docs: null });
});

test.each([
  [1000, 'ok'],
  [-5000, 'warn'],
  [60_000, 'fail'],
])('a clock that differs by %d ms is %s', async (ms, state) => {
  const database = await opened();
  expect(await states(database, () => Date.now() + ms)).toMatchObject({ 'Clock of the database': state });
});

test('tables of other versions fail with the next step', async () => {
  const { database, schema } = await openBareDatabase();
  onTestFinished(() => database.close());
  const table = async (number: number) => {
    await database.rows('DELETE FROM migrations WHERE number > $1', [number]);
    await database.rows('INSERT INTO migrations VALUES ($1, now()) ON CONFLICT DO NOTHING', [number]);
    const found = await checkDatabase(await opened({ schema, tables: 'any' }), Date.now);
    return found.find(({ about }) => about === 'Tables');
  };
  expect(await table(migrations.length + 1)).toMatchObject({
    state: 'fail',
    advice: 'Start the newer program.',
  });
  expect(await table(migrations.length - 1)).toMatchObject({
    state: 'fail',
    advice: expect.stringContaining('--upgrade'),
  });
});

test('damaged push keys fail and are not printed', async () => {
  const database = await opened();
  const { privateKey } = await vapidKeysOf(database);
  await database.rows("UPDATE push_keys SET public_key = 'AAAA'");
  const found = await checkDatabase(database, Date.now);
  expect(found.find(({ about }) => about === 'Keys for push')?.state).toBe('fail');
  expect(JSON.stringify(found)).not.toContain(privateKey);
});

test('a folder is checked without a change', async () => {
  const folder = await newFolder();
  expect((await checkFolder(folder, 'a'))[0]?.detail).toContain('GB free');
  expect(await checkFolder(path.join(folder, 'none'), 'a')).toMatchObject([{ state: 'warn' }]);
  await writeFile(path.join(folder, 'file'), '');
  expect(await checkFolder(path.join(folder, 'file'), 'a')).toMatchObject([{ state: 'fail' }]);
});

test('file contents are written, read and removed by the check', async () => {
  const folder = await newFolder();
  expect(await checkFiles(diskFileStore(folder), 'folder', 'a')).toMatchObject({ state: 'ok' });
  const bucket = await openTestBucket();
  onTestFinished(() => bucket.close());
  expect(await checkFiles(bucket.store(), 'bucket', 'a')).toMatchObject({ state: 'ok' });
  expect(await bucket.keys()).toEqual([]);
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'not-the-secret' };
  const denied = await checkFiles(bucket.store({ credentials }), 'bucket', 'a');
  expect(denied).toMatchObject({ state: 'fail', detail: expect.stringContaining('SignatureDoesNotMatch') });
  expect(JSON.stringify(denied)).not.toContain('not-the-secret');
});

test('backups are counted, and old ones get a warning', async () => {
  const folder = await newFolder();
  expect(await checkBackups(folder, Date.now())).toMatchObject({ state: 'warn' });
  const file = path.join(folder, 'backup');
  await writeFile(file, '');
  await writeFile(`${file}.part`, '');
  expect(await checkBackups(folder, Date.now())).toMatchObject({
    state: 'ok',
    detail: expect.stringContaining('1 in'),
  });
  await utimes(file, 1, 1);
  expect(await checkBackups(folder, Date.now())).toMatchObject({ state: 'warn' });
});

/** A server that answers every request so. */
async function answering(body: string) {
  const server = createServer((_, response) => void response.end(body));
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => void server.close());
  return { port, url: `http://127.0.0.1:${port}` };
}

test('a port is reported as free, used by Muster or used by another program', async () => {
  const { port } = await answering('hello');
  const listen = { host: '127.0.0.1', port };
  expect(await checkPort({ ...listen, port: 0 }, async () => false)).toMatchObject({ state: 'ok' });
  expect(await checkPort(listen, async () => true)).toMatchObject({ state: 'ok' });
  expect(await checkPort(listen, async () => false)).toMatchObject({ state: 'fail' });
  // The port of another host name is not this machine's.
  expect(await checkPort({ host: '192.0.2.1', port: 80 }, async () => false)).toMatchObject({
    state: 'fail',
  });
  await new Promise((done) => connect(port, '127.0.0.1').on('close', done).end('\n'));
});

test('an address is reported as Muster’s, another program’s or unreachable', async () => {
  const stranger = await answering('<html>');
  expect(await checkAddress(stranger.url, Date.now())).toMatchObject([{ state: 'fail' }]);
  expect(await checkAddress('http://127.0.0.1:1', Date.now())).toMatchObject([
    { state: 'fail', detail: expect.stringContaining('reached') },
  ]);
  expect(await checkAddress(null, Date.now())).toMatchObject([{ state: 'warn' }]);
  // A proxy that passes requests on, and no connections.
  const muster = await answering('{"status":"degraded"}');
  expect(await checkAddress(muster.url, Date.now())).toMatchObject([{ state: 'warn' }, { state: 'fail' }]);
});

test('unreachable push services get a warning', async () => {
  const { port } = await answering('no TLS');
  expect(await checkPushServices([`127.0.0.1:${port}`, '127.0.0.1:1'])).toMatchObject([
    { state: 'warn' },
    { state: 'warn' },
  ]);
});

test('mail is verified without a message, or by a message to a given address', async () => {
  const sent: string[] = [];
  const probe = { verify: async () => {}, send: async (to: string) => void sent.push(to) };
  expect(await checkMail(probe, null)).toMatchObject({ state: 'ok' });
  expect(sent).toEqual([]);
  expect(await checkMail(probe, 'ada@example.com')).toMatchObject({ state: 'ok' });
  expect(sent).toEqual(['ada@example.com']);
  const verify = () => Promise.reject(Object.assign(new Error('smtp://ada:secret@host'), { code: 'EAUTH' }));
  const denied = await checkMail({ ...probe, verify }, null);
  expect(denied).toMatchObject({ state: 'fail', detail: expect.stringContaining('EAUTH') });
  expect(JSON.stringify(denied)).not.toContain('secret');
  expect(await checkMail(null, null)).toMatchObject({ state: 'warn' });
  expect(checkContact(null).state).toBe('warn');
  expect([checkNodeVersion('20.1.0').state, checkNodeVersion('24.0.0').state]).toEqual(['fail', 'ok']);
});

test('health names failing parts and repeats its checks after some seconds only', async () => {
  const { database } = await openBareDatabase();
  const folder = await newFolder();
  let [now, mail, asked, free] = [1_000_000, true, 0, 1e9];
  const store = diskFileStore(folder);
  const health = healthOf({
    ...{ database, now: () => now, mailWorks: () => mail },
    disk: { freeBytes: async () => free, isFull: async () => free === 0 },
    files: {
      ...store,
      async open(name) {
        if (++asked > 1) throw new PortError('unavailable', 'The folder is gone.');
        return store.open(name);
      },
    },
  });
  expect(await health()).toMatchObject({ status: 'ok' });
  mail = false;
  expect(await health()).toMatchObject({ status: 'ok' });
  now += 5000;
  expect(await health()).toMatchObject({
    status: 'degraded',
    parts: { database: 'ok', files: 'The folder is gone.', mail: expect.stringContaining('not taken') },
  });
  free = 0;
  now += 5000;
  expect(await health()).toMatchObject({ status: 'down', parts: { database: 'ok', disk: 'full' } });
  free = 1e9;
  await database.close();
  now += 5000;
  expect(await health()).toMatchObject({ status: 'down' });
});
