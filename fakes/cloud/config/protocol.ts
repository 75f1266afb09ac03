/** Payloads between the configuration client and the cloud. */
import type { Signals } from '#ports/config/value.ts';

/** What is published. `version` differs whenever the values do. */
export interface Template {
  readonly version: string;
  readonly values: Readonly<Record<string, string>>;
}

/** `fetch` */
export interface FetchPayload {
  readonly signals: Signals;
}

/** Topic `updates`: an event at once when `version` is not the published one, and at each publication. */
export interface UpdatesPayload {
  readonly version: string | null;
}

export interface UpdatesEvent {
  readonly version: string;
}
