/** Deferred work on the official Tasks and Functions parts: enqueued through the Admin SDK, run by the wrapped handler. */
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openServer } from '#adapters/firebase-admin/server.ts';
import type { ServerTasks } from '#ports/server/server.ts';
import { rejection } from '#contracts/harness.ts';
import { freePort } from '#tests/free-port.ts';
import { startDeployed } from './parts-functions.ts';
import { projectId } from './parts.ts';
import { serve } from './serve.ts';
import { officialModule, type Part, startPart } from './tools.ts';

const root = path.resolve(import.meta.dirname, '../..');
let folder = '';
let stopAll: () => Promise<void>;
let tasks: ServerTasks;
let runs: unknown[] = [];
let failuresLeft = 0;

beforeAll(async () => {
  const notes = await serve((request, response) => {
    void text(request).then((body) => {
      runs.push(JSON.parse(body));
      response.writeHead(failuresLeft-- > 0 ? 500 : 200).end();
    });
  });
  folder = await mkdtemp(path.join(tmpdir(), 'muster-tasks-'));
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const manifest = { name: 'tasks-of-a-test', type: 'module', main: 'index.js', engines: { node: '24' } };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'index.js'), sourceOf(notes.port));
  const { TasksEmulator } = officialModule<{ TasksEmulator: new (args: object) => Part }>(
    'emulator/tasksEmulator',
  );
  const port = await freePort();
  const stopTasks = await startPart('tasks', new TasksEmulator({ host: '127.0.0.1', port }));
  const functions = await startDeployed(projectId, folder);
  process.env['CLOUD_TASKS_EMULATOR_HOST'] = `127.0.0.1:${port}`;
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  tasks = openServer({ project: { projectId }, name: 'work', tasks: ['note'] }).tasks;
  stopAll = async () => {
    await functions.stop();
    await stopTasks();
    await notes.stop();
  };
});
beforeEach(() => {
  runs = [];
  failuresLeft = 0;
});
afterAll(async () => {
  await stopAll();
  await rm(folder, { recursive: true });
});

const sourceOf = (port: number) => `
import { wrapHandlers } from '${path.join(root, 'adapters/firebase-admin/handlers/handlers.ts')}';

const run = async (payload) => {
  const { ok } = await fetch('http://127.0.0.1:${port}/', { method: 'POST', body: JSON.stringify(payload) });
  if (!ok) throw new Error('not yet');
};
export const { note } = wrapHandlers({ callables: {}, tasks: { note: run } }, () => ({}), { region: 'us-central1' });
`;

test('a task runs with its payload, whatever JSON it is', async () => {
  await tasks.enqueue('note', { n: 1, list: ['a', null] });
  await expect.poll(() => runs).toEqual([{ n: 1, list: ['a', null] }]);
  await tasks.enqueue('note', 'a text');
  await expect.poll(() => runs).toHaveLength(2);
  expect(runs[1]).toBe('a text');
});

test('a task that throws is repeated', async () => {
  failuresLeft = 2;
  await tasks.enqueue('note', 'stubborn');
  await expect.poll(() => runs).toEqual(['stubborn', 'stubborn', 'stubborn']);
});

test('a pending task id is dropped', async () => {
  // The official part runs every task at once, whatever its time: a failed one waits for its next run.
  failuresLeft = 1;
  await tasks.enqueue('note', 'first', { id: 'same' });
  await expect.poll(() => runs).toEqual(['first']);
  await tasks.enqueue('note', 'second', { id: 'same' });
  await tasks.enqueue('note', 'other', { id: 'other' });
  await expect.poll(() => runs).toHaveLength(3);
  expect(runs.toSorted()).toEqual(['first', 'first', 'other']);
});

test('invalid tasks are rejected', async () => {
  const enqueue = async (...args: Parameters<ServerTasks['enqueue']>) => tasks.enqueue(...args);
  expect(await rejection(enqueue('missing', null))).toMatchObject({ code: 'not-found' });
  const month = 31 * 24 * 3_600_000;
  expect(await rejection(enqueue('note', null, { at: Date.now() + month }))).toMatchObject({
    code: 'out-of-range',
  });
  expect(await rejection(enqueue('note', { n: Number.NaN }))).toBeInstanceOf(TypeError);
  expect(await rejection(enqueue('note', null, { id: 'a/b' }))).toBeInstanceOf(TypeError);
});
