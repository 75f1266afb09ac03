/** Parameters and result of opening a provider. */
import type { Backend } from '#ports/backend.ts';
import type { StorageObserver } from '#provider-kit/storage-health.ts';

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
