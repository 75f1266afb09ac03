/**
 * Values as this side of a boundary owns them: checked, copied and frozen, so that nobody who kept a reference can change
 * them. Copying what is already owned costs nothing.
 */
import { checkFieldName } from './field-names.ts';
import type { ArgumentLimits } from '#ports/docs/limits.ts';
import { widestLimits } from './argument-limits.ts';
import { ownedLevels, setOwned } from './frozen.ts';
import { checkDocumentPath } from './paths.ts';
import {
  DocRef,
  type DocData,
  type DocValue,
  FieldOp,
  GeoPoint,
  Timestamp,
  Vector,
} from '#ports/docs/values.ts';

/** @throws TypeError for what a document can't hold */
export function ownData(data: unknown, limits = widestLimits): DocData {
  if (!isPlainObject(data)) throw new TypeError('A document’s data must be a plain object.');
  return ownMap(data, 0, limits);
}

/**
 * The same for a map that was just made and that nobody else will change: it is not copied again.
 * @throws TypeError for what a document can't hold
 */
export function freezeInPlace(fresh: DocData, limits = widestLimits): DocData {
  if (ownedLevels(fresh) !== undefined) return fresh;
  const map = fresh as Record<string, DocValue>;
  for (const name in map) {
    checkFieldName(name, limits);
    const value = map[name];
    if (typeof value !== 'string' && typeof value !== 'number') map[name] = own(value, 1, false, limits);
  }
  return seal(map, Object.values(map));
}

/** @throws TypeError for what a document can't hold */
export const ownValue = (value: unknown, depth = 1, limits = widestLimits): DocValue =>
  own(value, depth, false, limits);

function own(value: unknown, depth: number, inArray: boolean, limits: ArgumentLimits): DocValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'number':
      return value;
    case 'object':
      if (value === null) return null;
      return isOwned(value, depth, limits) && !(inArray && Array.isArray(value))
        ? (value as DocValue)
        : ownObject(value, depth, inArray, limits);
    default:
      throw new TypeError(
        `A document can’t hold ${value === undefined ? 'undefined' : `a ${typeof value}`}.`,
      );
  }
}

function ownObject(value: object, depth: number, inArray: boolean, limits: ArgumentLimits): DocValue {
  if (Array.isArray(value)) {
    if (inArray) throw new TypeError('An array must not hold an array directly.');
    return ownArray(value, depth, limits);
  }
  if (value instanceof Timestamp) return keep(toMicroseconds(value));
  if (value instanceof GeoPoint) return keep(new GeoPoint(value.latitude, value.longitude));
  if (value instanceof DocRef) return keep(new DocRef(checkDocumentPath(value.path, limits)));
  if (value instanceof Vector) return keep(ownVector(value, limits));
  if (value instanceof Uint8Array) return value.slice();
  if (value instanceof FieldOp)
    throw new TypeError('A field operation can’t stand here: only as a field’s new value in a write.');
  if (isPlainObject(value)) return ownMap(value, depth, limits);
  throw new TypeError(`A document can’t hold a ${value.constructor?.name ?? 'special object'}.`);
}

function ownArray(values: readonly unknown[], depth: number, limits: ArgumentLimits): DocValue {
  checkDepth(depth, limits);
  // No longer than it must be; an array that is pushed to keeps room for more.
  const copy = [...values] as DocValue[];
  // By index, so that a hole in the array is refused as `undefined` and not skipped.
  for (let at = 0; at < copy.length; at++) copy[at] = own(copy[at], depth + 1, true, limits);
  return seal(copy, copy);
}

function ownMap(map: object, depth: number, limits: ArgumentLimits): DocData {
  if (isOwned(map, depth, limits)) return map as DocData;
  checkDepth(depth, limits);
  const copy: Record<string, DocValue> = {};
  for (const [name, value] of Object.entries(map)) {
    checkFieldName(name, limits);
    copy[name] = own(value, depth + 1, false, limits);
  }
  return seal(copy, Object.values(copy)) as DocData;
}

/** Freezes; and marks it as owned if all that it holds is frozen too. Bytes can't be frozen, so what holds bytes is not. */
function seal<T extends object>(container: T, inner: readonly DocValue[]): T {
  let levels = 1;
  for (const value of inner) {
    if (typeof value !== 'object' || value === null) continue;
    const below = ownedLevels(value);
    if (below === undefined) return Object.freeze(container);
    if (below >= levels) levels = below + 1;
  }
  return setOwned(container, levels);
}

const keep = <T extends object>(value: T): T => setOwned(value, 0);

/** @throws TypeError when it is, but would be too deep here */
function isOwned(value: object, depth: number, limits: ArgumentLimits): boolean {
  const levels = ownedLevels(value);
  if (levels === undefined) return false;
  checkDepth(depth + levels - 1, limits);
  return true;
}

/** Times are stored to the microsecond. */
const toMicroseconds = ({ seconds, nanoseconds }: Timestamp) =>
  new Timestamp(seconds, nanoseconds - (nanoseconds % 1000));

function ownVector({ values }: Vector, { vectorNumbers }: ArgumentLimits): Vector {
  if (values.length > vectorNumbers)
    throw new TypeError(`A vector holds at most ${vectorNumbers} numbers; ${values.length} were given.`);
  if (values.some((value) => typeof value !== 'number')) throw new TypeError('A vector holds only numbers.');
  return new Vector(values);
}

/** @throws TypeError past the depth that a document may have */
export function checkDepth(depth: number, { levels }: ArgumentLimits): void {
  if (depth > levels) throw new TypeError(`A document’s fields nest at most ${levels} levels deep.`);
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value) as unknown;
  return prototype === Object.prototype || prototype === null;
}

/** The value for a reader: the same when nothing in it can be changed, a copy when it holds bytes. */
export function copyForReader<T extends DocValue | DocData>(value: T): T {
  if (typeof value !== 'object' || value === null || ownedLevels(value) !== undefined) return value;
  return ownValue(value) as T;
}
