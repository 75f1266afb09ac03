/** Tasks and schedules of several processes over one database: each run once, and taken over from a process that was killed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import type { PortError } from '#ports/errors.ts';
import { BusyDatabases } from './busy-database.ts';
import { endConnections, openBareDatabase, withPostgres } from './provider.ts';
import { openTestServer } from './server-stage.ts';

withPostgres();

const minute = 60_000;
const never = new Promise<never>(() => {});

/** A database whose process can be killed: nothing of it reaches PostgreSQL any more. */
function killable(database: SqlDatabase) {
  let isKilled = false;
  const guarded = <R>(run: () => Promise<R>): Promise<R> => (isKilled ? never : run());
  const own: SqlDatabase = {
    ...{ channel: (name) => database.channel(name), close: () => database.close() },
    rows: (text, values) => guarded(() => database.rows(text, values)),
    read: (run) => guarded(() => database.read(run)),
    write: (run) => guarded(() => database.write(run)),
    listen: (channel, next) =>
      guarded(() => database.listen(channel, (payload) => isKilled || next(payload))),
  };
  return { own, kill: () => (isKilled = true) };
}

interface Run {
  readonly host: string;
  readonly payload: unknown;
  readonly at: number;
}

/** Two processes. `work` is what each run does, by process. */
async function hosts(
  work: (run: Run) => Promise<void> = async () => {},
  schedules: FunctionSet['schedules'] = {},
) {
  const busy = new BusyDatabases();
  const clock = busy.clock();
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-hosts-'));
  const runs: Run[] = [];
  const reports: unknown[] = [];
  const first = await openBareDatabase();
  const openHost = async (host: string, database: SqlDatabase) => {
    // Requests of a killed process never end, and are not waited for.
    const { own, kill } = killable(busy.over(database));
    const begin = (payload: unknown) => {
      const run = { host, payload, at: clock.now() };
      runs.push(run);
      return work(run);
    };
    const server = await openTestServer({
      ...{ database: own, clock, folder, seed: host },
      functions: {
        callables: {},
        tasks: { note: begin, other: begin, third: begin },
        schedules: Object.fromEntries(
          Object.entries(schedules).map(([name, schedule]) => [
            name,
            { ...schedule, run: () => begin(`schedule ${name}`) },
          ]),
        ),
      },
      report: (error, from) => reports.push([error, from]),
    });
    await server.start();
    return { ...server, database, kill };
  };
  const one = await openHost('one', first.database);
  const two = await openHost('two', (await openBareDatabase(first.schema)).database);
  onTestFinished(async () => {
    for (const { kill, database } of [one, two]) {
      kill();
      await database.close();
    }
    await rm(folder, { recursive: true });
  });
  return { one, two, clock, busy, runs, reports, schema: first.schema };
}

test('tasks of two processes run once each, whichever process enqueued them', async () => {
  const { one, two, clock, runs } = await hosts();
  const start = clock.now();
  for (let number = 0; number < 60; number++)
    await (number % 2 ? one : two).server.tasks.enqueue('note', number, { at: start + (number % 3) * 1000 });
  await clock.advance(minute);
  expect(runs.map(({ payload }) => Number(payload)).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 60 }, (_, number) => number),
  );
  for (const { payload, at } of runs) expect(at).toBe(start + (Number(payload) % 3) * 1000);
});

test('a repeated task id is dropped by either process', async () => {
  const { one, two, clock, runs } = await hosts();
  await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      (number % 2 ? one : two).server.tasks.enqueue('note', number, { id: 'same' }),
    ),
  );
  await clock.advance(minute);
  await two.server.tasks.enqueue('note', 'later', { id: 'same' });
  await clock.advance(minute);
  expect(runs).toHaveLength(1);
  await clock.advance(60 * minute);
  await two.server.tasks.enqueue('note', 'after an hour', { id: 'same' });
  await clock.advance(0);
  expect(runs[1]?.payload).toBe('after an hour');
});

/** The process of a run, and the other one. */
const hostOf = ({ one, two }: Awaited<ReturnType<typeof hosts>>, run: Run | undefined) =>
  run?.host === 'one' ? { own: one, other: two } : { own: two, other: one };

test('a task of a killed process runs at the other one within 15 s, and waiting tasks run on time', async () => {
  const stuck = () => (stage.runs.length === 1 ? never : Promise.resolve());
  const stage = await hosts(stuck);
  const { clock, runs } = stage;
  const start = clock.now();
  await stage.one.server.tasks.enqueue('note', 'stuck');
  await clock.advance(0);
  const { own } = hostOf(stage, runs[0]);
  await own.server.tasks.enqueue('note', 'waits', { at: start + 50_000 });
  await own.server.tasks.enqueue('note', 'waits long', { at: start + 10 * minute });
  // Its lease is renewed meanwhile.
  await clock.advance(40_000);
  expect(runs).toHaveLength(1);
  own.kill();
  await clock.advance(15_000);
  expect(
    runs
      .slice(1)
      .map(({ payload }) => payload)
      .toSorted(),
  ).toEqual(['stuck', 'waits']);
  await clock.advance(20 * minute);
  const late = runs.map(({ payload, at }) => [payload, at - start]);
  expect(late).toContainEqual(['waits', 50_000]);
  expect(late).toContainEqual(['waits long', 10 * minute]);
  expect(new Set(runs.slice(1).map(({ host }) => host)).size).toBe(1);
  expect(runs[1]?.host).not.toBe(runs[0]?.host);
  expect(runs.find(({ payload, at }) => payload === 'stuck' && at > start)?.at).toBeLessThanOrEqual(
    start + 55_000,
  );
  expect(runs).toHaveLength(4);
});

