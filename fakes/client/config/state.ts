/** State of the configuration client that is stored in this browser. */
import type { ConfigValues } from '#fakes/cloud/config/protocol.ts';
import type { ConfigStatus } from '#ports/config/config.ts';
import type { Signals } from '#provider-kit/config/value.ts';
import type { ClientContext } from '../context.ts';

export interface ConfigState {
  readonly fetched: ConfigValues | null;
  readonly active: ConfigValues | null;
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

type Storage = Pick<ClientContext, 'stores' | 'storage'>;

/** The stored state; the initial one when it can't be read. */
export async function loadState({ stores, storage }: Storage): Promise<ConfigState> {
  const stored = await storage.value('configuration', () => stores.local.get(key), readState);
  return stored ?? initialState;
}

/** Stores the state; one that the storage does not take lasts as long as the page. */
export async function saveState({ stores, storage }: Storage, state: ConfigState): Promise<void> {
  await storage.write('configuration', () => stores.local.set(key, state));
}

/** @throws TypeError */
function readState(stored: unknown): ConfigState {
  const { fetched, active, status, throttle, signals, installation } = stored as Partial<ConfigState>;
  const isWhole =
    isValues(fetched) &&
    isValues(active) &&
    isRecord(status) &&
    isRecord(signals) &&
    (throttle === null || (isRecord(throttle) && typeof throttle.until === 'number')) &&
    (installation === null || typeof installation === 'string');
  if (!isWhole) throw new TypeError('The stored configuration is incomplete.');
  return { fetched, active, status, throttle, signals, installation };
}

const isRecord = <T>(value: T | null | undefined): value is T => typeof value === 'object' && value !== null;
const isValues = (value: ConfigValues | null | undefined): value is ConfigValues | null =>
  value === null || (isRecord(value) && isRecord(value.values));

/** Keys whose value in `next` is not the one in `active`. */
export function differingKeys(next: ConfigValues | null, active: ConfigValues | null): string[] {
  const [after, before] = [next?.values ?? {}, active?.values ?? {}];
  const keys = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...keys].filter((name) => after[name] !== before[name]).sort();
}
