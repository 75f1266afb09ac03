import { afterEach, expect, test, vi } from 'vitest';
import { showPush, subscribeToPush } from './page-push.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('subscribing and showing end after a time-out where no service worker is registered', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('navigator', { serviceWorker: { ready: new Promise(() => undefined) } });
  const subscribed = subscribeToPush('key', false);
  const notification = { title: 'Page', body: 'Checkout' };
  const message = { id: 'm', data: {}, sentAt: 0, notification };
  const shown = showPush(message, 'tab').catch(String);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await subscribed).toBeNull();
  expect(await shown).toBe('Error: There is no service worker.');
});
