/** Parameters and result of opening a provider. */
import type { Backend } from '#ports/backend.ts';

export interface ProviderOptions {
  /** Choice of one of a social provider's accounts; `null` for none. */
  chooseAccount<A extends SocialChoice>(provider: string, accounts: readonly A[]): Promise<A | null>;
  /** A notice about the storage of this browser's data. */
  readonly onNotice: (notice: string) => void;
  /** Notified of failures of the provider's storage in this browser, and of what they would cost. */
  readonly storage: StorageObserver;
  /** A newer version of the app has taken over: the page must be reloaded. */
  readonly onRetired: () => void;
}

export interface StorageState {
  /** Writes made here that a reload would lose: they are neither stored nor sent yet. */
  readonly unstoredWrites: number;
  /** Stored writes of earlier pages that can't be read; they are kept and not sent. */
  readonly unreadableWrites: number;
}

export interface StorageFailure {
  readonly operation: 'read' | 'write' | 'decode';
  /** Name of the kind of record. */
  readonly record: string;
  readonly error: unknown;
}

export interface StorageObserver {
  failed(failure: StorageFailure): void;
  changed(state: StorageState): void;
}

export interface SocialChoice {
  readonly uid: string;
  readonly email: string;
  readonly displayName: string;
}

export interface Opened {
  /** Ports of the sign-in screen. */
  readonly first: Pick<Backend, 'auth' | 'config' | 'capabilities' | 'control'>;
  /** Resolves with every port. Called once. */
  complete(): Promise<Backend>;
}
