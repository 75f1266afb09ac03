/** The provider, chosen at build time. Each is a separate script, so that a build contains one. */
import type { Opened, ProviderOptions } from './provider-options.ts';

/** @throws Error for an unknown provider name, with what to do */
export async function openBackend(options: ProviderOptions): Promise<Opened> {
  // Literal conditions, so that the bundler drops the other branches.
  if (import.meta.env.VITE_PROVIDER === 'embedded') {
    const { openEmbeddedProvider } = await import('./embedded/open.ts');
    return openEmbeddedProvider(options);
  }
  if (import.meta.env.VITE_PROVIDER === 'firebase') {
    const { openFirebaseProvider } = await import('./firebase/open.ts');
    return openFirebaseProvider();
  }
  if (import.meta.env.VITE_PROVIDER === 'minimal') {
    const { openMinimalProvider } = await import('./minimal/open.ts');
    const backend = openMinimalProvider();
    return { first: backend, complete: async () => backend };
  }
  if (import.meta.env.VITE_PROVIDER === 'host') {
    const { openHostProvider } = await import('./host/open.ts');
    return openHostProvider(options);
  }
  throw new Error(
    `This build asks for the provider “${String(import.meta.env.VITE_PROVIDER)}”, which does not exist. Build it with VITE_PROVIDER=embedded, firebase, host or minimal.`,
  );
}
