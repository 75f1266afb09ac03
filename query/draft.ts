/** Draft of a document: maps on changed paths are copied once, the rest is shared. */
import type { FieldPath } from '#provider-kit/docs/field-path.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';
import { fieldAt } from './fields.ts';

type Fields = Record<string, DocValue>;

export class Draft {
  private readonly fields: Fields;
  /** Maps that were made here, and so may be changed. */
  private readonly own = new Set<unknown>();

  constructor(before: DocData | null) {
    this.fields = { ...before };
  }

  get data(): DocData {
    return this.fields;
  }

  at(path: FieldPath): DocValue | undefined {
    return fieldAt(this.fields, path);
  }

  /** Sets a value; a value on the way that is no map is replaced by one. */
  put(path: FieldPath, value: DocValue): void {
    let map = this.fields;
    const last = path.length - 1;
    for (let at = 0; at < last; at++) map = this.mapIn(map, path[at] ?? '', true) ?? map;
    map[path[last] ?? ''] = value;
  }

  remove(path: FieldPath): void {
    let map = this.fields;
    const last = path.length - 1;
    for (let at = 0; at < last; at++) {
      const inner = this.mapIn(map, path[at] ?? '', false);
      if (!inner) return;
      map = inner;
    }
    delete map[path[last] ?? ''];
  }

  /** The map of that name, ready to be changed. */
  private mapIn(map: Fields, name: string, make: boolean): Fields | null {
    const inner = Object.hasOwn(map, name) ? map[name] : undefined;
    if (this.own.has(inner)) return inner as Fields;
    const isMap = isPlainObject(inner);
    if (!isMap && !make) return null;
    const copy: Fields = isMap ? { ...(inner as DocData) } : {};
    this.own.add(copy);
    map[name] = copy;
    return copy;
  }
}
