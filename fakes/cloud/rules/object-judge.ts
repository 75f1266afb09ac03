/** Judges accesses to files. */
import { LookupBudget } from './budget.ts';
import { CompiledRules } from './compile.ts';
import { Evaluation, type LookupSource, RequestValue } from './evaluation.ts';
import { FoundDocuments } from './found-documents.ts';
import { decide } from './refusal.ts';
import type { Decision, Lookups, ObjectAccess, ObjectMeta, ObjectRules } from './rules.ts';
import type { Ruleset } from './syntax.ts';
import { Failure, Path, type Result, type Value, type ValueMap } from './values.ts';

export class ObjectJudge implements ObjectRules {
  private readonly rules: CompiledRules;

  constructor(source: string) {
    this.rules = new CompiledRules(source, 'firebase.storage');
  }

  get syntax(): Ruleset {
    return this.rules.syntax;
  }

  check(access: ObjectAccess, { get }: Pick<Lookups, 'get'>): Decision {
    const found = new FoundDocuments({ get, getAfter: get }, LookupBudget.file());
    const segments = ['b', access.bucket, 'o', ...access.path.split('/')];
    return decide(found, evaluationOf(access, segments, found), {
      rules: this.rules,
      service: 'storage',
      method: access.method,
      path: access.path,
      segments,
      uid: access.auth?.uid ?? null,
      again: () => evaluationOf(access, segments, found.again()),
    });
  }
}

function evaluationOf(access: ObjectAccess, segments: readonly string[], lookups: LookupSource): Evaluation {
  const { method, auth, time, after, resource, mocked = false } = access;
  const writes = method === 'create' || method === 'update' || method === 'delete';
  const request = new RequestValue({
    method,
    auth,
    time,
    path: () => new Path(segments),
    resource: writes && !(mocked && after === null) ? valueOf(after) : undefined,
    query: undefined,
  });
  const stored: Result = mocked && resource === null ? noFile : valueOf(resource);
  return new Evaluation(request, stored, lookups, mocked);
}

const noFile = new Failure(() => 'there is no file');

/** What is absent is no field. */
function valueOf(meta: ObjectMeta | null): Value {
  if (meta === null) return null;
  return Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== undefined)) as ValueMap;
}
