/** `+ - * / %` and negation. */
import { Timestamp } from '#ports/docs/values.ts';
import { withType } from './describe.ts';
import type { BinaryOperator } from './syntax.ts';
import { Duration, Failure, Float, float, isInt, type Result, type Value } from './values.ts';

export type ArithmeticOperator = Extract<BinaryOperator, '+' | '-' | '*' | '/' | '%'>;

const largest = 2n ** 63n - 1n;
const smallest = -(2n ** 63n);

export function calculate(operator: ArithmeticOperator, left: Value, right: Value): Result {
  if (typeof left === 'number' && typeof right === 'number' && isInt(left) && isInt(right))
    return ofInts(operator, left, right);
  if (typeof left === 'string' && typeof right === 'string' && operator === '+') return left + right;
  const numbers = numberOf(left) !== null && numberOf(right) !== null;
  if (!numbers) return ofTimes(operator, left, right) ?? undefinedFor(operator, left, right);
  if (isIntegral(left) && isIntegral(right)) return ofBigInts(operator, BigInt(left), BigInt(right));
  return ofFloats(operator, numberOf(left) ?? 0, numberOf(right) ?? 0);
}

export function negate(value: Value): Result {
  if (typeof value === 'number') return isInt(value) ? 0 - value : float(-value);
  if (value instanceof Float) return float(-value.value);
  if (typeof value === 'bigint') return kept(-value);
  if (value instanceof Duration) return new Duration(-value.seconds, -value.nanoseconds);
  return new Failure(() => `${withType(value)} has no negative`);
}

/** Number of a value, whatever its kind; null for a value that is none. */
export function numberOf(value: Value): number | null {
  if (typeof value === 'number') return value;
  if (value instanceof Float) return value.value;
  return typeof value === 'bigint' ? Number(value) : null;
}

const isIntegral = (value: Value): value is number | bigint =>
  typeof value === 'bigint' || (typeof value === 'number' && isInt(value));

function ofInts(operator: ArithmeticOperator, left: number, right: number): Result {
  if (right === 0 && (operator === '/' || operator === '%')) return divided;
  const result = plain(operator, left, right);
  const whole = operator === '/' ? Math.trunc(result) : result;
  // Adding 0 makes the float -0 the int 0.
  return Number.isSafeInteger(whole) ? whole + 0 : ofBigInts(operator, BigInt(left), BigInt(right));
}

function ofBigInts(operator: ArithmeticOperator, left: bigint, right: bigint): Result {
  switch (operator) {
    case '+':
      return kept(left + right);
    case '-':
      return kept(left - right);
    case '*':
      return kept(left * right);
    default:
      if (right === 0n) return divided;
      return kept(operator === '/' ? left / right : left % right);
  }
}

const divided = new Failure(() => 'it divides by zero');

function kept(value: bigint): Result {
  if (value > largest || value < smallest)
    return new Failure(() => 'the result is more than an int of 64 bits holds');
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

const ofFloats = (operator: ArithmeticOperator, left: number, right: number): Result =>
  float(plain(operator, left, right));

function plain(operator: ArithmeticOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    default:
      return left % right;
  }
}

function ofTimes(operator: ArithmeticOperator, left: Value, right: Value): Result | null {
  if (operator !== '+' && operator !== '-') return null;
  if (right instanceof Duration) {
    const sign = operator === '+' ? 1 : -1;
    if (left instanceof Timestamp) return shifted(left, right, sign);
    if (left instanceof Duration)
      return new Duration(left.seconds + sign * right.seconds, left.nanoseconds + sign * right.nanoseconds);
  }
  if (!(right instanceof Timestamp)) return null;
  if (left instanceof Duration && operator === '+') return shifted(right, left, 1);
  if (left instanceof Timestamp && operator === '-')
    return new Duration(left.seconds - right.seconds, left.nanoseconds - right.nanoseconds);
  return null;
}

function shifted(time: Timestamp, by: Duration, sign: number): Result {
  const { seconds, nanoseconds } = new Duration(
    time.seconds + sign * by.seconds,
    time.nanoseconds + sign * by.nanoseconds,
  );
  return timestamp(seconds, nanoseconds);
}

/** Fails outside the years 1 to 9999. */
export function timestamp(seconds: number, nanoseconds: number): Result {
  try {
    return new Timestamp(seconds, nanoseconds);
  } catch {
    return new Failure(() => 'the result lies outside the years 1 to 9999');
  }
}

const undefinedFor = (operator: ArithmeticOperator, left: Value, right: Value): Failure =>
  new Failure(() => `${operator} is not for ${withType(left)} and ${withType(right)}`);
