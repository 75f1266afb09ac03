import vm from 'node:vm';
import { expect, test } from 'vitest';
import { bundleServiceWorker } from './service-worker.ts';

const files = { version: 'v1', start: [], cloud: [], later: [], never: [] };

/** Types of events that the script listens for. */
function heardBy(code: string): readonly string[] {
  const heard = new Set<string>();
  const self = {
    addEventListener: (type: string) => heard.add(type),
    location: { origin: 'https://a.example' },
  };
  vm.runInNewContext(code, {
    self,
    URL,
    AbortController,
    registration: { scope: 'https://a.example/' },
    ...self,
  });
  return [...heard].toSorted();
}

test.each(['embedded', 'firebase'] as const)(
  'the service worker of %s is one classic script for files and pushes',
  async (kind) => {
    const pushes = ['notificationclick', 'push', 'pushsubscriptionchange'];
    expect(heardBy(await bundleServiceWorker(kind, files))).toEqual(
      ['activate', 'fetch', 'install', 'message', ...pushes].toSorted(),
    );
  },
);

test('a build without a file list answers no requests', async () => {
  expect(heardBy(await bundleServiceWorker('embedded', null))).not.toContain('fetch');
});
