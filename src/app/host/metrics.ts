/** Metrics in Prometheus' text format. */
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import type { PostgresHost } from '#adapters/postgres/host/postgres-host.ts';
import type { DiskSpace } from './disk-space.ts';

const lateMs = 60_000;

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  readonly value: number;
}

export interface MetricsSources {
  readonly host: { readonly wire: Pick<PostgresHost['wire'], 'connections'> };
  readonly database: SqlDatabase;
  readonly disk: Pick<DiskSpace, 'freeBytes'>;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly now: number;
}

/** @throws PortError unavailable */
export async function metricsText({ host, database, disk, startedAt, now }: MetricsSources): Promise<string> {
  const [stored] = await database.rows<{ bytes: string; waiting: string; late: string }>(
    `SELECT pg_database_size(current_database()) AS bytes,
      (SELECT count(*) FROM tasks WHERE done IS NULL) AS waiting,
      (SELECT count(*) FROM tasks WHERE done IS NULL AND due < $1) AS late`,
    [now - lateMs],
  );
  const metrics: readonly Metric[] = [
    {
      name: 'muster_connections',
      help: 'Browsers connected to this process.',
      type: 'gauge',
      value: host.wire.connections(),
    },
    {
      name: 'muster_database_bytes',
      help: 'Size of the database.',
      type: 'gauge',
      value: Number(stored?.bytes),
    },
    {
      name: 'muster_disk_free_bytes',
      help: 'Space left on the disk of the files, and of a PostgreSQL of its own.',
      type: 'gauge',
      value: await disk.freeBytes(),
    },
    {
      name: 'muster_tasks_waiting',
      help: 'Tasks that have not run yet.',
      type: 'gauge',
      value: Number(stored?.waiting),
    },
    {
      name: 'muster_tasks_late',
      help: 'Tasks whose time was more than a minute ago.',
      type: 'gauge',
      value: Number(stored?.late),
    },
    {
      name: 'process_start_time_seconds',
      help: 'Start of this process since the epoch.',
      type: 'gauge',
      value: startedAt / 1000,
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Memory of this process.',
      type: 'gauge',
      value: process.memoryUsage.rss(),
    },
  ];
  return metrics
    .map(
      ({ name, help, type, value }) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`,
    )
    .join('');
}
