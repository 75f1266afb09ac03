/** Fields of immutable data: read one, or get a copy with one changed. */
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

/** What is on the way and no map gives way to one. */
export function withField(data: DocData, path: FieldPath, value: DocValue): DocData {
  const [name = '', ...rest] = path;
  const inner = rest.length === 0 ? value : withField(mapAt(data, name), rest, value);
  return { ...data, [name]: inner };
}

export function withoutField(data: DocData, path: FieldPath): DocData {
  const [name = '', ...rest] = path;
  if (!Object.hasOwn(data, name)) return data;
  if (rest.length > 0) {
    const inner = data[name];
    return isPlainObject(inner) ? { ...data, [name]: withoutField(inner as DocData, rest) } : data;
  }
  const { [name]: removed, ...others } = data;
  void removed;
  return others;
}

function mapAt(data: DocData, name: string): DocData {
  const inner = Object.hasOwn(data, name) ? data[name] : undefined;
  return isPlainObject(inner) ? (inner as DocData) : {};
}
