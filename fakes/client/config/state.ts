/** State of the configuration client that is stored in this browser. */
import type { Values } from '#fakes/cloud/config/protocol.ts';
import type { ConfigStatus } from '#ports/config/config.ts';
import type { Signals } from '#ports/config/value.ts';
import type { KeyValueStore } from '../store.ts';

export interface ConfigState {
  readonly fetched: Values | null;
  readonly active: Values | null;
  readonly status: ConfigStatus;
  /** Refusals in a row, and until when the server is left alone. */
  readonly throttle: { readonly failures: number; readonly until: number } | null;
  readonly signals: Signals;
  /** This browser's id at the server; `null` before the first request. */
  readonly installation: string | null;
}

const key = 'config';

export const initialState: ConfigState = {
  fetched: null,
  active: null,
  status: { lastFetch: 'never', fetchedAt: null },
  throttle: null,
  signals: {},
  installation: null,
};

export async function loadState(store: KeyValueStore): Promise<ConfigState> {
  return ((await store.get(key)) as ConfigState | undefined) ?? initialState;
}

export const saveState = (store: KeyValueStore, state: ConfigState): Promise<void> => store.set(key, state);

/** Keys whose value in `next` is not the one in `active`. */
export function differingKeys(next: Values | null, active: Values | null): string[] {
  const [after, before] = [next?.values ?? {}, active?.values ?? {}];
  const keys = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...keys].filter((name) => after[name] !== before[name]).sort();
}
