import { expect, test } from 'vitest';
import { loadScreen } from './load-screen.ts';
import { findRoute } from './route-table.tsx';

test.each([
  ['/t/team/runbooks', '/runbooks'],
  ['/t/team', '/'],
  ['/incidents/41', '/incidents/41'],
  ['/incidents/41?from=mail', '/incidents/41'],
  ['/me', '~/me'],
])('the screen at %s is loaded', async (address, path) => {
  const loaded = await loadScreen(address);
  expect(loaded).toBeDefined();
  expect(loaded).toBe(await findRoute(path)?.route.load());
});

test('an address without a screen loads nothing', async () => {
  expect(await loadScreen('/t/team/nowhere')).toBeUndefined();
});
