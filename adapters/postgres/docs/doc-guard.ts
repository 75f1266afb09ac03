/** Authorization by security rules, whose look-ups are read in the transaction of the request. */
import type { DocData } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { Plan } from '#query/plan.ts';
import { LookupBudget } from '#firebase-rules/rules/budget.ts';
import type { Decision, DocAccess, DocRules, Lookups, Refusal } from '#firebase-rules/rules/decisions.ts';
import type { Sql } from '../sql.ts';
import { LookedUp } from './looked-up.ts';
import type { StagedWrite } from './staged-writes.ts';

export interface GuardOptions {
  readonly rules: DocRules;
  /** Gets each refusal; returns the error for the caller. Default: one sentence without the reason. */
  readonly denied?: (refusal: Refusal | null, caller: Caller | null) => PortError;
}

const notAllowed = () => new PortError('permission-denied', 'You are not allowed to do this.');

export class DocGuard {
  private readonly rules: DocRules;
  private readonly denied: NonNullable<GuardOptions['denied']>;

  constructor({ rules, denied = notAllowed }: GuardOptions) {
    this.rules = rules;
    this.denied = denied;
  }

  /** @throws PortError permission-denied */
  async get(sql: Sql, path: string, caller: Caller | null, time: number): Promise<void> {
    const documents = new LookedUp(sql);
    this.enforce(await documents.decide((lookups) => this.read(path, caller, time, lookups)), caller);
  }

  /** @throws PortError permission-denied */
  async find(sql: Sql, plan: Plan, caller: Caller | null, time: number): Promise<void> {
    const access = { query: plan.query, auth: authOf(caller), time };
    const documents = new LookedUp(sql);
    this.enforce(await documents.decide((lookups) => this.rules.list(access, lookups)), caller);
  }

  /**
   * A whole commit, write by write, and the documents that it expects. `known`: documents that have been read. Resolves with
   * whether the caller may read a document as the commit leaves it. @throws PortError permission-denied
   */
  async commit(
    sql: Sql,
    steps: readonly StagedWrite[],
    expected: readonly string[],
    known: ReadonlyMap<string, DocData | null>,
    caller: Caller | null,
    time: number,
  ): Promise<(path: string) => Promise<boolean>> {
    const left = new Map(steps.map(({ path, after }) => [path, after]));
    const documents = new LookedUp(sql, known, left);
    for (const path of expected)
      this.enforce(await documents.decide((lookups) => this.read(path, caller, time, lookups)), caller);
    const refused = await documents.decide((lookups) => {
      const budget = steps.length > 1 || expected.length > 0 ? LookupBudget.batch() : LookupBudget.single();
      for (const { path, kind, before, after } of steps) {
        const method = methodOf(kind, before);
        const access: DocAccess = { method, path, auth: authOf(caller), time, resource: before, after };
        const decision = this.rules.check(access, lookups, budget);
        if (!decision.allowed) return decision;
      }
      return allowed;
    });
    this.enforce(refused, caller);
    const afterwards = new LookedUp(sql, new Map([...known, ...left]));
    return async (path) =>
      (await afterwards.decide((lookups) => this.read(path, caller, time, lookups))).allowed;
  }

  private read(path: string, caller: Caller | null, time: number, lookups: Lookups): Decision {
    const access: DocAccess = {
      ...{ method: 'get', path, auth: authOf(caller), time, after: null },
      resource: lookups.get(path),
    };
    return this.rules.check(access, lookups, LookupBudget.single());
  }

  private enforce({ allowed: isAllowed, refusal }: Decision, caller: Caller | null): void {
    if (!isAllowed) throw this.denied(refusal, caller);
  }
}

const allowed: Decision = { allowed: true, refusal: null, lookups: [] };

const authOf = (caller: Caller | null) => caller && { uid: caller.uid, token: caller.claims };

/** The rules' method of a write: a `set` over a document is an update. */
function methodOf(kind: StagedWrite['kind'], before: DocData | null): DocAccess['method'] {
  if (kind === 'delete') return 'delete';
  return kind === 'set' && before === null ? 'create' : 'update';
}
