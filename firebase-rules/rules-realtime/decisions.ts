/** Requests to the rules of the realtime database, and decisions. */
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { Keys, TreeNode } from '#query/tree/node.ts';
import type { Refusal } from '../rules/decisions.ts';
import type { Scope } from './compile.ts';
import type { Rule } from './ruleset.ts';

export interface DatabaseAuth {
  readonly uid: string;
  /** Provider of the sign-in. */
  readonly provider: string | null;
  readonly token: Readonly<Record<string, unknown>>;
}

interface Access {
  readonly auth: DatabaseAuth | null;
  /** Server time, epoch milliseconds. */
  readonly now: number;
}

export interface ReadAccess extends Access {
  readonly query: NormalQuery;
  readonly root: TreeNode;
}

export interface WriteAccess extends Access {
  /** Places written, each by itself; rules see them all as written. */
  readonly places: readonly Keys[];
  readonly before: TreeNode;
  readonly after: TreeNode;
}

export interface ReadDecision {
  readonly refusal: Refusal | null;
  /** Places that were looked at: when one of them changes, the answer may be another. */
  readonly looked: readonly Keys[];
}

/** A rule with the values of its names. */
export interface Judged {
  readonly rule: Rule;
  readonly scope: Scope;
}
