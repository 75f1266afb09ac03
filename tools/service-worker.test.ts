import vm from 'node:vm';
import { expect, test } from 'vitest';
import { bundleServiceWorker } from './service-worker.ts';

test('the service worker is one small classic script that listens for pushes and clicks', async () => {
  const code = await bundleServiceWorker();
  const heard: string[] = [];
  vm.runInNewContext(code, { addEventListener: (type: string) => heard.push(type) });
  expect(heard).toEqual(['install', 'activate', 'push', 'pushsubscriptionchange', 'notificationclick']);
  expect(code.length).toBeLessThan(4096);
});
