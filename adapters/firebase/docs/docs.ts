/** The documents port of a Firebase client. The SDK's module is loaded when documents are first asked for. */
import type { Docs } from '#ports/docs/docs.ts';
import { type DocsDriver, docsShell } from '#provider-kit/docs/shell.ts';
import { disposedError, type PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { whileAlive } from '../alive.ts';
import type { FirebaseContext } from '../context.ts';
import { once } from '../lazy.ts';
import { firestoreLimits } from './limits.ts';
import { newId } from './new-id.ts';
import type { SdkDocs } from './driver.ts';
import { docsError } from './errors.ts';

export function createDocs(context: FirebaseContext): Docs {
  const { app, settings, options } = context;
  const open = new Map<object, () => void>();
  let loaded: SdkDocs | null = null;
  const load = once(async () => {
    const [{ sdkDocs }, { clearPersistence, openFirestore }] = await Promise.all([
      import('./driver.ts'),
      import('./open.ts'),
      context.identified(),
    ]);
    if (context.isDisposed()) throw disposedError();
    loaded = sdkDocs({
      open: () => openFirestore(app, settings, options.local?.docs),
      online: () => globalThis.navigator?.onLine !== false,
      attempts: settings.transactionAttempts,
      clearPersistence,
      subscriptions: () => open.size,
    });
    return loaded;
  });
  const alive = whileAlive(context);
  context.onDispose(async () => {
    for (const release of open.values()) release();
    open.clear();
    await loaded?.end();
  });
  /** While the cache is being cleared there is no SDK to ask. */
  let clearing: Promise<unknown> | null = null;
  const ready = () => (clearing ? clearing.then(load) : load());
  const ask = <T>(run: (docs: SdkDocs) => Promise<T>) => alive(async () => run(await ready()));
  const clear = async (docs: SdkDocs) => {
    const cleared = docs.clearCache();
    const over = cleared.then(
      () => {},
      () => {},
    );
    clearing = over;
    await cleared.finally(() => {
      if (clearing === over) clearing = null;
    });
  };

  /** Begins once the SDK is there, in the order asked for, and never inside the call. */
  const subscribe = (
    begin: (docs: SdkDocs, fail: (error: PortError) => void) => Unsubscribe,
    fail: (error: PortError) => void,
  ): Unsubscribe => {
    const key = {};
    const released = context.trackSubscription();
    let stop: Unsubscribe | null = null;
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      open.delete(key);
      released();
      stop?.();
    };
    open.set(key, end);
    const failed = (error: PortError) => {
      if (ended) return;
      end();
      fail(error);
    };
    if (context.isDisposed()) {
      queueMicrotask(() => failed(disposedError()));
      return end;
    }
    ready().then(
      (docs) => {
        if (ended) return;
        try {
          stop = begin(docs, failed);
        } catch (error) {
          failed(docsError(error));
        }
      },
      (error: unknown) => failed(docsError(error)),
    );
    return end;
  };

  const driver: DocsDriver = {
    get: (path, how) => ask((docs) => docs.get(path, how)),
    find: (query, how) => ask((docs) => docs.find(query, how)),
    aggregate: (query, aggregates) => ask((docs) => docs.aggregate(query, aggregates)),
    watch: (path, observer, how) =>
      subscribe(
        (docs, error) => docs.watch(path, { ...observer, error }, how),
        (error) => observer.error(error),
      ),
    watchQuery: (query, observer, how) =>
      subscribe(
        (docs, error) => docs.watchQuery(query, { ...observer, error }, how),
        (error) => observer.error(error),
      ),
    onInSync: (next) =>
      subscribe(
        (docs) => docs.onInSync(next),
        () => {},
      ),
    commit: (writes) => ask((docs) => docs.commit(writes)),
    transaction: (run, how) => ask((docs) => docs.transaction(run, how)),
    waitForPendingWrites: () => ask((docs) => docs.waitForPendingWrites()),
    setNetwork: (enabled) => ask((docs) => docs.setNetwork(enabled)),
    clearCache: () => ask(clear),
    newId,
  };
  return docsShell(driver, {
    limits: firestoreLimits,
    report: (error) => console.error(error),
    batchWrites: settings.batchWrites,
  });
}
