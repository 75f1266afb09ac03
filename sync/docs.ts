/** The documents port over a transport: local replica, latency compensation, write queue. */
import type { Docs } from '#ports/docs/docs.ts';
import type { Query } from '#ports/docs/query.ts';
import { docsShell, type WholeDocsDriver } from '#provider-kit/docs/shell.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import { disposedError, type PortError, toPortError } from '#ports/errors.ts';
import { later } from '#provider-kit/later.ts';
import type { Subscriptions, Unsubscribe } from '#ports/shared.ts';
import type { Plan } from '#query/plan.ts';
import { createPlanner } from '#query/planner.ts';
import { queryKey } from '#query/query-key.ts';
import { aggregateDriver } from './aggregates.ts';
import { SyncEngine } from './engine.ts';
import { nearestDriver } from './find-nearest.ts';
import type { Listener } from './query-listeners.ts';
import { createReads } from './reads.ts';
import { absentSnapshot, docSnapshot, querySnapshot, ShownDocs } from './snapshots.ts';
import type { SyncContext } from './sync-context.ts';
import { runTransaction } from './transactions.ts';
import { DocView, LocalQueryView, type LocalView } from './view.ts';

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
  const { transport, report, settings } = context;
  const planOf = createPlanner(transport.limits);
  const own = driver(context, engine, planOf, track);
  const docs = docsShell(
    own,
    { limits: transport.limits, report, batchWrites: settings.batchWrites },
    {
      offline: own,
      aggregates: transport.aggregate && aggregateDriver(transport.aggregate, engine, planOf),
      groups: transport.groups ? own : null,
      nearest: transport.nearest && nearestDriver(transport.nearest, engine, planOf),
      transactions: own,
      sync: own,
    },
  );
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
function driver(
  context: SyncContext,
  engine: SyncEngine,
  planOf: (query: Query) => Plan,
  track: () => () => void,
): Omit<WholeDocsDriver, 'aggregate'> {
  const { settings } = context;
  const watch = (
    makeView: () => LocalView,
    listener: Listener,
    fail: (error: PortError) => void,
  ): Unsubscribe => {
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
    let view: LocalView;
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

  return {
    ...createReads(context, engine, planOf),

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
        return new LocalQueryView(queryKey(plan), plan);
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
        return runTransaction(context, engine, run, attempts);
      }),

    waitForPendingWrites: () => engine.settled(),
    setNetwork: (enabled) => engine.setNetwork(enabled),
    clearCache: () => engine.clear(),
    query: collectionGroup,
    newId: () => context.random.id(),
  };
}
