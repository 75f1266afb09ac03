/** Remote configuration. The SDK is loaded by the first call, whatever it is: what is kept from the last visit is read then. */
import type { Config, ConfigUpdate, ConfigValue } from '#ports/config/config.ts';
import { changeSignals, checkBound, valueFrom, copyDefaults, type Signals } from '#ports/config/value.ts';
import { disposedError, PortError } from '#ports/errors.ts';
import { Listeners, refusedSubscription } from '#ports/listeners.ts';
import { whileAlive } from '../alive.ts';
import type { FirebaseContext } from '../context.ts';
import { once } from '../lazy.ts';
import type { Driver } from './driver.ts';
import { fetchError, watchError } from './errors.ts';

export function createConfig(context: FirebaseContext): Config {
  const alive = whileAlive(context);
  const listeners = new Listeners<ConfigUpdate | PortError>(context);
  let minimumFetchIntervalMs = context.settings.configFetchIntervalMs;
  let fetchTimeoutMs = context.settings.configFetchTimeoutMs;
  let defaults: ReadonlyMap<string, string> = new Map();
  let active: ReadonlyMap<string, string> = new Map();
  let driver: Driver | null = null;
  let fetching: Promise<void> | null = null;
  /** Those of this visit; the SDK keeps them from visit to visit. */
  let signals: Signals = {};
  let closeUpdates: (() => void) | null = null;

  const load = once(async () => {
    await context.calm?.();
    const { openDriver } = await import('./driver.ts');
    driver = await openDriver(context);
    active = driver.values();
    return driver;
  });
  const begin = () => {
    if (!context.isDisposed()) void load().catch(() => {});
  };

  context.onDispose(() => {
    closeUpdates?.();
    listeners.dispose();
  });

  const openUpdates = async () => {
    const { watch } = await load();
    if (closeUpdates || listeners.size === 0 || context.isDisposed()) return;
    closeUpdates = watch(
      (updatedKeys) => listeners.emit({ updatedKeys }),
      (error) => {
        const ending = watchError(error);
        if (!ending) return;
        closeUpdates?.();
        closeUpdates = null;
        listeners.emit(ending);
      },
    );
  };

  /** One question at a time; who asks meanwhile shares the answer. */
  const ask = () =>
    (fetching ??= load()
      .then((driver) => driver.fetch(minimumFetchIntervalMs, fetchTimeoutMs))
      .catch((error: unknown) => {
        throw fetchError(error);
      })
      .finally(() => (fetching = null)));

  const read = (key: string): ConfigValue => valueFrom(active.get(key), defaults.get(key));

  return {
    setDefaults(next) {
      defaults = copyDefaults(next);
    },

    setSettings(next) {
      const interval = next.minimumFetchIntervalMs ?? minimumFetchIntervalMs;
      const timeout = next.fetchTimeoutMs ?? fetchTimeoutMs;
      checkBound('configFetchIntervalMs', interval);
      checkBound('configFetchTimeoutMs', timeout);
      minimumFetchIntervalMs = interval;
      fetchTimeoutMs = timeout;
    },

    fetch: () => alive(ask),

    activate: () =>
      alive(async () => {
        const driver = await load();
        const before = active;
        await driver.activate();
        active = driver.values();
        // The SDK calls another publication another configuration, even when its values are the same.
        return !sameValues(before, active);
      }),

    value(key) {
      begin();
      return read(key);
    },

    all() {
      begin();
      const keys = new Set([...defaults.keys(), ...active.keys()]);
      return Object.fromEntries([...keys].sort().map((key) => [key, read(key)]));
    },

    status() {
      begin();
      return driver?.status() ?? { lastFetch: 'never', fetchedAt: null };
    },

    watch(observer) {
      if (context.isDisposed())
        return refusedSubscription(disposedError(), (error) => observer.error?.(error));
      const remove = listeners.add((told) => {
        if (!(told instanceof PortError)) return observer.next(told);
        remove();
        observer.error?.(told);
      });
      openUpdates().catch((error: unknown) => {
        remove();
        observer.error?.(fetchError(error));
      });
      return () => {
        remove();
        if (listeners.size > 0) return;
        closeUpdates?.();
        closeUpdates = null;
      };
    },

    setSignals(changes) {
      const given = { ...changes };
      return alive(async () => {
        const next = changeSignals(signals, given);
        const driver = await load();
        await driver.setSignals(given);
        signals = next;
      });
    },
  };
}

const sameValues = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
