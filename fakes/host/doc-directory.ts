/**
 * Which documents a store holds in records of their own and which in blocks. Only collections with many
 * documents have blocks. A document's own record counts before the one in a block.
 */
import type { KeepGroup } from '#fakes/cloud/journal.ts';
import type { BlockRecord } from '#fakes/cloud/docs/stored-block.ts';
import { blockPrefix, docPrefix, servicePrefix } from './record-keys.ts';
import { collectionOf, lastPart } from '#query/paths.ts';

export interface DocCollection {
  /** Time of creation by id of a document with a record of its own; `null` for a removed one. */
  readonly apart: Map<string, number | null>;
  /** Ids of each block, with slashes between them, by key. */
  readonly blocks: Map<string, string>;
}

/** Documents to pack next: documents without a block get new ones, or documents of one block are packed into it. */
export interface PackPlan {
  readonly collection: string;
  /** Ids with records of their own. */
  readonly ids: readonly string[];
  /** Key of the block that has them; `null`: none has. */
  readonly block: string | null;
  /** Key of the next new block by its number from 0. */
  newKey(index: number): string;
}

/** Key of a document's own record. */
export const keyOfApart = (collection: string, id: string): string => `${docPrefix}${collection}/${id}`;

/** Decides what is packed, and makes the blocks. */
export interface DocPacker {
  /** `null` while no collection has too many documents apart. */
  next(directory: DocDirectory): PackPlan | null;
  /**
   * Blocks of the plan's documents by key. `apart`: their own records by id. `before`: the plan's block as it is stored.
   * @throws SyntaxError, TypeError for a damaged block
   */
  blocksOf(
    plan: PackPlan,
    apart: ReadonlyMap<string, unknown>,
    before: BlockRecord | undefined,
  ): readonly (readonly [key: string, record: BlockRecord])[];
}

export class DocDirectory {
  readonly collections = new Map<string, DocCollection>();
  /** Number of the next block. */
  nextBlock = 0;

  constructor(records: ReadonlyMap<string, unknown>) {
    for (const [key, value] of records)
      if (key.startsWith(blockPrefix)) this.addBlock(key, value as BlockRecord);
      else if (key.startsWith(docPrefix)) this.addApart(key.slice(docPrefix.length), value);
  }

  hasBlocks(path: string): boolean {
    return (this.collections.get(collectionOf(path))?.blocks.size ?? 0) > 0;
  }

  hasAnyBlock(): boolean {
    return [...this.collections.values()].some(({ blocks }) => blocks.size > 0);
  }

  /** Takes in a group that is stored. */
  note({ anew, records, setAside }: KeepGroup): void {
    for (const { service, key } of setAside) {
      const name = servicePrefix(service) + key;
      if (name.startsWith(docPrefix)) this.forget(name.slice(docPrefix.length));
      else if (name.startsWith(blockPrefix)) this.dropBlock(name);
    }
    if (anew.includes('docs')) this.collections.clear();
    for (const { service, key, value } of records) {
      const name = servicePrefix(service) + key;
      if (!name.startsWith(docPrefix)) continue;
      const path = name.slice(docPrefix.length);
      if (value !== undefined || this.hasBlocks(path)) this.addApart(path, value);
      else this.forget(path);
    }
  }

  /** Takes in a plan that is carried out: the new blocks, or the block as it is now. */
  packed({ collection, ids, block }: PackPlan, made: ReadonlyMap<string, BlockRecord>): void {
    const known = this.collectionOf(collection);
    for (const id of ids) known.apart.delete(id);
    if (block !== null) known.blocks.delete(block);
    for (const [key, record] of made) this.addBlock(key, record);
  }

  private addBlock(key: string, record: Partial<BlockRecord> | null): void {
    const { collection, ids } = record ?? {};
    this.nextBlock = Math.max(this.nextBlock, Number(lastPart(key)) + 1 || 0);
    // A damaged record is set aside by the cloud.
    if (typeof collection !== 'string' || typeof ids !== 'string') return;
    const known = this.collectionOf(collection);
    known.blocks.set(key, ids);
  }

  private dropBlock(key: string): void {
    for (const { blocks } of this.collections.values()) blocks.delete(key);
  }

  private addApart(path: string, value: unknown): void {
    const { created } = (value ?? {}) as { readonly created?: unknown };
    this.collectionOf(collectionOf(path)).apart.set(
      lastPart(path),
      typeof created === 'number' ? created : null,
    );
  }

  private forget(path: string): void {
    this.collections.get(collectionOf(path))?.apart.delete(lastPart(path));
  }

  private collectionOf(name: string): DocCollection {
    const known = this.collections.get(name) ?? { apart: new Map(), blocks: new Map() };
    this.collections.set(name, known);
    return known;
  }
}
