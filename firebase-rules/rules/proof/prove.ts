/**
 * Proof that a query may be run. Rules are no filters: every document that the query could return must be readable, proven from its filters
 * alone. Stored documents play no part. Undecidable queries are rejected.
 */
import type { Query } from '#ports/docs/query.ts';
import { LookupBudget } from '../budget.ts';
import { Evaluation, RequestValue } from '../evaluation.ts';
import { FoundDocuments } from '../found-documents.ts';
import type { AllowObserver, Decision, DocRules, ListAccess, Lookups, Refusal } from '../decisions.ts';
import type { Scope } from '../syntax.ts';
import { documentPath, LimitReached, Path, type Value } from '../values.ts';
import { type Abstract, certain, known, open, type Outcome, stored, unknown } from './abstract.ts';
import { branchesOf } from './branches.ts';
import { type Binding, type Covering, coveringRules, type Paths } from './covering.ts';
import { type DocFacts, factsOf } from './facts.ts';
import { type Frames, Interpreter } from './interpret.ts';
import { type Failed, refusalOf, tooMuch } from './refuse.ts';
import { isCertain } from './truth.ts';

/** Proof of a query: each of its alternatives by some rule. */
export function proveList(
  { syntax }: Pick<DocRules, 'syntax'>,
  access: ListAccess,
  lookups: Lookups,
  seen: AllowObserver = () => undefined,
): Decision {
  const { query, auth, mocked = false } = access;
  const found = new FoundDocuments(lookups, LookupBudget.single());
  const request = requestOf(access);
  const asked = { ruleset: syntax, query, auth };
  for (const branch of branchesOf(query)) {
    const doc = factsOf(query, branch);
    const paths = pathsOf(query, doc);
    const covering = paths.anywhere && syntax.version === 1 ? [] : coveringRules(syntax, paths);
    const refusal = prove(asked, covering, doc, new Evaluation(request, null, found, mocked), seen);
    if (refusal) return { allowed: false, refusal, lookups: found.paths() };
  }
  return { allowed: true, refusal: null, lookups: found.paths() };
}

function prove(
  asked: Parameters<typeof refusalOf>[0],
  covering: readonly Covering[],
  doc: DocFacts,
  of: Evaluation,
  seen: AllowObserver,
): Refusal | null {
  const failed: Failed[] = [];
  const interpreter = new Interpreter({ request: of.request, doc }, of);
  for (const rule of covering) {
    const { allow, scope } = rule;
    if (!allow.condition) {
      seen(allow, true);
      return null;
    }
    try {
      const truth = interpreter.truth(allow.condition, { scope, frames: framesOf(rule, doc) });
      const holds = isCertain(truth);
      seen(allow, holds);
      if (holds) return null;
      failed.push({ allow, why: truth.why ?? open(allow.condition) });
    } catch (error) {
      if (error instanceof LimitReached) return tooMuch(asked, allow, error.message);
      throw error;
    }
  }
  return refusalOf(asked, failed);
}

/** Paths of the alternative's documents. */
function pathsOf({ collection, group = false }: Query, { path, id }: DocFacts): Paths {
  if (path !== null) return { anywhere: false, segments: path.split('/') };
  const last = typeof id.equal === 'string' ? id.equal : null;
  return { anywhere: group, segments: [...collection.split('/'), last] };
}

function requestOf({ query, auth, time }: ListAccess): RequestValue {
  const limit = query.limit ?? query.limitToLast ?? query.nearest?.limit;
  const orders = (query.orderBy ?? []).map(({ field, direction }) => [field, direction.toUpperCase()]);
  return new RequestValue({
    method: 'list',
    auth,
    time,
    // A placeholder, not shown: each document has a path of its own.
    path: () => documentPath(query.collection),
    resource: undefined,
    query: {
      ...(limit === undefined ? {} : { limit }),
      ...(orders.length === 0 ? {} : { orderBy: Object.fromEntries(orders) as Record<string, Value> }),
    },
  });
}

function framesOf({ bindings }: Covering, doc: DocFacts): Frames {
  const frames = new Map<Scope, ReadonlyMap<string, Outcome>>();
  for (const [scope, names] of bindings) {
    const values = [...names].map(([name, binding]) => [name, certain(valueOf(binding, doc))] as const);
    frames.set(scope, new Map(values));
  }
  return frames;
}

/** The one segment that a query leaves open is the document's id. */
function valueOf(binding: Binding, doc: DocFacts): Abstract {
  if ('one' in binding) return binding.one === null ? stored(doc.id) : known(binding.one);
  const { anywhere, segments } = binding.rest;
  const all = segments.filter((segment) => segment !== null);
  return anywhere || all.length < segments.length ? unknown(differs, 'path') : known(new Path(all));
}

const differs = open(
  { kind: 'literal', at: { start: 0, end: 0, line: 1, column: 1 }, value: null, float: false },
  [],
  [],
  'it differs from document to document',
);
