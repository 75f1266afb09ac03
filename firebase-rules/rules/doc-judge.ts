/** Judges accesses to documents. */
import type { DocData } from '#ports/docs/values.ts';
import type { LookupBudget } from './budget.ts';
import { CompiledRules } from './compile.ts';
import { FoundDocuments } from './found-documents.ts';
import { documentValue, Evaluation, type LookupSource, RequestValue } from './evaluation.ts';
import type { ListAccess } from './decisions.ts';
import { proveList } from './proof/prove.ts';
import { decide } from './refusal.ts';
import type { AllowObserver, Decision, DocAccess, DocRules, Lookups } from './decisions.ts';
import type { Ruleset } from './syntax.ts';
import { documentPath, Failure, type ValueMap } from './values.ts';

export class DocJudge implements DocRules {
  private readonly rules: CompiledRules;

  constructor(source: string) {
    this.rules = new CompiledRules(source, 'cloud.firestore');
  }

  get syntax(): Ruleset {
    return this.rules.syntax;
  }

  check(access: DocAccess, lookups: Lookups, budget: LookupBudget, seen?: AllowObserver): Decision {
    budget.begin();
    const found = new FoundDocuments(lookups, budget);
    const segments = ['databases', '(default)', 'documents', ...access.path.split('/')];
    return decide(found, evaluationOf(access, found), {
      rules: this.rules,
      service: 'firestore',
      method: access.method,
      path: access.path,
      segments,
      uid: access.auth?.uid ?? null,
      seen,
      again: () => evaluationOf(access, found.again()),
    });
  }

  list(access: ListAccess, lookups: Lookups): Decision {
    return proveList(this, access, lookups);
  }
}

function evaluationOf(access: DocAccess, lookups: LookupSource): Evaluation {
  const { method, auth, time, path, after, resource, mocked = false } = access;
  const writes = method === 'create' || method === 'update' || method === 'delete';
  const valueOf = (data: DocData | null) => data && documentValue(path, data, mocked);
  const request = new RequestValue({
    method,
    auth,
    time,
    path: () => documentPath(path),
    resource: writes && !(mocked && after === null) ? valueOf(after) : undefined,
    query: method === 'list' ? ((access.query ?? {}) as ValueMap) : undefined,
  });
  const stored = mocked && resource === null ? noDocument : valueOf(resource);
  return new Evaluation(request, stored, lookups, mocked);
}

const noDocument = new Failure(() => 'there is no document');
