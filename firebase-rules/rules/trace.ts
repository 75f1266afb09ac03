/** Result of each expression, for the explanation of a refusal. */
import type { Wrap } from './compile-expression.ts';
import type { Expression } from './syntax.ts';
import { Failure, type Result } from './values.ts';

export interface Step {
  readonly expression: Expression;
  readonly result: Result;
  /** Steps within it, those in bodies of functions included. */
  readonly steps: readonly Step[];
}

export class Tracer {
  private open: Step[] = [];
  /** The innermost expression that each failure came from. */
  private readonly origins = new Map<Failure, Step>();

  readonly wrap: Wrap = (expression, run) => (of) => {
    const outer = this.open;
    const steps: Step[] = [];
    this.open = steps;
    const result = run(of);
    const step: Step = { expression, result, steps };
    if (result instanceof Failure && !this.origins.has(result)) this.origins.set(result, step);
    this.open = outer;
    outer.push(step);
    return result;
  };

  /** Steps since the last call. */
  take(): readonly Step[] {
    const steps = this.open;
    this.open = [];
    return steps;
  }

  originOf(failure: Failure): Step | null {
    return this.origins.get(failure) ?? null;
  }
}
