/** Comparison of documents in a query's order, without copying their values. */
import type { FieldPath } from '#provider-kit/docs/field-path.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';
import { fieldAt } from './fields.ts';
import { comparePaths, compareValues } from './order.ts';
import { projection } from './projection.ts';
import type { SortField } from './sort-fields.ts';

/** The part of a document that queries look at. */
export interface QueriedDoc {
  readonly path: string;
  readonly data: DocData;
}

interface Key {
  /** `null` for the document's name. */
  readonly read: ((data: DocData) => DocValue | undefined) | null;
  readonly descending: boolean;
}

export class Sorting {
  private readonly keys: readonly Key[];
  private readonly fields: readonly FieldPath[];

  constructor(orders: readonly SortField[]) {
    this.keys = orders.map(({ path, descending }) => ({ read: path && reading(path), descending }));
    this.fields = orders.flatMap(({ path }) => (path ? [path] : []));
  }

  /** A document without a field of the order has no place in it. */
  holds({ data }: QueriedDoc): boolean {
    for (const path of this.fields) if (fieldAt(data, path) === undefined) return false;
    return true;
  }

  readonly compare = (one: QueriedDoc, other: QueriedDoc): number => {
    for (const { read, descending } of this.keys) {
      const order = read
        ? compareValues(read(one.data) ?? null, read(other.data) ?? null)
        : comparePaths(one.path, other.path);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  };

  /** Monotonic number for `compare`; documents with equal numbers must be compared. */
  readonly project = (doc: QueriedDoc): number => {
    const [first] = this.keys;
    if (!first?.read) return 0;
    const number = projection(first.read(doc.data) ?? null);
    return first.descending ? -number : number;
  };

  /** Compares a document with a position given by the first few values. */
  compareToPlace(doc: QueriedDoc, values: readonly DocValue[]): number {
    for (let at = 0; at < values.length; at++) {
      const key = this.keys[at];
      const value = values[at];
      if (!key || value === undefined) break;
      const order = key.read
        ? compareValues(key.read(doc.data) ?? null, value)
        : comparePaths(doc.path, String(value));
      if (order !== 0) return key.descending ? -order : order;
    }
    return 0;
  }
}

/** Reader of a field, for documents that have it. */
function reading(path: FieldPath): (data: DocData) => DocValue | undefined {
  const [name = ''] = path;
  return path.length === 1 ? (data) => data[name] : (data) => fieldAt(data, path);
}
