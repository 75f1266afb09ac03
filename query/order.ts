/** The order of document values across types, and their equality. */
import { numberOfId } from '#provider-kit/docs/paths.ts';
import { DocRef, type DocValue, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';
import { compareNumbers, ExactNumber, magnitude, numberKey, type StoredNumber } from './exact-number.ts';
import { PendingTimestamp } from './pending-timestamp.ts';

/** null < boolean < number < timestamp < pending timestamp < string < bytes < reference < geopoint < array < vector < map */
export function typeRank(value: DocValue): number {
  if (value === null) return 0;
  switch (typeof value) {
    case 'boolean':
      return 1;
    case 'number':
      return 2;
    case 'string':
      return 5;
    default:
      return objectRank(value);
  }
}

function objectRank(value: Exclude<DocValue, null | boolean | number | string>): number {
  if (value instanceof Timestamp) return 3;
  if (value instanceof PendingTimestamp) return 4;
  if (value instanceof Uint8Array) return 6;
  if (value instanceof DocRef) return 7;
  if (value instanceof GeoPoint) return 8;
  if (Array.isArray(value)) return 9;
  if (value instanceof Vector) return 10;
  return (value as unknown) instanceof ExactNumber ? numberRank : 11;
}

const numberRank = 2;

/** Negative, zero or positive. Numbers compare by value, whatever their types: NaN before all others, and 0 with -0. */
export function compareValues(one: DocValue, other: DocValue): number {
  if (one === other) return 0;
  if (typeof one === 'number' && typeof other === 'number') return compareNumbers(one, other);
  const rank = typeRank(one) - typeRank(other);
  if (rank !== 0) return rank;
  if (typeof one === 'string') return compareText(one, other as string);
  if (typeof one === 'boolean') return one ? 1 : -1;
  if (typeRank(one) === numberRank)
    return compareNumbers(magnitude(one as StoredNumber), magnitude(other as StoredNumber));
  if (one === null || typeof one !== 'object') return 0;
  return compareObjects(one, other as object);
}

function compareObjects(one: object, other: object): number {
  if (one instanceof Timestamp) {
    const { seconds, nanoseconds } = other as Timestamp;
    return one.seconds - seconds || one.nanoseconds - nanoseconds;
  }
  if (one instanceof PendingTimestamp) return one.order - (other as unknown as PendingTimestamp).order;
  if (one instanceof Uint8Array) return compareBytes(one, other as Uint8Array);
  if (one instanceof DocRef) return comparePaths(one.path, (other as DocRef).path);
  if (one instanceof GeoPoint) {
    const { latitude, longitude } = other as GeoPoint;
    return compareNumbers(one.latitude, latitude) || compareNumbers(one.longitude, longitude);
  }
  if (Array.isArray(one)) return compareLists(one, other as DocValue[], compareValues);
  if (one instanceof Vector) {
    const { values } = other as Vector;
    return one.values.length - values.length || compareLists(one.values, values, compareNumbers);
  }
  return compareMaps(one as DocMap, other as DocMap);
}

type DocMap = Readonly<Record<string, DocValue>>;

/** Compares by UTF-8 bytes, which is the order of code points: surrogates come after every other unit. */
export function compareText(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const left = one.charCodeAt(at);
    const right = other.charCodeAt(at);
    if (left === right) continue;
    return compareUnits(left, right);
  }
  return one.length - other.length;
}

const compareUnits = (one: number, other: number) =>
  Number(isSurrogate(one)) - Number(isSurrogate(other)) || one - other;

const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const order = (one[at] ?? 0) - (other[at] ?? 0);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

/**
 * Part by part, so that `a/b` comes before `a!/b`: where one path has a separator, the other's part is longer. Ids that are numbers
 * come first, by their numbers.
 */
export function comparePaths(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const left = one.charCodeAt(at);
    const right = other.charCodeAt(at);
    if (left === right) continue;
    const byNumber = compareNumbersAround(one, other, at);
    if (byNumber !== 0) return byNumber;
    if (left === separator) return -1;
    return right === separator ? 1 : compareUnits(left, right);
  }
  return compareNumbersAround(one, other, length) || one.length - other.length;
}

