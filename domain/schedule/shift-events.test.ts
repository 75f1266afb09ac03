import { expect, test } from 'vitest';
import { day, hour, minute } from '../constants.ts';
import type { Schedule } from './schema.ts';
import { shiftEvents } from './shift-events.ts';

const monday = Date.UTC(2026, 0, 5, 9);
/** Ada and Lin take turns, daily at nine, by layers that begin long before. */
const made = (createdAt: number): Schedule => ({
  ...{ id: 's', teamId: 't', name: 'Primary', createdAt, createdBy: 'ada', revision: 1, timezone: 'UTC' },
  layers: [
    {
      ...{ name: 'Always', people: ['ada', 'lin'], startsAt: monday - 30 * day, unit: 'day', every: 1 },
      restrictions: [],
    },
  ],
});
const begunAt = (createdAt: number, now: number) => shiftEvents(made(createdAt), [], now, () => 0).begun;

test('a shift that began before the creation of the schedule counts from the creation', () => {
  const createdAt = monday + day - 3 * hour;
  expect(begunAt(createdAt, monday + day + minute)).toMatchObject({ from: 'ada', since: createdAt });
  expect(begunAt(monday - 9 * day, monday + day + minute)).toMatchObject({ from: 'ada', since: monday });
});

test('a schedule has no holder before its creation', () => {
  const createdAt = monday + day;
  expect(begunAt(createdAt, monday + day + minute)).toMatchObject({ from: null, since: createdAt });
});
