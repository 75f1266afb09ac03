/** What a provider is opened with, and what opening it gives. */
import type { Backend } from '#ports/backend.ts';

export interface ProviderOptions {
  /** Lets the person choose one of a social provider's accounts; `null` for none. */
  chooseAccount<A extends SocialChoice>(provider: string, accounts: readonly A[]): Promise<A | null>;
  /** Something the person should know about where their data is. */
  readonly onNotice: (notice: string) => void;
  /** This page is too old to go on. */
  readonly onRetired: () => void;
}

export interface SocialChoice {
  readonly uid: string;
  readonly email: string;
  readonly displayName: string;
}

export interface Opened {
  /** What a sign-in screen needs. */
  readonly first: Pick<Backend, 'auth' | 'config' | 'capabilities' | 'control'>;
  /** Resolves with every port. Called once. */
  complete(): Promise<Backend>;
}
