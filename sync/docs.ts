/** The documents port over a transport: local replica, latency compensation, write queue. */
import type { Docs, ReadOptions } from '#ports/docs/docs.ts';
import { type DocsDriver, docsShell } from '#ports/docs/shell.ts';
import { disposedError, PortError, toPortError } from '#ports/errors.ts';
import { later } from '#ports/later.ts';
import type { Subscriptions, Unsubscribe } from '#ports/shared.ts';
import { rejectNearest } from '#query/nearest.ts';
import { createPlanner } from '#query/planner.ts';
import { queryKey } from '#query/query-key.ts';
import { offlineError, SyncEngine } from './engine.ts';
import { findNearest } from './find-nearest.ts';
import type { LocalReplica } from './local-replica.ts';
import type { Listener } from './query-listeners.ts';
import { bypassesCache, contradicted } from './remote-events.ts';
import {
  absentSnapshot,
  answeredQuery,
  answeredSnapshot,
  docSnapshot,
  querySnapshot,
  ShownDocs,
  wholeSnapshot,
} from './snapshots.ts';
import type { SyncContext } from './sync-context.ts';
import { transact } from './transactions.ts';
import { DocView, QueryView, type View } from './view.ts';

export interface SyncedDocs {
  readonly docs: Docs;
  /** Ends all subscriptions; settles once the present state is stored. */
  dispose(): Promise<void>;
}

export function syncDocs(context: SyncContext, subscriptions: Subscriptions): SyncedDocs {
  const engine = new SyncEngine(context);
  const open = new Set<() => void>();
  const track = () => {
    const released = subscriptions.trackSubscription();
    const release = () => {
      open.delete(release);
      released();
    };
    open.add(release);
    return release;
  };
  const docs = docsShell(driver(context, engine, track), {
    limits: context.transport.limits,
    report: context.report,
    batchWrites: context.settings.batchWrites,
  });
  return {
    docs,
    dispose() {
      const ended = engine.dispose();
      for (const release of open) release();
      return ended;
    },
  };
}

/** `track` counts a subscription until the function it returns is called. */
function driver(context: SyncContext, engine: SyncEngine, track: () => () => void): DocsDriver {
  const { transport, settings } = context;
  const planOf = createPlanner(transport.limits);
  const watch = (makeView: () => View, listener: Listener, fail: (error: PortError) => void): Unsubscribe => {
    const release = track();
    let active = true;
    const end = () => {
      active = false;
      release();
    };
    const failLater = (error: PortError) => {
      later(() => {
        if (!active) return;
        end();
        fail(error);
      });
      return end;
    };
    if (engine.isDisposed()) return failLater(disposedError());
    let view: View;
    try {
      view = makeView();
    } catch (error) {
      return failLater(toPortError(error));
    }
    const stop = engine.listen(view, {
      ...listener,
      fail: (error) => {
        end();
        fail(error);
      },
    });
    return () => {
      end();
      stop();
    };
  };

  /** The server's answer; `null` when the cache is to answer. @throws PortError */
  const answer = async <T>(
    request: () => Promise<T>,
    { source = 'default' }: ReadOptions,
  ): Promise<T | null> => {
    if (source === 'cache' || !engine.reachable()) {
      if (source === 'server') throw offlineError('This');
      return null;
    }
    try {
      return await request();
    } catch (cause) {
      if (engine.isDisposed()) throw disposedError();
      const error = toPortError(cause);
      if (source === 'server' || error.code !== 'unavailable') throw error;
      return null;
    }
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
      engine.learn(replica, reply.epoch, [reply]);
      const doc = replica.docs.get(path);
      replica.release([path]);
      return doc ? docSnapshot(doc, false, times) : absentSnapshot(path, false);
    },

    async find(query, options) {
      const plan = planOf(query);
      const replica = engine.present() ?? (await engine.replica());
      if (query.nearest) return findNearest(transport, engine, query, options);
      const reply = await answer(() => transport.find(query), options);
      if (reply && !replica.docs.mayAdd(plan) && bypassesCache(replica, reply.epoch, reply.docs))
        return answeredQuery(query, reply.docs);
      if (reply) engine.learn(replica, reply.epoch, reply.docs);
      const view = new QueryView(queryKey(plan), plan);
      view.answer.current = reply !== null;
      view.answer.keys = reply
        ? new Set(reply.docs.map(({ path }) => path))
        : cachedAnswer(engine, replica, view.key);
      if (reply) engine.refetch(replica, contradicted(replica, view, reply.version));
      view.rebuild(replica.docs);
      if (reply) replica.remember(view, reply.version);
      return wholeSnapshot(query, view.result(), options.serverTimestamps ?? 'none');
    },

    async aggregate(query, aggregates) {
      planOf(query);
      rejectNearest(query, 'counted or summed up');
      await engine.replica();
      if (!transport.aggregate)
        throw new PortError('unimplemented', 'This backend does not count or sum up documents.');
      if (!engine.reachable()) throw offlineError('The figures');
      return transport.aggregate.aggregate(query, aggregates);
    },

    watch(path, observer, { includeMetadataChanges = false, serverTimestamps = 'none' }) {
      const show: Listener['show'] = ({ docs: [doc], fromCache }) => {
        const snapshot = doc
          ? docSnapshot(doc, fromCache, serverTimestamps)
          : absentSnapshot(path, fromCache);
        return () => observer.next(snapshot);
      };
      const listener = { includeMetadataChanges, follow: () => {}, confirm: () => {}, show, fail: () => {} };
      return watch(
        () => new DocView(`doc:${path}`, path),
        listener,
        (error) => observer.error(error),
      );
    },

    watchQuery(query, observer, { includeMetadataChanges = false, serverTimestamps = 'none' }) {
      const docs = new ShownDocs(serverTimestamps);
      const follow: Listener['follow'] = (result, changes) => docs.follow(result, changes);
      const show: Listener['show'] = (result, changes) => {
        const snapshot = querySnapshot(query, result, changes, serverTimestamps, docs.now());
        return () => observer.next(snapshot);
      };
      const confirm: Listener['confirm'] = (at, doc) => docs.confirm(at, doc);
      const listener = { includeMetadataChanges, follow, confirm, show, fail: () => {} };
      const makeView = () => {
        const plan = planOf(query);
        rejectNearest(query, 'followed');
        return new QueryView(queryKey(plan), plan);
      };
      return watch(makeView, listener, (error) => observer.error(error));
    },

    onInSync(next) {
      const release = track();
      if (engine.isDisposed()) {
        release();
        return () => {};
      }
      const stop = engine.onInSync(next);
      return () => {
        release();
        stop();
      };
    },

    commit: (writes) => engine.write(writes),

    transaction: (run, { attempts = settings.transactionAttempts }) =>
      engine.untilDisposed(async () => {
        await engine.replica();
        return transact(context, engine, run, attempts);
      }),

    waitForPendingWrites: () => engine.settled(),
    setNetwork: (enabled) => engine.setNetwork(enabled),
    clearCache: () => engine.clear(),
    newId: () => context.random.id(),
  };
}

/** Last answer of the server to a query, if it is cached. */
function cachedAnswer(engine: SyncEngine, replica: LocalReplica, key: string): Set<string> | null {
  const open = engine.listeners.view(key)?.answer.keys;
  const cached = open ?? replica.cachedPaths(key);
  return cached && new Set(cached);
}
