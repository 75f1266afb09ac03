/**
 * Equality. Values of different types differ; how an int compares with a float depends on where they stand: `==` goes by value
 * (1 == 1.0), but within lists and maps the type counts ([1] != [1.0]), and so it does among the items of a list; sets and
 * differences of maps go by value at every depth.
 */
import { DocRef, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';
import {
  documentPath,
  Duration,
  fieldOf,
  Float,
  isInt,
  keysOf,
  MapDiff,
  type MapValue,
  Path,
  typeOf,
  type Value,
  ValueSet,
} from './values.ts';

/** `==` */
export function same(one: Value, other: Value): boolean {
  if (typeof one === 'string' || one === null || typeof one === 'boolean') return one === other;
  return matches(one, other, byValue, exactly);
}

/** Whether the value is among the items of a list. */
export function includes(items: readonly Value[], value: Value): boolean {
  if (typeof value === 'string' || value === null || typeof value === 'boolean') return items.includes(value);
  for (const item of items) if (matches(item, value, byTypeAndValue, exactly)) return true;
  return false;
}

/** Whether two values are the same item of a set, or unchanged between two maps. */
export const alike = (one: Value, other: Value): boolean => matches(one, other, loosely, loosely);

export function hasItem({ items }: ValueSet, value: Value): boolean {
  if (typeof value === 'string') return items.includes(value);
  for (const item of items) if (alike(item, value)) return true;
  return false;
}

/** Set of the items, the first of equal ones. */
export function distinct(items: readonly Value[]): ValueSet {
  const kept: Value[] = [];
  const set = new ValueSet(kept);
  for (const item of items) if (!hasItem(set, item)) kept.push(item);
  return set;
}

/** Equality of two numbers, each with whether it is a float. An int beyond the exact range of a number comes as a bigint. */
type NumberRule = (
  one: number | bigint,
  other: number | bigint,
  oneFloat: boolean,
  otherFloat: boolean,
) => boolean;

const isNaN = (value: number | bigint) => Number.isNaN(value);
const byValue: NumberRule = (one, other) =>
  typeof one === typeof other ? one === other : exact(one) === exact(other);
const exact = (value: number | bigint) => (Number.isInteger(value) ? BigInt(value) : value);
const byTypeAndValue: NumberRule = (one, other, oneFloat, otherFloat) =>
  oneFloat === otherFloat && byValue(one, other, oneFloat, otherFloat);
const exactly: NumberRule = (one, other, oneFloat, otherFloat) =>
  oneFloat === otherFloat && one === other && (one !== 0 || Object.is(one, other));
const loosely: NumberRule = (one, other, oneFloat, otherFloat) =>
  byValue(one, other, oneFloat, otherFloat) || (isNaN(one) && isNaN(other));

/** `within` is the rule for numbers inside lists and maps. */
function matches(one: Value, other: Value, rule: NumberRule, within: NumberRule): boolean {
  const left = one instanceof Float ? one.value : one;
  const right = other instanceof Float ? other.value : other;
  if (isNumber(left) || isNumber(right))
    return isNumber(left) && isNumber(right) && rule(left, right, isFloat(one), isFloat(other));
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other;
  if (one === other && within === loosely) return true;
  return typeOf(one) === typeOf(other) && matchingObjects(one, other, within);
}

const isNumber = (value: Value): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';
const isFloat = (value: Value) => value instanceof Float || (typeof value === 'number' && !isInt(value));

/** Two objects of one type. */
function matchingObjects(one: object, other: object, within: NumberRule): boolean {
  if (Array.isArray(one)) return matchingLists(one, other as readonly Value[], within);
  if (one instanceof Timestamp || one instanceof Duration) {
    const { seconds, nanoseconds } = other as Timestamp;
    return one.seconds === seconds && one.nanoseconds === nanoseconds;
  }
  if (one instanceof Path || one instanceof DocRef) return textOf(one) === textOf(other as Path | DocRef);
  if (one instanceof ValueSet) return matchingSets(one, other as ValueSet);
  if (one instanceof GeoPoint) {
    const { latitude, longitude } = other as GeoPoint;
    return one.latitude === latitude && one.longitude === longitude;
  }
  if (one instanceof Uint8Array) return sameNumbers(one, other as Uint8Array);
  if (one instanceof Vector) return sameNumbers(one.values, (other as Vector).values);
  if (one instanceof MapDiff)
    return alike(one.one, (other as MapDiff).one) && alike(one.other, (other as MapDiff).other);
  return matchingMaps(one as MapValue, other as MapValue, within);
}

const textOf = (path: Path | DocRef) => String(path instanceof Path ? path : documentPath(path.path));

const matchingLists = (one: readonly Value[], other: readonly Value[], within: NumberRule): boolean =>
  one.length === other.length && one.every((value, at) => matches(value, other[at] ?? null, within, within));

const matchingSets = (one: ValueSet, other: ValueSet): boolean =>
  one.items.length === other.items.length && one.items.every((item) => hasItem(other, item));

const sameNumbers = (one: ArrayLike<number>, other: ArrayLike<number>): boolean =>
  one.length === other.length && Array.from(one).every((value, at) => value === other[at]);

function matchingMaps(one: MapValue, other: MapValue, within: NumberRule): boolean {
  const keys = keysOf(one);
  if (keys.length !== keysOf(other).length) return false;
  return keys.every((key) => {
    const theirs = fieldOf(other, key);
    return theirs !== undefined && matches(fieldOf(one, key) ?? null, theirs, within, within);
  });
}
