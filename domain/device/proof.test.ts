/** Proof of a device by the way in which a page reached it. */
import { expect, test } from 'vitest';
import { constants, day } from '../constants.ts';
import type { Device } from './schema.ts';
import { deviceState, provedBy, silentFrom, unprovedFrom } from './device.ts';

const now = 100 * day;
const staleMs = constants.drillStaleDays * day;
const device = { registration: 'here', lastShownAt: null, pushShownAt: null };

test('a page that an open page of Muster showed proves no push', () => {
  expect(deviceState({ ...device, ...provedBy('page', device, now) }, now)).toBe('open-page');
});

test('a pushed notification proves the push, and an open page leaves the proof and does not renew it', () => {
  const pushed = { ...device, ...provedBy('push', device, now) };
  expect(deviceState(pushed, now)).toBe('reachable');
  const both = { ...pushed, ...provedBy('page', pushed, now + day) };
  expect(deviceState(both, now + staleMs)).toBe('reachable');
  expect(deviceState(both, now + staleMs + 1)).toBe('open-page');
});

test('a device whose push and whose open pages showed nothing for long is silent', () => {
  const pushed = { ...device, ...provedBy('push', device, now) };
  expect(deviceState(pushed, now + staleMs + 1)).toBe('silent');
});

test('a device recorded before the way was known is not proved by push until it is', () => {
  const before: Pick<Device, 'registration' | 'lastShownAt' | 'pushShownAt'> = {
    registration: 'here',
    lastShownAt: now - day,
  };
  expect(deviceState(before, now)).toBe('open-page');
  expect(deviceState({ ...before, ...provedBy('page', before, now) }, now)).toBe('open-page');
  expect(deviceState({ ...before, ...provedBy('push', before, now) }, now)).toBe('reachable');
});

test('the state changes when the proof of the push ends, and when the device counts as silent', () => {
  const pushed = { ...device, lastShownAt: now, pushShownAt: now - 3 * day };
  expect(unprovedFrom(pushed)).toBe(now - 3 * day + staleMs + 1);
  expect(silentFrom(pushed)).toBe(now + staleMs + 1);
  expect(deviceState(pushed, (unprovedFrom(pushed) ?? 0) - 1)).toBe('reachable');
  expect(deviceState(pushed, unprovedFrom(pushed) ?? 0)).toBe('open-page');
  expect(deviceState(pushed, silentFrom(pushed) ?? 0)).toBe('silent');
  expect(unprovedFrom({ ...pushed, registration: null })).toBeNull();
  expect(unprovedFrom({ ...pushed, pushShownAt: null })).toBeNull();
});
