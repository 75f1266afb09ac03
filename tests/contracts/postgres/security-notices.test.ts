/** Security notices of sign-in: sent at least once though processes end, by one of several servers, and given up in the end. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type SecurityNotice,
  SecurityNotices,
  type SendNotice,
} from '#adapters/postgres/auth/security-notices.ts';
import { restoreBackup } from '#adapters/postgres/backup/restore-backup.ts';
import { writeBackup } from '#adapters/postgres/backup/write-backup.ts';
import { diskFileStore } from '#adapters/postgres/files/disk-file-store.ts';
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import { PortError } from '#ports/errors.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { storedAuthKeys } from '#adapters/postgres/auth/auth-keys.ts';
import { callOf, oneServer } from './auth-sessions.fixture.ts';
import { type AuthServer, openAuthServer } from './auth-stage.ts';
import { openBareDatabase, withPostgres } from './provider.ts';
import { openScimStage } from './scim-stage.ts';

withPostgres();

const minute = 60_000;
const ada = { email: 'ada@example.com', password: 'correct horse' };
const functions = { callables: {} };

/** A mail server that answers once the test ends. */
function unansweredMail() {
  const ended = Promise.withResolvers<void>();
  const attempts: SecurityNotice[] = [];
  const send: SendNotice = async (mail) => {
    attempts.push(mail);
    await ended.promise;
  };
  return { send, attempts, end: () => ended.resolve() };
}

/** A second server of the schema, with a clock of its own. */
async function openBeside(schema: string, clock: ManualClock, sendNotice: SendNotice) {
  const { database } = await openBareDatabase(schema);
  const server = await openAuthServer(database, clock, { functions, sendNotice });
  onTestFinished(async () => {
    await server.close();
    await database.close();
  });
  return server;
}

/** Ada's address becomes another one: her former address has a notice to get. */
async function changeAddress(server: AuthServer): Promise<void> {
  await server.auth.users.create(ada);
  const call = callOf(server, null);
  const { secret } = (await call('signIn', { credential: { kind: 'password', ...ada } })) as {
    readonly secret: string;
  };
  await call('sendEmailChange', {
    ...{ session: secret, email: 'new@example.com', continueUrl: null, language: null },
  });
  const code = new URL(server.inbox[0]?.action ?? '').searchParams.get('oobCode');
  await call('applyActionCode', { code, language: null });
}

/** Repeats attempts each minute. */
const start = ({ auth }: AuthServer) => auth.start(async () => {});

const queued = (database: SqlDatabase) => database.rows('SELECT * FROM auth_queued_mails');

test('a notice is sent at once and removed from the database', async () => {
  const { server, database } = await oneServer();
  await changeAddress(server);
  await server.auth.rest();
  expect(server.inbox[0]).toMatchObject({ to: ada.email, subject: 'Your email address was changed' });
  expect(await queued(database)).toEqual([]);
  expect(server.reported).toEqual([]);
});

test('a notice whose process ended before the first attempt is sent by the next server at its start', async () => {
  const { server, database, schema, clock } = await oneServer();
  const rows = database.rows.bind(database);
  const ended = Promise.withResolvers<readonly never[]>();
  vi.spyOn(database, 'rows').mockImplementation((text, values) =>
    text.includes('auth_queued_mails') ? ended.promise : rows(text, values),
  );
  onTestFinished(() => ended.resolve([]));
  await changeAddress(server);
  const sent: SecurityNotice[] = [];
  const other = await openBeside(schema, clock, async (mail) => void sent.push(mail));
  start(other);
  await other.auth.rest();
  expect(sent.map(({ to }) => to)).toEqual([ada.email]);
});

test('a notice whose process ended during its attempt is sent by another server after the attempt’s time', async () => {
  const unanswered = unansweredMail();
  const { server, database, schema } = await oneServer({ sendNotice: unanswered.send });
  onTestFinished(() => unanswered.end());
  await changeAddress(server);
  await expect.poll(() => unanswered.attempts).toHaveLength(1);
  const sent: SecurityNotice[] = [];
  const clock = new ManualClock();
  const other = await openBeside(schema, clock, async (mail) => void sent.push(mail));
  start(other);
  for (let minutes = 0; minutes < 3; minutes++) {
    await other.auth.rest();
    expect(sent).toEqual([]);
    await clock.advance(minute);
  }
  await clock.advance(minute);
  await other.auth.rest();
  expect(sent).toEqual(unanswered.attempts);
  expect(await queued(database)).toEqual([]);
});

test('two servers that run at the same moment send a notice once', async () => {
  const sent: SecurityNotice[] = [];
  let isUp = false;
  const send: SendNotice = async (mail) => {
    if (!isUp) throw new PortError('unavailable', 'Later.');
    sent.push(mail);
  };
  const { server, schema, clock } = await oneServer({ sendNotice: send });
  const others = [await openBeside(schema, clock, send), await openBeside(schema, clock, send)];
  await changeAddress(server);
  await server.auth.rest();
  for (const other of others) start(other);
  for (const { auth } of others) await auth.rest();
  isUp = true;
  await clock.advance(minute);
  for (const { auth } of others) await auth.rest();
  expect(sent.map(({ to }) => to)).toEqual([ada.email]);
});

