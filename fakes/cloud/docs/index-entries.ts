/** Number of a document's entries in all indexes. */
import { parseFieldPath } from '#provider-kit/docs/field-path.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { collectionOf, lastPart } from '#query/paths.ts';
import { documentId } from '#ports/docs/query.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';
import { fieldAt } from '#query/fields.ts';
import { valueKey } from '#query/order.ts';
import type { CompositeIndex, IndexesOfFields } from './declared-indexes.ts';

export class IndexEntries {
  private readonly config: IndexesOfFields;

  constructor(config: IndexesOfFields) {
    this.config = config;
  }

  /** No document of so many bytes has more entries than this. */
  atMost(path: string, bytes: number): number {
    return bytes * this.perPlace(groupOf(path));
  }

  /** Exact where it is more than `enough`; else no less than there are. */
  count(path: string, data: DocData, enough: number): number {
    const group = groupOf(path);
    // Duplicate elements are counted only where the number of entries may reach the limit.
    const bound = placesIn(data) * this.perPlace(group);
    if (bound <= enough) return bound;
    let count = this.ofFields(group, data, []);
    for (const index of this.config.compositesOf(group)) count += ofComposite(index, data);
    return count;
  }

  /** The most that one value, or one element of an array, can have. */
  private perPlace(group: string): number {
    return this.config.mostOfField(group) + this.config.compositesOf(group).length;
  }

  private ofFields(group: string, map: DocData, path: readonly string[]): number {
    let count = 0;
    for (const [name, value] of Object.entries(map)) {
      const own = [...path, name];
      // An element is found in either direction of the names, so it has two entries.
      const each = { asc: 1, desc: 1, contains: Array.isArray(value) ? 2 * distinct(value) : 0 };
      for (const { mode } of this.config.ofField(group, own)) count += each[mode];
      if (isPlainObject(value)) count += this.ofFields(group, value as DocData, own);
    }
    return count;
  }
}

function ofComposite({ fields }: CompositeIndex, data: DocData): number {
  let count = 1;
  for (const { field, mode } of fields) {
    if (field === documentId) continue;
    const value = fieldAt(data, parseFieldPath(field));
    if (value === undefined) return 0;
    if (mode === 'contains') count *= Array.isArray(value) ? distinct(value) : 0;
  }
  return count;
}

/** Values and elements, however deep. */
function placesIn(data: DocData): number {
  let places = 0;
  for (const name in data) {
    const value = data[name] ?? null;
    if (Array.isArray(value)) places += value.length;
    else if (isPlainObject(value)) places += placesIn(value as DocData);
    places++;
  }
  return places;
}

const distinct = (values: readonly DocValue[]): number => new Set(values.map(valueKey)).size;

const groupOf = (path: string): string => lastPart(collectionOf(path));
