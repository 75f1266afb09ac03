/**
 * Values as keys of a `Map`: the same key for values that are the same, and nearly always another one for others. Whoever
 * looks something up by it must still compare: a text may be spelt like the key of something else.
 */
import type { FieldPath } from '#ports/docs/field-path.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';
import { fieldAt } from './fields.ts';
import { valueKey } from './order.ts';

const hashKey = (value: DocValue): unknown =>
  typeof value === 'object' && value !== null ? valueKey(value) : value;

/** One key for several values. */
export function hashKeys(values: readonly DocValue[]): unknown {
  if (values.length === 1) return hashKey(values[0] ?? null);
  let key = '';
  for (const value of values) key += `${String(hashKey(value))}\n`;
  return key;
}

/** The key of what some fields of a document hold; `undefined` when it has not all of them. */
export function hashKeyAt(data: DocData, paths: readonly FieldPath[]): unknown {
  const values: DocValue[] = [];
  for (const path of paths) {
    const value = fieldAt(data, path);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return hashKeys(values);
}
