/** Authorization of reads and writes of realtime values, for open listens again when the answer may have changed. */
import type { DatabaseAuth } from '#firebase-rules/rules-realtime/decisions.ts';
import type { DatabaseRules } from '#firebase-rules/rules-realtime/rules.ts';
import type { Refusal } from '#firebase-rules/rules/decisions.ts';
import { PortError } from '#ports/errors.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { TreeChange } from '#query/tree/change.ts';
import type { Keys, TreeNode } from '#query/tree/node.ts';
import type { Requester } from '../docs/postgres-docs.ts';

export interface RealtimeGuardOptions {
  readonly rules: DatabaseRules;
  /** Gets each refusal; returns the error for the caller. Default: one sentence without the reason. */
  readonly denied?: (refusal: Refusal, caller: Caller | null) => PortError;
}

const notAllowed = () => new PortError('permission-denied', 'You are not allowed to do this.');

export class RealtimeGuard {
  private readonly options: RealtimeGuardOptions | null;
  private readonly now: () => number;

  /** `null`: everything is allowed. */
  constructor(options: RealtimeGuardOptions | null, now: () => number) {
    this.options = options;
    this.now = now;
  }

  /** @throws PortError permission-denied; failed-precondition: a query that no index serves */
  get(root: TreeNode, query: NormalQuery, requester: Requester): void {
    this.read(root, query, requester);
    const missing = requester === 'server' ? null : this.options?.rules.missingIndex(query);
    if (!missing) return;
    throw new PortError(
      'failed-precondition',
      `Index not defined, add ".indexOn": "${missing.index}", for path "${missing.path}", to the rules`,
    );
  }

  /** Whether no index serves a query: a listen gets its answer all the same. */
  lacksIndex(query: NormalQuery): boolean {
    return (this.options?.rules.missingIndex(query) ?? null) !== null;
  }

  /** Places that the decision depends on. @throws PortError permission-denied */
  read(root: TreeNode, query: NormalQuery, requester: Requester): readonly Keys[] {
    if (!this.options || requester === 'server') return [];
    const access = { auth: authOf(requester), now: this.now(), query, root };
    const { refusal, looked } = this.options.rules.read(access);
    if (refusal) throw this.denied(refusal, requester);
    return looked;
  }

  /** @throws PortError permission-denied */
  write({ places, before, after, now }: TreeChange, requester: Requester): void {
    if (!this.options || requester === 'server') return;
    const refusal = this.options.rules.write({ auth: authOf(requester), now, before, after, places });
    if (refusal) throw this.denied(refusal, requester);
  }

  private denied(refusal: Refusal, caller: Caller | null): PortError {
    return (this.options?.denied ?? notAllowed)(refusal, caller);
  }
}

function authOf(caller: Caller | null): DatabaseAuth | null {
  if (!caller) return null;
  const { sign_in_provider: provider } = (caller.claims['firebase'] ?? {}) as {
    readonly sign_in_provider?: string;
  };
  return { uid: caller.uid, provider: provider ?? null, token: caller.claims };
}