const separator = 0x2f;
const underscore = 0x5f;

/** The parts that first differ at `at`, as ids that are numbers; 0 when neither is one. */
function compareNumbersAround(one: string, other: string, at: number): number {
  let start = at;
  while (start > 0 && one.charCodeAt(start - 1) !== separator) start--;
  if (one.charCodeAt(start) !== underscore && other.charCodeAt(start) !== underscore) return 0;
  const [mine, theirs] = [numberAt(one, start), numberAt(other, start)];
  if (mine === null) return theirs === null ? 0 : 1;
  if (theirs === null || mine < theirs) return -1;
  return Number(mine > theirs);
}

function numberAt(path: string, start: number): bigint | null {
  const end = path.indexOf('/', start);
  return numberOfId(path.slice(start, end < 0 ? undefined : end));
}

/** Compares by the first part that differs; a list that begins another comes before it. */
function compareLists<T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const order = compare(one[at] as T, other[at] as T);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

function compareMaps(one: DocMap, other: DocMap): number {
  const left = Object.keys(one).sort(compareText);
  const right = Object.keys(other).sort(compareText);
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const [mine = '', theirs = ''] = [left[at], right[at]];
    const order = compareText(mine, theirs) || compareValues(one[mine] ?? null, other[theirs] ?? null);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Whether two values are equal to a query. 3 and 3.0 are, and so are NaN and NaN. */
export const sameValue = (one: DocValue, other: DocValue): boolean => compareValues(one, other) === 0;

/** Whether replacing `one` by `other` changes nothing. Like `sameValue`, but 0 and -0 differ, and so do 3 and 3.0. */
export function identical(one: DocValue, other: DocValue): boolean {
  if (typeof one === 'number') return Object.is(one, other);
  if (typeof one !== 'object' || one === null) return one === other;
  if (one === other) return true;
  if (typeof other !== 'object' || other === null || typeRank(one) !== typeRank(other)) return false;
  if (Array.isArray(one)) {
    const list = other as readonly DocValue[];
    return one.length === list.length && one.every((value, at) => identical(value, list[at] ?? null));
  }
  if (typeRank(one) !== mapRank) return sameValue(one, other);
  return identicalMaps(one as DocMap, other as DocMap);
}

const mapRank = 11;

function identicalMaps(one: DocMap, other: DocMap): boolean {
  let more = 0;
  for (const name in one) {
    more++;
    if (!Object.hasOwn(other, name) || !identical(one[name] ?? null, other[name] ?? null)) return false;
  }
  for (const _ in other) more--;
  return more === 0;
}

/** Equal texts for values that are the same, different ones for others. */
export function valueKey(value: DocValue): string {
  const rank = typeRank(value);
  if (typeof value !== 'object' || value === null)
    return `${rank}:${typeof value === 'number' && value === 0 ? 0 : String(value)}`;
  if ((value as unknown) instanceof ExactNumber) return exactKey(rank, value as unknown as ExactNumber);
  if (value instanceof Timestamp) return `${rank}:${value.seconds}.${value.nanoseconds}`;
  if (value instanceof PendingTimestamp) return `${rank}:${value.order}`;
  if (value instanceof Uint8Array || value instanceof Vector)
    return `${rank}:${(value instanceof Vector ? value.values : value).join(',')}`;
  if (value instanceof DocRef) return `${rank}:${value.path}`;
  if (value instanceof GeoPoint) return `${rank}:${value.latitude + 0},${value.longitude + 0}`;
  if (Array.isArray(value)) return `${rank}:${JSON.stringify(value.map(valueKey))}`;
  const map = value as DocMap;
  const parts = Object.keys(map)
    .sort()
    .map((name) => [name, valueKey(map[name] ?? null)]);
  return `${rank}:${JSON.stringify(parts)}`;
}

function exactKey(rank: number, value: ExactNumber): string {
  const key = numberKey(value);
  return `${rank}:${String(key)}${typeof key === 'bigint' ? 'n' : ''}`;
}
