/** Proof of a device by the way in which a page reached it. */
import { expect, test } from 'vitest';
import { constants, day } from '../constants.ts';
import { proofEnds, wayState } from '../channel/state.ts';
import { provedBy } from './device.ts';
import { wayOfDevice } from './way.ts';

const now = 100 * day;
const staleMs = constants.drillStaleDays * day;
type Known = Parameters<typeof wayOfDevice>[0];
const device: Known = {
  ...{ id: 'd', label: 'Phone', userAgent: '' },
  ...{ registration: 'here', lastShownAt: null, pushShownAt: null },
};
const deviceState = (of: Known, at: number) => wayState(wayOfDevice(of), at);

test('a page shown by an open tab of Muster proves no push', () => {
  expect(deviceState({ ...device, ...provedBy('page', device, now) }, now)).toBe('open-page');
});

test('a pushed notification proves the push; an open tab neither removes nor renews that proof', () => {
  const pushed = { ...device, ...provedBy('push', device, now) };
  expect(deviceState(pushed, now)).toBe('reachable');
  const both = { ...pushed, ...provedBy('page', pushed, now + day) };
  expect(deviceState(both, now + staleMs)).toBe('reachable');
  expect(deviceState(both, now + staleMs + 1)).toBe('open-page');
});

test('a device without a shown push or open tab for long is silent', () => {
  const pushed = { ...device, ...provedBy('push', device, now) };
  expect(deviceState(pushed, now + staleMs + 1)).toBe('silent');
});

test('a device recorded before the way was stored is proved by push only after a push', () => {
  const { pushShownAt: _, ...rest } = device;
  const before: Known = { ...rest, lastShownAt: now - day };
  expect(deviceState(before, now)).toBe('open-page');
  expect(deviceState({ ...before, ...provedBy('page', before, now) }, now)).toBe('open-page');
  expect(deviceState({ ...before, ...provedBy('push', before, now) }, now)).toBe('reachable');
});

test('the state changes when the proof of the push ends, and when the device counts as silent', () => {
  const pushed = { ...device, lastShownAt: now, pushShownAt: now - 3 * day };
  const [silentFrom, unprovedFrom] = [now + staleMs + 1, now - 3 * day + staleMs + 1];
  expect(proofEnds(wayOfDevice(pushed))).toEqual([silentFrom, unprovedFrom]);
  expect(deviceState(pushed, unprovedFrom - 1)).toBe('reachable');
  expect(deviceState(pushed, unprovedFrom)).toBe('open-page');
  expect(deviceState(pushed, silentFrom)).toBe('silent');
  expect(proofEnds(wayOfDevice({ ...pushed, registration: null }))).toEqual([]);
  expect(proofEnds(wayOfDevice({ ...pushed, pushShownAt: null }))).toEqual([silentFrom]);
});
