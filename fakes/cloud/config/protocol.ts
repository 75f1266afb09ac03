/** Payloads between the configuration client and the cloud. */
import type { Signals } from '#ports/config/value.ts';

/** What one client gets of what is published. `version` differs whenever what is published does. */
export interface Values {
  readonly version: string;
  readonly values: Readonly<Record<string, string>>;
}

/** `fetch` */
export interface FetchPayload {
  /** Stays with this browser: shares of all browsers are drawn by it. */
  readonly installation: string;
  /** As `en-GB`. */
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
