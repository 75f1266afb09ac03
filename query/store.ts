/** The documents themselves, and the indexes that keep up with them. */
import { collectionOf, lastPart } from './paths.ts';
import type { DocData } from '#ports/docs/values.ts';
import { ByCollection } from './by-collection.ts';
import { Indexes } from './indexes.ts';
import { inScope, type Plan } from './plan.ts';

/** Deeply frozen. */
export interface StoredDoc {
  readonly path: string;
  readonly data: DocData;
  /** Commit times in microseconds since the epoch: of the last change, and of the creation. */
  readonly version: number;
  readonly created: number;
}

/** Effect of one commit on one document. */
export interface StoreChange {
  readonly path: string;
  readonly before: StoredDoc | null;
  readonly after: StoredDoc | null;
}

export class DocStore {
  private readonly docs = new ByCollection<StoredDoc>();
  /** Collections that hold a document, by their last name. */
  private readonly groups = new Map<string, Set<string>>();
  readonly indexes = new Indexes<StoredDoc>((plan) => this.inScopeOf(plan));

  get(path: string): StoredDoc | null {
    return this.docs.get(path);
  }

  all(): Iterable<StoredDoc> {
    return this.docs.values();
  }

  collections(): Iterable<string> {
    return this.docs.names();
  }

  inCollection(path: string): Iterable<StoredDoc> {
    return this.docs.of(path)?.values() ?? [];
  }

  replaceAll(docs: Iterable<StoredDoc>): void {
    this.docs.clear();
    this.groups.clear();
    this.indexes.clear();
    for (const doc of docs) this.put(doc);
  }

  apply({ path, before, after }: StoreChange): void {
    if (after) this.put(after);
    else this.drop(path);
    this.indexes.change(path, before, after);
  }

  /** The documents that a query looks at, with those in `were` as they are there. */
  *past(plan: Plan, were: ReadonlyMap<string, StoredDoc | null>): Generator<StoredDoc> {
    for (const doc of this.inScopeOf(plan)) if (!were.has(doc.path)) yield doc;
    for (const doc of were.values()) if (doc) yield doc;
  }

  private *inScopeOf({ query }: Plan): Generator<StoredDoc> {
    if (!query.group) {
      yield* this.docs.of(query.collection)?.values() ?? [];
      return;
    }
    for (const collection of this.groups.get(query.collection) ?? [])
      for (const doc of this.docs.of(collection)?.values() ?? []) if (inScope(query, doc.path)) yield doc;
  }

  private put(doc: StoredDoc): void {
    if (!this.docs.set(doc.path, doc)) return;
    const collection = collectionOf(doc.path);
    const group = lastPart(collection);
    const members = this.groups.get(group) ?? new Set();
    this.groups.set(group, members.add(collection));
  }

  private drop(path: string): void {
    if (!this.docs.delete(path)) return;
    const collection = collectionOf(path);
    const group = lastPart(collection);
    const members = this.groups.get(group);
    members?.delete(collection);
    if (members?.size === 0) this.groups.delete(group);
  }
}
