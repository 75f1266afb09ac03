import type { FirestoreSettings } from 'firebase/firestore';
import { expect, test } from 'vitest';
import { defaultSettings, resolveSettings } from '#provider-kit/settings.ts';
import { unlimitedCache } from '#ports/defaults.ts';
import { firestoreSettings } from './open.ts';

/** Size limit of the cache in the SDK's settings. */
function boundOf({ localCache }: FirestoreSettings): unknown {
  const { _offlineComponentProvider: parts } = localCache as unknown as {
    readonly _offlineComponentProvider: { build(online: object): { readonly cacheSizeBytes: unknown } };
  };
  return parts.build({}).cacheSizeBytes;
}

test('the cache is persistent where possible with its size limit, and the polling time-out is the setting’s', () => {
  const lasting = firestoreSettings(defaultSettings, true);
  expect([lasting.localCache?.kind, boundOf(lasting)]).toEqual(['persistent', 40 * 1024 * 1024]);
  expect(lasting).toMatchObject({
    experimentalAutoDetectLongPolling: true,
    experimentalLongPollingOptions: { timeoutSeconds: 30 },
  });
  const chosen = resolveSettings({ cacheBytes: unlimitedCache, longPollingTimeoutMs: 5000 });
  for (const isLasting of [true, false]) {
    const settings = firestoreSettings(chosen, isLasting);
    expect([settings.localCache?.kind, boundOf(settings)]).toEqual([isLasting ? 'persistent' : 'memory', -1]);
    expect(settings.experimentalLongPollingOptions).toEqual({ timeoutSeconds: 5 });
  }
});
