/** Authorization of requests for files by the security rules, which may look documents up. */
import type { ObjectRules, Refusal } from '#firebase-rules/rules/decisions.ts';
import type { AccessMethod } from '#firebase-rules/rules/syntax.ts';
import { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { SqlDatabase } from '../database.ts';
import { LookedUp } from '../docs/looked-up.ts';
import { bucket, type IncomingFile, storedMeta } from './file-meta.ts';
import type { StoredFile } from './file-rows.ts';

export interface FileGuardOptions {
  readonly database: SqlDatabase;
  /** The server's clock, in epoch milliseconds. */
  readonly now: () => number;
  /** `null`: everyone signed in may do everything. */
  readonly rules: ObjectRules | null;
  /** Gets each refusal; returns the error for the caller. Default: one sentence without the reason. */
  readonly denied?: (refusal: Refusal | null, caller: Caller | null) => PortError;
}

interface FileAccess {
  readonly method: AccessMethod;
  readonly path: string;
  /** The file that is there. */
  readonly before?: StoredFile | null;
  /** The file that a write would leave. */
  readonly after?: IncomingFile | null;
}

const notAllowed = () => new PortError('storage/unauthorized', 'You are not allowed to do this.');

export class FileGuard {
  private readonly options: FileGuardOptions;

  constructor(options: FileGuardOptions) {
    this.options = options;
  }

  /**
   * A rule that needs a checksum that is not known yet is evaluated again once the content has arrived.
   * @throws PortError storage/unauthorized, storage/unauthenticated
   */
  async authorize(
    { method, path, before = null, after = null }: FileAccess,
    caller: Caller | null,
  ): Promise<void> {
    const { rules, database, now, denied = notAllowed } = this.options;
    if (!rules) {
      if (!caller) throw new PortError('storage/unauthenticated', 'Sign in to work with files.');
      return;
    }
    const access = {
      ...{ method, bucket, path, time: Math.ceil(now() * 1000) },
      auth: caller && { uid: caller.uid, token: caller.claims },
      resource: before && storedMeta(before),
      after: after && after.meta,
    };
    const decision = await database.read((sql) =>
      new LookedUp(sql).decide((lookups) => rules.check(access, lookups)),
    );
    if (!decision.allowed && !after?.isWanting()) throw denied(decision.refusal, caller);
  }
}
