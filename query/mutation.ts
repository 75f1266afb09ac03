/** Application of a write to a document: the same function at the server, and at the client until the server has answered. */
import type { Write } from '#ports/docs/docs.ts';
import { type FieldPath, parseFieldPath } from '#provider-kit/docs/field-path.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { type DocData, type DocValue, FieldOp, type WriteData, type WriteValue } from '#ports/docs/values.ts';
import { Draft } from './draft.ts';
import { valueKey } from './order.ts';

/** Change of one field: a value, or an operation on its present value. */
interface FieldChange {
  readonly path: FieldPath;
  readonly value: DocValue | FieldOp;
}

/** A write as changes of single fields, computed once. */
export interface Mutation {
  readonly path: string;
  readonly kind: Write['type'];
  /** Whether it starts from an empty document rather than from the present one. */
  readonly replaces: boolean;
  /** Plain values first, then operations; deletions are among the plain ones. */
  readonly changes: readonly FieldChange[];
}

export function mutationOf(write: Write): Mutation {
  const { path, type: kind } = write;
  if (kind === 'delete') return { path, kind, replaces: true, changes: [] };
  if (kind === 'update') {
    const changes: FieldChange[] = [];
    for (const [field, value] of Object.entries(write.changes))
      takeApart(value, parseFieldPath(field), false, changes);
    return { path, kind, replaces: false, changes: operationsLast(changes) };
  }
  const { merge } = write;
  const changes: FieldChange[] = [];
  if (Array.isArray(merge))
    for (const field of merge) {
      const at = parseFieldPath(String(field));
      takeApart(valueAt(write.data, at), at, false, changes);
    }
  else
    for (const [name, value] of Object.entries(write.data)) takeApart(value, [name], merge === true, changes);
  return { path, kind, replaces: merge === undefined, changes: operationsLast(changes) };
}

const isOperation = ({ value }: FieldChange) => value instanceof FieldOp && value.op !== 'delete';

const operationsLast = (changes: readonly FieldChange[]) => [
  ...changes.filter((change) => !isOperation(change)),
  ...changes.filter(isOperation),
];

function valueAt(data: WriteData, path: FieldPath): WriteValue {
  let value: unknown = data;
  for (const name of path) value = isPlainObject(value) ? value[name] : undefined;
  return (value ?? null) as WriteValue;
}

/**
 * Splits `value` into the plain value at `path` and the operations inside it. With `deep`, every leaf is a change of its own, so
 * that unnamed fields stay.
 */
function takeApart(value: WriteValue, path: FieldPath, deep: boolean, changes: FieldChange[]): void {
  if (value instanceof FieldOp) {
    changes.push({ path, value });
    return;
  }
  if (!isPlainObject(value)) {
    changes.push({ path, value: value as DocValue });
    return;
  }
  const entries = Object.entries(value as WriteData);
  if (deep && entries.length > 0) {
    for (const [name, inner] of entries) takeApart(inner, [...path, name], true, changes);
    return;
  }
  changes.push({ path, value: withoutOperations(value as WriteData, path, changes) });
}

function withoutOperations(map: WriteData, path: FieldPath, changes: FieldChange[]): DocData {
  const plain: Record<string, DocValue> = {};
  for (const [name, value] of Object.entries(map)) {
    if (value instanceof FieldOp) changes.push({ path: [...path, name], value });
    else if (isPlainObject(value))
      plain[name] = withoutOperations(value as WriteData, [...path, name], changes);
    else plain[name] = value as DocValue;
  }
  return plain;
}

/** Result of an operation on the value before it (`undefined`: no such field). */
export type Resolve = (op: FieldOp, before: DocValue | undefined, path: FieldPath) => DocValue;

/** The document afterwards. A missing document counts as empty: the caller has checked whether that may be. */
export function mutate(before: DocData | null, mutation: Mutation, resolve: Resolve): DocData | null {
  if (mutation.kind === 'delete') return null;
  const draft = new Draft(mutation.replaces ? {} : before);
  for (const { path, value } of mutation.changes) {
    if (!(value instanceof FieldOp)) draft.put(path, value);
    else if (value.op === 'delete') draft.remove(path);
    else draft.put(path, resolve(value, draft.at(path), path));
  }
  return draft.data;
}

/** Numeric operation: result for the field's value and the operand. */
export type Arithmetic = (
  kind: 'increment' | 'minimum' | 'maximum',
  before: DocValue | undefined,
  operand: FieldOp['operand'],
) => DocValue;

/** `time` and `reckon`: the server's time and its arithmetic, which each side knows in its own way. Default: to the nearest number. */
export function resolveOperation(
  op: FieldOp,
  before: DocValue | undefined,
  time: () => DocValue,
  reckon: Arithmetic = nearest,
): DocValue {
  switch (op.op) {
    case 'server-timestamp':
      return time();
    case 'increment':
    case 'minimum':
    case 'maximum':
      return reckon(op.op, before, op.operand);
    case 'array-union':
      return union(asList(before), asList(op.operand));
    case 'array-remove':
      return difference(asList(before), asList(op.operand));
    case 'delete':
      return null;
  }
}

const edge = 2 ** 63;

const nearest: Arithmetic = (kind, before, operand) =>
  kind === 'increment'
    ? sum(typeof before === 'number' ? before : 0, Number(operand))
    : extreme(kind, before, Number(operand));

/** Whole numbers are limited to 64 bits; others have no limit. */
function sum(before: number, by: number): number {
  const whole = Number.isSafeInteger(by) && Number.isInteger(before) && Math.abs(before) <= edge;
  return whole ? Math.min(edge, Math.max(-edge, before + by)) : before + by;
}

function extreme(which: 'minimum' | 'maximum', before: DocValue | undefined, given: number): number {
  if (typeof before !== 'number' || Number.isNaN(given)) return given;
  const gives = which === 'minimum' ? given < before : given > before;
  return gives ? given : before;
}

function union(list: readonly DocValue[], added: readonly DocValue[]): DocValue {
  const has = new Set(list.map(valueKey));
  const result = [...list];
  for (const value of added) {
    const key = valueKey(value);
    if (has.has(key)) continue;
    has.add(key);
    result.push(value);
  }
  return result;
}

function difference(list: readonly DocValue[], removed: readonly DocValue[]): DocValue {
  const gone = new Set(removed.map(valueKey));
  return list.filter((value) => !gone.has(valueKey(value)));
}

const asList = (value: unknown): readonly DocValue[] => (Array.isArray(value) ? (value as DocValue[]) : []);
