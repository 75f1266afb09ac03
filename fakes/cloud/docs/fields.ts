/** Fields of immutable data. */
import type { FieldPath } from '#ports/docs/field-path.ts';
import { isPlainObject } from '#ports/docs/own.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';

/** `undefined` when there is no such field. */
export function fieldAt(data: DocData, path: FieldPath): DocValue | undefined {
  let value: unknown = data;
  for (const name of path) {
    if (!isPlainObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value as DocValue;
}
