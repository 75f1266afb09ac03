/** Documents that rules look up, read as they are asked for. */
import type { DocData } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import type { Decision, Lookups } from '#firebase-rules/rules/decisions.ts';
import type { Sql } from '../sql.ts';
import { readDocs } from './doc-rows.ts';

/** Most documents that one decision reads: those of the rules' own limits, and the ones that are decided on. */
const mostLookups = 600;

class NotLoaded extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`${path} is not loaded.`);
    this.path = path;
  }
}

/** Documents of one request. Rules are evaluated synchronously: a decision that lacks a document is made again with it. */
export class LookedUp {
  private readonly sql: Sql;
  private readonly stored: Map<string, DocData | null>;
  private readonly left: ReadonlyMap<string, DocData | null>;

  /** `left`: documents as the request leaves them. */
  constructor(
    sql: Sql,
    known: ReadonlyMap<string, DocData | null> = new Map(),
    left: ReadonlyMap<string, DocData | null> = new Map(),
  ) {
    this.sql = sql;
    this.stored = new Map(known);
    this.left = left;
  }

  async decide(decide: (lookups: Lookups) => Decision): Promise<Decision> {
    const get = (path: string) => this.find(path);
    const getAfter = (path: string) => {
      const data = this.left.get(path);
      return data === undefined ? this.find(path) : data;
    };
    for (let reads = 0; reads < mostLookups; reads++)
      try {
        const decision = decide({ get, getAfter });
        // The sentence of a refusal is made of what was looked up.
        return { allowed: decision.allowed, refusal: decision.refusal, lookups: decision.lookups };
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
        const found = await readDocs(this.sql, [error.path]);
        this.stored.set(error.path, found.get(error.path)?.data ?? null);
      }
    throw new PortError('resource-exhausted', 'The rules look up too many documents.');
  }

  private find(path: string): DocData | null {
    const data = this.stored.get(path);
    if (data === undefined) throw new NotLoaded(path);
    return data;
  }
}
