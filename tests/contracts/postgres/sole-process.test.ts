/** Start over a database that no other process uses, after a process that was killed: its leases hold nothing up. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BusyDatabases } from './busy-database.ts';
import { openBareDatabase, withPostgres } from './provider.ts';
import { openTestServer } from './server-stage.ts';

withPostgres();

const everyMs = 5000;
const never = new Promise<never>(() => {});

/** Processes over one database, one after another: a killed one does nothing any more, and leaves what it has taken. */
async function processes() {
  const busy = new BusyDatabases();
  const clock = busy.clock();
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-sole-'));
  const { database, schema } = await openBareDatabase();
  const runs: string[] = [];
  const databases = [database];
  onTestFinished(async () => {
    for (const each of databases) await each.close();
    await rm(folder, { recursive: true });
  });
  let count = 0;
  /** `hangs`: names of tasks and schedules whose runs do not end. */
  const start = async (isSole: boolean, hangs: readonly string[] = []) => {
    const name = `process ${++count}`;
    const { database: own } = await openBareDatabase(schema);
    databases.push(own);
    const run = (what: string) => async () => {
      runs.push(`${name}: ${what} at ${clock.now() - startedAt}`);
      if (hangs.includes(what)) await never;
    };
    const server = await openTestServer({
      ...{ database: busy.over(own), clock, folder, seed: name, isSole, report: () => {} },
      functions: {
        callables: {},
        tasks: { tick: run('tick'), crash: run('crash') },
        schedules: { sweep: { everyMs, run: run('sweep') } },
      },
    });
    await server.start();
    await clock.advance(0);
    return {
      server: server.server,
      /** Stops timers without a wait for what runs; leases stay. */
      kill: async () => {
        const leases = await own.rows<{ due: string }>('SELECT id, due, run FROM tasks');
        const held = await own.rows('SELECT name, held_until, run FROM schedules');
        const stopping = server.stop(0);
        await clock.advance(0);
        await stopping;
        for (const { id, due } of leases as readonly { readonly id?: string; readonly due: string }[])
          await own.rows('UPDATE tasks SET due = $2 WHERE id = $1', [id, due]);
        for (const { name: schedule, held_until: until } of held)
          await own.rows('UPDATE schedules SET held_until = $2 WHERE name = $1', [schedule, until]);
      },
    };
  };
  const startedAt = clock.now();
  return { start, clock, runs };
}

test('tasks and schedules of a killed process run at once at the start of the only process', async () => {
  const { start, clock, runs } = await processes();
  const killed = await start(true, ['tick', 'sweep']);
  await clock.advance(everyMs);
  await killed.server.tasks.enqueue('tick', null, { id: 'stuck' });
  await clock.advance(0);
  expect(runs).toEqual(['process 1: sweep at 5000', 'process 1: tick at 5000']);
  await killed.kill();
  runs.length = 0;
  await start(true);
  expect(runs).toEqual(['process 2: tick at 5000']);
  // A sweep that ends its process leaves the next process an interval for other work.
  await clock.advance(everyMs);
  expect(runs.slice(1)).toEqual(['process 2: sweep at 10000']);
});

test('a task that was interrupted twice keeps its lease: its runs may be what ends the process', async () => {
  const { start, clock, runs } = await processes();
  const first = await start(true, ['crash']);
  await first.server.tasks.enqueue('crash', null);
  await clock.advance(0);
  await first.kill();
  const second = await start(true, ['crash']);
  await second.kill();
  runs.length = 0;
  await start(true);
  expect(runs).toEqual([]);
  await clock.advance(15_000);
  expect(runs.filter((run) => run.includes('crash'))).toEqual(['process 3: crash at 15000']);
});

test('a process that shares its database respects the leases of others', async () => {
  const { start, clock, runs } = await processes();
  const killed = await start(false, ['tick']);
  await killed.server.tasks.enqueue('tick', null);
  await clock.advance(0);
  await killed.kill();
  runs.length = 0;
  await start(false);
  expect(runs).toEqual([]);
  await clock.advance(15_000);
  expect(runs).toContain('process 2: tick at 15000');
});
