import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { hour } from '../constants.ts';
import { begin, policyOf, start, step, team } from '../page/page.fixture.ts';
import { forecast } from '../page/forecast.ts';
import type { Roster } from '../page/recipient-resolver.ts';
import type { StepCondition } from './condition.ts';
import { emptyTimes, minutesAfter, rehearse } from './rehearsal.ts';

const told = ({ steps }: ReturnType<typeof rehearse>) =>
  steps.map(
    ({ at, phase, step: number, userIds, unmet }) =>
      `${minutesAfter(start, at)} ${number ?? phase}: ${userIds.join(' ') || unmet || 'nobody'}`,
  );

test('a rehearsal lists each step with people and time, then the fallback people and the owners', () => {
  const rehearsal = rehearse(policyOf([step(['ada', 'lin']), step(['sam'])], 1), team(), start);
  expect(told(rehearsal)).toEqual([
    '0 1: ada lin',
    '5 2: sam',
    '10 1: ada lin',
    '15 2: sam',
    '20 fallback: fay',
    '25 owners: owen',
  ]);
  expect(minutesAfter(start, rehearsal.endsAt)).toBe(30);
});

test('a step without a recipient is listed and takes no time', () => {
  const policy = policyOf([step(['gone-ada']), step(['sam']), step(['gone-lin'])]);
  expect(told(rehearse(policy, team([]), start))).toEqual([
    '0 1: nobody',
    '0 2: sam',
    '5 3: nobody',
    '5 fallback: nobody',
    '5 owners: owen',
  ]);
});

test('a rehearsal without any recipient lists every step as empty', () => {
  const rehearsal = rehearse(policyOf([step(['gone'])]), team([], []), start);
  expect(told(rehearsal)).toEqual(['0 1: nobody', '0 fallback: nobody', '0 owners: nobody']);
  expect(rehearsal.endsAt).toBe(start);
});

test('schedules are read at the time of their step’s beginning', () => {
  const shop = {
    ...step([]),
    targets: [{ kind: 'schedule' as const, scheduleId: 'shop' }],
    delayMinutes: 10,
  };
  const [first = '', second = ''] = told(rehearse(policyOf([shop, shop]), team(), start));
  expect(new Set([first.slice(-4).trim(), second.slice(-4).trim()])).toEqual(new Set(['even', 'odd']));
});

test('a rehearsal equals the engine: the same people at the same times, for any policy', () => {
  const people = fc.uniqueArray(fc.constantFrom('ada', 'lin', 'gone-sam', 'gone-fay'), { minLength: 1 });
  const anyStep = fc.tuple(people, fc.integer({ min: 1, max: 30 }), fc.boolean());
  return assertProperty(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 4 }), fc.nat(2), (steps, repeat) => {
      const policy = policyOf(
        steps.map(([userIds, delayMinutes, isRoundRobin]) =>
          step(userIds, { delayMinutes, mode: isRoundRobin ? 'round-robin' : 'all' }),
        ),
        repeat,
      );
      const { state } = begin(policy);
      const asked = [
        ...(state.waitingFor.length > 0 ? [{ at: start, userIds: state.waitingFor }] : []),
        ...forecast(state, team(), start).filter(({ what }) => what === 'notifies'),
      ].map(({ at, userIds }) => ({ at, userIds }));
      const { steps: rehearsed } = rehearse(policy, team(), start);
      expect(
        rehearsed.filter(({ userIds }) => userIds.length > 0).map(({ at, userIds }) => ({ at, userIds })),
      ).toEqual(asked);
      // Every position, once.
      expect(rehearsed).toHaveLength(steps.length * (repeat + 1) + 2);
    }),
  );
});

const base = { teamId: 't', createdAt: 0, createdBy: 'ada', revision: 1 };
const office: Roster['schedules'][number] = {
  ...base,
  id: 'office',
  name: 'Office hours',
  timezone: 'UTC',
  layers: [
    {
      name: 'Days',
      people: ['ada'],
      startsAt: 0,
      unit: 'week',
      every: 1,
      restrictions: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '20:00' }],
    },
  ],
};
const roster: Roster = {
  team: { fallbackPeople: [] },
  members: [
    { id: 'ada', role: 'responder' },
    { id: 'vera', role: 'viewer' },
  ],
  schedules: [office],
  overrides: [],
};
const asksOffice = { ...step([]), targets: [{ kind: 'schedule' as const, scheduleId: 'office' }] };
const day = (n: number, at = 0) => n * 24 * hour + at * hour;

test('times of a step without a recipient are listed, adjacent ones merged', () => {
  const found = emptyTimes(policyOf([asksOffice, step(['ada'])]), roster, day(100, 12), day(102, 12));
  expect(found).toEqual([
    { policyIndex: 0, step: 1, startsAt: day(100, 20), endsAt: day(101, 8) },
    { policyIndex: 0, step: 1, startsAt: day(101, 20), endsAt: day(102, 8) },
  ]);
});

test('a time without any recipient in the policy is listed once for all steps', () => {
  const found = emptyTimes(policyOf([asksOffice, step(['vera'])]), roster, day(100, 12), day(101, 12));
  expect(found).toEqual([
    { policyIndex: 0, step: 2, startsAt: day(100, 12), endsAt: day(100, 20) },
    { policyIndex: 0, step: null, startsAt: day(100, 20), endsAt: day(101, 8) },
    { policyIndex: 0, step: 2, startsAt: day(101, 8), endsAt: day(101, 12) },
  ]);
});

const only = (more: Partial<StepCondition>) => ({
  condition: { urgency: null, severities: [], hours: null, ...more },
});
const days = { timezone: 'UTC', windows: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '20:00' }] };

test('a condition that does not hold is listed with its step, for the given urgency and severity', () => {
  const policy = policyOf([step(['ada'], only({ severities: ['critical'] })), step(['sam'])]);
  const of = (alert: 'critical' | 'error') =>
    told(rehearse(policy, team([], []), start, { urgency: 'high', priority: { incident: null, alert } }))[0];
  expect(of('critical')).toBe('0 1: ada');
  expect(of('error')).toBe('0 1: only for critical');
});

test('a closed step counts as empty only while no other step asks', () => {
  const policy = policyOf([step(['ada'], only({ hours: days }))]);
  expect(emptyTimes(policy, roster, day(100, 12), day(101, 12))).toEqual([
    { policyIndex: 0, step: null, startsAt: day(100, 20), endsAt: day(101, 8) },
  ]);
  const watched = policyOf([step(['ada'], only({ hours: days })), step(['ada'])]);
  expect(emptyTimes(watched, roster, day(100), day(128))).toEqual([]);
  // The condition is closed while the schedule has nobody, and open while it has.
  const office = policyOf([{ ...asksOffice, ...only({ hours: days }) }, step(['ada'])]);
  expect(emptyTimes(office, roster, day(100), day(128))).toEqual([]);
});

test('a policy that always finds a recipient has no empty time', () => {
  const whole = { ...step([]), targets: [{ kind: 'team' as const }] };
  expect(emptyTimes(policyOf([whole]), roster, day(100), day(128))).toEqual([]);
});
