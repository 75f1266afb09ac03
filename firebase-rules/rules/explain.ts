/** Explanation of a condition that did not hold: the smallest part of it that was false or failed, and how near it came. */
import { describe, withType } from './describe.ts';
import { hasItem, includes } from './equality.ts';
import type { Expression } from './syntax.ts';
import type { Step, Tracer } from './trace.ts';
import { Failure, type Value, ValueSet } from './values.ts';

export interface Culprit {
  readonly expression: Expression;
  /** Call of the declared function that it belongs to, if that has parameters. */
  readonly call: Expression | null;
  readonly failed: boolean;
  /** A clause: “x is 3 and y is 4”, “there is no field x in {}”. */
  readonly problem: string;
  /** Alternatives that would have sufficed, and did not hold. */
  readonly alternatives: readonly Expression[];
  /** 0 to 1: how much of the condition held. */
  readonly nearness: number;
}

/** `textOf` gives an expression's source. */
export function culpritOf(root: Step, tracer: Tracer, textOf: (expression: Expression) => string): Culprit {
  const guilty = guiltyPart(root, tracer);
  const { expression, result } = guilty;
  const around = wayTo(root, guilty) ?? [];
  return {
    expression,
    call: around.findLast((step) => hasBody(step) && step.expression.args.length > 0)?.expression ?? null,
    failed: typeof result !== 'boolean',
    problem: problemOf(guilty, textOf),
    alternatives: alternativesIn(around, guilty),
    nearness: nearnessOf(root),
  };
}

function problemOf(step: Step, textOf: (expression: Expression) => string): string {
  const { result } = step;
  if (result instanceof Failure) return result.problem;
  if (typeof result !== 'boolean') return `${withType(result)} is neither true nor false`;
  return membership(step) ?? valuesOf(step, textOf);
}

/** Smallest part to explain, below a step that was not true. */
function guiltyPart(step: Step, tracer: Tracer): Step {
  const { expression, result, steps } = step;
  if (result instanceof Failure) return tracer.originOf(result) ?? step;
  const last = steps.at(-1);
  if (result !== false || !last) return step;
  if (expression.kind === 'ternary' || hasBody(step)) return guiltyPart(last, tracer);
  if (expression.kind !== 'binary') return step;
  const [left, right] = steps;
  if (expression.operator === '&&')
    return guiltyPart(left?.result === false ? left : (right ?? step), tracer);
  return expression.operator === '||' ? guiltyPart(nearest(steps) ?? step, tracer) : step;
}

type CallStep = Step & { readonly expression: Extract<Expression, { kind: 'call' }> };

/** Whether it is a call of a declared function. Its last step is what the function returned. */
function hasBody(step: Step): step is CallStep {
  const { expression, steps } = step;
  const last = steps.at(-1);
  return expression.kind === 'call' && last !== undefined && !expression.args.includes(last.expression);
}

/** The steps around another, from the outermost; null when it is not among them. */
function wayTo(from: Step, to: Step): readonly Step[] | null {
  if (from === to) return [];
  for (const step of from.steps) {
    const rest = wayTo(step, to);
    if (rest) return [from, ...rest];
  }
  return null;
}

/** The alternative that came nearest, the first of equals. */
function nearest(steps: readonly Step[]): Step | undefined {
  let best: Step | undefined;
  for (const step of steps) if (!best || nearnessOf(step) > nearnessOf(best)) best = step;
  return best;
}

function nearnessOf(step: Step): number {
  const { expression, result, steps } = step;
  if (result === true) return 1;
  if (expression.kind === 'binary' && expression.operator === '&&') {
    const parts = chainOf(step, '&&');
    return parts.reduce((sum, part) => sum + (part ? nearnessOf(part) : 0), 0) / parts.length;
  }
  if (expression.kind === 'binary' && expression.operator === '||')
    return Math.max(0, ...steps.map(nearnessOf));
  const last = steps.at(-1);
  return last && (hasBody(step) || expression.kind === 'ternary') ? nearnessOf(last) : 0;
}

/** The operands of a chain of one operator; undefined for one that was not evaluated. */
function chainOf(step: Step, operator: '&&' | '||'): readonly (Step | undefined)[] {
  if (step.expression.kind !== 'binary' || step.expression.operator !== operator) return [step];
  const [left, right] = step.steps;
  return [...(left ? chainOf(left, operator) : [undefined]), right];
}

/** Other operands of the outermost `||` on the way, which did not hold either. */
function alternativesIn(around: readonly Step[], guilty: Step): readonly Expression[] {
  const choice = around.find(
    ({ expression }) => expression.kind === 'binary' && expression.operator === '||',
  );
  if (!choice) return [];
  return chainOf(choice, '||')
    .filter((step) => step !== undefined)
    .filter((step) => step !== guilty && !around.includes(step))
    .map(({ expression }) => expression);
}

/** Items that made `hasOnly` or `hasAll` false. */
function membership({ expression, steps }: Step): string | null {
  if (expression.kind !== 'method') return null;
  const [self, given] = steps.map(({ result }) => result);
  const [mine, theirs] = [itemsOf(self), itemsOf(given)];
  if (!mine || !theirs) return null;
  const lacks = (items: readonly Value[], value: Value) =>
    !(self instanceof ValueSet ? hasItem(new ValueSet(items), value) : includes(items, value));
  if (expression.name === 'hasOnly')
    return `it also has ${listed(mine.filter((value) => lacks(theirs, value)))}`;
  if (expression.name === 'hasAll') return `it lacks ${listed(theirs.filter((value) => lacks(mine, value)))}`;
  return null;
}

function itemsOf(value: Step['result'] | undefined): readonly Value[] | null {
  if (value instanceof ValueSet) return value.items;
  return Array.isArray(value) ? (value as readonly Value[]) : null;
}

const listed = (values: readonly Value[]) =>
  values.slice(0, 5).map(describe).join(', ') + (values.length > 5 ? ' and more' : '');

/** Values of the parts of a false expression. */
function valuesOf({ steps }: Step, textOf: (expression: Expression) => string): string {
  const told = steps
    .filter(({ expression }) => !isConstant(expression))
    .map(({ expression, result }) =>
      result instanceof Failure ? '' : `${textOf(expression)} is ${describe(result)}`,
    )
    .filter((clause) => clause !== '');
  return told.length === 0 ? 'it never holds' : [...new Set(told)].join(' and ');
}

const isConstant = (expression: Expression): boolean =>
  expression.kind === 'literal' || (expression.kind === 'list' && expression.items.every(isConstant));
