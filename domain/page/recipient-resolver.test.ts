import { expect, test } from 'vitest';
import type { Schedule } from '../schedule/schema.ts';
import { recipientResolver, type Roster } from './recipient-resolver.ts';

const monday = Date.UTC(2026, 2, 2, 9);
const schedule: Schedule = {
  id: 's',
  teamId: 't',
  createdAt: 1,
  createdBy: 'ada',
  revision: 1,
  name: 'Payments',
  timezone: 'UTC',
  layers: [
    { name: 'Primary', people: ['ada', 'gone'], startsAt: monday, unit: 'day', every: 1, restrictions: [] },
  ],
};
const roster: Roster = {
  team: { fallbackPeople: ['lin', 'gone', 'vic'] },
  members: [
    { id: 'ada', role: 'responder' },
    { id: 'vic', role: 'viewer' },
    { id: 'lin', role: 'admin' },
    { id: 'owen', role: 'owner' },
  ],
  schedules: [schedule],
  overrides: [],
};

test('the resolver finds exactly the members who may answer', () => {
  const people = recipientResolver(roster);
  expect(people.find({ kind: 'team' }, monday)).toEqual(['ada', 'lin', 'owen']);
  expect(people.find({ kind: 'person', userId: 'ada' }, monday)).toEqual(['ada']);
  expect(people.find({ kind: 'person', userId: 'vic' }, monday)).toEqual([]);
  expect(people.fallback(monday)).toEqual(['lin']);
  expect(people.owners(monday)).toEqual(['owen']);
});

test('the resolver asks the schedule at the instant, and finds no former member', () => {
  const find = (scheduleId: string, at: number) =>
    recipientResolver(roster).find({ kind: 'schedule', scheduleId }, at);
  expect(find('s', monday)).toEqual(['ada']);
  expect(find('s', monday + 86_400_000)).toEqual([]);
  expect(find('s', monday - 1)).toEqual([]);
  expect(find('unknown', monday)).toEqual([]);
});
