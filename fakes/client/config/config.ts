/** Remote configuration over the link, kept in this browser between visits. Tabs share what they keep. */
import type { UpdatesEvent, UpdatesPayload } from '#fakes/cloud/config/protocol.ts';
import type { Config, ConfigUpdate, ConfigValue } from '#ports/config/config.ts';
import { changeSignals, checkBound, valueFrom, copyDefaults } from '#ports/config/value.ts';
import { disposedError, PortError } from '#ports/errors.ts';
import { Listeners, refusedSubscription } from '#ports/listeners.ts';
import type { ClientContext } from '../context.ts';
import { keepOpen } from '../standing.ts';
import { createFetcher } from './fetcher.ts';
import { type ConfigState, differingKeys, initialState, loadState, saveState } from './state.ts';

export function createConfig(context: ClientContext): Config {
  const { clock, settings, stores } = context;
  const ending = new AbortController();
  const listeners = new Listeners<ConfigUpdate | PortError>(context);
  let minimumFetchIntervalMs = settings.configFetchIntervalMs;
  let fetchTimeoutMs = settings.configFetchTimeoutMs;
  let defaults: ReadonlyMap<string, string> = new Map();
  let state: ConfigState = initialState;
  let fetching: Promise<void> | null = null;
  /** The version that watchers know of. */
  let told: string | null = null;
  let closeUpdates: (() => void) | null = null;

  const ready = loadState(stores.local).then((loaded) => void (state = loaded));
  const change = (changes: Partial<ConfigState>) => {
    state = { ...state, ...changes };
    return saveState(stores.local, state);
  };
  const fetcher = createFetcher(context, ending.signal, () => state, change);

  context.onDispose(() => {
    ending.abort();
    closeUpdates?.();
    listeners.dispose();
  });

  const begin = async () => {
    await ready;
    if (ending.signal.aborted) throw disposedError();
  };

  /** One question at a time; who asks meanwhile shares the answer. */
  const ask = () => (fetching ??= fetcher.ask(fetchTimeoutMs).finally(() => (fetching = null)));

  const onPublished = async ({ version }: UpdatesEvent) => {
    if (version === told) return;
    // A fetch under way may have been answered before the publication.
    if (fetching) await fetching.catch(() => {});
    if (state.fetched?.version !== version) await ask();
    told = state.fetched?.version ?? null;
    const updatedKeys = differingKeys(state.fetched, state.active);
    if (updatedKeys.length > 0) listeners.emit({ updatedKeys });
  };

  const openUpdates = async () => {
    await ready;
    if (closeUpdates || listeners.size === 0 || ending.signal.aborted) return;
    told = state.fetched?.version ?? null;
    closeUpdates = keepOpen<UpdatesEvent>(context, {
      room: 'config',
      topic: 'updates',
      payload: (): UpdatesPayload => ({ version: told }),
      // What can't be fetched now is told with the next publication, or on return.
      event: (event) => void onPublished(event).catch(() => {}),
      refused: (error) => {
        closeUpdates = null;
        listeners.emit(error);
      },
    });
  };

  const read = (key: string): ConfigValue => {
    const values = state.active?.values ?? {};
    return valueFrom(Object.hasOwn(values, key) ? (values[key] ?? '') : undefined, defaults.get(key));
  };

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

    async fetch() {
      await begin();
      const { fetchedAt } = state.status;
      const age = fetchedAt === null ? Infinity : clock.now() - fetchedAt;
      // Fetched in the future: this clock was set back since, and tells nothing.
      if (age >= 0 && age < minimumFetchIntervalMs) return;
      await ask();
    },

    async activate() {
      await begin();
      const { fetched, active } = state;
      if (!fetched || fetched === active) return false;
      const changed = differingKeys(fetched, active).length > 0;
      await change({ active: fetched });
      return changed;
    },

    value: read,

    all() {
      const keys = new Set([...defaults.keys(), ...Object.keys(state.active?.values ?? {})]);
      return Object.fromEntries([...keys].sort().map((key) => [key, read(key)]));
    },

    status: () => ({ ...state.status }),

    watch(observer) {
      if (ending.signal.aborted)
        return refusedSubscription(disposedError(), (error) => observer.error?.(error));
      const remove = listeners.add((told) => {
        if (!(told instanceof PortError)) return observer.next(told);
        remove();
        observer.error?.(told);
      });
      void openUpdates();
      return () => {
        remove();
        if (listeners.size > 0) return;
        closeUpdates?.();
        closeUpdates = null;
      };
    },

    async setSignals(changes) {
      const given = { ...changes };
      await begin();
      await change({ signals: changeSignals(state.signals, given) });
    },
  };
}
