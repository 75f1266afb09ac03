import { PortError } from '#ports/errors.ts';
import type { ServerDocs } from '#ports/server/server.ts';

/** Documents of another process over the same database: transactions are counted, and fail while `isDown`. */
export function processDocs(docs: ServerDocs) {
  const state = { transactions: 0, isDown: false };
  const own: ServerDocs = {
    get: (path) => docs.get(path),
    find: (query) => docs.find(query),
    batch: (writes) => docs.batch(writes),
    newId: () => docs.newId(),
    aggregate: (query, aggregates) => docs.aggregate(query, aggregates),
    nearest: docs.nearest,
    transaction(run) {
      state.transactions += 1;
      return state.isDown
        ? Promise.reject(new PortError('unavailable', 'The database is down.'))
        : docs.transaction(run);
    },
  };
  return { own, state };
}
