/** Remote configuration. The SDK is loaded by the first call, whatever it is: what is kept from the last visit is read then. */
import type { Complete } from '#ports/complete.ts';
import type { Config } from '#ports/config/config.ts';
import { configShell, FetchSettings } from '#provider-kit/config/shell.ts';
import { configUpdates } from '#provider-kit/config/updates.ts';
import { changeSignals, type Signals } from '#provider-kit/config/value.ts';
import { whileAlive } from '#provider-kit/reject-on-dispose.ts';
import type { FirebaseContext } from '../context.ts';
import { once } from '#provider-kit/once.ts';
import type { FirebaseConfigDriver } from './driver.ts';
import { fetchError, watchError } from './errors.ts';

export function createFirebaseConfig(context: FirebaseContext): Complete<Config> {
  const alive = whileAlive(context);
  const asking = new FetchSettings(context.settings);
  let active: ReadonlyMap<string, string> = new Map();
  let driver: FirebaseConfigDriver | null = null;
  let fetching: Promise<void> | null = null;
  /** Signals of this visit; the SDK keeps them from visit to visit. */
  let signals: Signals = {};

  const load = once(async () => {
    await context.calm?.();
    const { openConfigDriver } = await import('./driver.ts');
    driver = await openConfigDriver(context);
    active = driver.values();
    return driver;
  });
  const begin = () => {
    if (!context.isDisposed()) void load().catch(() => {});
  };

  const updates = configUpdates(context, async () => {
    const { watch } = await load().catch((error: unknown) => {
      throw fetchError(error);
    });
    return () =>
      watch(
        (updatedKeys) => updates.tell({ updatedKeys }),
        (error) => {
          const ending = watchError(error);
          if (ending) updates.fail(ending);
        },
      );
  });

  /** A single fetch at a time; concurrent callers share its result. */
  const ask = () =>
    (fetching ??= load()
      .then((loaded) => loaded.fetch(asking.minimumFetchIntervalMs, asking.fetchTimeoutMs))
      .catch((error: unknown) => {
        throw fetchError(error);
      })
      .finally(() => (fetching = null)));

  return configShell(
    {
      fetch: () => alive(ask),

      activate: () =>
        alive(async () => {
          const loaded = await load();
          const before = active;
          await loaded.activate();
          active = loaded.values();
          // The SDK calls another publication another configuration, even when its values are the same.
          return !sameValues(before, active);
        }),

      status() {
        begin();
        return driver?.status() ?? { lastFetch: 'never', fetchedAt: null };
      },

      watch: (observer) => updates.watch(observer),

      setSignals: (changes) =>
        alive(async () => {
          const next = changeSignals(signals, changes);
          const loaded = await load();
          await loaded.setSignals(changes);
          signals = next;
        }),
    },
    () => {
      begin();
      return active;
    },
    asking,
  );
}

const sameValues = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
