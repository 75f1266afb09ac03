/** The documents themselves, and the indexes that keep up with them. */
import { collectionOf, lastPart } from './paths.ts';
import type { DocData } from '#ports/docs/values.ts';
import { ByCollection } from './by-collection.ts';
import type { DocBlock } from './doc-block.ts';
import { Indexes } from './indexes.ts';
import { inScope, type Plan } from './plan.ts';
import type { UnreadDocs } from './unread-docs.ts';
import type { withUnread } from './unread-indexes.ts';

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
  /** Collections that hold a document, by their last name; without those of which none is read. */
  private readonly groups = new Map<string, Set<string>>();
  private readonly unread: UnreadDocs<StoredDoc> | null;
  readonly indexes: Indexes<StoredDoc>;

  /** `unread`: `withUnread` of unread-indexes.ts, for a store that may be given blocks. */
  constructor(unread: typeof withUnread | null = null) {
    const docs = (plan: Plan) => this.inScopeOf(plan);
    const parts = unread?.<StoredDoc>(docs, (doc) => this.receive(doc)) ?? null;
    this.unread = parts?.unread ?? null;
    this.indexes = parts?.indexes ?? new Indexes(docs);
  }

  get(path: string): StoredDoc | null {
    const doc = this.docs.get(path);
    if (doc || !this.unread || this.unread.isEmpty()) return doc;
    this.unread.readPath(path);
    return this.docs.get(path);
  }

  all(): Iterable<StoredDoc> {
    this.unread?.readAll();
    return this.docs.values();
  }

  collections(): Iterable<string> {
    // A collection whose stored documents are all removed or replaced is none.
    for (const name of this.unread?.names() ?? [])
      this.unread?.readUntil(name, () => this.docs.of(name) !== null);
    return this.docs.names();
  }

  inCollection(path: string): Iterable<StoredDoc> {
    this.unread?.readCollection(path);
    return this.docs.of(path)?.values() ?? [];
  }

  /** `blocks` are read when they are needed. A document that is given too replaces the one in a block. */
  replaceAll(docs: Iterable<StoredDoc>, blocks: Iterable<DocBlock<StoredDoc>> = []): void {
    this.docs.clear();
    this.groups.clear();
    this.indexes.clear();
    this.unread?.replaceAll(blocks);
    for (const doc of docs) this.put(doc);
  }

  apply({ path, before, after }: StoreChange): void {
    if (after) this.put(after);
    else this.drop(path);
    this.indexes.change(path, before, after);
  }

  /** The documents that a query looks at, with those in `were` as they are there. */
  *past(plan: Plan, were: ReadonlyMap<string, StoredDoc | null>): Generator<StoredDoc> {
    this.unread?.readScope(plan);
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

  private receive(doc: StoredDoc): boolean {
    const isNew = !this.docs.get(doc.path);
    if (isNew) this.put(doc);
    return isNew;
  }

  private put(doc: StoredDoc): void {
    if (!this.docs.set(doc.path, doc)) return;
    const collection = collectionOf(doc.path);
    const group = lastPart(collection);
    const members = this.groups.get(group) ?? new Set();
    this.groups.set(group, members.add(collection));
  }

  private drop(path: string): void {
    this.unread?.remove(path);
    if (!this.docs.delete(path)) return;
    const collection = collectionOf(path);
    const group = lastPart(collection);
    const members = this.groups.get(group);
    members?.delete(collection);
    if (members?.size === 0) this.groups.delete(group);
  }
}
