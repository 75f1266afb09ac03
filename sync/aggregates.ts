/** Aggregates, always by the server. */
import type { AggregateDriver } from '#provider-kit/docs/shell.ts';
import type { Query } from '#ports/docs/query.ts';
import type { SyncEngine } from './engine.ts';
import { offlineError } from './offline-error.ts';
import type { AggregateTransport } from './transport.ts';

/** `check` throws for a query that no server answers. */
export const aggregateDriver = (
  transport: AggregateTransport,
  engine: SyncEngine,
  check: (query: Query) => void,
): AggregateDriver => ({
  async aggregate(query, aggregates) {
    check(query);
    await engine.replica();
    if (!engine.reachable()) throw offlineError('The figures');
    return transport.aggregate(query, aggregates);
  },
});
