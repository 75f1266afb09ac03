/** Requests to the rules of documents and files, and decisions. */
import type { Query } from '#ports/docs/query.ts';
import type { DocData, Timestamp } from '#ports/docs/values.ts';
import type { LookupBudget } from './budget.ts';
import type { AccessMethod, Allow, Ruleset } from './syntax.ts';

export interface RulesAuth {
  readonly uid: string;
  readonly token: Readonly<Record<string, unknown>>;
}

interface Access {
  readonly method: AccessMethod;
  readonly auth: RulesAuth | null;
  /** Time of the request, in microseconds since the epoch. */
  readonly time: number;
  /**
   * Whether values are made up, as in the hosted service that tests rules: a document has no name, and an absent one is a missing
   * property instead of null. Live traffic, the default, knows both.
   */
  readonly mocked?: boolean;
}

/** An access to a document. */
export interface DocAccess extends Access {
  /** Relative to the database's documents. */
  readonly path: string;
  /** Stored data; null when there is none. */
  readonly resource: DocData | null;
  /** Data after a write; null for a deletion, and for reads. */
  readonly after: DocData | null;
  /** Query of a list. */
  readonly query?: { readonly limit?: number; readonly offset?: number; readonly orderBy?: string };
}

/** A query. */
export interface ListAccess {
  readonly query: Query;
  readonly auth: RulesAuth | null;
  /** Microseconds since the epoch. */
  readonly time: number;
  /** `mocked` as in `DocAccess`. */
  readonly mocked?: boolean;
}

/** Documents for `get` and `exists`, `getAfter` and `existsAfter`. Paths are relative to the database's documents. */
export interface Lookups {
  get(path: string): DocData | null;
  getAfter(path: string): DocData | null;
}

/** A file as its rules see it. A field that is absent here is an error there. */
export interface ObjectMeta {
  /** The path in the bucket. */
  readonly name?: string;
  readonly bucket?: string;
  readonly size?: number;
  readonly generation?: number;
  readonly metageneration?: number;
  readonly timeCreated?: Timestamp;
  readonly updated?: Timestamp;
  readonly md5Hash?: string;
  readonly crc32c?: string;
  readonly etag?: string;
  readonly contentType?: string;
  readonly contentDisposition?: string;
  readonly contentEncoding?: string;
  readonly contentLanguage?: string;
  readonly cacheControl?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface ObjectAccess extends Access {
  readonly bucket: string;
  readonly path: string;
  readonly resource: ObjectMeta | null;
  readonly after: ObjectMeta | null;
}

/** A place in the source, with its text. */
export interface RuleText {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

export interface Refusal {
  readonly service: 'firestore' | 'storage' | 'database';
  readonly method: string;
  readonly path: string;
  /** The `allow` that came nearest; null when none is for this method at this path. */
  readonly rule: RuleText | null;
  /** Smallest part of its condition that was false or failed, with its value. */
  readonly expression: (RuleText & { readonly problem: string }) | null;
  /** The whole explanation as one sentence. */
  readonly message: string;
}

export interface Decision {
  readonly allowed: boolean;
  readonly refusal: Refusal | null;
  /** Documents that were looked up, so that a listener can be judged again when they change. */
  readonly lookups: readonly string[];
}

/** Called for each `allow` that was evaluated, with its result. */
export type AllowObserver = (allow: Allow, holds: boolean) => void;

export interface DocRules {
  readonly syntax: Ruleset;
  check(access: DocAccess, lookups: Lookups, budget: LookupBudget, seen?: AllowObserver): Decision;
  /** Whether a query may be run: a proof that every document that it could return may be read. */
  list(access: ListAccess, lookups: Lookups): Decision;
}

export interface ObjectRules {
  readonly syntax: Ruleset;
  /** `lookups` answers `firestore.get` and `firestore.exists`. */
  check(access: ObjectAccess, lookups: Pick<Lookups, 'get'>): Decision;
}
