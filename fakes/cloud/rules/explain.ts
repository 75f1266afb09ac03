/** Why a condition did not hold: the smallest part of it that was false or failed, and how near it came. */
import { describe, withType } from './describe.ts';
import type { Step, Tracer } from './trace.ts';
import type { Expression } from './syntax.ts';
import { Failure } from './values.ts';

export interface Culprit {
  readonly expression: Expression;
  readonly failed: boolean;
  /** A clause: “x is 3 and y is 4”, “there is no field x in {}”. */
  readonly problem: string;
  /** 0 to 1: how much of the condition held. */
  readonly nearness: number;
}

/** `textOf` gives an expression's source. */
export function culpritOf(step: Step, tracer: Tracer, textOf: (expression: Expression) => string): Culprit {
  const guilty = guiltyPart(step, tracer);
  const { expression, result } = guilty;
  const nearness = nearnessOf(step);
  if (result instanceof Failure) return { expression, failed: true, problem: result.problem, nearness };
  if (typeof result !== 'boolean')
    return { expression, failed: true, problem: `${withType(result)} is neither true nor false`, nearness };
  return { expression, failed: false, problem: valuesOf(guilty, textOf), nearness };
}

/** The part to look at, down from a step that did not come to true. */
function guiltyPart(step: Step, tracer: Tracer): Step {
  const { expression, result, steps } = step;
  if (result instanceof Failure) return tracer.originOf(result) ?? step;
  if (result !== false) return step;
  const last = steps.at(-1);
  if (!last) return step;
  if (expression.kind === 'ternary') return guiltyPart(last, tracer);
  if (expression.kind === 'binary') {
    const [left, right] = steps;
    if (expression.operator === '&&')
      return guiltyPart(left?.result === false ? left : (right ?? step), tracer);
    if (expression.operator === '||') return guiltyPart(nearest(steps) ?? step, tracer);
  }
  // A call of a declared function ends with its body.
  if (expression.kind === 'call' && last.result === result && !expression.args.includes(last.expression))
    return guiltyPart(last, tracer);
  return step;
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
    const parts = conjuncts(step);
    return parts.reduce((sum, part) => sum + (part ? nearnessOf(part) : 0), 0) / parts.length;
  }
  if (expression.kind === 'binary' && expression.operator === '||')
    return Math.max(0, ...steps.map(nearnessOf));
  const last = steps.at(-1);
  return last && (expression.kind === 'call' || expression.kind === 'ternary') ? nearnessOf(last) : 0;
}

/** Undefined for one that was not evaluated. */
function conjuncts(step: Step): readonly (Step | undefined)[] {
  if (step.expression.kind !== 'binary' || step.expression.operator !== '&&') return [step];
  const [left, right] = step.steps;
  return [...(left ? conjuncts(left) : [undefined]), right];
}

/** What the parts of a false expression were. */
function valuesOf({ result, steps }: Step, textOf: (expression: Expression) => string): string {
  const told = steps
    .filter(({ expression: part }) => part.kind !== 'literal' && !isConstant(part))
    .map(({ expression: part, result: value }) =>
      value instanceof Failure ? '' : `${textOf(part)} is ${describe(value)}`,
    )
    .filter((clause) => clause !== '');
  if (told.length === 0) return `it is ${describe(result instanceof Failure ? null : result)}`;
  return [...new Set(told)].join(' and ');
}

const isConstant = (expression: Expression): boolean =>
  expression.kind === 'list' && expression.items.every((item) => item.kind === 'literal');
