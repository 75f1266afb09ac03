import { describe, expect, test } from 'vitest';
import type { ChannelWay } from '../channel/way.ts';
import { day } from '../constants.ts';
import { wayOfDevice } from '../device/way.ts';
import { readinessRows } from './rows.ts';
import { isReachedAtOnce, type PersonRules, urgencyReach } from './urgency-reach.ts';

/** A Tuesday. */
const now = Date.UTC(2026, 2, 10, 2);
const reader = { now, timezone: 'UTC' };
const phone = wayOfDevice({
  ...{ id: 'phone', label: 'Pixel', userAgent: 'Android', registration: 'r1' },
  ...{ lastShownAt: now - day, pushShownAt: now - day, lastDrillAt: null },
});
const laptop: ChannelWay = {
  ...phone,
  to: { channel: 'push', target: 'laptop' },
  label: 'Laptop',
  kind: 'computer',
};
const silent = (way: ChannelWay): ChannelWay => ({ ...way, lastShownAt: now - 40 * day });
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const rules = (more: Partial<PersonRules> = {}): PersonRules => ({
  high: { atOnce: 'all', later: [] },
  low: { atOnce: 'all', later: [] },
  quietHours: null,
  ...more,
});
const night = (holds: 'low' | 'all') => ({
  ...{ timezone: 'UTC', windows: [{ weekdays: everyDay, from: '22:00', to: '07:00' }] },
  holds,
});

describe('a page of an urgency', () => {
  test('reaches a person without rules at once, on a reliable device', () => {
    for (const urgency of ['high', 'low'] as const)
      expect(urgencyReach(null, [silent(phone), laptop], urgency, reader)).toEqual({
        state: 'reachable',
        word: 'Push proved',
        reason: 'Laptop is notified at once.',
      });
  });

  test('waits until the end of the quiet hours that hold the page’s urgency', () => {
    const low = rules({ quietHours: night('low') });
    expect(urgencyReach(low, [phone], 'low', reader)).toEqual({
      state: 'later',
      word: 'From today 07:00',
      reason: 'Quiet hours hold it back until today 07:00, on Pixel too.',
    });
    expect(isReachedAtOnce(urgencyReach(low, [phone], 'high', reader))).toBe(true);
    const all = rules({ quietHours: night('all') });
    expect(urgencyReach(all, [phone], 'high', reader).word).toBe('From today 07:00');
    expect(isReachedAtOnce(urgencyReach(all, [phone], 'high', { ...reader, now: now + day / 2 }))).toBe(true);
  });

  test('never comes where quiet hours have no end', () => {
    const always = { ...night('all'), windows: [{ weekdays: everyDay, from: '00:00', to: '00:00' }] };
    expect(urgencyReach(rules({ quietHours: always }), [phone], 'high', reader).word).toBe('Never');
  });

  test('comes late where only a device that is notified later is reliable', () => {
    const phoneFirst = rules({
      high: { atOnce: 'phone', later: [{ afterMinutes: 5, devices: 'computer' }] },
    });
    const found = urgencyReach(phoneFirst, [silent(phone), laptop], 'high', reader);
    expect(found).toMatchObject({ state: 'later', word: 'After 5 min' });
    expect(found.reason).toContain('before Laptop');
    expect(urgencyReach(phoneFirst, [silent(phone), laptop], 'low', reader).state).toBe('reachable');
  });

  test('is unreliable where the rules leave out the reliable device', () => {
    const phones = rules({ high: { atOnce: 'phone', later: [] } });
    const found = urgencyReach(phones, [silent(phone), laptop], 'high', reader);
    expect(found).toMatchObject({ state: 'silent', word: 'Silent 14 days' });
    expect(found.reason).toMatch(/The rules name nothing that can be counted on\.$/u);
    expect(urgencyReach(phones, [silent(phone)], 'high', reader).reason).not.toContain('The rules');
  });

  test('is unreliable where only an open tab has shown something', () => {
    const open = urgencyReach(null, [{ ...phone, closedShownAt: null }], 'high', reader);
    expect(open).toMatchObject({ state: 'open-page', word: 'Reachable with the page open' });
    expect(isReachedAtOnce(open)).toBe(false);
  });

  test('reaches no person without a device', () => {
    expect(urgencyReach(rules({ quietHours: night('all') }), [], 'high', reader).state).toBe('no-device');
    const off = { ...phone, takesMessages: false };
    expect(urgencyReach(null, [off], 'low', reader).state).toBe('off');
  });
});

test('members held back from urgent pages now come before the others', () => {
  const member = (id: string) => ({ id, displayName: id, role: 'responder' as const });
  const rows = readinessRows(
    [member('ada'), member('ben')],
    [
      { userId: 'ada', ways: [phone], rules: rules({ quietHours: night('low') }) },
      { userId: 'ben', ways: [phone], rules: rules({ quietHours: night('all') }) },
    ],
    new Map(),
    reader,
  );
  expect(rows.map(({ name, reach }) => [name, reach.high.state, reach.low.state])).toEqual([
    ['ben', 'later', 'later'],
    ['ada', 'reachable', 'later'],
  ]);
});
