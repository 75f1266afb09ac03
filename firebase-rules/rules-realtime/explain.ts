/** Explanation of a false rule: the smallest part of it that decided, and its value. */
import type { Compiled, Scope } from './compile.ts';
import type { Expression } from './syntax.ts';
import { describe, RuleFailure, RuleSnapshot, type Value } from './values.ts';

export interface Culprit {
  readonly expression: Expression;
  /** Whether it has no value, as opposed to being false. */
  readonly failed: boolean;
  readonly problem: string;
}

/** @param condition was not true for `scope` */
export function culpritOf(condition: Compiled, scope: Scope): Culprit {
  const { expression, parts } = condition;
  const [first, second, third] = parts;
  const value = valueOf(condition, scope);
  if (value instanceof RuleFailure) {
    // A part that has no value leaves the whole without one.
    const failing = parts.find(
      (part) => isReached(condition, part, scope) && valueOf(part, scope) instanceof RuleFailure,
    );
    if (failing) return culpritOf(failing, scope);
    return { expression, failed: true, problem: value.message };
  }
  if (expression.kind === 'and' && first && second)
    return culpritOf(valueOf(first, scope) === true ? second : first, scope);
  if (expression.kind === 'or' && second) return culpritOf(second, scope);
  if (expression.kind === 'choice' && first && second && third)
    return culpritOf(valueOf(first, scope) === true ? second : third, scope);
  return { expression, failed: false, problem: problemOf(condition, scope) };
}

/** Whether the evaluation of the whole reaches this part. */
function isReached({ expression, parts }: Compiled, part: Compiled, scope: Scope): boolean {
  const [first, second] = parts;
  if (part === first || !first) return true;
  const value = valueOf(first, scope);
  if (expression.kind === 'and') return value === true;
  if (expression.kind === 'or') return value !== true;
  return expression.kind === 'choice' ? (value === true) === (part === second) : true;
}

function problemOf({ expression, parts }: Compiled, scope: Scope): string {
  const values = parts.map((part) => valueOf(part, scope));
  const [first = null, second = null] = values;
  switch (expression.kind) {
    case 'binary':
      return `the left side is ${told(first)} and the right side ${told(second)}`;
    case 'call':
      return `it is asked of ${told(first)}${values.length > 1 ? ` with ${values.slice(1).map(told).join(', ')}` : ''}`;
    case 'not':
      return 'what follows the ! is true';
    default:
      return 'it is false';
  }
}

function told(value: Value | RuleFailure): string {
  if (value instanceof RuleFailure) return 'without a value';
  if (!(value instanceof RuleSnapshot)) return describe(value);
  const node = value.node();
  return `${describe(value)}, which is ${node.isEmpty() ? 'nothing' : describe(node.children.size > 0 ? node : node.value)}`;
}

function valueOf(part: Compiled, scope: Scope): Value | RuleFailure {
  try {
    return part.run(scope);
  } catch (error) {
    if (error instanceof RuleFailure) return error;
    throw error;
  }
}
