/** Behaviour of functions that no client can see: snapshots, standstills, and HTTP. */
import { beforeEach, expect, test } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '../cloud.ts';
import type { FunctionFailure } from '../cloud-options.ts';

const minute = 60_000;
let log: string[] = [];
let failures: FunctionFailure[] = [];
let hold: Promise<void> | null = null;

const functions: FunctionSet = {
  callables: {},
  tasks: {
    work: async (payload) => {
      log.push(`work ${String(payload)}`);
      await hold;
      if (payload === 'bad') throw new Error('bad work');
    },
  },
  schedules: { sweep: { everyMs: minute, run: async () => void log.push('sweep') } },
  http: async ({ method, path, headers, body }) => {
    if (path === '/boom') throw new Error('boom');
    return { status: 201, headers: { 'x-seen': headers['x-key'] ?? '' }, body: `${method} ${path} ${body}` };
  },
};

const cloudAt = (start?: number, set: FunctionSet = functions) =>
  new FakeCloud({
    functions: set,
    clock: new ManualClock(start),
    onFailure: (failure) => void failures.push(failure),
  });

beforeEach(() => {
  log = [];
  failures = [];
  hold = null;
});

test('waiting tasks, their failures and used ids survive a snapshot', async () => {
  const first = cloudAt(undefined, { ...functions, schedules: {} });
  await first.server.tasks.enqueue('work', 'later', { id: 'later', at: first.clock.now() + minute });
  await first.server.tasks.enqueue('work', 'done', { id: 'done' });
  await first.server.tasks.enqueue('work', 'bad');
  await first.advance(1500);
  expect(log).toEqual(['work done', 'work bad', 'work bad']);
  const snapshot = structuredClone(first.snapshot());
  first.dispose();

  const second = cloudAt(snapshot.at, { ...functions, schedules: {} });
  second.restore(snapshot);
  expect(second.snapshot().services).toEqual(snapshot.services);
  log = [];
  await second.server.tasks.enqueue('work', 'dropped', { id: 'done' });
  await second.advance(1499);
  expect(log).toEqual([]);
  await second.advance(1);
  expect(log).toEqual(['work bad']);
  await second.advance(minute);
  expect(log.filter((entry) => entry === 'work later')).toHaveLength(1);
  expect(log).not.toContain('work dropped');
});

test('a task running at the time of the snapshot runs again', async () => {
  const first = cloudAt();
  hold = new Promise(() => {});
  await first.server.tasks.enqueue('work', 'interrupted');
  await first.advance(0);
  const snapshot = first.snapshot();
  hold = null;
  const second = cloudAt(snapshot.at);
  second.restore(snapshot);
  await second.advance(0);
  expect(log).toEqual(['work interrupted', 'work interrupted']);
});

test('a run that ends after a restore does not change the restored state', async () => {
  const cloud = cloudAt();
  let release = () => {};
  hold = new Promise((resolve) => (release = resolve));
  await cloud.server.tasks.enqueue('work', 'old', { id: 'one' });
  const snapshot = cloud.snapshot();
  await cloud.advance(0);
  cloud.restore(snapshot);
  release();
  await settle();
  expect(cloud.snapshot().services.functions).toEqual(snapshot.services.functions);
});

test('after an outage a schedule runs once, then on its old grid', async () => {
  const first = cloudAt();
  await first.advance(1.5 * minute);
  const snapshot = first.snapshot();
  first.dispose();
  log = [];
  const second = cloudAt(snapshot.at + 10 * minute);
  second.restore(snapshot);
  await second.advance(0);
  expect(log).toEqual(['sweep']);
  await second.advance(minute / 2);
  expect(log).toEqual(['sweep', 'sweep']);
});

test('a disposed cloud runs nothing', async () => {
  const cloud = cloudAt();
  await cloud.server.tasks.enqueue('work', 'never');
  cloud.dispose();
  await cloud.clock.advance(10 * minute);
  expect(log).toEqual([]);
});

test('the pauses of retries are limited to an hour, and retries end after 100 runs', async () => {
  const cloud = cloudAt(undefined, { ...functions, schedules: {} });
  await cloud.server.tasks.enqueue('work', 'bad');
  await cloud.advance(100 * 60 * minute);
  expect(log).toHaveLength(100);
  expect(failures).toHaveLength(100);
  expect(cloud.snapshot().services.functions).toMatchObject({ tasks: { waiting: [] } });
});

test('an HTTP request reaches the handler with lower-case headers', async () => {
  const cloud = cloudAt();
  const response = await ask(cloud, '/in/x', { 'X-Key': 'k' });
  expect(response).toEqual({ status: 201, headers: { 'x-seen': 'k' }, body: 'POST /in/x hello' });
});

test('an exception of the handler is answered with 500 without its message and is reported', async () => {
  const response = await ask(cloudAt(), '/boom');
  expect(response.status).toBe(500);
  expect(response.body).not.toContain('boom');
  expect(failures).toMatchObject([{ kind: 'http', name: 'POST' }]);
});

test('a missing handler is answered with 404, a bad path with 400, a large body with 413', async () => {
  expect((await ask(cloudAt(undefined, { callables: {} }), '/x')).status).toBe(404);
  expect((await ask(cloudAt(), 'x')).status).toBe(400);
  expect((await ask(cloudAt(), '/x', {}, 'ü'.repeat(5 * 1024 * 1024 + 1))).status).toBe(413);
});

function ask(cloud: FakeCloud, path: string, headers = {}, body = 'hello') {
  return connect(cloud).control.http({ method: 'POST', path, headers, body });
}

test.each([
  ['passes the failure on', (work: Promise<void>) => work],
  ['does not', (work: Promise<void>) => work.catch(() => undefined)],
])('background work that fails after the answer is reported once: its work %s', async (_, outcome) => {
  const answered = Promise.withResolvers<void>();
  const cloud = cloudAt(undefined, {
    ...{ callables: {}, tasks: {}, schedules: {} },
    http: async (_request, server) => {
      const write = async (id: string) => {
        await answered.promise;
        await server.docs.batch([{ type: 'set', path: `notes/${id}`, data: { text: 'kept' } }]);
      };
      for (const id of ['first', 'second', 'third']) server.background.run(() => outcome(write(id)));
      return { status: 200, headers: {}, body: 'done' };
    },
  });
  cloud.faults.inject({ kind: 'crash', service: 'functions', operation: 'http', afterWrites: 1 });
  const request = { method: 'POST', path: '/', headers: {}, body: '' };
  expect(await connect(cloud).control.http(request)).toMatchObject({ status: 200 });
  answered.resolve();
  await settle();
  expect(failures.map(({ kind, error }) => [kind, String(error)])).toEqual([
    ['background', expect.stringContaining('The backend died')],
  ]);
});
