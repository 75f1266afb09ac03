/** Picks the provider when the app is built. Each is a script of its own, so that a build carries only the one it uses. */
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
  readonly backend: Backend;
  /** Resolves when all ports can be used; `null` where they can from the start. Before that only auth and config are there. */
  readonly complete: (() => Promise<void>) | null;
}

/** @throws Error with a sentence for whoever built it, for a name that is no provider */
export async function openBackend(options: ProviderOptions): Promise<Opened> {
  // Written out, so that the bundler sees which branch is taken and drops the others.
  if (import.meta.env.VITE_PROVIDER === 'embedded') {
    const { openEmbeddedProvider: open } = await import('./embedded/open.ts');
    return { backend: await open(options), complete: null };
  }
  if (import.meta.env.VITE_PROVIDER === 'firebase') {
    const { openFirebaseProvider } = await import('./firebase/open.ts');
    return openFirebaseProvider();
  }
  throw new Error(
    `This build asks for the provider “${String(import.meta.env.VITE_PROVIDER)}”, which does not exist. Build it with VITE_PROVIDER=embedded or firebase.`,
  );
}
