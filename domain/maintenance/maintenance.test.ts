import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { day, hour, minute } from '../constants.ts';
import type { Maintenance } from './schema.ts';
import { endMaintenance, saveMaintenance } from './transitions.ts';
import { activeSpan, holdingWindow, isInScope, nextChange, spanFrom } from './window.ts';

const at = Date.UTC(2026, 0, 5, 22);
const window = (change: Partial<Maintenance> = {}): Maintenance => ({
  ...{ id: 'w', teamId: 't', createdAt: 0, createdBy: 'jonas', revision: 1 },
  ...{ name: 'Upgrade', serviceIds: ['search'], matchers: [], timezone: 'UTC' },
  ...{ startsAt: at, endsAt: at + 2 * hour, recurrence: null, endedAt: null, dueAt: at },
  ...change,
});
const alert = (change: object = {}) => ({
  ...{ serviceId: 'search', labels: { zone: 'eu' } as Record<string, string>, incidentId: null },
  ...change,
});

describe('a one-time maintenance window', () => {
  test('is active from its beginning until its end', () => {
    const active = (now: number) => activeSpan(window(), now) !== null;
    expect([at - 1, at, at + 2 * hour - 1, at + 2 * hour].map(active)).toEqual([false, true, true, false]);
    expect([at - 1, at, at + 2 * hour].map((now) => nextChange(window(), now))).toEqual([
      at,
      at + 2 * hour,
      null,
    ]);
  });

  test('is inactive after being ended', () => {
    const { state } = endMaintenance(window(), { by: 'jonas', now: at + hour });
    expect(state).toMatchObject({ endedAt: at + hour, dueAt: at + hour, revision: 2 });
    expect(activeSpan(state, at + hour)).toBeNull();
    expect(endMaintenance(state, { by: 'jonas', now: at + hour }).state).toBe(state);
  });
});

describe('a recurring maintenance window', () => {
  const weekly = window({ recurrence: { unit: 'week', every: 2 }, timezone: 'Europe/Berlin' });

  test('keeps its time of day over a clock change', () => {
    const spans = [0, 13, 14, 80, 84].map((days) => spanFrom(weekly, at + days * day)?.startsAt);
    // From 29 March on Berlin is two hours ahead: 23:00 there is 21:00 in UTC.
    expect(spans).toEqual([at, at + 14 * day, at + 14 * day, at + 84 * day - hour, at + 84 * day - hour]);
  });

  const saturday = Date.UTC(2026, 9, 24);
  test.each([
    // In Berlin the clocks go back on 25 October 2026 at 03:00, and forward on 28 March 2027 at 02:00.
    ['entered for the night of the change', saturday + 22 * hour, saturday + 28 * hour, 7, 5 * hour],
    ['that ends in the hour that is repeated', saturday + 23 * hour, saturday + 25.5 * hour, 7, 1.5 * hour],
    [
      'on the night on which an hour is skipped',
      saturday + 22 * hour,
      saturday + 28 * hour,
      7 * 22,
      4 * hour,
    ],
  ])('one %s ends at its time of day', (_, startsAt, endsAt, days, length) => {
    const one = window({
      startsAt,
      endsAt,
      timezone: 'Europe/Berlin',
      recurrence: { unit: 'week', every: 1 },
    });
    expect(spanFrom(one, startsAt)).toEqual({ startsAt, endsAt });
    const later = spanFrom(one, startsAt + days * day);
    expect(later && later.endsAt - later.startsAt).toBe(length);
  });

  test('keeps a span on a day whose start is skipped by the clocks', () => {
    const startsAt = Date.UTC(2026, 2, 27, 1, 10);
    const one = window({
      ...{ startsAt, endsAt: startsAt + 0.5 * hour, timezone: 'Europe/Berlin' },
      recurrence: { unit: 'day', every: 1 },
    });
    const spans = [0, 1, 2, 3].map((days) => spanFrom(one, startsAt + days * day));
    expect(spans.every((span) => span !== null && span.endsAt > span.startsAt)).toBe(true);
  });

  test('has one span at a time, each until the same time of day, and the next one begins after it', () => {
    const shape = fc.record({
      unit: fc.constantFrom('day' as const, 'week' as const),
      every: fc.integer({ min: 1, max: 4 }),
      minutes: fc.integer({ min: 1, max: 20 * 60 }),
      after: fc.integer({ min: 0, max: 400 * 1_440 }),
      timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia'),
    });
    assertProperty(
      fc.property(shape, ({ unit, every, minutes, after, timezone }) => {
        const endsAt = at + minutes * minute;
        const one = window({ endsAt, timezone, recurrence: { unit, every } });
        const now = at + after * minute;
        const span = spanFrom(one, now);
        expect(span).not.toBeNull();
        if (span === null) return;
        const clock = new Intl.DateTimeFormat('en', {
          timeZone: timezone,
          timeStyle: 'medium',
          hourCycle: 'h23',
        });
        const isPlain = (instant: number) =>
          clock.format(instant - day) === clock.format(instant) &&
          clock.format(instant) === clock.format(instant + day);
        const keepsTime =
          !isPlain(span.endsAt) || !isPlain(endsAt) || clock.format(span.endsAt) === clock.format(endsAt);
        expect(keepsTime).toBe(true);
        expect(span.endsAt).toBeGreaterThan(now);
        const next = nextChange(one, now);
        expect(next).toBeGreaterThan(now);
        // Nothing begins or ends before the next change.
        const wasActive = activeSpan(one, now) !== null;
        expect(activeSpan(one, (next ?? 0) - 1) !== null).toBe(wasActive);
        expect(activeSpan(one, next ?? 0) !== null).toBe(!wasActive);
      }),
    );
  });
});

