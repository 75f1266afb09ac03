/** The documents port of one embedded client. */
import { refuseNearest } from '#query/nearest.ts';
import { planOf } from '#fakes/cloud/docs/planner.ts';
import type { FindReply, GetReply } from '#fakes/cloud/docs/protocol.ts';
import { queryKey } from '#query/query-key.ts';
import type { Docs, ReadOptions } from '#ports/docs/docs.ts';
import { type DocsDriver, docsShell } from '#ports/docs/shell.ts';
import { disposedError, type PortError, toPortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { guardListener } from '#ports/guard-listener.ts';
import type { ClientContext } from '../context.ts';
import { Engine, offlineError } from './engine.ts';
import { findNearest } from './find-nearest.ts';
import type { Listener } from './listeners.ts';
import type { Person } from './person.ts';
import {
  absentSnapshot,
  answeredQuery,
  answeredSnapshot,
  docSnapshot,
  querySnapshot,
  ShownDocs,
  wholeSnapshot,
} from './snapshots.ts';
import { transact } from './transactions.ts';
import { DocView, QueryView, type View } from './view.ts';

export function createDocs(context: ClientContext): Docs {
  const engine = new Engine(context);
  const open = new Set<() => void>();
  context.onDispose(() => {
    const ended = engine.dispose();
    for (const release of open) release();
    return ended;
  });
  const track = () => {
    const released = context.trackSubscription();
    const release = () => {
      open.delete(release);
      released();
    };
    open.add(release);
    return release;
  };
  return docsShell(driver(context, engine, track), {
    report: (error) => console.error(error),
    batchWrites: context.settings.batchWrites,
  });
}

/** `track` counts a subscription until the function it returns is called. */
function driver(context: ClientContext, engine: Engine, track: () => () => void): DocsDriver {
  const { link } = context;
  const watch = (makeView: () => View, listener: Listener, fail: (error: PortError) => void): Unsubscribe => {
    const release = track();
    let active = true;
    const end = () => {
      active = false;
      release();
    };
    const failLater = (error: PortError) => {
      queueMicrotask(
        guardListener(() => {
          if (!active) return;
          end();
          fail(error);
        }),
      );
      return end;
    };
    if (engine.isDisposed()) return failLater(disposedError());
    let view: View;
    try {
      view = makeView();
    } catch (error) {
      return failLater(toPortError(error));
    }
    const stop = engine.watch(view, {
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
  const ask = <T>(
    operation: string,
    payload: unknown,
    { source = 'default' }: ReadOptions,
  ): Promise<T | null> =>
    new Promise((resolve, reject) => {
      if (source !== 'cache' && engine.reachable())
        link.ask<T>('docs', operation, payload, {
          done: resolve,
          failed(error) {
            if (engine.isDisposed()) reject(disposedError());
            else if (source === 'server' || error.code !== 'unavailable') reject(error);
            else resolve(null);
          },
        });
      else if (source === 'server') reject(offlineError('This'));
      else resolve(null);
    });

  return {
    async get(path, options) {
      const person = engine.present() ?? (await engine.person());
      const fetched = await ask<GetReply>('get', { path }, options);
      const times = options.serverTimestamps ?? 'none';
      if (!fetched) {
        const doc = person.docs.get(path);
        if (!doc) throw offlineError(path);
        return docSnapshot(doc, true, times);
      }
      if (engine.incoming.passes(person, fetched.epoch, [fetched])) return answeredSnapshot(fetched);
      engine.incoming.learn(person, fetched.epoch, [fetched]);
      const doc = person.docs.get(path);
      person.keeping.letGo([path]);
      return doc ? docSnapshot(doc, false, times) : absentSnapshot(path, false);
    },

    async find(query, options) {
      const plan = planOf(query);
      const person = engine.present() ?? (await engine.person());
      if (query.nearest) return findNearest(context, engine, query, options);
      const fetched = await ask<FindReply>('find', { query }, options);
      if (fetched && !person.docs.mayAdd(plan) && engine.incoming.passes(person, fetched.epoch, fetched.docs))
        return answeredQuery(query, fetched.docs);
      if (fetched) engine.incoming.learn(person, fetched.epoch, fetched.docs);
      const view = new QueryView(queryKey(plan), plan);
      view.answer.current = fetched !== null;
      view.answer.keys = fetched
        ? new Set(fetched.docs.map(({ path }) => path))
        : keptAnswer(engine, person, view.key);
      if (fetched) engine.incoming.correct(person, view, fetched.version);
      view.rebuild(person.docs);
      if (fetched) person.remember(view, fetched.version);
      return wholeSnapshot(query, view.result(), options.serverTimestamps ?? 'none');
    },

    async aggregate(query, aggregates) {
      planOf(query);
      refuseNearest(query, 'counted or summed up');
      await engine.person();
      if (!engine.reachable()) throw offlineError('The figures');
      return link.request('docs', 'aggregate', { query, aggregates });
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
        refuseNearest(query, 'followed');
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

    transaction: (run, { attempts = context.settings.transactionAttempts }) =>
      engine.untilDisposed(async () => {
        await engine.person();
        return transact(context, engine, run, attempts);
      }),

    waitForPendingWrites: () => engine.settled(),
    setNetwork: (enabled) => engine.setNetwork(enabled),
    clearCache: () => engine.clear(),
    newId: () => context.random.id(),
  };
}

/** Last answer of the server to a query, if it is cached. */
function keptAnswer(engine: Engine, person: Person, key: string): Set<string> | null {
  const watched = engine.watches.find(key)?.view.answer.keys;
  const kept = watched ?? person.keptPaths(key);
  return kept && new Set(kept);
}
