import type { Auth } from './auth/auth.ts';
import type { CapabilityManifest } from './capabilities.ts';
import type { Config } from './config/config.ts';
import type { Control } from './control.ts';
import type { ClientSettings } from './defaults.ts';
import type { Docs } from './docs/docs.ts';
import type { Functions } from './functions/functions.ts';
import type { Messaging } from './messaging/messaging.ts';
import type { Performance } from './performance/performance.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Storage } from './storage/storage.ts';

/** A client of a hosted backend: the eight ports of one provider, for one browser of one person. */
export interface Backend {
  readonly auth: Auth;
  readonly docs: Docs;
  readonly realtime: Realtime;
  readonly functions: Functions;
  readonly storage: Storage;
  readonly messaging: Messaging;
  readonly config: Config;
  readonly performance: Performance;
  readonly capabilities: CapabilityManifest;
  /** The settings in force, defaults included. */
  readonly settings: ClientSettings;
  /** Control of a rehearsal backend; `null` in production. */
  readonly control: Control | null;
  /**
   * Ends every subscription, silently, and every connection; on-disconnect writes run. Calling it again does nothing but
   * wait for the same end. From
   * this call on every method that returns a promise rejects with `failed-precondition`, and so does a call under way unless
   * it was done already; document writes that wait stay in this browser and land with its next client (`docs.persistence`).
   * Methods that answer at once go on answering from what is known here, and do nothing else. A subscription made afterwards
   * is told nothing; it reports `failed-precondition`, once, where it has an `error`.
   */
  dispose(): Promise<void>;
}
