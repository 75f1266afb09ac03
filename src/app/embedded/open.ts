/** The embedded provider with the demonstration in it; ports other than auth and config load later. */
import { type OpenedEmbedded, openEmbedded } from '#adapters/embedded-browser/open.ts';
import { nextScreenTime } from '#src/data/client/next-screen.ts';
import type { ProviderOptions } from '../provider-options.ts';

export const openEmbeddedProvider = (options: ProviderOptions): Promise<OpenedEmbedded> =>
  openEmbedded({
    ...options,
    visitor: nextScreenTime(),
    startWorker: () =>
      new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'muster-cloud' }),
    loadApplication: async () => (await import('./browser-application.ts')).browserApplication(),
  });
