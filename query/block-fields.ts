/** Value summary of the fields of a block of documents. */
import { DocRef, type DocData, type DocValue, Timestamp } from '#ports/docs/values.ts';
import type { BlockFields, FieldValues } from './doc-block.ts';
import { ExactNumber } from './exact-number.ts';
import { compareValues, sameValue } from './order.ts';

/** Most different values of a field that are listed one by one. */
const mostEach = 8;
/** Longest text that is compared here. */
const longestText = 100;

export function fieldsOfBlock(documents: Iterable<DocData>): BlockFields {
  const fields = new Map<string, FieldValues | null>();
  for (const data of documents)
    for (const [name, value] of Object.entries(data)) {
      const known = fields.get(name);
      if (known === null) continue;
      fields.set(name, isShort(value) ? withValue(known, value) : null);
    }
  return fields;
}

function isShort(value: DocValue): boolean {
  if (typeof value === 'string') return value.length <= longestText;
  if (typeof value !== 'object' || value === null || value instanceof Timestamp) return true;
  if (value instanceof DocRef) return value.path.length <= longestText;
  return (value as unknown) instanceof ExactNumber;
}

function withValue(known: FieldValues | undefined, value: DocValue): FieldValues {
  if (!known) return { low: value, high: value, each: [value] };
  const { low, high, each } = known;
  if (each?.some((other) => sameValue(other, value))) return known;
  return {
    low: compareValues(value, low) < 0 ? value : low,
    high: compareValues(value, high) > 0 ? value : high,
    each: each && each.length < mostEach ? [...each, value] : null,
  };
}
