/** Fields of immutable data. */
import type { FieldPath } from '#provider-kit/docs/field-path.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';

/** `undefined` when there is no such field. */
export function fieldAt(data: DocData, path: FieldPath): DocValue | undefined {
  let value: unknown = data[path[0] ?? ''];
  for (let at = 1; at < path.length; at++) {
    if (!isPlainObject(value)) return undefined;
    value = value[path[at] ?? ''];
  }
  // No document holds a function: one that is found here comes with every object.
  return typeof value === 'function' ? undefined : (value as DocValue | undefined);
}
