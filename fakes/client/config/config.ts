/** Remote configuration over the link, kept in this browser between visits. Tabs share what they keep. */
import type { UpdatesEvent, UpdatesPayload } from '#fakes/cloud/config/protocol.ts';
import type { Complete } from '#ports/complete.ts';
import type { Config } from '#ports/config/config.ts';
import { configShell, FetchSettings } from '#provider-kit/config/shell.ts';
import { configUpdates } from '#provider-kit/config/updates.ts';
import { changeSignals } from '#provider-kit/config/value.ts';
import { disposedError } from '#ports/errors.ts';
import type { ClientContext } from '../context.ts';
import { keepOpen } from '../standing.ts';
import { createFetcher } from './fetcher.ts';
import { type ConfigState, differingKeys, initialState, loadState, saveState } from './state.ts';

export function createConfig(context: ClientContext): Complete<Config> {
  const { clock, settings } = context;
  const ending = new AbortController();
  const asking = new FetchSettings(settings);
  let state: ConfigState = initialState;
  let fetching: Promise<void> | null = null;
  /** The version that watchers know of. */
  let told: string | null = null;

  const ready = loadState(context).then((loaded) => void (state = loaded));
  const change = (changes: Partial<ConfigState>) => {
    state = { ...state, ...changes };
    return saveState(context, state);
  };
  const fetcher = createFetcher(context, ending.signal, () => state, change);

  const begin = async () => {
    await ready;
    if (ending.signal.aborted) throw disposedError();
  };

  /** A single fetch at a time; concurrent callers share its result. */
  const ask = () => (fetching ??= fetcher.ask(asking.fetchTimeoutMs).finally(() => (fetching = null)));

  const onPublished = async ({ version }: UpdatesEvent) => {
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
      return keepOpen<UpdatesEvent>(context, {
        room: 'config',
        topic: 'updates',
        payload: (): UpdatesPayload => ({ version: told }),
        // A publication that can't be fetched now is announced with the next one, or on reconnecting.
        event: (event) => void onPublished(event).catch(() => {}),
        refused: (error) => updates.fail(error),
      });
    };
  });

  context.onDispose(() => ending.abort());

  return configShell(
    {
      async fetch() {
        await begin();
        const { fetchedAt } = state.status;
        const age = fetchedAt === null ? Infinity : clock.now() - fetchedAt;
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

      status: () => ({ ...state.status }),

      watch: (observer) => updates.watch(observer),

      async setSignals(changes) {
        await begin();
        await change({ signals: changeSignals(state.signals, changes) });
      },
    },
    () => new Map(Object.entries(state.active?.values ?? {})),
    asking,
  );
}
