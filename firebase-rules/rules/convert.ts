/** `string()`, `int()` and `float()`. */
import { DocRef } from '#ports/docs/values.ts';
import { withType } from './describe.ts';
import { documentPath, Failure, Float, float, isInt, Path, type Result, type Value } from './values.ts';

/** Text of a value; null for a value without one. */
export function textOf(value: Value): string | null {
  if (typeof value === 'string') return value;
  if (value instanceof Float) return floatText(value.value);
  if (typeof value === 'number') return isInt(value) ? String(value) : floatText(value);
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof DocRef) return String(documentPath(value.path));
  return value instanceof Path ? String(value) : null;
}

/** Text of a double as Java writes it, where these rules are run: 2.0, 1.0E8, 1.5E-4. */
function floatText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-3 && size < 1e7)) return withFraction(String(value));
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${withFraction(digits)}E${Number(exponent)}`;
}

const withFraction = (digits: string) => (digits.includes('.') ? digits : `${digits}.0`);

export function toText(value: Value): Result {
  return textOf(value) ?? new Failure(() => `${withType(value)} can't become a string`);
}

export function toInt(value: Value): Result {
  if (typeof value === 'bigint' || (typeof value === 'number' && isInt(value))) return value;
  const number = value instanceof Float ? value.value : value;
  if (typeof number === 'number' && Number.isFinite(number)) return wholeOf(number, value);
  if (typeof number === 'string' && /^[+-]?\d+$/.test(number)) return wholeOf(Number(number), value);
  return new Failure(() => `${withType(value)} can't become an int`);
}

export function toFloat(value: Value): Result {
  if (value instanceof Float) return value;
  if (typeof value === 'number' || typeof value === 'bigint') return float(Number(value));
  if (typeof value === 'string' && /^([+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|NaN|-?Infinity)$/.test(value))
    return float(Number(value));
  return new Failure(() => `${withType(value)} can't become a float`);
}

function wholeOf(number: number, value: Value): Result {
  const whole = Math.trunc(number) + 0;
  if (Number.isSafeInteger(whole)) return whole;
  const big = typeof value === 'string' ? BigInt(value) : BigInt(whole);
  return BigInt.asIntN(64, big) === big
    ? big
    : new Failure(() => `${withType(value)} can't become an int: it is too large`);
}
