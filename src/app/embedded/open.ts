/** The embedded provider with the demonstration in it. */
import { openEmbedded } from '#adapters/embedded-browser/open.ts';
import type { Backend } from '#ports/backend.ts';
import type { ProviderOptions } from '../provider-options.ts';

export const openEmbeddedProvider = (options: ProviderOptions): Promise<Backend> =>
  openEmbedded({
    ...options,
    startWorker: () =>
      new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'muster-cloud' }),
    loadApplication: async () => (await import('./application.ts')).application,
  });
