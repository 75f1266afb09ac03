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

export interface Config {
  /** What applies where the server says nothing. Replaces earlier defaults. */
  setDefaults(defaults: Readonly<Record<string, string | number | boolean>>): void;
  /** `minimumFetchIntervalMs` default 12 h, `fetchTimeoutMs` default 60 s. @throws PortError out-of-range */
  setSettings(settings: { readonly minimumFetchIntervalMs?: number; readonly fetchTimeoutMs?: number }): void;
  /** Asks the server, unless what was fetched is fresh. @throws config/fetch-throttle, config/fetch-timeout, config/fetch-failed */
  fetch(): Promise<void>;
  /** Makes what was fetched the active values. False when nothing changed. */
  activate(): Promise<boolean>;
  /** From the active values; asynchronous fetches never change it by themselves. */
  value(key: string): ConfigValue;
  /** Every key with a value or a default. */
  all(): Readonly<Record<string, ConfigValue>>;
  status(): ConfigStatus;
  /** Tells when the server publishes other values; they have been fetched, not activated. */
  watch(observer: Observer<ConfigUpdate>): Unsubscribe;
  /** Facts about this client that conditions on the server may look at. `null` removes one. */
  setSignals(signals: Readonly<Record<string, string | number | null>>): Promise<void>;
}

export const configToken = portToken<Config>('config');
