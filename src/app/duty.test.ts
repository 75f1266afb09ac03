import { expect, test } from 'vitest';
import { day } from '#domain/constants.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { duties, dutySentence } from './duty.ts';

const monday = Date.UTC(2026, 0, 5, 9);
const hour = 3_600_000;
const base = { teamId: 't', createdAt: 0, createdBy: 'ada', revision: 1 };

const weekly = (id: string, name: string, people: string[], startsAt = monday): Schedule => ({
  ...base,
  id,
  name,
  timezone: 'UTC',
  layers: [{ name: 'Weekly', people, startsAt, unit: 'week', every: 1, restrictions: [] }],
});

const say = (schedules: Schedule[], user: string, now = monday, overrides: Override[] = []) =>
  dutySentence(duties(schedules, overrides, user, now), now, 'UTC');

test('a member on call sees the schedule and the end', () => {
  expect(say([weekly('p', 'Payments', ['ada', 'sam'])], 'ada', monday + day)).toBe(
    'You are on call for Payments until Mon 09:00',
  );
});

test('an end a week away has its date, to distinguish two Mondays', () => {
  expect(say([weekly('p', 'Payments', ['ada', 'sam'])], 'ada')).toBe(
    'You are on call for Payments until Mon 12 Jan 09:00',
  );
});

test('an end today is a time without a date', () => {
  const cover: Override = {
    ...base,
    id: 'o',
    scheduleId: 'p',
    startsAt: monday,
    endsAt: monday + 3 * hour,
    userId: 'lin',
    insteadOf: null,
  };
  expect(say([weekly('p', 'Payments', ['ada'])], 'lin', monday, [cover])).toBe(
    'You are on call for Payments until 12:00',
  );
});

test('schedules with the same end are joined, and others have their own ends', () => {
  const payments = weekly('p', 'Payments', ['ada', 'sam']);
  expect(say([payments, weekly('s', 'Search', ['ada', 'lin'])], 'ada', monday + day)).toBe(
    'You are on call for Payments and Search until Mon 09:00',
  );
  const later = weekly('s', 'Search', ['ada', 'lin'], monday + hour);
  expect(say([payments, later], 'ada', monday + day)).toBe(
    'You are on call for Payments until Mon 09:00 and Search until Mon 10:00',
  );
});

test('a member off duty sees the next shift or its absence', () => {
  const payments = weekly('p', 'Payments', ['ada', 'sam']);
  expect(say([payments], 'sam', monday + day)).toBe('You are not on call; next for Payments from Mon 09:00');
  expect(say([payments], 'vera')).toBe('You are not on call in the next two weeks');
});

test('a member who never hands over sees no date', () => {
  expect(say([weekly('p', 'Payments', ['ada'])], 'ada')).toBe(
    'You are on call for Payments for the next two weeks',
  );
});
