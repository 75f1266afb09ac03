/** State of one access under evaluation: the request, and the documents that its rules look up. */
import { Timestamp, type DocData } from '#ports/docs/values.ts';
import type { RulesAuth } from './decisions.ts';
import type { AccessMethod } from './syntax.ts';
import {
  documentPath,
  Failure,
  LimitReached,
  type Path,
  type Result,
  Structure,
  type Value,
  type ValueMap,
} from './values.ts';

/** Most expressions that one request may evaluate. */
const mostExpressions = 1000;

/** Source of looked-up documents. @throws LimitReached beyond the budget */
export interface LookupSource {
  find(path: string, after: boolean): DocData | null;
}

export class Evaluation {
  readonly request: Structure;
  /** Document of the request; a failure where there is none, because any use of it is an error. */
  readonly resource: Result;
  captures: readonly Value[] = [];
  /** Parameters and lets of the function that is being evaluated. */
  frame: Result[] = [];
  private readonly lookups: LookupSource;
  /** Documents are made up, and have no name. */
  private readonly mocked: boolean;
  private spent = 0;

  constructor(request: Structure, resource: Result, lookups: LookupSource, mocked: boolean) {
    this.mocked = mocked;
    this.request = request;
    this.resource = resource;
    this.lookups = lookups;
  }

  /** Counts evaluated expressions. @throws LimitReached */
  spend(count: number): void {
    this.spent += count;
    if (this.spent > mostExpressions)
      throw new LimitReached(`a request may evaluate ${mostExpressions} expressions, and has`);
  }

  /** The document at a full path; null when there is none. @throws LimitReached */
  document(path: Path, after: boolean): DocumentValue | ValueMap | null | Failure {
    const relative = relativePath(path);
    return relative instanceof Failure ? relative : this.documentAt(relative, after);
  }

  /** Like `document`, for a path relative to the database's documents. */
  documentAt(path: string, after: boolean): DocumentValue | ValueMap | null {
    const data = this.lookups.find(path, after);
    return data && documentValue(path, data, this.mocked);
  }
}

/** Rest of a path after `/databases/(default)/documents/`; a failure for a path that names no document. */
export function relativePath(path: Path): string | Failure {
  const { segments } = path;
  const relative = relativeOf(segments);
  return relative ?? new Failure(() => `${String(path)} is no path of a document in this database`);
}

function relativeOf(segments: Path['segments']): string | null {
  if (segments[0] !== 'databases' || segments[1] !== '(default)' || segments[2] !== 'documents') return null;
  if (segments.length < 5 || segments.length % 2 === 0) return null;
  return segments.every((segment) => typeof segment === 'string') ? segments.slice(3).join('/') : null;
}

/** A document: `data`, `id` and `__name__`. */
class DocumentValue extends Structure {
  private readonly path: string;
  private readonly data: DocData;

  constructor(path: string, data: DocData) {
    super();
    this.path = path;
    this.data = data;
  }

  get names(): readonly string[] {
    return ['data', 'id', '__name__'];
  }

  field(name: string): Value | undefined {
    switch (name) {
      case 'data':
        return this.data;
      case 'id':
        return this.path.slice(this.path.lastIndexOf('/') + 1);
      case '__name__':
        return documentPath(this.path);
      default:
        return undefined;
    }
  }
}

/** `mocked`: as a test service makes it up, without a name. */
export const documentValue = (path: string, data: DocData, mocked: boolean): DocumentValue | ValueMap =>
  mocked ? { data } : new DocumentValue(path, data);

export interface RequestFields {
  readonly method: AccessMethod;
  readonly auth: RulesAuth | null;
  /** Microseconds. */
  readonly time: number;
  readonly path: () => Path;
  /** Undefined where a request has none. */
  readonly resource: Value | undefined;
  readonly query: ValueMap | undefined;
}

export class RequestValue extends Structure {
  private readonly fields: RequestFields;
  private time: Timestamp | null = null;

  constructor(fields: RequestFields) {
    super();
    this.fields = fields;
  }

  get names(): readonly string[] {
    return ['auth', 'method', 'path', 'query', 'resource', 'time'].filter(
      (name) => this.field(name) !== undefined,
    );
  }

  field(name: string): Value | undefined {
    const { fields } = this;
    switch (name) {
      case 'auth':
        return fields.auth as ValueMap | null;
      case 'resource':
        return fields.resource;
      case 'time':
        return (this.time ??= timeOf(fields.time));
      case 'method':
        return fields.method;
      case 'path':
        return fields.path();
      case 'query':
        return fields.query;
      default:
        return undefined;
    }
  }
}

function timeOf(micros: number): Timestamp {
  const seconds = Math.floor(micros / 1e6);
  return new Timestamp(seconds, Math.round(micros - seconds * 1e6) * 1000);
}
