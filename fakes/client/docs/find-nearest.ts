/** Vector search on the server: only the server can compare all documents; the answer is not cached. */
import { disposedError } from '#ports/errors.ts';
import { withDistance } from '#query/nearest.ts';
import type { FindReply } from '#fakes/cloud/docs/protocol.ts';
import type { QuerySnapshot, ReadOptions } from '#ports/docs/docs.ts';
import { ownData } from '#ports/docs/own.ts';
import type { Query } from '#ports/docs/query.ts';
import type { ClientContext } from '../context.ts';
import { type Engine, offlineError } from './engine.ts';
import { confirmedDoc } from './local-doc.ts';
import { wholeSnapshot } from './snapshots.ts';

/** @throws PortError unavailable when the server is unreachable, or the network is off */
export async function findNearest(
  { link }: ClientContext,
  engine: Engine,
  query: Query,
  { source }: ReadOptions,
): Promise<QuerySnapshot> {
  if (source === 'cache' || !engine.reachable()) throw offlineError('The nearest');
  const { docs, distances = [] } = await asked(engine, () =>
    link.request<FindReply>('docs', 'find', { query }),
  );
  const found = docs.map(({ path, data, version }, at) => {
    const shown = data && query.nearest && withDistance(data, distances[at] ?? 0, query.nearest);
    return confirmedDoc(path, shown ? ownData(shown) : null, version);
  });
  const result = { docs: found, fromCache: false, pending: false };
  return wholeSnapshot(query, result, 'none');
}

async function asked<T>(engine: Engine, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw engine.isDisposed() ? disposedError() : error;
  }
}
