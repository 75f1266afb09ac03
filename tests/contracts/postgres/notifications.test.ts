/** Notifications of PostgreSQL: all channels of a database share one connection, which is made again when it is lost. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import { Notifications } from '#adapters/postgres/notifications.ts';
import { endConnections, openBareDatabase, withPostgres } from './provider.ts';
import { waiting } from '#tests/time-limits.ts';

withPostgres();

const notify = (database: SqlDatabase, channel: string, payload: string) =>
  database.rows('SELECT pg_notify($1, $2)', [database.channel(channel), payload]);

/** Connections that wait for notifications or have just done so. */
async function listenersOf(database: SqlDatabase, schema: string): Promise<number> {
  const [row] = await database.rows<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE application_name = $1 AND query LIKE '%LISTEN%' AND pid <> pg_backend_pid()`,
    [`muster ${schema}`],
  );
  return row?.count ?? 0;
}

test('all channels share one connection, which ends with the last channel', async () => {
  const { database, schema } = await openBareDatabase();
  const heard: (string | null)[] = [];
  const listen = (channel: string, name: string) =>
    database.listen(channel, (payload) => heard.push(`${name} ${payload}`));
  const stops = await Promise.all([listen('a', 'one'), listen('b', 'two'), listen('a', 'three')]);
  expect(await listenersOf(database, schema)).toBe(1);
  await notify(database, 'a', 'x');
  await notify(database, 'b', 'y');
  await expect.poll(() => heard).toEqual(['one x', 'three x', 'two y']);
  stops[0]?.();
  await notify(database, 'a', 'z');
  await expect.poll(() => heard).toEqual(['one x', 'three x', 'two y', 'three z']);
  stops[2]?.();
  // The channel is given up before the next one is listened to.
  await database.listen('c', (payload) => heard.push(payload));
  await notify(database, 'a', 'unheard');
  await notify(database, 'c', 'last');
  await expect.poll(() => heard.at(-1)).toBe('last');
  expect(heard).not.toContain('three unheard');
  await database.close();
});

test('the next channel reopens a connection that ended with its last channel', async () => {
  const { database, schema } = await openBareDatabase();
  const stop = await database.listen('a', () => {});
  stop();
  await expect.poll(() => listenersOf(database, schema)).toBe(0);
  const heard: (string | null)[] = [];
  await database.listen('b', (payload) => heard.push(payload));
  await notify(database, 'b', 'x');
  await expect.poll(() => heard).toEqual(['x']);
  await database.close();
});

test('each channel is notified of a lost connection and receives again', async () => {
  const { database, schema } = await openBareDatabase();
  const heard: string[] = [];
  for (const channel of ['a', 'b'])
    await database.listen(channel, (payload) => heard.push(`${channel} ${payload}`));
  await endConnections(schema);
  await expect.poll(() => heard.toSorted()).toEqual(['a null', 'b null']);
  await notify(database, 'a', 'x');
  await notify(database, 'b', 'y');
  await expect.poll(() => heard.slice(2)).toEqual(['a x', 'b y']);
  await database.close();
});

test('a new listener reopens a lost connection for all channels', async () => {
  const { database, schema } = await openBareDatabase();
  const heard: string[] = [];
  const listen = (channel: string) =>
    database.listen(channel, (payload) => heard.push(`${channel} ${payload}`));
  await listen('a');
  await endConnections(schema);
  // At once: before the connection is made again by itself.
  await vi.waitFor(() => listen('b'), waiting);
  expect(heard).toContain('a null');
  await notify(database, 'a', 'x');
  await expect.poll(() => heard).toContain('a x');
  await database.close();
});

test('a listener that throws does not affect the others', async () => {
  const { database } = await openBareDatabase();
  const heard: (string | null)[] = [];
  await database.listen('a', () => {
    throw new Error('Broken.');
  });
  await database.listen('a', (payload) => heard.push(payload));
  await notify(database, 'a', 'x');
  await expect.poll(() => heard).toEqual(['x']);
  await database.close();
});

test('a close does not wait for a connection in progress', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => {})));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const end = () => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  };
  onTestFinished(end);
  const { port } = silent.address() as AddressInfo;
  const settings = { host: '127.0.0.1', port, user: 'muster', connectionTimeoutMillis: 200_000 };
  const notifications = new Notifications(settings, () => {});
  const connected = once(silent, 'connection');
  const listening = notifications
    .listen('a', () => {})
    .then(
      () => 'listening',
      () => 'not listening',
    );
  await connected;
  expect(await Promise.race([listening, notifications.close().then(() => 'closed')])).toBe('closed');
  end();
  expect(await listening).toBe('not listening');
});
