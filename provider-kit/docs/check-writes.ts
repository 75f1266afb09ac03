/** Writes as given by a caller, checked and copied. Mistakes are `TypeError`; what is too large, the server refuses. */
import type { Write } from '#ports/docs/docs.ts';
import { checkFieldName, fieldPathWithin } from './field-names.ts';
import type { FieldPath } from './field-path.ts';
import type { ArgumentLimits } from '#ports/docs/limits.ts';
import { widestLimits } from './argument-limits.ts';
import { checkDepth, isPlainObject, ownValue } from './own.ts';
import { checkDocumentPath } from './paths.ts';
import { FieldOp, type WriteData, type WriteValue } from '#ports/docs/values.ts';

/** Where a `deleteField()` may stand: nowhere, as a field of the top level, or at any depth. */
type Deletes = 'never' | 'top' | 'anywhere';

/** @throws TypeError */
export const ownWrite = (write: Write): Write => ownWriteWithin(widestLimits, write);

/** @throws TypeError */
export function ownWriteWithin(limits: ArgumentLimits, write: Write): Write {
  const path = checkDocumentPath(write.path, limits);
  switch (write.type) {
    case 'set':
      return ownSet(path, write.data, write.merge, limits);
    case 'update':
      return Object.freeze({ type: 'update', path, changes: ownChanges(write.changes, limits) });
    case 'delete':
      return Object.freeze({ type: 'delete', path });
    default:
      throw new TypeError('A write must be a set, an update or a delete.');
  }
}

function ownSet(
  path: string,
  data: WriteData,
  merge: true | readonly string[] | undefined,
  limits: ArgumentLimits,
): Write {
  if (!isPlainObject(data)) throw new TypeError('A document’s data must be a plain object.');
  const own = ownFields(data, merge === undefined ? 'never' : 'anywhere', 0, limits);
  if (merge === undefined) return Object.freeze({ type: 'set', path, data: own });
  if (merge === true) return Object.freeze({ type: 'set', path, data: own, merge });
  if (!Array.isArray(merge)) throw new TypeError('merge must be true or a list of fields.');
  for (const name of merge)
    if (!names(own, fieldPathWithin(limits, name)))
      throw new TypeError(`merge names the field “${String(name)}”, which the data does not hold.`);
  return Object.freeze({ type: 'set', path, data: own, merge: Object.freeze([...merge]) });
}

function names(data: WriteValue, path: FieldPath): boolean {
  let value: unknown = data;
  for (const name of path) {
    if (!isPlainObject(value) || !Object.hasOwn(value, name)) return false;
    value = value[name];
  }
  return true;
}

function ownChanges(changes: unknown, limits: ArgumentLimits): Readonly<Record<string, WriteValue>> {
  if (!isPlainObject(changes)) throw new TypeError('An update’s changes must be a plain object.');
  const own: Record<string, WriteValue> = {};
  const paths: FieldPath[] = [];
  for (const [field, value] of Object.entries(changes)) {
    const path = fieldPathWithin(limits, field);
    if (paths.some((other) => isPrefix(other, path) || isPrefix(path, other)))
      throw new TypeError(`The update names “${field}” together with a field inside or around it.`);
    paths.push(path);
    own[field] = ownField(value, 'top', path.length - 1, limits);
  }
  return Object.freeze(own);
}

const isPrefix = (one: FieldPath, other: FieldPath) =>
  one.length <= other.length && one.every((name, at) => name === other[at]);

function ownFields(
  map: Readonly<Record<string, unknown>>,
  deletes: Deletes,
  depth: number,
  limits: ArgumentLimits,
): WriteData {
  checkDepth(depth, limits);
  const own: Record<string, WriteValue> = {};
  for (const [name, value] of Object.entries(map)) {
    checkFieldName(name, limits);
    own[name] = ownField(value, deletes, depth, limits);
  }
  return Object.freeze(own);
}

function ownField(value: unknown, deletes: Deletes, depth: number, limits: ArgumentLimits): WriteValue {
  if (value instanceof FieldOp) return ownOp(value, deletes, limits);
  if (isPlainObject(value)) return ownFields(value, deletes === 'top' ? 'never' : deletes, depth + 1, limits);
  return ownValue(value, depth + 1, limits);
}

function ownOp({ op, operand }: FieldOp, deletes: Deletes, limits: ArgumentLimits): FieldOp {
  switch (op) {
    case 'delete':
      if (deletes === 'never')
        throw new TypeError('deleteField() can only stand at the top of an update, or in a set with merge.');
      return Object.freeze(new FieldOp(op));
    case 'increment':
    case 'minimum':
    case 'maximum':
      if (typeof operand !== 'number') throw new TypeError(`${op}() needs a number.`);
      return Object.freeze(new FieldOp(op, operand));
    case 'array-union':
    case 'array-remove': {
      const list: unknown = operand;
      if (!Array.isArray(list)) throw new TypeError(`${op} needs a list of values.`);
      return Object.freeze(new FieldOp(op, ownValue(list, 1, limits) as NonNullable<typeof operand>));
    }
    case 'server-timestamp':
      return Object.freeze(new FieldOp(op));
    default:
      throw new TypeError('This field operation does not exist.');
  }
}
