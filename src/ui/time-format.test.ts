import { expect, test } from 'vitest';
import { nextTimeOfDay } from './time-format.ts';

const eight = 8 * 60;

test.each([
  ['the same day', '2026-11-24T02:10:30Z', 'Europe/Berlin', '2026-11-24T07:00:00Z'],
  ['the next day', '2026-11-24T18:10:30Z', 'Europe/Berlin', '2026-11-25T07:00:00Z'],
  ['the next day, at that very time', '2026-11-24T07:00:00Z', 'Europe/Berlin', '2026-11-25T07:00:00Z'],
  ['after clocks went forward', '2026-03-28T22:00:00Z', 'Europe/Berlin', '2026-03-29T06:00:00Z'],
  ['after clocks went back', '2026-10-24T21:00:00Z', 'Europe/Berlin', '2026-10-25T07:00:00Z'],
  ['in a zone with a part of an hour', '2026-11-24T18:00:00Z', 'Asia/Kathmandu', '2026-11-25T02:15:00Z'],
])('the next 8:00 is %s', (_, now, zone, expected) => {
  expect(new Date(nextTimeOfDay(eight, Date.parse(now), zone))).toEqual(new Date(expected));
});
