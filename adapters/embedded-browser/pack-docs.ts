/** Storage of documents together in IndexedDB, in one transaction: a browser that is killed in it has all of it or nothing. */
import { promisifyRequest } from 'idb-keyval';
import type { BlockRecord } from '#fakes/cloud/docs/stored-block.ts';
import { type DocPacker, keyOfApart, type PackPlan } from '#fakes/host/doc-directory.ts';
import { headKey, headWithBlocks } from '#fakes/host/records.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';

/** Stores the plan's documents in blocks and removes their own records. Resolves, when it is durable, to the blocks that were stored. */
export function packDocs(
  records: IDBObjectStore,
  plan: PackPlan,
  { blocksOf }: DocPacker,
): Promise<ReadonlyMap<string, BlockRecord>> {
  const { transaction } = records;
  const made = new Map<string, BlockRecord>();
  const found = plan.ids.map((id) => ({ id, request: records.get(keyOfApart(plan.collection, id)) }));
  const before = plan.block === null ? null : records.get(plan.block);
  // Requests succeed in their order: with the head, everything is read.
  const head = records.get(headKey);
  const store = () => {
    const apart = new Map(found.map(({ id, request }) => [id, request.result as unknown]));
    for (const [key, record] of blocksOf(plan, apart, before?.result as BlockRecord | undefined))
      made.set(key, record);
    if (plan.block !== null && !made.has(plan.block)) records.delete(plan.block);
    for (const [key, record] of made) records.put(record, key);
    for (const id of plan.ids) records.delete(keyOfApart(plan.collection, id));
    records.put(headWithBlocks(head.result), headKey);
  };
  head.addEventListener(
    'success',
    guardListener(store, () => transaction.abort()),
  );
  return promisifyRequest<undefined>(transaction).then(() => made);
}
