/** Tests of document rules without a backend: decisions about accesses to given data. An access changes nothing. */
import type { Write } from '#ports/docs/docs.ts';
import type { Query } from '#ports/docs/query.ts';
import { type DocData, Timestamp, type WriteData, type WriteValue } from '#ports/docs/values.ts';
import { checkOptions } from '#ports/options.ts';
import { mutate, mutationOf, resolveOperation } from '#query/mutation.ts';
import { planOf } from '../../platform/planner.ts';
import { LookupBudget } from '../budget.ts';
import { proveList } from '../proof/prove.ts';
import type { Problem } from '../rules-error.ts';
import type { AllowObserver, Decision, DocRules, Lookups, RulesAuth } from '../decisions.ts';
import { compileDocRules } from '../rules.ts';
import type { AccessMethod } from '../syntax.ts';
import { type AllowCoverage, CoverageCounts } from './coverage.ts';
import { type Documents, rulesTestOptions, type RulesTestOptions } from './options.ts';
import { platformData, platformPath, platformQuery, platformWrite } from '../../platform/arguments.ts';

/**
 * A user id, one with claims of its token, or `null` for who is not signed in. A token that says nothing of it is that of a person
 * with a custom token: `sub` and `user_id` are the uid, `firebase` is `{ identities: {}, sign_in_provider: 'custom' }`.
 */
export type Person = string | { readonly uid: string; readonly token?: RulesAuth['token'] } | null;

/** The beginning of 2026. */
export const defaultTime = Date.UTC(2026, 0, 1);

/**
 * @throws RulesError when the source is no ruleset for documents; TypeError for paths and data that can't be stored, and for an
 * option that there is not
 */
export function testRules(
  source: string,
  documents: Documents = {},
  options: RulesTestOptions = {},
): RulesUnderTest {
  checkOptions('testRules', options, rulesTestOptions);
  return new RulesUnderTest(compileDocRules(source), documents, (options.time ?? defaultTime) * 1000);
}

export class RulesUnderTest {
  private readonly rules: DocRules;
  private readonly documents: ReadonlyMap<string, DocData>;
  private readonly time: number;
  private readonly counts: CoverageCounts;

  constructor(rules: DocRules, documents: Documents, time: number) {
    this.rules = rules;
    this.documents = new Map(
      Object.entries(documents).map(([path, data]) => [platformPath(path), platformData(data)]),
    );
    this.time = time;
    this.counts = new CoverageCounts(rules.syntax);
  }

  /** Code in the rules that can never work, such as a call of a function that does not exist. */
  get warnings(): readonly Problem[] {
    return this.rules.syntax.warnings;
  }

  /** Accesses of a person. */
  as(person: Person): PersonUnderRules {
    return new PersonUnderRules(this.rules, this.documents, this.time, authOf(person), this.counts.count);
  }

  /** How often each `allow` was evaluated by the accesses so far, in the order of the source. */
  coverage(): readonly AllowCoverage[] {
    return this.counts.all();
  }
}

/** Token of a person with what the hosted service puts into every token; the test's own claims come before it. */
export function authOf(person: Person): RulesAuth | null {
  if (person === null) return null;
  const { uid, token = {} } = typeof person === 'string' ? { uid: person } : person;
  const own = { sub: uid, user_id: uid, firebase: { identities: {}, sign_in_provider: 'custom' } };
  return { uid, token: { ...own, ...token } };
}

/** Accesses of one person, each answered by a decision: `allowed`, and a `refusal` whose `message` says why not. */
export class PersonUnderRules {
  private readonly rules: DocRules;
  private readonly documents: ReadonlyMap<string, DocData>;
  private readonly time: number;
  private readonly auth: RulesAuth | null;
  private readonly seen: AllowObserver;

  constructor(
    rules: DocRules,
    documents: ReadonlyMap<string, DocData>,
    time: number,
    auth: RulesAuth | null,
    seen: AllowObserver,
  ) {
    this.seen = seen;
    this.rules = rules;
    this.documents = documents;
    this.time = time;
    this.auth = auth;
  }

  get(path: string): Decision {
    const stored = this.stored(platformPath(path));
    return this.check('get', path, stored, null, this.lookups(this.documents), LookupBudget.single());
  }

  /**
   * Query; a path alone is its whole collection. Allowed when everything that it could return may be read, whatever is stored; a
   * refusal says what is missing from the query.
   * @throws PortError for a combination that is not allowed
   */
  list(asked: Query | string): Decision {
    const { auth, time } = this;
    const { query } = planOf(platformQuery(typeof asked === 'string' ? { collection: asked } : asked));
    return proveList(this.rules, { query, auth, time }, this.lookups(this.documents), this.seen);
  }

  /** Creates the document, or replaces it (`merge`: changes it) when there is one. */
  set(path: string, data: WriteData, options: { readonly merge?: true | readonly string[] } = {}): Decision {
    return this.write({ type: 'set', path, data, ...options });
  }

  update(path: string, changes: Readonly<Record<string, WriteValue>>): Decision {
    return this.write({ type: 'update', path, changes });
  }

  delete(path: string): Decision {
    return this.write({ type: 'delete', path });
  }

  /** Writes as one batch: the first refusal refuses it. */
  write(...writes: readonly Write[]): Decision {
    const after = new Map<string, DocData | null>();
    const steps = writes.map((write) => this.step(platformWrite(write), after));
    const lookups = this.lookups(after);
    const budget = steps.length > 1 ? LookupBudget.batch() : LookupBudget.single();
    const seen = new Set<string>();
    for (const { method, path, before, left } of steps) {
      const decision = this.check(method, path, before, left, lookups, budget);
      if (!decision.allowed) return decision;
      for (const lookup of decision.lookups) seen.add(lookup);
    }
    return { allowed: true, refusal: null, lookups: [...seen] };
  }

  private step(write: Write, after: Map<string, DocData | null>) {
    const { path } = write;
    const known = after.get(path);
    const before = known === undefined ? this.stored(path) : known;
    const left = mutate(before, mutationOf(write), (op, value) =>
      resolveOperation(op, value, () => Timestamp.fromMillis(this.time / 1000)),
    );
    after.set(path, left && platformData(left));
    return { method: methodOf(write, before), path, before, left };
  }

  private lookups(after: ReadonlyMap<string, DocData | null>): Lookups {
    return {
      get: (path) => this.stored(path),
      getAfter: (path) => (after.has(path) ? (after.get(path) ?? null) : this.stored(path)),
    };
  }

  private stored(path: string): DocData | null {
    return this.documents.get(path) ?? null;
  }

  private check(
    method: AccessMethod,
    path: string,
    resource: DocData | null,
    after: DocData | null,
    lookups: Lookups,
    budget: LookupBudget,
  ): Decision {
    const { auth, time } = this;
    return this.rules.check({ method, path, auth, time, resource, after }, lookups, budget, this.seen);
  }
}

/** A `set` over a document updates it; an update of nothing is an update, and later not found. */
function methodOf({ type }: Write, before: DocData | null): AccessMethod {
  if (type === 'delete') return 'delete';
  return type === 'set' && before === null ? 'create' : 'update';
}
