/** Dependencies of the ports of a Firebase client. */
import type { FirebaseApp } from 'firebase/app';
import type { ClientSettings } from '#ports/defaults.ts';
import type { Subscriptions } from '#ports/shared.ts';
import type { FirebaseOptions } from './options.ts';

export interface FirebaseContext extends Subscriptions {
  readonly app: FirebaseApp;
  readonly options: FirebaseOptions;
  readonly settings: ClientSettings;
  /**
   * Resolves once the SDK's modules know who is calling: App Check is on where it is configured, and the remembered session has
   * been restored. A module that is started earlier asks its first questions as nobody.
   */
  identified(): Promise<void>;
  /** Resolves when there is time for what nobody waits for; absent where there always is. */
  readonly calm?: (() => Promise<void>) | undefined;
  /** Runs when the client is disposed of, all at once; soon, when it has been already. */
  onDispose(run: () => void | Promise<void>): void;
  isDisposed(): boolean;
}
