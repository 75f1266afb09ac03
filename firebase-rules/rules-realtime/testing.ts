/** Tests of realtime database rules without a backend: decisions about accesses to given data. An access changes nothing. */
import { checkOptions } from '#ports/options.ts';
import type { Priority, RealtimeQuery, RealtimeValue } from '#ports/realtime/realtime.ts';
import type { TreeChange } from '#query/tree/change.ts';
import type { TreeNode } from '#query/tree/node.ts';
import { priorityRequest, readRequest, setRequest, treeOf, updateRequest } from '#query/tree/requests.ts';
import type { Decision, Refusal } from '../rules/decisions.ts';
import { authOf, defaultTime, type Person } from '../rules/testing/documents.ts';
import { rulesTestOptions, type RulesTestOptions } from '../rules/testing/options.ts';
import type { DatabaseAuth } from './decisions.ts';
import { compileDatabaseRules, type DatabaseRules } from './rules.ts';

/**
 * @throws RulesError when the source is no ruleset for the database; TypeError for data that the tree can't hold, and unknown
 * options
 */
export function testDatabaseRules(
  source: string,
  data: RealtimeValue = null,
  options: RulesTestOptions = {},
): DatabaseRulesUnderTest {
  checkOptions('testDatabaseRules', options, rulesTestOptions);
  const { time = defaultTime } = options;
  const rules = compileDatabaseRules(source);
  return new DatabaseRulesUnderTest(rules, treeOf(data, time), time);
}

export class DatabaseRulesUnderTest {
  private readonly rules: DatabaseRules;
  private readonly tree: TreeNode;
  private readonly time: number;

  constructor(rules: DatabaseRules, tree: TreeNode, time: number) {
    this.rules = rules;
    this.tree = tree;
    this.time = time;
  }

  /** Accesses of a person. */
  as(person: Person): PersonUnderDatabaseRules {
    return new PersonUnderDatabaseRules(this.rules, this.tree, this.time, person);
  }
}

/** Accesses of one person, each answered by a decision: `allowed`, and a `refusal` whose `message` says why not. */
export class PersonUnderDatabaseRules {
  private readonly rules: DatabaseRules;
  private readonly tree: TreeNode;
  private readonly time: number;
  private readonly auth: DatabaseAuth | null;

  constructor(rules: DatabaseRules, tree: TreeNode, time: number, person: Person) {
    this.rules = rules;
    this.time = time;
    this.tree = tree;
    const auth = authOf(person);
    const { sign_in_provider: provider } = (auth?.token['firebase'] ?? {}) as { sign_in_provider?: string };
    this.auth = auth && { ...auth, provider: provider ?? null };
  }

  /** Read of a place or a query, or a listen to it. */
  get(target: string | RealtimeQuery): Decision {
    const { auth, time: now, tree: root } = this;
    const { refusal, looked } = this.rules.read({
      auth,
      now,
      query: readRequest(target),
      root,
    });
    return decision(
      refusal,
      looked.map((keys) => keys.join('/')),
    );
  }

  set(path: string, value: RealtimeValue, priority: Priority = null): Decision {
    return this.judge(setRequest(this.tree, { path, value, priority }, this.time));
  }

  setPriority(path: string, priority: Priority): Decision {
    return this.judge(priorityRequest(this.tree, path, priority, this.time));
  }

  /** Paths relative to `path`, all at one moment. */
  update(path: string, values: Readonly<Record<string, RealtimeValue>>): Decision {
    return this.judge(updateRequest(this.tree, path, values, this.time));
  }

  remove(path: string): Decision {
    return this.set(path, null);
  }

  private judge({ before, after, places, now }: TreeChange): Decision {
    return decision(this.rules.write({ auth: this.auth, now, before, after, places }), []);
  }
}

const decision = (refusal: Refusal | null, lookups: readonly string[]): Decision => ({
  allowed: refusal === null,
  refusal,
  lookups,
});
