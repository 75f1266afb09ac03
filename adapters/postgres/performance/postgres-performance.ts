/** Measurements of browsers in PostgreSQL, for an operator to read. */
import type { TraceRecord } from '#ports/performance/performance.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import type { SqlDatabase } from '../database.ts';
import type { Peer, WireService } from '../wire/peer.ts';
import { traceRecordsOf } from './trace-records.ts';

export interface PostgresPerformanceOptions {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  /** Gets errors that are in no answer. */
  readonly report: (error: unknown) => void;
  /** How long measurements are kept. Default: 14 days. */
  readonly keepMs?: number;
  /** Most that are kept; the newest stay. Default: 100,000. */
  readonly most?: number;
}

/** Durations of one kind and name, in milliseconds. */
export interface TraceSummary {
  readonly kind: TraceRecord['kind'];
  readonly name: string;
  readonly count: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly longestMs: number;
}

const dayMs = 24 * 3_600_000;
const minuteMs = 60_000;
const cleanUpMs = 60 * minuteMs;
/** Rate limits in records per minute: of a connection, and of all connections of a process. Further records are dropped. */
const mostOfPeer = 1200;
const mostOfProcess = 12_000;

export class PostgresPerformance {
  private readonly options: PostgresPerformanceOptions;
  private counts: { readonly minute: number; all: number; readonly of: Map<string, number> } = {
    ...{ minute: 0, all: 0, of: new Map() },
  };
  private cancelTimer: () => void = () => {};

  constructor(options: PostgresPerformanceOptions) {
    this.options = options;
  }

  /** Removes measurements that are past their time, every hour. */
  start(): void {
    this.cancelTimer = this.options.clock.setTimer(
      guardListener(() => {
        this.start();
        return this.cleanUp().catch(this.options.report);
      }),
      cleanUpMs,
    );
  }

  close(): void {
    this.cancelTimer();
  }

  /** Keeps records of a connection, as many as its share allows. */
  async collect(records: readonly TraceRecord[], peer: string): Promise<void> {
    const kept = records.slice(0, this.share(records.length, peer));
    if (kept.length === 0) return;
    const column = <T>(of: (record: TraceRecord) => T) => kept.map(of);
    await this.options.database.rows(
      `INSERT INTO traces (received, kind, name, started, duration, metrics, attributes)
      SELECT $1, * FROM unnest($2::text[], $3::text[], $4::bigint[], $5::float8[], $6::text[], $7::text[])`,
      [
        this.options.clock.now(),
        column(({ kind }) => kind),
        column(({ name }) => name),
        column(({ startedAt }) => Math.round(startedAt)),
        column(({ durationMs }) => durationMs),
        column(({ metrics }) => JSON.stringify(metrics)),
        column(({ attributes }) => JSON.stringify(attributes)),
      ],
    );
  }

  /**
   * Measurements of the last `ms`, most frequent first, at most 200 kinds and names. Pages and requests are grouped by origin: their paths
   * may name private things.
   */
  async summary(ms: number = dayMs): Promise<readonly TraceSummary[]> {
    const rows = await this.options.database.rows<{
      readonly kind: TraceRecord['kind'];
      readonly name: string;
      readonly count: string;
      readonly durations: readonly [number, number, number];
    }>(
      `SELECT kind, place AS name, count(*) AS count,
        percentile_disc(ARRAY[0.5, 0.95, 1]) WITHIN GROUP (ORDER BY duration) AS durations
      FROM (SELECT kind, duration, received,
          CASE kind WHEN 'trace' THEN name ELSE coalesce(substring(name FROM '^[a-z]+://[^/?#]+'), 'elsewhere') END AS place
        FROM traces) AS named
      WHERE received >= $1 GROUP BY kind, place ORDER BY count(*) DESC, kind, place LIMIT 200`,
      [this.options.clock.now() - ms],
    );
    return rows.map(({ kind, name, count, durations: [medianMs, p95Ms, longestMs] }) => ({
      ...{ kind, name, count: Number(count), medianMs, p95Ms, longestMs },
    }));
  }

  async cleanUp(): Promise<void> {
    const { database, clock, keepMs = 14 * dayMs, most = 100_000 } = this.options;
    await database.rows('DELETE FROM traces WHERE received < $1', [clock.now() - keepMs]);
    await database.rows(
      'DELETE FROM traces WHERE number <= (SELECT number FROM traces ORDER BY number DESC OFFSET $1 LIMIT 1)',
      [most],
    );
  }

  private share(wanted: number, peer: string): number {
    const minute = Math.floor(this.options.clock.now() / minuteMs);
    if (this.counts.minute !== minute) this.counts = { minute, all: 0, of: new Map() };
    const own = this.counts.of.get(peer) ?? 0;
    const share = Math.max(0, Math.min(wanted, mostOfPeer - own, mostOfProcess - this.counts.all));
    this.counts.of.set(peer, own + share);
    this.counts.all += share;
    return share;
  }
}

/** `performance.collect` of `{ records }`. */
export const performanceService = (performance: PostgresPerformance): WireService => ({
  calls: {
    'performance.collect': (payload: unknown, peer: Peer) =>
      performance.collect(traceRecordsOf(payload), peer.id),
  },
});
