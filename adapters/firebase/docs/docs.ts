/** The documents port of a Firebase client. The SDK's module is loaded when documents are first asked for. */
import type { CompleteDocs } from '#ports/complete.ts';
import { type WholeDocsDriver, wholeDocsShell } from '#provider-kit/docs/shell.ts';
import { lazyDriver, lazySubscription } from '#provider-kit/lazy-driver.ts';
import { liveSubscriptions } from '#provider-kit/live-subscriptions.ts';
import { disposedError, type PortError } from '#ports/errors.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { whileAlive } from '#provider-kit/reject-on-dispose.ts';
import type { FirebaseContext } from '../context.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import { once } from '#provider-kit/once.ts';
import { firestoreLimits } from './limits.ts';
import { newId } from './new-id.ts';
import type { SdkDocs } from './driver.ts';
import { docsError } from './errors.ts';

export function createDocs(context: FirebaseContext): CompleteDocs {
  const { app, settings, options } = context;
  const subscriptions = liveSubscriptions(context);
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
      subscriptions: () => subscriptions.count(),
    });
    return loaded;
  });
  const alive = whileAlive(context);
  context.onDispose(() => loaded?.end());
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
    begin: (docs: SdkDocs, failed: (error: unknown) => void) => Unsubscribe,
    tell: (error: PortError) => void,
  ): Unsubscribe =>
    subscriptions.open(tell, ({ failed }) =>
      lazySubscription(
        (run) =>
          void ready()
            .then(run)
            .catch((error: unknown) => failed(docsError(error))),
        (docs: SdkDocs) => begin(docs, failed),
      ),
    );

  const driver = lazyDriver<WholeDocsDriver, 'clearCache'>(
    {
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
      clearCache: () => ask(clear),
      query: collectionGroup,
      newId,
    },
    ask,
  );
  return wholeDocsShell(driver, {
    limits: firestoreLimits,
    report: (error) => console.error(error),
    batchWrites: settings.batchWrites,
  });
}
