/** A PostgreSQL of one's own whose program, or whose own first process, is killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '#adapters/postgres/database.ts';
import { whyNoOwnServer } from '#adapters/postgres/own-binaries.ts';
import { ownServerState, startOwnServer } from '#adapters/postgres/own-server.ts';
import { waiting } from '#tests/time-limits.ts';

const whyNot = await whyNoOwnServer();
const script = path.join(import.meta.dirname, 'own-server-process.ts');
const report = () => {};

let folder = '';
const children: ChildProcess[] = [];
beforeEach(async ({ skip }) => {
  if (whyNot !== null) skip(whyNot);
  folder = await mkdtemp(path.join(tmpdir(), 'muster-own-'));
  await chmod(folder, 0o711);
});
afterEach(async () => {
  for (const child of children.splice(0)) await killed(child);
  await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

function startProgram(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [script, folder, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function ready({ stdout }: ChildProcess): Promise<void> {
  for await (const piece of stdout ?? []) if (String(piece).includes('Ready.')) return;
  throw new Error('The program ended.');
}

const firstProcess = async () =>
  Number.parseInt(await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8'), 10);

test('the server of a killed program is taken over, and a server in use is not', async () => {
  const program = startProgram();
  await ready(program);
  await expect(startOwnServer(folder, { report })).rejects.toMatchObject({ code: 'failed-precondition' });
  await killed(program);
  const server = await startOwnServer(folder, { report });
  const database = await openDatabase({ connection: server.connection, report });
  expect(await database.rows('SELECT count(*)::int AS count FROM store')).toEqual([{ count: 1 }]);
  await database.close();
  await server.stop();
});

test('a statement that a killed program has left does not keep the next start waiting', async () => {
  const program = startProgram('', 'busy');
  await ready(program);
  await killed(program);
  const server = await startOwnServer(folder, { report });
  await server.stop();
});

test('an aborted first start is repeated', async () => {
  const program = startProgram();
  await vi.waitUntil(
    async () => (await readdir(folder, { recursive: true })).some((name) => name.endsWith('PG_VERSION')),
    { ...waiting, interval: 5 },
  );
  await killed(program);
  const server = await startOwnServer(folder, { report });
  await server.stop();
  expect(await readdir(folder)).toEqual(['postgres']);
});

test('a server whose main process is killed is restarted', async () => {
  const server = await startOwnServer(folder, { report });
  const database = await openDatabase({ connection: server.connection, report });
  const answer = () =>
    database.rows('SELECT 1 AS one').then(
      (rows) => rows,
      () => null,
    );
  process.kill(await firstProcess(), 'SIGKILL');
  await expect.poll(() => answer()).toEqual([{ one: 1 }]);
  await database.close();
  await server.stop();
});

test.each([
  ['after a stop', []],
  ['without a stop', ['abrupt']],
])('a program that ends %s has its own exit code, and its server ends', async (_, more) => {
  const [code] = (await once(startProgram('3', ...more), 'close')) as [number | null];
  expect(code).toBe(3);
  await expect.poll(() => ownServerState(folder)).toBe('stopped');
});
