/** Packs documents of one collection into blocks. No part of the first screen. */
import { blockRecord, lengthInBlock } from '#fakes/cloud/docs/block-record.ts';
import {
  type BlockEntry,
  type BlockRecord,
  entriesOfBlock,
  idSeparator,
} from '#fakes/cloud/docs/stored-block.ts';
import type { DocCollection, DocPacker, PackPlan } from './doc-directory.ts';
import { blockPrefix, removedDoc } from './record-keys.ts';

/** Documents of a new block. */
const mostInBlock = 128;
/** Most documents of one collection that stay in records of their own. Of one more, `mostInBlock` have no block, or as many have one. */
const mostApart = 2 * mostInBlock;
/** Documents that are packed at a time. */
const mostPacked = 4 * mostInBlock;

/** Characters of a new block, but for a single document that is longer. Chromium stores values beyond 64 KiB as files. */
const longestBlock = 48_000;

export const docPacker: DocPacker = {
  next({ collections, nextBlock }) {
    for (const [name, collection] of collections)
      if (collection.apart.size > mostApart) return planOf(name, collection, nextBlock);
    return null;
  },
  blocksOf,
};

function planOf(collection: string, { apart, blocks }: DocCollection, nextBlock: number): PackPlan {
  const blockOf = new Map<string, string>();
  for (const [key, ids] of blocks) for (const id of ids.split(idSeparator)) blockOf.set(id, key);
  const byBlock = new Map<string, string[]>();
  const fresh: [id: string, created: number][] = [];
  for (const [id, created] of apart) {
    const block = blockOf.get(id);
    if (block === undefined) fresh.push([id, created ?? 0]);
    else if (!byBlock.get(block)?.push(id)) byBlock.set(block, [id]);
  }
  const newKey = (index: number) => `${blockPrefix}${collection}/${nextBlock + index}`;
  const [fullest] = [...byBlock].sort(([, one], [, other]) => other.length - one.length);
  if (fullest && fresh.length < mostInBlock)
    return { collection, ids: fullest[1], block: fullest[0], newKey };
  // The oldest, in whole blocks: what was written together is asked for together.
  fresh.sort(([, one], [, other]) => one - other);
  const count = Math.min(mostPacked, fresh.length - (fresh.length % mostInBlock));
  return { collection, ids: fresh.slice(0, count).map(([id]) => id), block: null, newKey };
}

function blocksOf(
  { collection, block, newKey }: PackPlan,
  apart: ReadonlyMap<string, unknown>,
  before: BlockRecord | undefined,
): readonly (readonly [key: string, record: BlockRecord])[] {
  const isThere = ([, record]: BlockEntry) => record !== undefined && record !== removedDoc;
  if (block === null)
    return divided([...apart].filter(isThere)).map((entries, at) => [
      newKey(at),
      blockRecord(collection, entries),
    ]);
  if (!before) throw new TypeError('The block of these documents is gone.');
  const entries = entriesOfBlock(before)
    .map(([id, record]): BlockEntry => [id, apart.get(id) === undefined ? record : apart.get(id)])
    .filter(isThere);
  return entries.length > 0 ? [[block, blockRecord(collection, entries)]] : [];
}

function divided(entries: readonly BlockEntry[]): readonly (readonly BlockEntry[])[] {
  const parts: BlockEntry[][] = [];
  let length = Infinity;
  for (const entry of entries) {
    const size = lengthInBlock(entry[1]);
    const part = parts.at(-1);
    if (part && part.length < mostInBlock && length + size <= longestBlock) {
      part.push(entry);
      length += size;
    } else {
      parts.push([entry]);
      length = size;
    }
  }
  return parts;
}
