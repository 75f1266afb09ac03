/** Vector search on the server: only the server can compare all documents; the answer is not cached. */
import type { QuerySnapshot } from '#ports/docs/docs.ts';
import { ownData } from '#provider-kit/docs/own.ts';
import type { Query } from '#ports/docs/query.ts';
import { PortError } from '#ports/errors.ts';
import { withDistance } from '#query/nearest.ts';
import type { SyncEngine } from './engine.ts';
import { confirmedDoc } from './local-doc.ts';
import { offlineError } from './offline-error.ts';
import { wholeSnapshot } from './snapshots.ts';
import type { DocsTransport } from './transport.ts';

/** @throws PortError unavailable when the server is unreachable, or the network is off; unimplemented */
export async function findNearest(
  { nearest }: DocsTransport,
  engine: SyncEngine,
  query: Query,
): Promise<QuerySnapshot> {
  if (!nearest) throw new PortError('unimplemented', 'This backend has no vector search.');
  if (!engine.reachable()) throw offlineError('The nearest');
  const answer = await nearest.nearest(query);
  const docs = answer.map(({ doc: { path, data, version }, distance }) => {
    const shown = data && query.nearest && withDistance(data, distance, query.nearest);
    return confirmedDoc(path, shown ? ownData(shown) : null, version);
  });
  return wholeSnapshot(query, { docs, fromCache: false, pending: false }, 'none');
}
