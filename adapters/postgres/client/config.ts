/** Configuration values of the server, kept in this browser between visits. */
import type { Config, ConfigStatus } from '#ports/config/config.ts';
import { disposedError, isPortError, PortError } from '#ports/errors.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { configShell, FetchSettings } from '#provider-kit/config/shell.ts';
import { configUpdates } from '#provider-kit/config/updates.ts';
import type { HostClientContext } from './client-context.ts';

interface FetchedValues {
  readonly version: string;
  readonly values: Readonly<Record<string, string>>;
}

interface StoredConfig {
  readonly fetched: FetchedValues | null;
  readonly active: FetchedValues | null;
  readonly fetchedAt: number | null;
}

const storeKey = 'config';

export function wireConfig(context: HostClientContext): Config {
  const { wire, clock, stores, storage, settings } = context;
  const asking = new FetchSettings(settings);
  let state: StoredConfig = { fetched: null, active: null, fetchedAt: null };
  let lastFetch: ConfigStatus['lastFetch'] = 'never';
  let fetching: Promise<void> | null = null;
  /** Version that watchers know of. */
  let told: string | null = null;
  const ready = storage
    .value('configuration', () => stores.local.get(storeKey), readStored)
    .then((stored) => {
      if (!stored) return;
      state = stored;
      if (stored.fetchedAt !== null) lastFetch = 'success';
    });
  const change = async (changes: Partial<StoredConfig>) => {
    state = { ...state, ...changes };
    await storage.write('configuration', () => stores.local.set(storeKey, state));
  };
  const begin = async () => {
    await ready;
    if (context.isDisposed()) throw disposedError();
  };

  const request = async (): Promise<FetchedValues> => {
    const { promise, reject } = Promise.withResolvers<never>();
    const stopTimer = clock.setTimer(
      () => reject(new PortError('config/fetch-timeout', 'The server did not answer in time.')),
      asking.fetchTimeoutMs,
    );
    try {
      return readValues(await Promise.race([wire.call('config.fetch', null), promise]));
    } catch (error) {
      if (context.isDisposed()) throw disposedError();
      if (isPortError(error, 'config/fetch-timeout')) throw error;
      throw new PortError('config/fetch-failed', 'The configuration could not be fetched.', { cause: error });
    } finally {
      stopTimer();
    }
  };

  /** A single fetch at a time; concurrent callers share its result. */
  const ask = () =>
    (fetching ??= request()
      .then(
        (fetched) => {
          lastFetch = 'success';
          return change({ fetched, fetchedAt: clock.now() });
        },
        (error: unknown) => {
          lastFetch = 'failure';
          throw error;
        },
      )
      .finally(() => (fetching = null)));

  const published = async (version: unknown) => {
    if (version === told) return;
    // A fetch under way may have been answered before the publication.
    if (fetching) await fetching.catch(() => {});
    if (state.fetched?.version !== version) await ask();
    told = state.fetched?.version ?? null;
    const updatedKeys = differingKeys(state.fetched, state.active);
    if (updatedKeys.length > 0) updates.tell({ updatedKeys });
  };
  const updates = configUpdates(context, async () => {
    await ready;
    return () => {
      told = state.fetched?.version ?? null;
      return wire.open(
        'config.updates',
        { version: told },
        {
          // A publication that can't be fetched now is announced with the next one, or on reconnecting.
          next: (event) => void published(versionOf(event)).catch(() => {}),
          failed: (error) => updates.fail(error),
        },
      );
    };
  });

  return {
    ...configShell(
      {
        async fetch() {
          await begin();
          const age = state.fetchedAt === null ? Infinity : clock.now() - state.fetchedAt;
          // A fetch time in the future: this clock was set back since, and the time is of no use.
          if (age >= 0 && age < asking.minimumFetchIntervalMs) return;
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
        status: () => ({ lastFetch, fetchedAt: state.fetchedAt }),
        watch: (observer) => updates.watch(observer),
        setSignals: async () => {},
      },
      () => new Map(Object.entries(state.active?.values ?? {})),
      asking,
    ),
    conditions: null,
  };
}

const versionOf = (event: unknown) => (isPlainObject(event) ? event['version'] : null);

/** Keys whose value in `next` is not the one in `active`. */
function differingKeys(next: FetchedValues | null, active: FetchedValues | null): string[] {
  const [after, before] = [next?.values ?? {}, active?.values ?? {}];
  return [...new Set([...Object.keys(after), ...Object.keys(before)])]
    .filter((name) => after[name] !== before[name])
    .toSorted();
}

/** @throws TypeError */
function readValues(value: unknown): FetchedValues {
  const { version, values } = isPlainObject(value) ? value : { version: null, values: null };
  if (typeof version !== 'string' || !isPlainObject(values)) throw new TypeError('These are no values.');
  return { version, values: values as Readonly<Record<string, string>> };
}

/** @throws TypeError */
function readStored(value: unknown): StoredConfig {
  const { fetched, active, fetchedAt } = value as Partial<StoredConfig>;
  const of = (values: unknown) => (values === null ? null : readValues(values));
  if (fetchedAt !== null && typeof fetchedAt !== 'number') throw new TypeError('The time is missing.');
  return { fetched: of(fetched), active: of(active), fetchedAt };
}
