/** The documents themselves, and the indexes that keep up with them. */
import { collectionOf, lastPart } from '#ports/docs/paths.ts';
import { evaluate, inScope, type Plan, scopesOf } from './plan.ts';
import type { DocData } from '#ports/docs/values.ts';
import { answer, QueryIndex, shapeOf } from './query-index.ts';

/** Deeply frozen. */
export interface StoredDoc {
  readonly path: string;
  readonly data: DocData;
  /** Commit times in microseconds since the epoch: of the last change, and of the creation. */
  readonly version: number;
  readonly created: number;
}

/** What one commit did to one document. */
export interface DocChange {
  readonly path: string;
  readonly before: StoredDoc | null;
  readonly after: StoredDoc | null;
}

/** Indexes that no live query holds, kept for the next query of that shape. */
const mostIdleIndexes = 64;
/** Shapes of questions that are remembered as asked. */
const mostShapes = 1000;

interface HeldIndex {
  readonly scope: string;
  readonly shape: string;
  readonly index: QueryIndex<StoredDoc>;
  holders: number;
}

export class DocStore {
  private collections = new Map<string, Map<string, StoredDoc>>();
  /** Collections that hold a document, by their last name. */
  private groups = new Map<string, Set<string>>();
  private readonly indexes = new Map<string, Map<string, HeldIndex>>();
  private readonly idle = new Set<HeldIndex>();
  private readonly asked = new Set<string>();

  get(path: string): StoredDoc | null {
    return this.collections.get(collectionOf(path))?.get(path) ?? null;
  }

  *all(): Generator<StoredDoc> {
    for (const docs of this.collections.values()) yield* docs.values();
  }

  replaceAll(docs: Iterable<StoredDoc>): void {
    this.collections = new Map();
    this.groups = new Map();
    this.indexes.clear();
    this.idle.clear();
    for (const doc of docs) this.put(doc);
  }

  apply({ path, before, after }: DocChange): void {
    if (after) this.put(after);
    else this.drop(path);
    for (const scope of scopesOf(path))
      for (const { index } of this.indexes.get(scope)?.values() ?? []) index.change(before, after);
  }

  /** A question of a shape that was never asked before is answered by looking at every document: an index may not pay. */
  find(plan: Plan): readonly StoredDoc[] {
    const name = `${plan.scope}?${shapeOf(plan)}`;
    if (!this.asked.has(name)) {
      if (this.asked.size >= mostShapes) this.asked.clear();
      this.asked.add(name);
      return evaluate(plan, this.inScopeOf(plan));
    }
    const held = this.held(plan);
    const docs = answer(plan, held.index);
    this.rest(held);
    return docs;
  }

  /** An index for a query that stays; kept up to date until released. */
  hold(plan: Plan): { readonly index: QueryIndex<StoredDoc>; readonly release: () => void } {
    const held = this.held(plan);
    held.holders++;
    this.idle.delete(held);
    return {
      index: held.index,
      release: () => {
        held.holders--;
        this.rest(held);
      },
    };
  }

  private held(plan: Plan): HeldIndex {
    const shapes = this.indexes.get(plan.scope) ?? new Map<string, HeldIndex>();
    this.indexes.set(plan.scope, shapes);
    const shape = shapeOf(plan);
    let held = shapes.get(shape);
    if (!held) {
      held = { scope: plan.scope, shape, index: new QueryIndex(plan, this.inScopeOf(plan)), holders: 0 };
      shapes.set(shape, held);
    }
    return held;
  }

  private rest(held: HeldIndex): void {
    if (held.holders > 0) return;
    this.idle.delete(held);
    this.idle.add(held);
    if (this.idle.size <= mostIdleIndexes) return;
    const [oldest] = this.idle;
    if (oldest) this.forget(oldest);
  }

  private forget(held: HeldIndex): void {
    this.idle.delete(held);
    const shapes = this.indexes.get(held.scope);
    if (shapes?.get(held.shape) !== held) return;
    shapes.delete(held.shape);
    if (shapes.size === 0) this.indexes.delete(held.scope);
  }

  private *inScopeOf({ query }: Plan): Generator<StoredDoc> {
    if (!query.group) {
      yield* this.collections.get(query.collection)?.values() ?? [];
      return;
    }
    for (const collection of this.groups.get(query.collection) ?? [])
      for (const doc of this.collections.get(collection)?.values() ?? [])
        if (inScope(query, doc.path)) yield doc;
  }

  private put(doc: StoredDoc): void {
    const collection = collectionOf(doc.path);
    let docs = this.collections.get(collection);
    if (!docs) {
      docs = new Map();
      this.collections.set(collection, docs);
      const group = lastPart(collection);
      const members = this.groups.get(group) ?? new Set();
      this.groups.set(group, members.add(collection));
    }
    docs.set(doc.path, doc);
  }

  private drop(path: string): void {
    const collection = collectionOf(path);
    const docs = this.collections.get(collection);
    if (!docs?.delete(path) || docs.size > 0) return;
    this.collections.delete(collection);
    const group = lastPart(collection);
    const members = this.groups.get(group);
    members?.delete(collection);
    if (members?.size === 0) this.groups.delete(group);
  }
}
