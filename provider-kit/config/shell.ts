/** What every provider of configuration does alike: defaults, bounds, and which value counts. */
import type { ClientSettings } from '#ports/defaults.ts';
import type { Config } from '#ports/config/config.ts';
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

/** Promises are as `Config` says. What `setSignals` gets is a copy. */
export type ConfigDriver = Pick<Config, 'fetch' | 'activate' | 'status' | 'watch' | 'setSignals'>;

/** `active` tells the values that are active, as far as they are known by now. */
export function configShell(
  driver: ConfigDriver,
  active: () => ReadonlyMap<string, string>,
  settings: FetchSettings,
): Config {
  let defaults: ReadonlyMap<string, string> = new Map();
  const read = (key: string) => valueFrom(active().get(key), defaults.get(key));
  return {
    ...driver,
    setDefaults(next) {
      defaults = copyDefaults(next);
    },
    setSettings: (next) => settings.set(next),
    value: read,
    all() {
      const keys = new Set([...defaults.keys(), ...active().keys()]);
      return Object.fromEntries([...keys].sort().map((key) => [key, read(key)]));
    },
    setSignals: (signals) => driver.setSignals({ ...signals }),
  };
}
