/** Health and metrics of a host: the parts and values that docs/hosting.md names. */
import { expect, onTestFinished, test } from 'vitest';
import { diskFileStore } from '#adapters/postgres/files/disk-file-store.ts';
import { healthOf } from '#src/app/host/health.ts';
import { metricsText } from '#src/app/host/metrics.ts';
import { openBareDatabase, withPostgres } from './provider.ts';

withPostgres();

const now = 1_700_000_000_000;
const minute = 60_000;

/** A database with a task per time, and a task that is done. */
async function withTasks(...dues: readonly number[]) {
  const { database } = await openBareDatabase();
  onTestFinished(() => database.close());
  for (const [at, due] of dues.entries())
    await database.rows('INSERT INTO tasks (id, name, payload, due, runs) VALUES ($1, $2, $3, $4, 0)', [
      ...[`task-${at}`, 'note', 'null', due],
    ]);
  await database.rows(
    "INSERT INTO tasks (id, name, payload, due, runs, done) VALUES ('done', '', 'null', 0, 0, 1)",
  );
  return database;
}

async function healthWith(dues: readonly number[], freeBytes: number) {
  const health = healthOf({
    ...{ database: await withTasks(...dues), files: diskFileStore('/nowhere'), now: () => now },
    ...{ mailWorks: () => true, disk: { freeBytes: async () => freeBytes, isFull: async () => false } },
  });
  return health();
}

test('tasks more than a minute overdue are late and degrade the host', async () => {
  expect(await healthWith([now - minute, now + minute], 1e9)).toMatchObject({ status: 'ok' });
  expect(await healthWith([now - minute - 1, now - 5 * minute], 1e9)).toMatchObject({
    status: 'degraded',
    parts: { tasks: '2 are late', database: 'ok' },
  });
});

test('a disk with less than 200 MB is nearly full and degrades the host', async () => {
  expect(await healthWith([], 200_000_000)).toMatchObject({ status: 'ok', parts: { disk: 'ok' } });
  expect(await healthWith([], 199_999_999)).toMatchObject({
    status: 'degraded',
    parts: { disk: 'nearly full' },
  });
});

test('metrics contain connections, tasks, sizes, start and memory in the Prometheus text format', async () => {
  const text = await metricsText({
    host: { wire: { connections: () => 3 } },
    database: await withTasks(now - minute - 1, now - minute, now + minute),
    disk: { freeBytes: async () => 12_345 },
    ...{ startedAt: now - minute, now },
  });
  const lines = text.trimEnd().split('\n');
  const values = new Map(
    lines.filter((line) => !line.startsWith('#')).map((line) => line.split(' ') as [string, string]),
  );
  const positive = expect.stringMatching(/^[1-9]\d+$/u);
  expect(Object.fromEntries(values)).toEqual({
    ...{ muster_connections: '3', muster_tasks_waiting: '3', muster_tasks_late: '1' },
    ...{ muster_database_bytes: positive, muster_disk_free_bytes: '12345' },
    ...{ process_start_time_seconds: String((now - minute) / 1000), process_resident_memory_bytes: positive },
  });
  for (const name of values.keys()) {
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^# HELP ${name} \\S`, 'u')));
    expect(lines).toContain(`# TYPE ${name} gauge`);
  }
});
