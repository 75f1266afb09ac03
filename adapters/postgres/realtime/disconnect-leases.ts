/**
 * Writes that are left for the end of a connection, held by the database as leases: another process makes them when this one no longer
 * renews them.
 */
import { isPortError, PortError } from '#ports/errors.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { type TreeChange, updateChange } from '#query/tree/change.ts';
import {
  type DisconnectBatch,
  type DisconnectChange,
  withDisconnect,
} from '#query/tree/disconnect-writes.ts';
import type { Keys, TreeNode } from '#query/tree/node.ts';
import type { SqlDatabase } from '../database.ts';
import type { Requester } from '../docs/postgres-docs.ts';
import type { RealtimeGuard } from './realtime-guard.ts';
import type { SharedTree } from './shared-tree.ts';

export interface DisconnectLeasesOptions {
  readonly database: SqlDatabase;
  readonly clock: Clock;
  readonly tree: SharedTree;
  readonly guard: RealtimeGuard;
  /** Gets errors of renewals. */
  readonly report: (error: unknown) => void;
}

/** Characters of the writes that are left for the end of one connection. */
const mostLeft = 1024 * 1024;

/** Leases are renewed this often, and end without a renewal after three times as long. */
const renewalMs = 10_000;
const leaseMs = 3 * renewalMs;

export class DisconnectLeases {
  private readonly options: DisconnectLeasesOptions;
  /** Connections of this process that have left writes. */
  private readonly held = new Set<string>();
  private cancelTimer: () => void;
  private closed = false;

  constructor(options: DisconnectLeasesOptions) {
    this.options = options;
    this.cancelTimer = this.nextRenewal();
  }

  /** Adds an authorized write, or takes some back. @throws PortError resource-exhausted: too much is left for this connection */
  async hold(connection: string, change: DisconnectChange, author: Requester): Promise<void> {
    const { database, clock } = this.options;
    await database.write(async (sql) => {
      const [lease] = await sql.rows<{ writes: string }>(
        'SELECT writes FROM realtime_leases WHERE connection = $1 FOR UPDATE',
        [connection],
      );
      const batches = withDisconnect(
        lease ? (JSON.parse(lease.writes) as readonly DisconnectBatch[]) : [],
        change,
      );
      const text = JSON.stringify(batches);
      if (text.length > mostLeft)
        throw new PortError('resource-exhausted', 'Too much is left for the end of this connection.');
      await sql.rows(
        `INSERT INTO realtime_leases VALUES ($1, $2, $3, $4)
          ON CONFLICT (connection) DO UPDATE SET seen = excluded.seen, author = excluded.author, writes = excluded.writes`,
        [connection, clock.now(), JSON.stringify(author), text],
      );
    });
    this.held.add(connection);
  }

  /** Makes the writes of a connection of this process. */
  async end(connection: string): Promise<void> {
    if (this.held.delete(connection)) await this.make(connection, Infinity);
  }

  /** Ends renewals. */
  close(): void {
    this.closed = true;
    this.cancelTimer();
  }

  private async make(connection: string, seenBefore: number): Promise<void> {
    await this.options.tree.write(async (root, sql) => {
      const [left] = await sql.rows<{ author: string; writes: string }>(
        'DELETE FROM realtime_leases WHERE connection = $1 AND seen < $2::float8 RETURNING author, writes',
        [connection, seenBefore],
      );
      if (!left) return null;
      return this.allowedWrites(root, JSON.parse(left.writes), JSON.parse(left.author));
    });
  }

  /** Writes that are no longer allowed are dropped: no connection is left to report them to. */
  private allowedWrites(root: TreeNode, batches: readonly DisconnectBatch[], author: Requester): TreeChange {
    const now = this.options.clock.now();
    let after = root;
    const places: Keys[] = [];
    for (const batch of batches) {
      const change = updateChange(after, batch, now);
      try {
        this.options.guard.write(change, author);
      } catch (error) {
        if (!isPortError(error, 'permission-denied')) throw error;
        continue;
      }
      after = change.after;
      places.push(...change.places);
    }
    return { before: root, after, places, now };
  }

  private nextRenewal(): () => void {
    const { clock, report } = this.options;
    return clock.setTimer(() => {
      void this.renew()
        .catch(report)
        .then(() => {
          if (!this.closed) this.cancelTimer = this.nextRenewal();
        });
    }, renewalMs);
  }

  /** Renews this process's leases, and makes the writes of leases that have ended. */
  private async renew(): Promise<void> {
    const { database, clock } = this.options;
    const now = clock.now();
    if (this.held.size > 0)
      await database.rows('UPDATE realtime_leases SET seen = $1 WHERE connection = ANY($2::text[])', [
        now,
        [...this.held],
      ]);
    const over = await database.rows<{ connection: string }>(
      'SELECT connection FROM realtime_leases WHERE seen < $1 ORDER BY seen LIMIT 100',
      [now - leaseMs],
    );
    for (const { connection } of over) await this.make(connection, now - leaseMs);
  }
}
