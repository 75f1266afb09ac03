/** Values that can be changed for everyone without a new version of the application. */
import type { Observer, Unsubscribe } from '../shared.ts';
import { portToken } from '../token.ts';

/** `static`: nothing is known, so `''`, `0` and `false`. */
export type ConfigSource = 'remote' | 'default' | 'static';

export interface ConfigValue {
  readonly source: ConfigSource;
  asString(): string;
  /** 0 when it is no number. */
  asNumber(): number;
  /** True for 1, true, t, yes, y and on, in any case. */
  asBoolean(): boolean;
}

export interface ConfigStatus {
  readonly lastFetch: 'never' | 'success' | 'failure' | 'throttled';
  /** Epoch milliseconds of the last successful fetch; `null` before it. */
  readonly fetchedAt: number | null;
}

export interface ConfigUpdate {
  /** Keys whose value differs from the active one; `activate` makes them so. */
  readonly updatedKeys: readonly string[];
}

/** Values of the server. */
export interface RemoteConfig {
  /** `minimumFetchIntervalMs` default 12 h, `fetchTimeoutMs` default 60 s. @throws PortError out-of-range */
  setSettings(settings: { readonly minimumFetchIntervalMs?: number; readonly fetchTimeoutMs?: number }): void;
  /**
   * Asks the server, unless what was fetched is fresh. A server that is overloaded is asked again with growing pauses, which
   * a reload does not shorten: a fetch whose time is up in such a pause is throttled. Offline it fails at once.
   * @throws config/fetch-throttle, config/fetch-timeout, config/fetch-failed
   */
  fetch(): Promise<void>;
  /** Makes what was fetched the active values, which then survive a reload. False when nothing changed. */
  activate(): Promise<boolean>;
  status(): ConfigStatus;
}

/** Values that change while the page is open. */
export interface LiveConfig {
  /**
   * Notifies when the server publishes other values; these have been fetched, not activated. Publications while offline are reported on
   * return. No notification when all values equal the active ones. `error` ends the watch: the server rejects it (permission-denied), or
   * can't be reached any more (unavailable); `remote.fetch` still works.
   */
  watch(observer: Observer<ConfigUpdate>): Unsubscribe;
}

/** Values that depend on who asks. */
export interface ConfigConditions {
  /** Facts about this client that conditions on the server may look at. `null` removes one. Survives a reload. */
  setSignals(signals: Readonly<Record<string, string | number | null>>): Promise<void>;
}

export interface Config {
  /**
   * Sets values for keys without one of the server. Replaces earlier defaults. @throws TypeError for a bad key: a letter or `_`, then
   * letters, digits and `_`, up to 256 characters
   */
  setDefaults(defaults: Readonly<Record<string, string | number | boolean>>): void;
  /**
   * From the active values; asynchronous fetches never change it by themselves. Right after the start, until the values of the
   * last visit have been read from this browser, it is the default; `fetch` and `activate` of `remote` wait for that.
   */
  value(key: string): ConfigValue;
  /** Every key with a value or a default. */
  all(): Readonly<Record<string, ConfigValue>>;

  readonly remote: RemoteConfig | null;
  readonly live: LiveConfig | null;
  readonly conditions: ConfigConditions | null;
}

export const configToken = portToken<Config>('config');
