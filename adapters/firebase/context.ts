/** What each port of a Firebase client is made from. */
import type { FirebaseApp } from 'firebase/app';
import type { Settings } from '#ports/defaults.ts';
import type { FirebaseOptions } from './options.ts';

export interface FirebaseContext {
  readonly app: FirebaseApp;
  readonly options: FirebaseOptions;
  readonly settings: Settings;
  /** Runs when the client is disposed of; all at once. */
  onDispose(run: () => void | Promise<void>): void;
  isDisposed(): boolean;
  /** Counts a subscription until the returned function is called. */
  trackSubscription(): () => void;
}
