/** Tests of realtime database rules without a backend: decisions about accesses to given data. An access changes nothing. */
import { checkOptions } from '#ports/options.ts';
import { checkPriority, checkUpdate, checkValue, normalQuery, pathKeys } from '#ports/realtime/checks.ts';
import type { Priority, RealtimeQuery, RealtimeValue } from '#ports/realtime/realtime.ts';
import { type Change, patchChange, settingsChange, updateChange } from '#query/tree/change.ts';
import { empty, leaf, priorityKey, type TreeNode } from '#query/tree/node.ts';
import { parseValue } from '#query/tree/values.ts';
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
  checkValue(data, []);
  return new DatabaseRulesUnderTest(rules, parseValue(data, empty, time), time);
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
      query: normalQuery(target),
      root,
    });
    return decision(
      refusal,
      looked.map((keys) => keys.join('/')),
    );
  }

  set(path: string, value: RealtimeValue, priority: Priority = null): Decision {
    const keys = pathKeys(path);
    checkValue(value, keys);
    checkPriority(priority);
    return this.judge(settingsChange(this.tree, [{ keys, value, priority }], this.time));
  }

  setPriority(path: string, priority: Priority): Decision {
    checkPriority(priority);
    return this.judge(
      patchChange(this.tree, { keys: [...pathKeys(path), priorityKey], node: leaf(priority) }, this.time),
    );
  }

  /** Paths relative to `path`, all at one moment. */
  update(path: string, values: Readonly<Record<string, RealtimeValue>>): Decision {
    const settings = [...checkUpdate(path, values)].map(([keys, value]) => ({ keys, value, priority: null }));
    return this.judge(updateChange(this.tree, settings, this.time));
  }

  remove(path: string): Decision {
    return this.set(path, null);
  }

  private judge({ before, after, places, now }: Change): Decision {
    return decision(this.rules.write({ auth: this.auth, now, before, after, places }), []);
  }
}

const decision = (refusal: Refusal | null, lookups: readonly string[]): Decision => ({
  allowed: refusal === null,
  refusal,
  lookups,
});
