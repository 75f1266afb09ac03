/** The minimal provider of documents on the contracts' stage. */
import { connectStore } from '#contracts/minimal/docs-backend.ts';
import { PlainStore } from '#contracts/minimal/plain-store.ts';
import { manifestOf, syncCapabilities } from '#provider-kit/manifest.ts';
import { type HintingProvider, hintingProvider } from '#contracts/hinting-stage.ts';

export const minimalProvider = (options: Partial<HintingProvider> = {}) =>
  hintingProvider({
    name: 'minimal',
    manifest: manifestOf('minimal', syncCapabilities),
    open(now) {
      const store = new PlainStore(now);
      return { connect: (online) => connectStore(store, online), close() {} };
    },
    ...options,
  });