test('a stopping process releases running tasks and starts no more', async () => {
  const stage = await hosts(() => (stage.runs.length === 1 ? never : Promise.resolve()));
  const { clock, runs, busy } = stage;
  await stage.one.server.tasks.enqueue('note', 'stuck');
  await clock.advance(0);
  const { own, other } = hostOf(stage, runs[0]);
  const stopping = own.stop(2000);
  await clock.advance(2000);
  await stopping;
  // The other process is notified.
  await expect
    .poll(async () => {
      await busy.rest();
      await clock.advance(1);
      return runs.length;
    })
    .toBe(2);
  expect(runs[1]?.host).not.toBe(runs[0]?.host);
  await other.server.tasks.enqueue('note', 'next');
  await clock.advance(minute);
  expect(runs[2]?.host).toBe(runs[1]?.host);
});

test('hanging handlers delay neither other tasks nor, after ten minutes, tasks of their own name', async () => {
  let hangs = true;
  const { one, clock, runs, reports } = await hosts(({ payload }) =>
    hangs && String(payload).startsWith('hangs') ? never : Promise.resolve(),
  );
  for (let number = 0; number < 30; number++) await one.server.tasks.enqueue('note', `hangs ${number}`);
  await clock.advance(0);
  await one.server.tasks.enqueue('other', 'goes on');
  await clock.advance(0);
  expect(runs.at(-1)?.payload).toBe('goes on');
  expect(runs).toHaveLength(21);
  hangs = false;
  await clock.advance(10 * minute + 1000);
  const errors = reports.map((report) => (report as [PortError, string])[0].code);
  expect(errors).toEqual(Array.from({ length: 20 }, () => 'deadline-exceeded'));
  await clock.advance(10 * minute);
  expect(new Set(runs.map(({ payload }) => payload)).size).toBe(31);
});

test('handlers of two names that hang do not hold up those of a third', async () => {
  const { one, clock, runs } = await hosts(({ payload }) =>
    payload === 'hangs' ? never : Promise.resolve(),
  );
  for (let number = 0; number < 30; number++)
    for (const name of ['note', 'other']) await one.server.tasks.enqueue(name, 'hangs');
  await clock.advance(0);
  await one.server.tasks.enqueue('third', 'goes on');
  await clock.advance(0);
  expect(runs.at(-1)?.payload).toBe('goes on');
});

test('each tick of a schedule runs at one of two processes, and a killed process delays it by at most 15 s', async () => {
  const everyMs = 5000;
  let hangs = false;
  const stage = await hosts(() => (hangs ? never : Promise.resolve()), {
    sweep: { everyMs, run: async () => {} },
  });
  const { clock, runs } = stage;
  const start = clock.now();
  await clock.advance(10 * everyMs);
  expect(runs.map(({ at }) => at - start)).toEqual(
    Array.from({ length: 10 }, (_, tick) => (tick + 1) * everyMs),
  );
  hangs = true;
  await clock.advance(everyMs);
  hangs = false;
  const { own } = hostOf(stage, runs[10]);
  // A run that goes on has later ticks left out.
  await clock.advance(4 * everyMs);
  expect(runs).toHaveLength(11);
  own.kill();
  await clock.advance(4 * everyMs);
  const [next] = runs.slice(11);
  expect(next?.host).not.toBe(runs[10]?.host);
  expect((next?.at ?? 0) - start).toBeLessThanOrEqual((15 + 4) * everyMs);
  expect(runs.slice(11).every(({ host }) => host === next?.host)).toBe(true);
});

test('a schedule with a changed interval starts a new grid', async () => {
  const { one, clock, busy, runs } = await hosts(undefined, {
    sweep: { everyMs: minute, run: async () => {} },
  });
  await clock.advance(90_000);
  expect(runs).toHaveLength(1);
  await one.database.rows("UPDATE schedules SET every = 7, due = 0 WHERE name = 'sweep'");
  await one.start();
  const start = clock.now();
  await clock.advance(2 * minute);
  await busy.rest();
  expect(runs.slice(1).map(({ at }) => at - start)).toEqual([minute, 2 * minute]);
});

test('both processes continue after every connection was ended', async () => {
  const { one, two, clock, runs, schema } = await hosts();
  await one.server.tasks.enqueue('note', 'before', { at: clock.now() + 5000 });
  await endConnections(schema);
  const enqueued = () =>
    two.server.tasks.enqueue('note', 'after', { id: 'after' }).then(
      () => null,
      (error: PortError) => error.code,
    );
  await expect.poll(enqueued).toBeNull();
  await clock.advance(minute);
  expect(runs.map(({ payload }) => payload).toSorted()).toEqual(['after', 'before']);
});
