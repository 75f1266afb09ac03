import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { isSameTarget } from '../channel/schema.ts';
import { minute } from '../constants.ts';
import { deviceKindOf, wayOfDevice } from '../device/way.ts';
import { type NotifiedPage, planNotifications } from './plan.ts';
import { notifiedWays, type NotificationRules } from './schema.ts';
import { saveNotificationRules } from './transitions.ts';

const ownPhone = {
  id: 'phone',
  label: '',
  lastShownAt: null,
  registration: 'r1',
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile',
};
const ownLaptop = {
  ...ownPhone,
  ...{ id: 'laptop', registration: 'r2', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140' },
};
const [phone, laptop] = [wayOfDevice(ownPhone), wayOfDevice(ownLaptop)];
const off = wayOfDevice({ ...ownPhone, id: 'off', registration: null });

const night = Date.parse('2026-03-10T02:00:00Z');
const noon = Date.parse('2026-03-10T12:00:00Z');
const ordinary = { incident: null, alert: 'error' } as const;
const page = (more: Partial<NotifiedPage> = {}): NotifiedPage => ({
  urgency: 'high',
  priority: ordinary,
  at: noon,
  ...more,
});

const allAtOnce = { atOnce: 'all' as const, later: [] };
const rules = {
  high: { atOnce: 'phone' as const, later: [{ afterMinutes: 5, devices: 'computer' as const }] },
  low: { atOnce: 'computer' as const, later: [] },
  quietHours: {
    timezone: 'Europe/Berlin',
    windows: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '07:00' }],
    holds: 'low' as const,
  },
};
const plan = (...given: Parameters<typeof planNotifications>) =>
  planNotifications(...given).map(({ to, dueAt, held }) => [
    to.target,
    dueAt === null ? null : (dueAt - given[2].at) / minute,
    held,
  ]);

test('without rules all devices are notified at once', () => {
  expect(plan(null, [phone, laptop], page())).toEqual([
    ['phone', 0, null],
    ['laptop', 0, null],
  ]);
});

test('rules differ by urgency and kind of device', () => {
  expect([deviceKindOf(ownPhone), deviceKindOf(ownLaptop)]).toEqual(['phone', 'computer']);
  expect(plan(rules, [phone, laptop], page())).toEqual([
    ['phone', 0, null],
    ['laptop', 5, 'delay'],
  ]);
  expect(plan(rules, [phone, laptop], page({ urgency: 'low' }))).toEqual([['laptop', 0, null]]);
});

test('the first device is notified at once, whatever devices there are', () => {
  expect(plan(rules, [laptop], page())).toEqual([['laptop', 0, null]]);
  expect(plan(rules, [off, laptop], page())).toEqual([
    ['off', 0, null],
    ['laptop', 0, null],
  ]);
  // No computer.
  expect(plan(rules, [phone], page({ urgency: 'low' }))).toEqual([['phone', 0, null]]);
});

test('quiet hours hold low urgency until their end, and high urgency where chosen', () => {
  const all = { ...rules, quietHours: { ...rules.quietHours, holds: 'all' as const } };
  // 03:00 in Berlin.
  expect(plan(rules, [laptop], page({ at: night, urgency: 'low' }))).toEqual([
    ['laptop', 240, 'quiet-hours'],
  ]);
  expect(plan(rules, [phone], page({ at: night }))).toEqual([['phone', 0, null]]);
  expect(plan(all, [phone], page({ at: night }))).toEqual([['phone', 240, 'quiet-hours']]);
  // The later turn of a device may fall into them.
  const evening = Date.parse('2026-03-10T20:57:00Z');
  expect(plan(all, [phone, laptop], page({ at: evening }))).toEqual([
    ['phone', 0, null],
    ['laptop', 543, 'quiet-hours'],
  ]);
});

test.each([
  [{ incident: 'SEV1', alert: null }, true],
  [{ incident: 'SEV4', alert: 'critical' }, true],
  [{ incident: 'SEV2', alert: 'error' }, false],
  [{ incident: null, alert: null }, false],
] as const)('quiet hours are overridden by %j: %s', (priority, overrides) => {
  const all = { ...rules, quietHours: { ...rules.quietHours, holds: 'all' as const } };
  expect(plan(all, [phone], page({ at: night, priority }))).toEqual([
    overrides ? ['phone', 0, null] : ['phone', 240, 'quiet-hours'],
  ]);
});

const urgencyRules = fc.record({
  atOnce: fc.constantFrom(...notifiedWays),
  later: fc.array(
    fc.record({
      afterMinutes: fc.integer({ min: 1, max: 60 }),
      devices: fc.constantFrom(...notifiedWays),
    }),
    { maxLength: 4 },
  ),
});

test('some device is always notified at once or held by quiet hours; SEV1 is never held', () => {
  const devices = fc.array(
    fc.record({
      ...{ id: fc.uuid(), label: fc.constant(''), lastShownAt: fc.constant(null) },
      registration: fc.constantFrom(null, 'r'),
      userAgent: fc.constantFrom('iPhone', 'Linux'),
    }),
    { minLength: 1, maxLength: 4 },
  );
  const at = fc.integer({ min: 0, max: 14 * 24 * 60 }).map((minutes) => noon + minutes * minute);
  assertProperty(
    fc.property(
      fc.record({ high: urgencyRules, low: urgencyRules }),
      devices,
      at,
      fc.constantFrom('high' as const, 'low' as const),
      fc.boolean(),
      (given, owned, now, urgency, sev1) => {
        const own = owned.map(wayOfDevice);
        const quiet = { ...rules.quietHours, holds: 'all' as const };
        const priority = sev1 ? ({ incident: 'SEV1', alert: null } as const) : ordinary;
        const planned = planNotifications({ ...given, quietHours: quiet }, own, {
          urgency,
          priority,
          at: now,
        });
        const taking = own.filter(({ takesMessages }) => takesMessages);
        const first = planned.filter((one) => taking.some(({ to }) => isSameTarget(to, one.to)));
        const reached = first.some(({ dueAt, held }) => dueAt === now || held === 'quiet-hours');
        expect(reached).toBe(taking.length > 0);
        expect(sev1 && planned.some(({ held }) => held === 'quiet-hours')).toBe(false);
        for (const { dueAt, held } of planned) {
          expect(dueAt ?? now).toBeGreaterThanOrEqual(now);
          expect(held === null).toBe(dueAt === now);
        }
      },
    ),
  );
});

const content = { id: 'ada', teamId: 't', high: allAtOnce, low: allAtOnce, quietHours: null };

test('rules are saved and changed; quiet hours around the clock are rejected', () => {
  const made = saveNotificationRules(null, content, { by: 'ada', now: 5 });
  if (!made.ok) throw new Error(made.error.message);
  expect(made.state).toEqual({ ...content, createdAt: 5, createdBy: 'ada', revision: 1 });
  const changed = saveNotificationRules(made.state, { ...content, low: rules.low }, { by: 'mei', now: 6 });
  expect(changed).toMatchObject({ ok: true, state: { createdBy: 'ada', revision: 2, low: rules.low } });
  const always: NonNullable<NotificationRules['quietHours']> = {
    timezone: 'UTC',
    windows: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }],
    holds: 'low',
  };
  expect(
    saveNotificationRules(null, { ...content, quietHours: always }, { by: 'ada', now: noon }),
  ).toMatchObject({
    ok: false,
    error: { code: 'invalid', field: 'quietHours.windows' },
  });
});
