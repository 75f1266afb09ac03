/** Documents of a store that are not read yet. A path or a query that needs them has their blocks read. */
import { documentId, type Query } from '#ports/docs/query.ts';
import type { DocValue } from '#ports/docs/values.ts';
import { type DocBlock, endsOf, firstValues, mayHold } from './doc-block.ts';
import { compareValues } from './order.ts';
import { collectionOf, lastPart } from './paths.ts';
import type { Plan } from './plan.ts';
import { nameCursor } from './sort-fields.ts';
import type { QueriedDoc } from './sorting.ts';

interface UnreadCollection<T extends QueriedDoc> {
  readonly blocks: Set<DocBlock<T>>;
  /** Paths of documents that were removed and may be in a block. */
  readonly removed: Set<string>;
  /** Block of each path; `null` until the first look-up. */
  byPath: Map<string, DocBlock<T>> | null;
}

/** Part of a result that an index has. */
interface PartialResult<T> {
  readonly docs: readonly T[];
  readonly most: number;
  readonly past: T | null;
  /** Number of the attempt, from 0: each reads twice as many blocks as the one before. */
  readonly attempt: number;
}

export class UnreadDocs<T extends QueriedDoc> {
  private readonly collections = new Map<string, UnreadCollection<T>>();
  private readonly receive: (docs: readonly T[]) => void;

  /** `receive` gets the documents of each block that is read. */
  constructor(receive: (docs: readonly T[]) => void) {
    this.receive = receive;
  }

  isEmpty(): boolean {
    return this.collections.size === 0;
  }

  replaceAll(blocks: Iterable<DocBlock<T>>): void {
    this.collections.clear();
    for (const block of blocks) {
      const collection = this.collections.get(block.collection) ?? {
        blocks: new Set(),
        removed: new Set(),
        byPath: null,
      };
      this.collections.set(block.collection, collection);
      collection.blocks.add(block);
    }
  }

  names(): readonly string[] {
    return [...this.collections.keys()];
  }

  /** Whether documents of the query's collection or group are not read yet. */
  has(plan: Plan): boolean {
    return this.scopeOf(plan).length > 0;
  }

  readPath(path: string): void {
    const collection = this.collections.get(collectionOf(path));
    const block = collection && !collection.removed.has(path) ? pathsOf(collection).get(path) : undefined;
    if (block) this.readBlock(block);
  }

  /** Notes that a document is removed. */
  remove(path: string): void {
    this.collections.get(collectionOf(path))?.removed.add(path);
  }

  readCollection(name: string): void {
    for (const block of this.collections.get(name)?.blocks ?? []) this.readBlock(block);
  }

  readAll(): void {
    for (const name of this.names()) this.readCollection(name);
  }

  /** Reads blocks of a collection until a document is found, or there are no more. */
  readUntil(name: string, isFound: () => boolean): void {
    for (const block of this.collections.get(name)?.blocks ?? []) {
      if (isFound()) return;
      this.readBlock(block);
    }
  }

  readScope(plan: Plan): void {
    for (const { blocks } of this.scopeOf(plan)) for (const block of blocks) this.readBlock(block);
  }

  /** Reads blocks that may hold documents of the result that it does not have yet; returns false when there are none. */
  readFor(plan: Plan, { docs, most, past, attempt }: PartialResult<T>): boolean {
    const edge = docs.length >= most ? (docs.at(-1) ?? null) : null;
    const named = namesIn(plan.query);
    const blocks = this.scopeOf(plan)
      .flatMap((collection) => (named ? blocksWith(collection, named) : [...collection.blocks]))
      .filter(({ fields }) => mayHold(fields, plan, { past, edge }));
    const chosen = most === Infinity ? blocks : nearest(plan, blocks).slice(0, 2 ** attempt);
    for (const block of chosen) this.readBlock(block);
    return chosen.length > 0;
  }

  private scopeOf({ query }: Plan): readonly UnreadCollection<T>[] {
    if (!query.group) {
      const collection = this.collections.get(query.collection);
      return collection ? [collection] : [];
    }
    return [...this.collections].flatMap(([name, collection]) =>
      lastPart(name) === query.collection ? [collection] : [],
    );
  }

  private readBlock(block: DocBlock<T>): void {
    const collection = this.collections.get(block.collection);
    if (!collection?.blocks.delete(block)) return;
    if (collection.blocks.size === 0) this.collections.delete(block.collection);
    this.receive(block.read().filter(({ path }) => !collection.removed.has(path)));
  }
}

function pathsOf<T extends QueriedDoc>(collection: UnreadCollection<T>): ReadonlyMap<string, DocBlock<T>> {
  if (collection.byPath) return collection.byPath;
  const byPath = new Map<string, DocBlock<T>>();
  for (const block of collection.blocks) for (const path of block.paths()) byPath.set(path, block);
  collection.byPath = byPath;
  return byPath;
}

function blocksWith<T extends QueriedDoc>(
  collection: UnreadCollection<T>,
  paths: readonly string[],
): readonly DocBlock<T>[] {
  const byPath = pathsOf(collection);
  const found = new Set(paths.flatMap((path) => byPath.get(path) ?? []));
  return [...found].filter((block) => collection.blocks.has(block));
}

/** Paths that a query's documents are among; `null` when it names none. */
function namesIn(query: Query): readonly string[] | null {
  for (const filter of query.where ?? []) {
    if (!('field' in filter) || filter.field !== documentId) continue;
    const { op, value } = filter;
    if (op === '==') return [nameCursor(query, value)];
    if (op === 'in') return (value as readonly DocValue[]).map((one) => nameCursor(query, one));
  }
  return null;
}

/** Blocks in the order of the query's scan; those of which nothing is known come first. */
function nearest<T extends QueriedDoc>(plan: Plan, blocks: readonly DocBlock<T>[]): readonly DocBlock<T>[] {
  const [order] = plan.orders;
  if (!order) return blocks;
  const backwards = order.descending !== plan.fromEnd;
  const places = blocks.map((block) => {
    const values = firstValues(block.fields, plan);
    return { block, place: values ? endsOf(values, order)[plan.fromEnd ? 1 : 0] : undefined };
  });
  return places
    .sort(({ place: one }, { place: other }) => {
      if (one === undefined || other === undefined)
        return Number(one !== undefined) - Number(other !== undefined);
      return backwards ? compareValues(other, one) : compareValues(one, other);
    })
    .map(({ block }) => block);
}
