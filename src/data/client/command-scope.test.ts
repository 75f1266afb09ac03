import { expect, test } from 'vitest';
import { commandScope } from './command-scope.ts';

const own = { teamId: 'team', commandId: 'c' };

test.each([
  [{ ...own, incidentId: 'i', to: 'fixing' }, 'incident:i'],
  [{ ...own, incidentId: 'i', intoId: 'j' }, 'incident:i'],
  [{ ...own, pageId: 'p' }, 'page:p'],
  [{ ...own, deviceId: 'd' }, 'device:d'],
  [{ ...own, alertId: 'a' }, 'alert:a'],
  [{ ...own, alertId: 'a', incidentId: 'i' }, 'alert:a'],
  [{ ...own, alertId: 'a', incidentId: null }, 'alert:a'],
])('commandScope of %j is %s', (input, scope) => {
  expect(commandScope(input)).toBe(scope);
});

test('a receipt has a scope of its own for each delivery', () => {
  expect(commandScope({ ...own, pageId: 'p', deliveryId: 'one' })).toBe('receipt:one');
  expect(commandScope({ ...own, pageId: 'p', deliveryId: 'two' })).toBe('receipt:two');
});

test('a command that names no aggregate has the scope of its team', () => {
  expect(commandScope(own)).toBe('team:team');
  expect(commandScope({ ...own, alertId: null, title: 'Down' })).toBe('team:team');
});