test.each([
  [{}, {}, true],
  [{ serviceIds: null }, { serviceId: null }, true],
  [{}, { serviceId: 'shop' }, false],
  [{}, { incidentId: 'i' }, false],
  [{ matchers: [{ label: 'zone', value: 'eu' }] }, {}, true],
  [{ matchers: [{ label: 'zone', value: 'us' }] }, {}, false],
  [
    {
      matchers: [
        { label: 'zone', value: 'eu' },
        { label: 'host', value: '' },
      ],
    },
    {},
    false,
  ],
  [{ matchers: [{ label: 'toString', value: '' }] }, {}, false],
])('%j holds %j: %s', (change, of, held) => {
  expect(isInScope(window(change), alert(of))).toBe(held);
});

test('the window that ends last holds an alert of several windows', () => {
  const windows = [
    window({ id: 'short' }),
    window({ id: 'long', endsAt: at + 5 * hour }),
    window({ id: 'elsewhere', endsAt: at + 9 * hour, serviceIds: ['shop'] }),
    window({ id: 'later', startsAt: at + hour, endsAt: at + 9 * hour }),
  ];
  expect(holdingWindow(windows, alert(), at)).toMatchObject({
    window: { id: 'long' },
    untilAt: at + 5 * hour,
  });
  expect(holdingWindow(windows, alert({ serviceId: 'mail' }), at)).toBeNull();
});

describe('saving a maintenance window', () => {
  const save = (before: Maintenance | null, change: Partial<Maintenance>, now = at - hour) => {
    const {
      createdAt: _,
      createdBy: __,
      revision: ___,
      endedAt: ____,
      dueAt: _____,
      ...content
    } = window(change);
    return saveMaintenance(before, content, { by: 'jonas', now });
  };

  test.each<[string, Partial<Maintenance>]>([
    ['ends before it begins', { endsAt: at }],
    ['is longer than 14 days', { endsAt: at + 14 * day + 1 }],
    ['is over', { startsAt: at - 9 * hour, endsAt: at - 2 * hour }],
    ['recurs before it ends', { endsAt: at + 23 * hour, recurrence: { unit: 'day', every: 1 } }],
  ])('that %s is rejected', (_, change) => {
    expect(save(null, change)).toMatchObject({ ok: false, error: { code: 'invalid', field: 'endsAt' } });
  });

  test('makes the window due at once, because the scope may have changed', () => {
    expect(save(null, {})).toMatchObject({ state: { dueAt: at - hour, revision: 1 } });
    const changed = save(window(), { endsAt: at + 3 * hour }, at + hour);
    expect(changed).toMatchObject({ state: { dueAt: at + hour, revision: 2 } });
  });

  test('rejects moving an active window’s beginning and changing an ended window', () => {
    const moved = save(window(), { startsAt: at + 1 }, at + hour);
    expect(moved).toMatchObject({ ok: false, error: { code: 'maintenance_active' } });
    const over = save(window({ dueAt: null }), { endsAt: at + 9 * hour }, at + 5 * hour);
    expect(over).toMatchObject({ ok: false, error: { code: 'illegal_transition' } });
  });
});
