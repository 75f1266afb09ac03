/** The embedded provider with the demonstration in it. */
import { openEmbedded } from '#adapters/embedded-browser/open.ts';
import type { MemberClient } from '#fakes/client/client.ts';
import { nextScreenTime } from '#src/data/client/next-screen.ts';
import type { ProviderOptions } from '../provider-options.ts';

export const openEmbeddedProvider = (options: ProviderOptions): Promise<MemberClient> =>
  openEmbedded({
    ...options,
    visitor: nextScreenTime(),
    startWorker: () =>
      new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'muster-cloud' }),
    loadApplication: async () => {
      const [{ demoApplication }, { webWorkers }] = await Promise.all([
        import('./application.ts'),
        import('../web-workers.ts'),
      ]);
      const workers = webWorkers();
      return { ...demoApplication(), ...(workers && { workers }) };
    },
  });
