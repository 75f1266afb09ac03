/** Judges accesses to files. */
import { LookupBudget } from './budget.ts';
import { CompiledRules } from './compile.ts';
import { Evaluation, type LookupSource, RequestValue } from './evaluation.ts';
import { FoundDocuments } from './found-documents.ts';
import { decide } from './refusal.ts';
import type { Decision, Lookups, ObjectAccess, ObjectMeta, ObjectRules } from './decisions.ts';
import type { Ruleset } from './syntax.ts';
import { Failure, Path, type Result, Structure, type Value } from './values.ts';

export class ObjectJudge implements ObjectRules {
  private readonly rules: CompiledRules;

  constructor(source: string) {
    this.rules = new CompiledRules(source, 'firebase.storage');
  }

  get syntax(): Ruleset {
    return this.rules.syntax;
  }

  check(access: ObjectAccess, { get }: Pick<Lookups, 'get'>): Decision {
    if (access.method === 'list' && this.syntax.version === 1) return listOfVersion1(access);
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

/** Version 1 rules never allow lists: https://firebase.google.com/docs/storage/security/core-syntax */
function listOfVersion1({ method, path, auth }: ObjectAccess): Decision {
  const who = auth?.uid ?? 'a visitor who is not signed in';
  const message = `${method} of ${path} is denied to ${who}: rules of version 1 list no files; begin them with rules_version = '2'.`;
  return {
    allowed: false,
    refusal: { service: 'storage', method, path, rule: null, expression: null, message },
    lookups: [],
  };
}

const valueOf = (meta: ObjectMeta | null): Value => meta && new FileValue(meta);

/** File of a request. An absent value is no field; checksums are computed when they are read. */
class FileValue extends Structure {
  private readonly meta: ObjectMeta;

  constructor(meta: ObjectMeta) {
    super();
    this.meta = meta;
  }

  get names(): readonly string[] {
    return Object.keys(this.meta).filter((name) => this.field(name) !== undefined);
  }

  field(name: string): Value | undefined {
    return Object.hasOwn(this.meta, name) ? this.meta[name as keyof ObjectMeta] : undefined;
  }
}
