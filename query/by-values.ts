/**
 * Map whose keys are one value or several: maps inside maps, so that a look-up builds no text. Equal values have the same entry; different
 * values have different entries except where a text is spelt like another value's key. A caller compares the values of the entry found.
 */
import type { FieldPath } from '#provider-kit/docs/field-path.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';
import { ExactNumber, numberKey } from './exact-number.ts';
import { fieldAt } from './fields.ts';
import { valueKey } from './order.ts';

interface Node<T> {
  item: T | null;
  inner: Map<unknown, Node<T>> | null;
}

function keyOf(value: DocValue): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const one: unknown = value;
  return one instanceof ExactNumber ? numberKey(one) : valueKey(value);
}

export class ByValues<T> {
  private readonly root: Node<T> = { item: null, inner: null };

  get(values: readonly DocValue[]): T | null {
    let node: Node<T> | undefined = this.root;
    for (const value of values) {
      node = node.inner?.get(keyOf(value));
      if (!node) return null;
    }
    return node.item;
  }

  /** Entry for a document's values of some fields; `null` also when it lacks one of them. */
  at(data: DocData, paths: readonly FieldPath[]): T | null {
    let node: Node<T> | undefined = this.root;
    for (const path of paths) {
      const value = fieldAt(data, path);
      if (value === undefined) return null;
      node = node.inner?.get(keyOf(value));
      if (!node) return null;
    }
    return node.item;
  }

  set(values: readonly DocValue[], item: T): void {
    let node = this.root;
    for (const value of values) {
      const key = keyOf(value);
      node.inner ??= new Map<unknown, Node<T>>();
      const next = node.inner.get(key) ?? { item: null, inner: null };
      node.inner.set(key, next);
      node = next;
    }
    node.item = item;
  }

  delete(values: readonly DocValue[]): void {
    clear(this.root, values, 0);
  }

  isEmpty(): boolean {
    return isEmpty(this.root);
  }
}

const isEmpty = <T>({ item, inner }: Node<T>) => item === null && !inner?.size;

/** Empty nodes are removed too. */
function clear<T>(node: Node<T>, values: readonly DocValue[], at: number): void {
  const value = values[at];
  if (value === undefined) {
    node.item = null;
    return;
  }
  const key = keyOf(value);
  const next = node.inner?.get(key);
  if (!next) return;
  clear(next, values, at + 1);
  if (isEmpty(next)) node.inner?.delete(key);
}

/** Values of some fields of a document; `null` when it lacks one of them. */
export function valuesAt(data: DocData, paths: readonly FieldPath[]): readonly DocValue[] | null {
  const values: DocValue[] = [];
  for (const path of paths) {
    const value = fieldAt(data, path);
    if (value === undefined) return null;
    values.push(value);
  }
  return values;
}
