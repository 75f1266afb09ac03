/**
 * Holders on call, compared with an implementation that shares nothing with the product's. `npm run rota:year` compares a whole
 * year.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { drawn } from '#tests/property.ts';
import { createZone } from '#domain/schedule/rota-zone.ts';
import { compareRota } from './compare.ts';
import { clockChanges, clockOf, instantOf } from './reference.ts';
import { drawFrom, drawnSchedule } from './schedules.ts';

const day = 86_400_000;
const zones = Intl.supportedValuesOf('timeZone');
const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)];
const quiet = Date.UTC(2026, 5, 10);

const changesOf = new Map(zones.map((zone) => [zone, clockChanges(zone, from, to)]));

/** Instants to compare in each zone: around its clock changes of a year, or around a day without one. */
const places = (zone: string): readonly number[] => {
  const changes = changesOf.get(zone) ?? [];
  return changes.length > 0 ? changes : [quiet];
};

test('the reference imports nothing', () => {
  const source = readFileSync(fileURLToPath(new URL('reference.ts', import.meta.url)), 'utf8');
  expect(source).not.toMatch(/\bimport\b/u);
});

test('the list of zones contains every zone of the platform, more than 100 with clock changes', () => {
  expect(zones.length).toBeGreaterThan(400);
  expect([...changesOf.values()].filter((changes) => changes.length > 0).length).toBeGreaterThan(100);
});

test('in every zone, local times and instants equal the reference around each clock change of a year', () => {
  const wrong: string[] = [];
  for (const name of zones) {
    const zone = createZone(name);
    for (const change of places(name)) {
      for (let minutes = -150; minutes <= 150; minutes += 15) {
        for (const slip of [-60_000, 0, 60_000]) {
          const at = change + minutes * 60_000 + slip;
          const reading = clockOf(name, at);
          if (zone.wallClock(at) !== reading) wrong.push(`${name}: clock at ${new Date(at).toISOString()}`);
          if (zone.instant(reading) !== instantOf(name, reading))
            wrong.push(`${name}: instant of ${new Date(reading).toISOString()}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('in every zone, the rota equals the reference at each boundary of random schedules', () => {
  const draw = drawFrom(drawn().seed);
  let compared = 0;
  for (const zone of zones) {
    const all = places(zone);
    const around = all[draw(all.length)] ?? quiet;
    const { schedule, overrides } = drawnSchedule(draw, zone, around);
    const between = Array.from({ length: 5 }, () => around - day / 2 + draw(24 * 3_600) * 1_000);
    const result = compareRota(schedule, overrides, {
      from: around - day / 2,
      to: around + day / 2,
      between,
    });
    compared += result.compared;
    expect({ schedule, overrides, ...result }).toMatchObject({ disagreements: [] });
  }
  expect(compared).toBeGreaterThan(10_000);
});

test('the comparison detects a hand-over that is one minute off', () => {
  const { schedule } = drawnSchedule(drawFrom(1), 'Europe/Berlin', quiet);
  const layer = {
    name: 'Daily',
    people: ['ada', 'lin'],
    startsAt: quiet - 5 * day,
    unit: 'day' as const,
    every: 1,
    restrictions: [],
  };
  const plain = { ...schedule, layers: [layer], versions: [] };
  const late = { ...plain, layers: [{ ...layer, startsAt: layer.startsAt + 60_000 }] };
  const span = { from: quiet, to: quiet + 2 * day };
  expect(compareRota(plain, [], span).disagreements).toEqual([]);
  expect(compareRota(plain, [], { ...span, expected: late }).disagreements.length).toBeGreaterThan(0);
});
