/** Configuration port above a driver: defaults, bounds, and precedence of values. */
import type { Complete } from '#ports/complete.ts';
import type { ClientSettings } from '#ports/defaults.ts';
import type { Config, ConfigConditions, LiveConfig, RemoteConfig } from '#ports/config/config.ts';
import { checkBound, copyDefaults, valueFrom } from './value.ts';

/** How the server is asked, as it was set last. */
export class FetchSettings {
  minimumFetchIntervalMs: number;
  fetchTimeoutMs: number;

  constructor(settings: ClientSettings) {
    this.minimumFetchIntervalMs = settings.configFetchIntervalMs;
    this.fetchTimeoutMs = settings.configFetchTimeoutMs;
  }

  /** All of it or nothing. @throws PortError out-of-range */
  set(next: Partial<Pick<FetchSettings, 'minimumFetchIntervalMs' | 'fetchTimeoutMs'>>): void {
    const interval = next.minimumFetchIntervalMs ?? this.minimumFetchIntervalMs;
    const timeout = next.fetchTimeoutMs ?? this.fetchTimeoutMs;
    checkBound('configFetchIntervalMs', interval);
    checkBound('configFetchTimeoutMs', timeout);
    this.minimumFetchIntervalMs = interval;
    this.fetchTimeoutMs = timeout;
  }
}

/** Promises are as `RemoteConfig`, `LiveConfig` and `ConfigConditions` say. `setSignals` gets a copy. */
export interface ConfigDriver extends Omit<RemoteConfig, 'setSettings'>, LiveConfig, ConfigConditions {}

/** Shell of a provider whose configuration is its defaults. */
export const defaultsShell = (): Config => ({
  ...valuesOf(() => new Map()),
  remote: null,
  live: null,
  conditions: null,
});

/** Shell of a provider that has every extension. `active` tells the values that are active, as far as they are known by now. */
export const configShell = (
  driver: ConfigDriver,
  active: () => ReadonlyMap<string, string>,
  settings: FetchSettings,
): Complete<Config> => ({
  ...valuesOf(active),
  remote: {
    fetch: driver.fetch,
    activate: driver.activate,
    status: driver.status,
    setSettings: (next) => settings.set(next),
  },
  live: { watch: driver.watch },
  conditions: { setSignals: (signals) => driver.setSignals({ ...signals }) },
});

function valuesOf(active: () => ReadonlyMap<string, string>): Pick<Config, 'setDefaults' | 'value' | 'all'> {
  let defaults: ReadonlyMap<string, string> = new Map();
  const read = (key: string) => valueFrom(active().get(key), defaults.get(key));
  return {
    setDefaults(next) {
      defaults = copyDefaults(next);
    },
    value: read,
    all() {
      const keys = new Set([...defaults.keys(), ...active().keys()]);
      return Object.fromEntries([...keys].sort().map((key) => [key, read(key)]));
    },
  };
}
