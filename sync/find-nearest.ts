/** Vector search on the server: only the server can compare all documents; the answer is not cached. */
import { ownData } from '#provider-kit/docs/own.ts';
import type { NearestDriver } from '#provider-kit/docs/shell.ts';
import type { Query } from '#ports/docs/query.ts';
import { withDistance } from '#query/nearest.ts';
import type { SyncEngine } from './engine.ts';
import { confirmedDoc } from './local-doc.ts';
import { offlineError } from './offline-error.ts';
import { wholeSnapshot } from './snapshots.ts';
import type { NearestTransport } from './transport.ts';

/** `check` throws for a query that no server answers. */
export const nearestDriver = (
  transport: NearestTransport,
  engine: SyncEngine,
  check: (query: Query) => void,
): NearestDriver => ({
  async nearest(query) {
    check(query);
    await engine.replica();
    if (!engine.reachable()) throw offlineError('The nearest');
    const answer = await transport.nearest(query);
    const docs = answer.map(({ doc: { path, data, version }, distance }) => {
      const shown = data && query.nearest && withDistance(data, distance, query.nearest);
      return confirmedDoc(path, shown ? ownData(shown) : null, version);
    });
    return wholeSnapshot(query, { docs, fromCache: false, pending: false }, 'none');
  },
});
