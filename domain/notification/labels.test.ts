import { expect, test } from 'vitest';
import { minute } from '../constants.ts';
import { wayOfDevice } from '../device/way.ts';
import { nextNight, planSentence } from './labels.ts';
import { defaultUrgencyRules } from './plan.ts';
import type { NotificationRules } from './schema.ts';

const noon = Date.UTC(2026, 2, 2, 12);
const night = Date.UTC(2026, 2, 3, 3);
const priority = { incident: null, alert: null };
const reader = { now: noon, timezone: 'UTC' };
const ways = [
  { id: 'p', label: 'Pixel', userAgent: 'Android', registration: 'x', lastShownAt: null },
  { id: 'l', label: '', userAgent: 'Linux', registration: 'x', lastShownAt: null },
  { id: 'o', label: 'Old', userAgent: 'Linux', registration: null, lastShownAt: null },
].map(wayOfDevice);
const rules: Pick<NotificationRules, 'high' | 'low' | 'quietHours'> = {
  high: { atOnce: 'phone', later: [{ afterMinutes: 5, devices: 'computer' }] },
  low: defaultUrgencyRules,
  quietHours: {
    holds: 'low',
    timezone: 'UTC',
    windows: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '07:00' }],
  },
};

test('the sentence of a plan lists each way, with the time of delayed ones', () => {
  const told = (urgency: 'high' | 'low', at: number) =>
    planSentence(rules, ways, { urgency, priority, at }, reader);
  expect(told('high', noon)).toBe('Pixel at once, A browser today 12:05.');
  expect(told('low', night)).toBe(
    'Pixel tomorrow 07:00, after quiet hours, A browser tomorrow 07:00, after quiet hours.',
  );
  expect(planSentence(null, ways, { urgency: 'low', priority, at: night }, reader)).toBe(
    'Pixel at once, A browser at once.',
  );
});

test('the sentence of a plan promises nothing without a device that takes messages', () => {
  const page = { urgency: 'high', priority, at: noon } as const;
  expect(planSentence(rules, ways.slice(2), page, reader)).toMatch(/^Nothing takes messages/);
});

test.each([
  ['UTC', noon, night],
  ['Asia/Tokyo', noon, Date.UTC(2026, 2, 2, 18)],
  ['UTC', night + minute / 2, night + minute / 2],
])('the next night in %s is named', (timezone, now, at) => {
  expect(nextNight(now, timezone)).toBe(at);
});
