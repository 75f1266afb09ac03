/** Values as keys of a `Map`: the same key for values that are the same, and nearly always another one for others. */
import type { DocValue } from '#ports/docs/values.ts';
import { valueKey } from './order.ts';

/** Whoever looks something up by it must still compare: a text may be spelt like the key of another value. */
export const hashKey = (value: DocValue): unknown =>
  typeof value === 'object' && value !== null ? valueKey(value) : value;

/** One key for several values. */
export function hashKeys(values: readonly DocValue[]): unknown {
  if (values.length === 1) return hashKey(values[0] ?? null);
  let key = '';
  for (const value of values) key += `${String(hashKey(value))}\n`;
  return key;
}
