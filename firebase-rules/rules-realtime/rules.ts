/** Security rules of the realtime database, compiled. */
import { BoundedMemo } from '#query/bounded-memo.ts';
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { Refusal } from '../rules/decisions.ts';
import type { ReadAccess, ReadDecision, WriteAccess } from './decisions.ts';
import { judgeRead, judgeWrite } from './judge.ts';
import { parseRuleset, type RuleNode } from './ruleset.ts';
import { way } from './walk.ts';

export class DatabaseRules {
  private readonly ruleset: RuleNode;

  constructor(source: string) {
    this.ruleset = parseRuleset(source);
  }

  read(access: ReadAccess): ReadDecision {
    return judgeRead(this.ruleset, access);
  }

  /** `null` when it may be done. */
  write(access: WriteAccess): Refusal | null {
    return judgeWrite(this.ruleset, access);
  }

  /** The index that a query lacks, and where its `.indexOn` should be; keys and priorities need none. */
  missingIndex({ keys, orderBy }: NormalQuery): { readonly path: string; readonly index: string } | null {
    if (orderBy === 'key' || orderBy === 'priority') return null;
    const index = orderBy === 'value' ? '.value' : orderBy.child.join('/');
    const stop = [...way(this.ruleset, keys)].find((each) => each.keys.length === keys.length);
    return stop?.node.indexOn.includes(index) ? null : { path: `/${keys.join('/')}`, index };
  }
}

const compiled = new BoundedMemo<string, DatabaseRules>(50);

/** Compiles a ruleset, once for equal sources. @throws RulesError */
export const compileDatabaseRules = (source: string): DatabaseRules =>
  compiled.of(source, (text) => new DatabaseRules(text));
