import { describe, expect, test } from 'vitest';
import { day, hour } from '../constants.ts';
import { wayOfDevice } from '../device/way.ts';
import { noticeContentSchema } from '../notice/schema.ts';
import { noticeWords } from '../notice/labels.ts';
import { weeklyContent } from '../notice/weekly-content.ts';
import type { PolicyStep } from '../policy/schema.ts';
import type { Layer, Schedule } from '../schedule/schema.ts';
import type { PersonRules } from './urgency-reach.ts';
import { isAllWell, nextMondayMorning, weeklyReadiness, type WeeklyTeam } from './weekly.ts';
import * as v from 'valibot';

/** A Monday, 09:00. */
const now = Date.UTC(2026, 2, 9, 9);
const device = (more: Partial<Parameters<typeof wayOfDevice>[0]> = {}) =>
  wayOfDevice({
    ...{ id: 'phone', label: 'Pixel', userAgent: 'Android', registration: 'r1' },
    ...{ lastShownAt: now - hour, pushShownAt: now - hour, lastDrillAt: null },
    ...more,
  });
const silent = device({ lastShownAt: now - 30 * day });
const schedule = (name: string, people: string[], more: Partial<Layer> = {}): Schedule => ({
  ...{ id: name, teamId: 't', createdAt: 0, createdBy: 'ada', revision: 1, name, timezone: 'UTC' },
  layers: [{ name: 'Days', people, startsAt: now - hour, unit: 'day', every: 1, restrictions: [], ...more }],
});
const step = (scheduleId: string): PolicyStep => ({
  targets: [{ kind: 'schedule', scheduleId }],
  ...{ delayMinutes: 5, mode: 'all', acknowledgedBy: 'any', condition: null },
});
const team = (more: Partial<WeeklyTeam> = {}): WeeklyTeam => ({
  team: { fallbackPeople: [] },
  members: ['ada', 'ben', 'cy', 'vera'].map((id) => ({ id, role: id === 'vera' ? 'viewer' : 'responder' })),
  schedules: [schedule('Nights', ['ada', 'ben'])],
  overrides: [],
  policies: [{ name: 'Nightly', steps: [step('Nights')] }],
  known: ['ada', 'ben'].map((userId) => ({ userId, ways: [device()], rules: null })),
  ...more,
});
const quiet = (holds: 'low' | 'all'): PersonRules => ({
  high: { atOnce: 'all', later: [] },
  low: { atOnce: 'all', later: [] },
  quietHours: {
    ...{ timezone: 'UTC', windows: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '07:00' }] },
    holds,
  },
});

