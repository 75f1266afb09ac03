/** Picks the provider when the app is built. Each is a script of its own, so that a build carries only the one it uses. */
import type { Opened, ProviderOptions } from './provider-options.ts';

/** @throws Error with a sentence for whoever built it, for a name that is no provider */
export async function openBackend(options: ProviderOptions): Promise<Opened> {
  // Written out, so that the bundler sees which branch is taken and drops the others.
  if (import.meta.env.VITE_PROVIDER === 'embedded') {
    const { openEmbeddedProvider: open } = await import('./embedded/open.ts');
    const backend = await open(options);
    return { first: backend, complete: async () => backend };
  }
  if (import.meta.env.VITE_PROVIDER === 'firebase') {
    const { openFirebaseProvider } = await import('./firebase/open.ts');
    return openFirebaseProvider();
  }
  throw new Error(
    `This build asks for the provider “${String(import.meta.env.VITE_PROVIDER)}”, which does not exist. Build it with VITE_PROVIDER=embedded or firebase.`,
  );
}
