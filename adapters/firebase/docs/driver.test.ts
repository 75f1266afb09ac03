/** The cache of the SDK is cleared, or its storage refuses: no promise stays pending. */
import { deleteApp, initializeApp } from 'firebase/app';
import { setLogLevel } from 'firebase/firestore';
import { expect, onTestFinished, test } from 'vitest';
import { defaultSettings } from '#provider-kit/settings.ts';
import { PortError } from '#ports/errors.ts';
import { sdkDocs } from './driver.ts';
import { openFirestore } from './open.ts';

let apps = 0;

async function offlineDocs(clearPersistence: () => Promise<void>) {
  setLogLevel('silent');
  const app = initializeApp({ projectId: 'demo-muster', apiKey: 'none', appId: 'none' }, `driver-${++apps}`);
  const docs = sdkDocs({
    open: () => openFirestore(app, defaultSettings, '127.0.0.1:9'),
    online: () => false,
    attempts: 1,
    clearPersistence,
    subscriptions: () => 0,
  });
  onTestFinished(async () => {
    await docs.end();
    await deleteApp(app);
  });
  await docs.setNetwork(false);
  return docs;
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error: unknown) => (error instanceof PortError ? error.code : error),
  );

const refusals: readonly (readonly [string, () => Promise<void>])[] = [
  ['that its storage refuses', () => Promise.reject(new DOMException('The disk failed.', 'UnknownError'))],
  [
    'that throws',
    () => {
      throw new Error('No storage.');
    },
  ],
];

test.each(refusals)('clearing %s rejects pending writes with cancelled', async (_, clearPersistence) => {
  const docs = await offlineDocs(clearPersistence);
  const waiting = [
    docs.commit([{ type: 'set', path: 'notes/a', data: {} }]),
    docs.waitForPendingWrites(),
  ].map(codeOf);
  expect(await codeOf(docs.clearCache())).toBe('unknown');
  expect(await Promise.all(waiting)).toEqual(['cancelled', 'cancelled']);
});

test('documents are written and cleared after a failed clearing', async () => {
  let refuses = true;
  const docs = await offlineDocs(async () => {
    if (refuses) throw new DOMException('The disk failed.', 'UnknownError');
  });
  expect(await codeOf(docs.clearCache())).toBe('unknown');
  refuses = false;
  const written = codeOf(docs.commit([{ type: 'set', path: 'notes/a', data: { n: 1 } }]));
  expect((await docs.get('notes/a', { source: 'cache' })).data).toEqual({ n: 1 });
  await docs.clearCache();
  expect(await written).toBe('cancelled');
  expect(await codeOf(docs.get('notes/a', { source: 'cache' }))).toBe('unavailable');
});
