/** Single reads: the server's answer, or the cache's. */
import type { ReadOptions } from '#ports/docs/docs.ts';
import type { Query } from '#ports/docs/query.ts';
import type { DocsDriver } from '#provider-kit/docs/shell.ts';
import { disposedError, toPortError } from '#ports/errors.ts';
import type { DocState } from '#query/doc-state.ts';
import type { Plan } from '#query/plan.ts';
import { queryKey } from '#query/query-key.ts';
import type { SyncEngine } from './engine.ts';
import type { LocalReplica } from './local-replica.ts';
import { offlineError } from './offline-error.ts';
import { refetchDocs } from './refetch-docs.ts';
import { bypassesCache, contradicted, learnDocs } from './remote-events.ts';
import { absentSnapshot, answeredQuery, answeredSnapshot, docSnapshot, wholeSnapshot } from './snapshots.ts';
import type { SyncContext } from './sync-context.ts';
import { LocalQueryView } from './view.ts';

export function createReads(
  { transport }: SyncContext,
  engine: SyncEngine,
  planOf: (query: Query) => Plan,
): Pick<DocsDriver, 'get' | 'find'> {
  const learn = (replica: LocalReplica, epoch: string, states: readonly DocState[]) => {
    const change = learnDocs(replica, epoch, states);
    if (change) engine.show(replica, change);
  };
  /** The server's answer; `null` when the cache is to answer. @throws PortError */
  const answer = <T>(request: () => Promise<T>, { source = 'default' }: ReadOptions): Promise<T | null> => {
    if (source === 'cache' || !engine.reachable())
      return source === 'server' ? Promise.reject(offlineError('This')) : Promise.resolve(null);
    return request().catch((cause: unknown) => {
      if (engine.isDisposed()) throw disposedError();
      const error = toPortError(cause);
      if (source === 'server' || error.code !== 'unavailable') throw error;
      return null;
    });
  };

  return {
    async get(path, options) {
      const replica = engine.present() ?? (await engine.replica());
      const reply = await answer(() => transport.get(path), options);
      const times = options.serverTimestamps ?? 'none';
      if (!reply) {
        const doc = replica.docs.get(path);
        if (!doc) throw offlineError(path);
        return docSnapshot(doc, true, times);
      }
      if (bypassesCache(replica, reply.epoch, [reply])) return answeredSnapshot(reply);
      learn(replica, reply.epoch, [reply]);
      const doc = replica.docs.get(path);
      replica.release([path]);
      return doc ? docSnapshot(doc, false, times) : absentSnapshot(path, false);
    },

    async find(query, options) {
      const plan = planOf(query);
      const replica = engine.present() ?? (await engine.replica());
      const reply = await answer(() => transport.find(query), options);
      if (reply && !replica.docs.mayAdd(plan) && bypassesCache(replica, reply.epoch, reply.docs))
        return answeredQuery(query, reply.docs);
      if (reply) learn(replica, reply.epoch, reply.docs);
      const view = new LocalQueryView(queryKey(plan), plan);
      view.answer.current = reply !== null;
      view.answer.keys = reply
        ? new Set(reply.docs.map(({ path }) => path))
        : cachedAnswer(engine, replica, view.key);
      if (reply)
        refetchDocs(transport, replica, contradicted(replica, view, reply.version), (change) =>
          engine.show(replica, change),
        );
      view.rebuild(replica.docs);
      if (reply) replica.remember(view, reply.version);
      return wholeSnapshot(query, view.result(), options.serverTimestamps ?? 'none');
    },
  };
}

/** Last answer of the server to a query, if it is cached. */
function cachedAnswer(engine: SyncEngine, replica: LocalReplica, key: string): Set<string> | null {
  const open = engine.listeners.view(key)?.answer.keys;
  const cached = open ?? replica.cachedPaths(key);
  return cached && new Set(cached);
}
