/** Authorization of requests for documents by the security rules. */
import type { DocData } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import type { Plan } from '#query/plan.ts';
import { LookupBudget } from '#firebase-rules/rules/budget.ts';
import type {
  Decision,
  DocAccess,
  DocRules,
  Lookups,
  Refusal,
  RulesAuth,
} from '#firebase-rules/rules/decisions.ts';
import { owner } from '../owner.ts';
import type { Session } from '../session.ts';
import type { Proposal, CommitStep } from './commit.ts';
import type { DocDatabase } from './database.ts';
import { dataForRules, queryForRules } from './exact-forms.ts';

/** Target of a listen: a document or a query. */
export type Question = { readonly doc: string } | { readonly plan: Plan };

export class DocsGuard {
  /** Rules; `null` allows everything. */
  private rules: DocRules | null = null;
  private readonly database: Pick<DocDatabase, 'get' | 'now'>;
  private readonly denial: (refusal: Refusal, caller: Caller | null) => PortError;
  private readonly lookups: Lookups;

  /** `denial` gets every refusal, and returns the error for the caller. */
  constructor(
    database: Pick<DocDatabase, 'get' | 'now'>,
    denial: (refusal: Refusal, caller: Caller | null) => PortError,
  ) {
    this.database = database;
    this.denial = denial;
    const get = (path: string) => forRules(database.get(path)?.data ?? null);
    this.lookups = { get, getAfter: get };
  }

  /** Replaces the rules. */
  publish(rules: DocRules): void {
    this.rules = rules;
  }

  /** Whether there are rules. A request then needs a valid token, or none. */
  hasRules(): boolean {
    return this.rules !== null;
  }

  /** Like `read`, for the caller of a connection. @throws PortError permission-denied, unauthenticated */
  readBy(question: Question, session: Session): Decision {
    return this.hasRules() ? this.read(question, callerOf(session)) : free;
  }

  /** Authorizes what only an owner may do, whatever the rules. @throws PortError permission-denied, unauthenticated */
  administer(what: string, session: Session): void {
    if (this.hasRules() && callerOf(session) !== owner)
      throw new PortError('permission-denied', `Only the project’s owner may ${what}.`);
  }

  /** Authorizes a read. The decision names the other documents that it depends on. @throws PortError permission-denied */
  read(question: Question, caller: Caller | null): Decision {
    const { rules } = this;
    if (!rules || caller === owner) return free;
    const decision =
      'doc' in question
        ? rules.check(
            {
              ...this.access('get', question.doc, caller),
              resource: this.lookups.get(question.doc),
            },
            this.lookups,
            LookupBudget.single(),
          )
        : rules.list(
            { query: queryForRules(question.plan.query), auth: authOf(caller), time: this.database.now() },
            this.lookups,
          );
    return this.enforce(decision, caller);
  }

  /** Authorizes a whole batch, write by write, each on the document that its turn finds. @throws PortError permission-denied */
  commit({ steps, readings, time, after }: Proposal, caller: Caller | null): void {
    const { rules } = this;
    if (!rules || caller === owner) return;
    // A version that still holds says something of the document too.
    for (const { path } of readings) this.read({ doc: path }, caller);
    const lookups: Lookups = { get: this.lookups.get, getAfter: (path) => forRules(after(path)) };
    const budget = steps.length > 1 || readings.length > 0 ? LookupBudget.batch() : LookupBudget.single();
    for (const step of steps) {
      const access: DocAccess = {
        ...this.access(methodOf(step), step.path, caller),
        time,
        resource: forRules(step.before),
        after: forRules(step.after),
      };
      this.enforce(rules.check(access, lookups, budget), caller);
    }
  }

  private access(method: DocAccess['method'], path: string, caller: Caller | null): DocAccess {
    return { method, path, auth: authOf(caller), time: this.database.now(), resource: null, after: null };
  }

  private enforce(decision: Decision, caller: Caller | null): Decision {
    // The text of a refusal is computed on request.
    const refusal = decision.allowed ? null : decision.refusal;
    if (!refusal) return decision;
    throw this.denial(refusal, caller);
  }
}

const free: Decision = { allowed: true, refusal: null, lookups: [] };

const forRules = (data: DocData | null): DocData | null => data && dataForRules(data);

/**
 * The rules' method of a write: a `set` over a document is an update. An update of a missing document is an update, and then not
 * found.
 */
function methodOf({ kind, before }: CommitStep): DocAccess['method'] {
  if (kind === 'delete') return 'delete';
  return kind === 'set' && before === null ? 'create' : 'update';
}

const authOf = (caller: Caller | null): RulesAuth | null =>
  caller && { uid: caller.uid, token: caller.claims };

/** @throws PortError unauthenticated: an invalid token identifies neither a person nor nobody */
export function callerOf(session: Session): Caller | null {
  const caller = session.caller();
  if (!caller && session.hasToken())
    throw new PortError('unauthenticated', 'The session has ended, or its token is too old.');
  return caller;
}