test('a notice whose row is locked by another process is skipped without waiting', async () => {
  const { server, database, schema, clock } = await oneServer({
    sendNotice: () => Promise.reject(new PortError('unavailable', 'Later.')),
  });
  await changeAddress(server);
  await server.auth.rest();
  await clock.advance(minute);
  const sent: SecurityNotice[] = [];
  const other = await openBeside(schema, clock, async (mail) => void sent.push(mail));
  await database.write(async (sql) => {
    await sql.rows('SELECT * FROM auth_queued_mails FOR UPDATE');
    start(other);
    let isAtRest = false;
    void other.auth.rest().then(() => (isAtRest = true));
    await expect.poll(() => isAtRest).toBe(true);
  });
  expect(sent).toEqual([]);
  await clock.advance(minute);
  await other.auth.rest();
  expect(sent).toHaveLength(1);
});

test('an attempt without an answer fails after three minutes, and the notice is attempted again', async () => {
  const unanswered = unansweredMail();
  const sent: SecurityNotice[] = [];
  const send: SendNotice = (mail) =>
    unanswered.attempts.length === 0 ? unanswered.send(mail) : Promise.resolve(void sent.push(mail));
  const { server, clock } = await oneServer({ sendNotice: send });
  onTestFinished(() => unanswered.end());
  await changeAddress(server);
  await expect.poll(() => unanswered.attempts).toHaveLength(1);
  await clock.advance(3 * minute);
  await server.auth.rest();
  expect(sent).toEqual([]);
  start(server);
  await server.auth.rest();
  expect(sent).toEqual(unanswered.attempts);
});

test('a notice is attempted each minute, sixty times, then removed with one report without address and link', async () => {
  let attempts = 0;
  const { server, database, clock } = await oneServer({
    async sendNotice({ to, link }) {
      attempts++;
      throw new PortError('unavailable', `${to} ${link}`);
    },
  });
  start(server);
  await changeAddress(server);
  await server.auth.rest();
  for (let minutes = 1; minutes < 70; minutes++) {
    expect(attempts).toBe(Math.min(minutes, 60));
    await clock.advance(minute);
    await server.auth.rest();
  }
  expect(await queued(database)).toEqual([]);
  expect(server.reported.map(String)).toEqual([
    'PortError: A security notice of sign-in was not sent in 60 attempts (unavailable).',
  ]);
  expect(server.reported[0]).not.toHaveProperty('cause');
});

test('a notice whose attempts all ended with their process is given up without another attempt', async () => {
  const unanswered = unansweredMail();
  const { server, database, schema } = await oneServer({ sendNotice: unanswered.send });
  onTestFinished(() => unanswered.end());
  await changeAddress(server);
  await expect.poll(() => unanswered.attempts).toHaveLength(1);
  await database.rows('UPDATE auth_queued_mails SET attempts = 60, due = 0');
  const other = await openBeside(schema, new ManualClock(), () => Promise.reject(new Error('Not sent.')));
  start(other);
  await other.auth.rest();
  expect(await queued(database)).toEqual([]);
  expect(other.reported.map(String)).toEqual([
    'PortError: A security notice of sign-in was not sent in 60 attempts (unknown).',
  ]);
});

test('a notice rejected for its address is dropped at once', async () => {
  const { server, database } = await oneServer({
    sendNotice: () => Promise.reject(new PortError('not-found', 'No such recipient.')),
  });
  await changeAddress(server);
  await server.auth.rest();
  expect(await queued(database)).toEqual([]);
  expect(server.reported.map(String)).toEqual([
    'PortError: A security notice of sign-in was not sent in 1 attempt (not-found).',
  ]);
});

test('a change of address succeeds while no mail can be sent, and the queued notice is encrypted', async () => {
  const { server, database } = await oneServer({
    sendNotice: () => Promise.reject(new PortError('unavailable', 'Later.')),
  });
  await changeAddress(server);
  await server.auth.rest();
  const rows = await queued(database);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/example\.com|oobCode/u);
});

test('a queued notice is removed with its account', async () => {
  const { server, database } = await oneServer({
    sendNotice: () => Promise.reject(new PortError('unavailable', 'Later.')),
  });
  await changeAddress(server);
  await server.auth.rest();
  const [row] = await database.rows<{ uid: string }>('SELECT uid FROM auth_queued_mails');
  await server.auth.users.remove(row?.uid ?? '');
  expect(await queued(database)).toEqual([]);
});

test('a host sends notices left by another process', async () => {
  const sent: SecurityNotice[] = [];
  const { host, database, clock } = await openScimStage({ sendNotice: (notice) => void sent.push(notice) });
  const { uid } = await host.auth.users.create(ada);
  const left = new SecurityNotices({
    ...{ database, clock, key: (await storedAuthKeys(database)).factors },
    ...{ send: () => {}, background: () => {}, report: () => {} },
  });
  await left.add(database, uid, { to: ada.email, subject: 'Changed', text: 'Changed.', link: '' });
  await clock.advance(minute);
  expect(sent.map(({ to }) => to)).toEqual([ada.email]);
});

test('a restored backup contains the queued notices, and its server sends them', async () => {
  const { server, database, clock } = await oneServer({
    sendNotice: () => Promise.reject(new PortError('unavailable', 'Later.')),
  });
  await changeAddress(server);
  await server.auth.rest();
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-notices-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [file, files] = [path.join(folder, 'backup'), diskFileStore(path.join(folder, 'files'))];
  await writeBackup({ database, files, file, now: () => clock.now() });
  const restored = await openBareDatabase();
  await restoreBackup({ database: restored.database, files, file });
  const sent: SecurityNotice[] = [];
  await clock.advance(minute);
  const other = await openBeside(restored.schema, clock, async (mail) => void sent.push(mail));
  start(other);
  await other.auth.rest();
  expect(sent.map(({ to }) => to)).toEqual([ada.email]);
  await restored.database.close();
});
