/** Closures that evaluate expressions: each takes the results of its parts and passes failures on. */
import { DocRef } from '#ports/docs/values.ts';
import { withType } from './describe.ts';
import type { Evaluation } from './evaluation.ts';
import { member, operate } from './operators.ts';
import type { Expression, Literal } from './syntax.ts';
import { documentPath, Failure, float, type Result, Structure, type Value } from './values.ts';
import { partsOf } from './walk.ts';

export type Run = (of: Evaluation) => Result;

export function valueOf({ value, float: isFloat }: Literal): Value {
  return isFloat && typeof value === 'number' ? float(value) : value;
}

export function literal(expression: Literal): Run {
  const value = valueOf(expression);
  return () => value;
}

export function strict1(operand: Run, then: (value: Value) => Result): Run {
  return (of) => {
    const value = operand(of);
    return value instanceof Failure ? value : then(value);
  };
}

export function strict2(first: Run, second: Run, then: (one: Value, other: Value) => Result): Run {
  return (of) => {
    const one = first(of);
    const other = second(of);
    if (one instanceof Failure) return one;
    return other instanceof Failure ? other : then(one, other);
  };
}

/** `&&` (decided by false) and `||` (decided by true): a failure counts only when the other side decides nothing. */
export function both(left: Run, right: Run, decisive: boolean): Run {
  return (of) => {
    const one = left(of);
    if (one === decisive) return decisive;
    const other = right(of);
    if (other === decisive) return decisive;
    return notBoolean(one) ?? notBoolean(other) ?? !decisive;
  };
}

function notBoolean(value: Result): Failure | null {
  if (typeof value === 'boolean') return null;
  return value instanceof Failure ? value : new Failure(() => `${withType(value)} is neither true nor false`);
}

export function not(operand: Run): Run {
  return (of) => {
    const value = operand(of);
    return notBoolean(value) ?? value !== true;
  };
}

export function choose(test: Run, yes: Run, no: Run): Run {
  return (of) => {
    const value = test(of);
    return notBoolean(value) ?? (value === true ? yes(of) : no(of));
  };
}

/** `==` and `!=` with a literal. */
export function comparison(operand: Run, right: Literal, wanted: boolean): Run {
  const literal = valueOf(right);
  const simple = literal === null || typeof literal === 'string' || typeof literal === 'boolean';
  return (of) => {
    const value = operand(of);
    if (value instanceof Failure) return value;
    return (simple ? value === literal : operate('==', value, literal) === true) === wanted;
  };
}

const inherited = new Set(Object.getOwnPropertyNames(Object.prototype));

/** `target.name`, quickly for plain maps and structures. */
export function fieldGetter(target: Run, name: string): Run {
  const plainName = !inherited.has(name);
  return (of) => {
    const value = target(of);
    if (value instanceof Failure) return value;
    if (value instanceof Structure) {
      const field = value.field(name);
      if (field !== undefined) return field instanceof DocRef ? documentPath(field.path) : field;
    } else if (plainName && isPlain(value)) {
      const field = (value as Readonly<Record<string, Value>>)[name];
      if (field !== undefined && !(field instanceof DocRef)) return field;
    }
    return member(value, name);
  };
}

function isPlain(value: Value): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Number of expressions that are evaluated in any case. */
export function costOf(expression: Expression): number {
  switch (expression.kind) {
    case 'binary':
      return expression.operator === '&&' || expression.operator === '||'
        ? 1 + costOf(expression.left)
        : 1 + costOf(expression.left) + costOf(expression.right);
    case 'ternary':
      return 1 + costOf(expression.test);
    default:
      return partsOf(expression).reduce((sum, part) => sum + costOf(part), 1);
  }
}