describe('the weekly readiness', () => {
  test('is empty where everyone on call is reliable and no shift is empty', () => {
    const found = weeklyReadiness(team(), now);
    expect(found).toEqual({ people: [], silentPeople: 0, gaps: [], emptySteps: [] });
    expect([isAllWell(found), weeklyContent(found)]).toEqual([true, null]);
  });

  test('lists only people who are on call within the week', () => {
    const schedules = [
      schedule('Nights', ['ada', 'ben']),
      schedule('Far', ['cy'], { startsAt: now + 8 * day }),
    ];
    const known = [{ userId: 'ada', ways: [device({ lastShownAt: null })], rules: null }];
    expect(weeklyReadiness(team({ schedules, known }), now).people).toEqual([
      { userId: 'ada', high: 'untested', low: 'untested' },
      { userId: 'ben', high: 'no-device', low: 'no-device' },
    ]);
  });

  test('lists a device that will be silent when the shift begins', () => {
    const known = ['ada', 'ben'].map((userId) => ({
      userId,
      ways: [device({ lastShownAt: userId === 'ben' ? now - 13.5 * day : now })],
      rules: null,
    }));
    expect(weeklyReadiness(team({ known }), now).people).toEqual([
      { userId: 'ben', high: 'silent', low: 'silent' },
    ]);
  });

  test('lists members whose quiet hours hold urgent pages back in a shift, and no others with quiet hours', () => {
    const known = (['low', 'all'] as const).map((holds, n) => ({
      userId: ['ada', 'ben'][n] ?? '',
      ways: [device()],
      rules: quiet(holds),
    }));
    expect(weeklyReadiness(team({ known }), now).people).toEqual([
      { userId: 'ben', high: 'later', low: 'reachable' },
    ]);
    const daytime = { restrictions: [{ weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }] };
    const schedules = [schedule('Nights', ['ada', 'ben'], daytime)];
    expect(weeklyReadiness(team({ known, schedules, policies: [] }), now).people).toEqual([]);
  });

  test('lists gaps of four weeks by schedule, with the first one', () => {
    const restrictions = [{ weekdays: [1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00' }];
    const schedules = [schedule('Weekdays', ['ada', 'ben'], { startsAt: now - 7 * day, restrictions })];
    const found = weeklyReadiness(team({ schedules, policies: [] }), now);
    expect(found.gaps).toEqual([{ schedule: 'Weekdays', count: 4, startsAt: Date.UTC(2026, 2, 15) }]);
  });

  test('lists steps without a recipient, with the first time', () => {
    const policies = [
      { name: 'Ok', steps: [step('Nights')] },
      { name: 'Half', steps: [step('Nights'), step('gone')] },
      { name: 'None', steps: [step('gone')] },
    ];
    expect(weeklyReadiness(team({ policies }), now).emptySteps).toEqual([
      { policy: 'Half', step: 2, count: 1, startsAt: now },
      { policy: 'None', step: null, count: 1, startsAt: now },
    ]);
  });

  test('counts other members with silent ways only, without viewers and owners of another device', () => {
    const laptop = device({ id: 'laptop', registration: 'r2' });
    const known = [
      ...team().known,
      { userId: 'cy', ways: [silent], rules: null },
      { userId: 'vera', ways: [silent], rules: null },
    ];
    expect(weeklyReadiness(team({ known }), now).silentPeople).toBe(1);
    const mended = known.map((one) => (one.userId === 'cy' ? { ...one, ways: [silent, laptop] } : one));
    expect(weeklyReadiness(team({ known: mended }), now).silentPeople).toBe(0);
  });
});

describe('the weekly notice', () => {
  const reader = { now, timezone: 'UTC', nameOf: (id: string) => id.toUpperCase() };

  test('contains the person, the reason, the time and the number of further items', () => {
    const content = weeklyContent({
      people: [
        { userId: 'ada', high: 'untested', low: 'untested' },
        { userId: 'ben', high: 'later', low: 'reachable' },
        ...Array.from({ length: 10 }, () => ({ userId: 'cy', high: 'lost', low: 'lost' }) as const),
      ],
      silentPeople: 1,
      gaps: [{ schedule: 'Nights', count: 3, startsAt: now + day }],
      emptySteps: [{ policy: 'Nightly', step: null, count: 1, startsAt: now }],
    });
    expect(v.is(noticeContentSchema, content)).toBe(true);
    const { title, body } = noticeWords(content ?? { kind: 'notificationRules', by: 'x' }, reader);
    expect(title).toBe(
      'Readiness this week: 12 people on call can’t be counted on, 1 rota with gaps, 1 policy with an empty step, and 1 person with silent devices only',
    );
    expect(body).toMatch(
      /^On call and not counted on: ADA \(Not tested\); BEN \(high urgency: Held back, low urgency: Push proved\); CY .*; 2 more\. /u,
    );
    expect(body).toMatch(
      / Nobody on call: Nights from tomorrow 09:00 and 2 more times\. Nobody to ask: Nightly, all steps, from today 09:00\.$/u,
    );
  });
});

describe('Monday morning', () => {
  test.each([
    ['2026-03-09T08:59Z', 'UTC', '2026-03-09T09:00Z'],
    ['2026-03-09T09:00Z', 'UTC', '2026-03-16T09:00Z'],
    ['2026-03-09T09:00:30Z', 'UTC', '2026-03-16T09:00Z'],
    ['2026-03-12T12:00Z', 'Asia/Tokyo', '2026-03-16T00:00Z'],
    // The clocks change on the Sunday before.
    ['2026-03-28T12:00Z', 'Europe/Berlin', '2026-03-30T07:00Z'],
    ['2026-10-24T12:00Z', 'Europe/Berlin', '2026-10-26T08:00Z'],
  ])('after %s in %s is %s', (after, timezone, next) => {
    expect(nextMondayMorning(Date.parse(after), timezone)).toBe(Date.parse(next));
  });
});
