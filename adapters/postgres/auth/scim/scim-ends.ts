/** End of the memberships of deactivated and deleted users: at once, repeated each minute until it succeeds. */
import { type OperationQueue, operationQueue } from '#provider-kit/operation-queue.ts';
import type { SqlDatabase } from '../../database.ts';

export interface ScimEndsOptions {
  readonly database: SqlDatabase;
  readonly report: (error: unknown) => void;
}

/** Ends the memberships of a disabled or deleted account. Idempotent. */
export type EndMemberships = (uid: string) => Promise<void>;

const atOnce = 100;

export class ScimEnds {
  private readonly options: ScimEndsOptions;
  private readonly runs: OperationQueue = operationQueue();
  private end: EndMemberships | null = null;

  constructor(options: ScimEndsOptions) {
    this.options = options;
  }

  start(end: EndMemberships): void {
    this.end = end;
  }

  stop(): void {
    this.end = null;
  }

  /** Called after each commit, and each minute. Never rejects. */
  run(): Promise<void> {
    return this.runs(() => this.runNow()).catch(this.options.report);
  }

  private async runNow(): Promise<void> {
    const { database, report } = this.options;
    const { end } = this;
    if (!end) return;
    const rows = await database.rows<{ uid: string }>(
      `SELECT uid FROM auth_scim_ends ORDER BY uid LIMIT ${atOnce}`,
    );
    for (const { uid } of rows)
      try {
        await end(uid);
        await database.rows('DELETE FROM auth_scim_ends WHERE uid = $1', [uid]);
      } catch (error) {
        report(error);
      }
  }
}
