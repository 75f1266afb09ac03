/** A move requires that no process serves its database: a process that serves is told from connections that a stopped or killed one has left. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { applicationName } from '#adapters/postgres/database.ts';
import { testConnection, withPostgres } from '#tests/contracts/postgres/provider.ts';
import { type HostEnd, newHost } from './ends.ts';

withPostgres();

const script = path.join(import.meta.dirname, 'serving-process.ts');

async function startServing({ schema }: HostEnd, ...work: readonly 'busy'[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, JSON.stringify(testConnection()), schema, ...work], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => ended(child, 'SIGKILL'));
  for await (const piece of child.stdout) if (String(piece).includes('Ready.')) return child;
  throw new Error('The process ended.');
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

/** Opens the host as a source; its name. */
async function opens(host: HostEnd): Promise<string> {
  const source = await host.source();
  await source.close();
  return source.name;
}

/** Statements under way on connections of a schema's servers. */
async function inDatabase<T extends pg.QueryResultRow>(statement: string, schema: string) {
  const client = new pg.Client(testConnection());
  await client.connect();
  const { rows } = await client.query<T>(statement, [applicationName(schema)]);
  await client.end();
  return rows;
}

const isBusy = async ({ schema }: HostEnd) =>
  (
    await inDatabase(
      "SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND state = 'active' AND query LIKE '%pg_sleep(30)%'",
      schema,
    )
  ).length > 0;

test('a running server is reported for source and target', async () => {
  const host = await newHost();
  const server = await startServing(host);
  const expected = { code: 'failed-precondition', message: expect.stringMatching(/A server is at work in/u) };
  await expect(opens(host)).rejects.toMatchObject(expected);
  await expect(host.target()).rejects.toMatchObject(expected);
  await ended(server, 'SIGTERM');
  expect(await opens(host)).toContain(host.schema);
});

test.each(['SIGTERM', 'SIGKILL'] as const)('a server just ended by %s is not reported', async (signal) => {
  const host = await newHost();
  await ended(await startServing(host), signal);
  expect(await opens(host)).toContain(host.schema);
  await (await host.target()).close();
});

test('a connection that ends during the check is waited for', async () => {
  const connection = testConnection();
  const left = new pg.Client(typeof connection === 'string' ? { connectionString: connection } : connection);
  const host = await newHost(() => left.end());
  await left.connect();
  await left.query("SELECT set_config('application_name', $1, false)", [applicationName(host.schema)]);
  expect(await opens(host)).toContain(host.schema);
});

test('a long statement of a killed server is reported as left by a stopped server', async () => {
  const host = await newHost();
  const server = await startServing(host, 'busy');
  await expect.poll(() => isBusy(host)).toBe(true);
  await ended(server, 'SIGKILL');
  await expect(opens(host)).rejects.toMatchObject({
    code: 'failed-precondition',
    message: expect.stringMatching(/A stopped server of .* has left requests .* still run/u),
  });
  await inDatabase(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1',
    host.schema,
  );
  expect(await opens(host)).toContain(host.schema);
});
