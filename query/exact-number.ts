/**
 * Numbers of documents that are no number of the language: integers of 64 bits beyond the safe ones, and whole doubles (3.0). Any other
 * number is itself: a safe integer is an integer, every other number (-0 too) a double. Only the wire writes these; a reader of a port
 * gets the nearest number.
 */
import { setOwned } from '#provider-kit/docs/frozen.ts';
import type { DocValue } from '#ports/docs/values.ts';

export class ExactNumber {
  /** A bigint is an integer, a number a double. */
  readonly value: bigint | number;

  constructor(value: bigint | number) {
    this.value = value;
    setOwned(this, 0);
  }

  /** The nearest number. */
  valueOf(): number {
    return Number(this.value);
  }
}

/** A number of a document. */
export type StoredNumber = number | ExactNumber;

const isIntegral = (value: number): boolean => Number.isSafeInteger(value) && !Object.is(value, -0);

/** Values travel as `DocValue` everywhere. */
const asValue = (value: bigint | number): DocValue => new ExactNumber(value) as unknown as DocValue;

const edge = 2n ** 63n;
export const isInt64 = (value: bigint): boolean => value >= -edge && value < edge;

/** The document's value for an integer of 64 bits. */
export function integerOf(value: bigint): DocValue {
  const nearest = Number(value);
  return Number.isSafeInteger(nearest) ? nearest : asValue(value);
}

/** The document's value for a double. */
export const doubleOf = (value: number): DocValue => (isIntegral(value) ? asValue(value) : value);

/** The value if it is a number. */
export function numberOf(value: DocValue | undefined): StoredNumber | null {
  const one: unknown = value;
  return typeof one === 'number' || one instanceof ExactNumber ? one : null;
}

export const isInteger = (value: StoredNumber): boolean =>
  typeof value === 'number' ? isIntegral(value) : typeof value.value === 'bigint';

/** Number for comparison, which is exact between the two kinds. */
export const magnitude = (value: StoredNumber): bigint | number =>
  typeof value === 'number' ? value : value.value;

/** Order of two numbers by value, whatever their types: negative, zero or positive; NaN before all others, and 0 with -0. */
export function compareNumbers(one: bigint | number, other: bigint | number): number {
  if (one < other) return -1;
  if (one > other) return 1;
  if (one === other) return 0;
  return Number(Number.isNaN(other)) - Number(Number.isNaN(one));
}

/** Key of a number, equal for equal numbers. A bigint equals no double. */
export function numberKey({ value }: ExactNumber): bigint | number {
  if (typeof value === 'number') return value;
  const nearest = Number(value);
  return BigInt(nearest) === value ? nearest : value;
}

/** Sum: of integers an integer, limited to 64 bits; with a double a double. */
export function exactSum(one: StoredNumber, other: StoredNumber): DocValue {
  if (!isInteger(one) || !isInteger(other)) return doubleOf(Number(one) + Number(other));
  const sum = BigInt(magnitude(one)) + BigInt(magnitude(other));
  return integerOf(sum >= edge ? edge - 1n : sum < -edge ? -edge : sum);
}

/**
 * Minimum or maximum of the stored and the given number: the stored one where both are equal, whatever their types; NaN where one
 * of them is. `stored` null: no number is stored, and the given one replaces it.
 */
export function exactExtreme(
  which: 'minimum' | 'maximum',
  stored: StoredNumber | null,
  given: StoredNumber,
): DocValue {
  if (stored === null || Number.isNaN(Number(given))) return given as DocValue;
  if (Number.isNaN(Number(stored))) return stored as DocValue;
  const order = compareNumbers(magnitude(given), magnitude(stored));
  return ((which === 'minimum' ? order < 0 : order > 0) ? given : stored) as DocValue;
}
