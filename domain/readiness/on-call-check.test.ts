import { expect, test } from 'vitest';
import { constants, day } from '../constants.ts';
import type { ChannelWay } from '../channel/way.ts';
import { wayOfDevice } from '../device/way.ts';
import { noticeWords } from '../notice/labels.ts';
import { onCallFindings } from './on-call-check.ts';

const now = Date.UTC(2026, 2, 10, 12);
const device = (id: string, more: Partial<Parameters<typeof wayOfDevice>[0]> = {}) =>
  wayOfDevice({
    ...{ id, label: id, userAgent: 'Android', registration: id, lastDrillAt: null },
    ...{ lastShownAt: now - day, pushShownAt: now - day },
    ...more,
  });
const mail = (more: Partial<ChannelWay> = {}): ChannelWay => ({
  ...{ to: { channel: 'mail', target: 'ada' }, kind: 'mail', label: 'Mail', through: 'mail' },
  ...{ takesMessages: true, fault: 'disabled', lastShownAt: now - day },
  ...more,
});
const stale = { lastShownAt: now - constants.drillStaleDays * day - 1 };
const lost = { registration: null, lostAt: 5 };

test('working and never tested devices cause no finding, whatever other devices were turned off', () => {
  for (const works of [device('phone'), device('phone', { lastShownAt: null })]) {
    const found = onCallFindings([works, device('old', { registration: null })], now);
    expect(found).toMatchObject({ broken: [], reached: true, faults: [] });
  }
});

test('devices that stopped working are named, with whether another one takes pages', () => {
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

test('no device at all and no enabled device are one finding', () => {
  for (const devices of [[], [device('phone', { registration: null })]])
    expect(onCallFindings(devices, now)).toMatchObject({ broken: [], reached: false, faults: ['no device'] });
});

test('findings change when the next device counts as silent', () => {
  const earlier = { lastShownAt: now - 3 * day, pushShownAt: now - 3 * day };
  const devices = [device('phone'), device('laptop', earlier), device('old', stale)];
  const { changesAt } = onCallFindings(devices, now);
  expect(changesAt).toBe(now + (constants.drillStaleDays - 3) * day + 1);
  const labels = (at: number) => onCallFindings(devices, at).broken.map(({ label }) => label);
  expect([labels((changesAt ?? 0) - 1), labels(changesAt ?? 0)]).toEqual([['old'], ['laptop', 'old']]);
  const untested = device('phone', { lastShownAt: null, pushShownAt: null });
  expect(onCallFindings([untested], now).changesAt).toBeNull();
});

test('a device with an expired push proof is broken although an open tab shows pages; a never proved one is not', () => {
  const open = { pushShownAt: now - 3 * day };
  const { changesAt, faults } = onCallFindings([device('laptop', open)], now);
  expect(faults).toEqual([]);
  expect(changesAt).toBe(now + (constants.drillStaleDays - 3) * day + 1);
  expect(onCallFindings([device('laptop', open)], changesAt ?? 0)).toMatchObject({
    broken: [{ label: 'laptop', state: 'open-page' }],
    reached: false,
  });
  const never = onCallFindings([device('laptop', { pushShownAt: null })], now);
  expect(never).toMatchObject({ broken: [], reached: true, faults: [] });
});

test('the notice lists each broken device with its fault and what to do', () => {
  const reader = { now, timezone: 'UTC', nameOf: () => '' };
  const words = (devices: readonly ChannelWay[]) => {
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
  expect(words([]).title).toBe('You are on call, and nothing of yours takes pages');
});

test('an address that stopped taking mail is broken, and a working one reaches the person', () => {
  const disabled = mail({ takesMessages: false });
  expect(onCallFindings([disabled], now)).toMatchObject({
    broken: [{ label: 'Mail', state: 'disabled', channel: 'mail' }],
    reached: false,
    faults: ['mail ada disabled'],
  });
  expect(onCallFindings([mail()], now)).toMatchObject({ broken: [], reached: true });
  expect(onCallFindings([mail()], now).changesAt).toBe(now + (constants.drillStaleDays - 1) * day + 1);
  expect(onCallFindings([device('phone', stale), mail()], now)).toMatchObject({ reached: true });
});
