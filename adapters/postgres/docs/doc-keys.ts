/** Sort keys of a document's fields, by which PostgreSQL filters and orders. */
import { formatFieldPath, parseFieldPath } from '#provider-kit/docs/field-path.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';
import { fieldAt } from '#query/fields.ts';
import { nameText } from './names.ts';
import { sortKey } from './sort-key.ts';

/** Bytes of a key at most: several fit into a row of an index, which has 2,704 bytes. A key takes two characters a byte. */
const longestKey = 160;
/** Fields with a key at most; further ones are like fields with too long a key. */
const mostFields = 100;

export interface DocKeys {
  /** Keys in hexadecimal, by the canonical spelling of the field. */
  readonly keys: Readonly<Record<string, string>>;
  /** Fields whose key is too long: it is empty, and says that there is such a field. */
  readonly inexact: readonly string[];
}

/** `null` for a key that is too long. */
export function exactKey(value: DocValue): string | null {
  const bytes = sortKey(value);
  return bytes.length > longestKey ? null : Buffer.from(bytes).toString('hex');
}

/** Keys of the fields at the top, and of `nested` ones. */
export function keysOf(data: DocData, nested: readonly string[]): DocKeys {
  const keys: Record<string, string> = {};
  const inexact: string[] = [];
  let count = 0;
  const add = (field: string, value: DocValue | undefined) => {
    if (value === undefined) return;
    const key = count++ < mostFields ? exactKey(value) : null;
    keys[nameText(field)] = key ?? '';
    if (key === null) inexact.push(nameText(field));
  };
  for (const field of nested) add(field, fieldAt(data, parseFieldPath(field)));
  for (const [name, value] of Object.entries(data)) add(formatFieldPath([name]), value);
  return { keys, inexact };
}
