import { expect, test } from 'vitest';
import { constants, day } from '../constants.ts';
import { noticeWords } from '../notice/labels.ts';
import { onCallFindings } from './on-call-check.ts';
import type { ReachedDevice } from './reachability.ts';

const now = Date.UTC(2026, 2, 10, 12);
const device = (id: string, more: Partial<ReachedDevice> = {}): ReachedDevice => ({
  ...{ id, label: id, userAgent: 'Android', registration: id, lastShownAt: now - day, lastDrillAt: null },
  ...more,
});
const stale = { lastShownAt: now - constants.drillStaleDays * day - 1 };
const lost = { registration: null, lostAt: 5 };

test('nothing is wrong with devices that work or were never tested, whatever others were turned off', () => {
  for (const works of [device('phone'), device('phone', { lastShownAt: null })]) {
    const found = onCallFindings([works, device('old', { registration: null })], now);
    expect(found).toMatchObject({ broken: [], reached: true, faults: [] });
  }
});

test('devices that stopped working are named, and whether another one takes pages', () => {
  const devices = [device('phone', stale), device('laptop', lost), device('tablet')];
  expect(onCallFindings(devices, now)).toMatchObject({
    broken: [
      { label: 'phone', state: 'silent' },
      { label: 'laptop', state: 'lost' },
    ],
    reached: true,
    faults: ['phone silent', 'laptop lost'],
  });
  expect(onCallFindings(devices.slice(0, 2), now).reached).toBe(false);
});

test('no device at all, or none that is on, is one fault', () => {
  for (const devices of [[], [device('phone', { registration: null })]])
    expect(onCallFindings(devices, now)).toMatchObject({ broken: [], reached: false, faults: ['no device'] });
});

test('changes when the next device counts as silent, and is silent then', () => {
  const devices = [device('phone'), device('laptop', { lastShownAt: now - 3 * day }), device('old', stale)];
  const { changesAt } = onCallFindings(devices, now);
  expect(changesAt).toBe(now + (constants.drillStaleDays - 3) * day + 1);
  const labels = (at: number) => onCallFindings(devices, at).broken.map(({ label }) => label);
  expect([labels((changesAt ?? 0) - 1), labels(changesAt ?? 0)]).toEqual([['old'], ['laptop', 'old']]);
  expect(onCallFindings([device('phone', { lastShownAt: null })], now).changesAt).toBeNull();
});

test('the notice says of each device what is wrong and what to do', () => {
  const reader = { now, timezone: 'UTC', nameOf: () => '' };
  const words = (devices: readonly ReachedDevice[]) => {
    const { broken, reached } = onCallFindings(devices, now);
    return noticeWords({ kind: 'unreachable', devices: [...broken], reached }, reader);
  };
  expect(words([device('Pixel', stale), device('', lost), device('ok')])).toEqual({
    title: 'You are on call, and 2 of your devices can’t be counted on',
    body:
      'Pixel: It has shown neither a page nor a drill for 14 days. Open Muster on it, and send a drill. ' +
      'A browser: Its push service ended the registration. Open Muster on it, and enable notifications again if it asks.',
  });
  expect(words([device('Pixel', stale), device('ok')]).title).toBe(
    'You are on call, and one of your devices can’t be counted on',
  );
  expect(words([]).title).toBe('You are on call, and no device of yours takes pages');
});
