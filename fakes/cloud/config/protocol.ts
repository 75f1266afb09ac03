/** Payloads between the configuration client and the cloud. */
import type { Signals } from '#provider-kit/config/value.ts';

/** Published values for one client. `version` differs whenever they do. */
export interface ConfigValues {
  readonly version: string;
  readonly values: Readonly<Record<string, string>>;
}

/** `fetch` */
export interface FetchPayload {
  /** Permanent id of the browser: percentages of browsers are drawn by it. */
  readonly installation: string;
  /** Language tag such as `en-GB`. */
  readonly language: string;
  readonly signals: Signals;
}

/** Topic `updates`: an event at once when `version` is not the published one, and at each publication. */
export interface UpdatesPayload {
  readonly version: string | null;
}

export interface UpdatesEvent {
  readonly version: string;
}
