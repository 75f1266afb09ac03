import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Program, runProgram } from './run-program.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

const node = (source: string, longestMs = 60_000, more: Partial<Program> = {}) =>
  runProgram({
    command: process.execPath,
    args: ['-e', source],
    cwd: import.meta.dirname,
    longestMs,
    ...more,
  });

/** Server to which a test's programs report that they run; a connection ends with its program. */
async function desk(): Promise<{
  readonly server: Server;
  readonly port: number;
  caller(): Promise<Socket>;
}> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const callers: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => socket.destroy());
    socket.resume();
    callers.push(socket);
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    async caller() {
      if (callers.length === 0) await once(server, 'connection');
      const [first] = callers;
      if (!first) throw new Error('Nobody called.');
      return first;
    },
  };
}

test('the result is the program’s exit code', async () => {
  expect(await node('')).toBe(0);
  expect(await node('process.exit(3)')).toBe(3);
  expect(await node("process.kill(process.pid, 'SIGKILL')")).toBe(1);
});

test('the output is appended to a file', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'muster-output-'));
  const outputFile = path.join(dir, 'output.txt');
  expect(await node('console.log("one"); console.error("two")', 60_000, { outputFile })).toBe(0);
  expect(await node('console.log("three")', 60_000, { outputFile })).toBe(0);
  expect(await readFile(outputFile, 'utf8')).toBe('one\ntwo\nthree\n');
  await rm(dir, { recursive: true });
});

test('a program that can’t be started fails', async () => {
  const run = runProgram({
    command: './no-such-program',
    args: [],
    cwd: import.meta.dirname,
    longestMs: 1000,
  });
  expect(await run).toBe(1);
  expect(vi.mocked(console.error).mock.calls.join(' ')).toContain('can’t be run');
});

test('a program that takes too long is killed and fails', async () => {
  expect(await node('setInterval(() => {}, 1000)', 500)).toBe(1);
  expect(
    await node("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)", 500, { graceMs: 100 }),
  ).toBe(1);
  expect(vi.mocked(console.error).mock.calls.join(' ')).toContain('has not come to an end');
});

test('a program is killed with its children on request', async () => {
  const { server, port, caller } = await desk();
  const stay = `require('node:net').connect(${port}, '127.0.0.1')`;
  const aborter = new AbortController();
  const start = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stay)}]); setInterval(() => {}, 1000)`;
  const run = node(start, 60_000, { signal: aborter.signal });
  const child = await caller();
  const gone = once(child, 'close');
  aborter.abort();
  expect(await run).toBe(1);
  await gone;
  server.close();
});

test('children left by a program are killed', async () => {
  const { server, port, caller } = await desk();
  const stay = `require('node:net').connect(${port}, '127.0.0.1')`;
  const leave = `
    const stay = ${JSON.stringify(`${stay}.once('connect', () => console.log('there'))`)};
    require('node:child_process').spawn(process.execPath, ['-e', stay]).stdout.once('data', () => process.exit());`;
  expect(await node(leave)).toBe(0);
  const child = await caller();
  if (!child.closed) await once(child, 'close');
  server.close();
});
