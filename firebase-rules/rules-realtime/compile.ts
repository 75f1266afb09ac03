/** Compilation of an expression into functions, one for each part, so that an explanation can evaluate parts. */
import { TreeNode } from '#query/tree/node.ts';
import { type Fail, snapshotMethods, stringMethods } from './methods.ts';
import { Pattern } from './pattern.ts';
import { type BinaryOperator, type Expression, partsOf } from './syntax.ts';
import { describe, RuleFailure, RuleSnapshot, type Value } from './values.ts';

/** Values of the names in an expression. */
export type Scope = Readonly<Record<string, Value>>;

export interface Compiled {
  readonly expression: Expression;
  /** Parts in the order of the source. */
  readonly parts: readonly Compiled[];
  /** @throws RuleFailure */
  run(scope: Scope): Value;
}

type Run = Compiled['run'];

/** @throws ExpressionError for a pattern that is none */
export function compileExpression(expression: Expression): Compiled {
  const parts = partsOf(expression).map(compileExpression);
  return {
    expression,
    parts,
    run: runOf(
      expression,
      parts.map(({ run }) => run),
    ),
  };
}

const nothing: Run = () => null;

function runOf(expression: Expression, [first = nothing, second = nothing, ...others]: readonly Run[]): Run {
  switch (expression.kind) {
    case 'literal':
      return () => expression.value;
    case 'pattern': {
      const pattern = new Pattern(expression.pattern, expression.flags, expression.start);
      return () => pattern;
    }
    case 'list': {
      const items = partsRuns([first, second, ...others], expression.items.length);
      return (scope) => items.map((item) => item(scope));
    }
    case 'name':
      return (scope) => scope[expression.name] ?? null;
    case 'not':
      return (scope) => first(scope) !== true;
    case 'minus':
      return (scope) => {
        const value = first(scope);
        if (typeof value !== 'number')
          throw new RuleFailure(expression, `- needs a number, not ${describe(value)}`);
        return -value;
      };
    case 'and':
      return (scope) => first(scope) === true && second(scope) === true;
    case 'or':
      return (scope) => first(scope) === true || second(scope) === true;
    case 'choice': {
      const [no = nothing] = others;
      return (scope) => (first(scope) === true ? second(scope) : no(scope));
    }
    case 'binary':
      return (scope) => operated(expression, expression.operator, first(scope), second(scope));
    case 'member': {
      const { property } = expression;
      const name: Run = expression.computed
        ? second
        : () => (property.kind === 'literal' ? property.value : null);
      return (scope) => propertyOf(expression, first(scope), name(scope));
    }
    case 'call':
      return callOf(expression, first, partsRuns([second, ...others], expression.given.length));
  }
}

const partsRuns = (runs: readonly Run[], count: number) => runs.slice(0, count);

function callOf(expression: Extract<Expression, { kind: 'call' }>, of: Run, given: readonly Run[]): Run {
  const { callee } = expression;
  const property =
    callee.kind === 'member' && callee.property.kind === 'literal' ? callee.property.value : null;
  const name = String(property);
  const ofSnapshot = snapshotMethods.get(name);
  const ofString = stringMethods.get(name);
  const fail: Fail = (problem) => {
    throw new RuleFailure(expression, problem);
  };
  return (scope) => {
    const owner = of(scope);
    const values = given.map((argument) => argument(scope));
    for (const value of values.flat())
      if (typeof value !== 'string' && !(value instanceof Pattern))
        fail(`${name}() takes texts, not ${describe(value)}`);
    if (owner instanceof RuleSnapshot && ofSnapshot) return ofSnapshot.run(owner, values, fail);
    if (typeof owner === 'string' && ofString) return ofString.run(owner, values);
    return fail(`${name}() is asked of a text, and this is ${describe(owner)}`);
  };
}

function propertyOf(expression: Expression, owner: Value, name: Value): Value {
  if (typeof name !== 'string')
    throw new RuleFailure(expression, `a property has a text for its name, not ${describe(name)}`);
  if (typeof owner === 'string') return name === 'length' ? owner.length : null;
  if (expression.kind === 'member' && name === 'length' && owner instanceof TreeNode)
    throw new RuleFailure(expression, `length is asked of a text, and this is ${describe(owner)}`);
  if (owner === null || typeof owner !== 'object' || !Object.hasOwn(owner, name)) return null;
  return (owner as { readonly [name: string]: Value })[name] ?? null;
}

function operated(expression: Expression, operator: BinaryOperator, left: Value, right: Value): Value {
  switch (operator) {
    case '==':
    case '===':
      return equal(left, right);
    case '!=':
    case '!==':
      return !equal(left, right);
    case '+':
      for (const value of [left, right])
        if (typeof value !== 'number' && typeof value !== 'string')
          throw new RuleFailure(expression, `+ adds numbers and texts, not ${describe(value)}`);
      if (typeof left === 'number' && typeof right === 'number') return left + right;
      return `${String(left)}${String(right)}`;
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compared(expression, operator, left, right);
    default:
      return computed(expression, operator, left, right);
  }
}

const equal = (left: Value, right: Value): boolean =>
  left === right || (left instanceof TreeNode && right instanceof TreeNode && left.equals(right));

function compared(
  expression: Expression,
  operator: '<' | '<=' | '>' | '>=',
  left: Value,
  right: Value,
): boolean {
  const fits =
    (typeof left === 'number' && typeof right === 'number') ||
    (typeof left === 'string' && typeof right === 'string');
  if (!fits)
    throw new RuleFailure(
      expression,
      `${operator} compares two numbers or two texts, not ${describe(left)} and ${describe(right)}`,
    );
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  return operator === '>' ? left > right : left >= right;
}

function computed(
  expression: Expression,
  operator: '-' | '*' | '/' | '%',
  left: Value,
  right: Value,
): number {
  if (typeof left !== 'number' || typeof right !== 'number')
    throw new RuleFailure(
      expression,
      `${operator} needs two numbers, not ${describe(left)} and ${describe(right)}`,
    );
  if (operator === '-') return left - right;
  if (operator === '*') return left * right;
  if (operator === '%') return left % right;
  return right === 0 ? Number.NaN : left / right;
}
