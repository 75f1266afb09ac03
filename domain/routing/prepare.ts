/** Rules, checked and compiled once for many messages. A broken rule is left out and listed with its problem. */
import * as v from 'valibot';
import { labelNameSchema } from '../alert/schema.ts';
import { limits } from '../constants.ts';
import { settingsLimits } from '../settings-limits.ts';
import { eventPartOf, type RoutedEvent } from './event.ts';
import type { CompiledPattern, PatternCompiler } from './pattern.ts';
import { type RoutingCondition, type RoutingRule, routingRuleSchema } from './schema.ts';

export interface PreparedRule {
  readonly rule: RoutingRule;
  /** Place in the order, from 1. */
  readonly number: number;
  holds(event: RoutedEvent): boolean;
}

export interface BrokenRule {
  /** Place in the order, from 1. */
  readonly number: number;
  readonly name: string;
  /** Condition at fault, from 0; null: the rule as a whole. */
  readonly condition: number | null;
  /** A sentence. */
  readonly problem: string;
}

export interface PreparedRules {
  readonly rules: readonly PreparedRule[];
  readonly broken: readonly BrokenRule[];
}

/** `rules`: as stored, by this version or another. */
export function prepareRules(rules: readonly unknown[], compile: PatternCompiler): PreparedRules {
  const prepared: PreparedRule[] = [];
  const broken: BrokenRule[] = [];
  const compiler = boundedCompiler(compile);
  let size = 0;
  for (const [index, stored] of rules.slice(0, settingsLimits.routingRules).entries()) {
    const number = index + 1;
    const checked = v.safeParse(routingRuleSchema, stored);
    if (!checked.success) {
      broken.push({
        number,
        name: nameIn(stored),
        condition: null,
        problem: ruleProblem(checked.issues[0].message),
      });
      continue;
    }
    const rule = checked.output;
    const fault = ruleFault(rule);
    if (fault !== null) {
      broken.push({ number, name: rule.name, ...fault });
      continue;
    }
    const compiled = compiledConditions(rule, compiler, settingsLimits.routingPatternsSize - size);
    if (!compiled.ok) {
      broken.push({ number, name: rule.name, ...compiled.fault });
      continue;
    }
    size += compiled.size;
    prepared.push({ rule, number, holds: (event) => compiled.tests.every((test) => test(event)) });
  }
  return { rules: prepared, broken };
}

type RuleFault = Pick<BrokenRule, 'condition' | 'problem'>;

/** Fault of a rule, apart from its patterns; null: none. */
function ruleFault({ conditions, action }: RoutingRule): RuleFault | null {
  if (action.kind === 'drop' && conditions.length === 0) {
    const problem = 'Say which alerts to drop: without a condition, no alert would page anybody.';
    return { condition: null, problem };
  }
  const unnamed = conditions.findIndex(
    ({ part, label }) => part === 'label' && !v.is(labelNameSchema, label),
  );
  return unnamed === -1 ? null : { condition: unnamed, problem: 'Name the label.' };
}

/** Fault of a list of rules as a whole; null: none. */
export function rulesFault(rules: readonly RoutingRule[]): string | null {
  if (new Set(rules.map(({ id }) => id)).size < rules.length)
    return 'Two rules have the same id. Add one of them anew.';
  return JSON.stringify(rules).length > settingsLimits.routingCharacters
    ? 'These rules are too large together: use fewer or shorter values.'
    : null;
}

/** Instructions that are compiled for one set of rules, those of patterns that are left out for their size included. */
const mostCompiled = settingsLimits.routingPatternsSize * 10;

/** Compiles no more once so much was compiled: a large pattern takes tens of milliseconds, and rules can have hundreds. */
function boundedCompiler(compile: PatternCompiler): PatternCompiler {
  let compiled = 0;
  return (pattern) => {
    if (compiled > mostCompiled) return { ok: false, problem: tooLargeTogether };
    const result = compile(pattern);
    compiled += result.ok ? result.size : 0;
    return result;
  };
}

const tooLargeTogether = 'The patterns of these rules are too large together: shorten them.';

type Test = (event: RoutedEvent) => boolean;
type Compiled =
  | { readonly ok: true; readonly tests: readonly Test[]; readonly size: number }
  | { readonly ok: false; readonly fault: RuleFault };

function compiledConditions({ conditions }: RoutingRule, compile: PatternCompiler, room: number): Compiled {
  const tests: Test[] = [];
  let size = 0;
  for (const [condition, one] of conditions.entries()) {
    const pattern = one.kind === 'matches' ? compile(one.pattern) : null;
    const problem = pattern && problemOf(pattern, room - size);
    if (problem !== null) return { ok: false, fault: { condition, problem } };
    size += pattern?.ok === true ? pattern.size : 0;
    tests.push(testOf(one, pattern));
  }
  return { ok: true, tests, size };
}

function problemOf(pattern: CompiledPattern, room: number): string | null {
  if (!pattern.ok) return pattern.problem;
  if (pattern.size > settingsLimits.routingPatternSize)
    return 'This pattern is too large: shorten it, or use smaller numbers of repetitions.';
  return pattern.size > room ? tooLargeTogether : null;
}

function testOf(condition: RoutingCondition, pattern: CompiledPattern | null): Test {
  return (event) => {
    const text = eventPartOf(event, condition);
    switch (condition.kind) {
      case 'equals':
        // As in Alertmanager, a label that is not there is an empty one.
        return (text ?? '') === condition.value;
      case 'in':
        return text !== null && condition.values.includes(text);
      case 'matches':
        return pattern?.ok === true && pattern.matches((text ?? '').slice(0, limits.labelValue));
    }
  };
}

/** Messages of the schema library, replaced by sentences for people. */
const ruleProblem = (message: string): string =>
  message.endsWith('.') ? message : 'This version of Muster can’t read it.';

const nameSchema = v.object({ name: v.string() });

const nameIn = (stored: unknown): string =>
  v.is(nameSchema, stored) ? stored.name.slice(0, limits.name) : '';
