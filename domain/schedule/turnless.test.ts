import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { day } from '../constants.ts';
import { createZone } from './rota-zone.ts';
import { layerSpans } from './rota-layer.ts';
import type { Layer } from './schema.ts';
import { turnlessPeople } from './turnless.ts';

const monday = Date.UTC(2026, 0, 5, 9);
const people = (count: number) => Array.from({ length: count }, (_, index) => `p${index + 1}`);
const layer = (change: Partial<Layer>): Layer => ({
  ...{ name: 'Primary', people: people(7), startsAt: monday, unit: 'day', every: 1, shadow: false },
  restrictions: [{ weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
  ...change,
});

test('daily turns of seven people on weekdays leave out two', () => {
  expect(turnlessPeople(layer({}), 'UTC')).toEqual(['p6', 'p7']);
});

test.each<[string, Partial<Layer>]>([
  ['six people', { people: people(6) }],
  ['no restrictions', { restrictions: [] }],
  ['weekly turns', { unit: 'week' }],
  ['a person named twice', { people: ['p1', 'p2', 'p3', 'p4', 'p5', 'p1', 'p2'] }],
])('%s leave out no one', (_, change) => {
  expect(turnlessPeople(layer(change), 'UTC')).toEqual([]);
});

test('the turnless people match those of the simulated rota', () => {
  const shape = fc.record({
    people: fc.integer({ min: 1, max: 9 }).map(people),
    every: fc.integer({ min: 1, max: 30 }),
    unit: fc.constantFrom('hour' as const, 'day' as const, 'week' as const),
    startsAt: fc.integer({ min: 0, max: 7 * 24 }).map((hours) => monday + hours * 3_600_000),
    restrictions: fc.array(
      fc.record({
        weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 }),
        from: fc.constantFrom('00:00', '08:00', '09:30', '22:00'),
        to: fc.constantFrom('09:00', '17:00', '06:00', '23:00'),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  });
  assertProperty(
    fc.property(shape, (drawn) => {
      const one = layer({ ...drawn, every: drawn.unit === 'hour' ? drawn.every : Math.min(drawn.every, 3) });
      const lengths = { hour: day / 24, day, week: 7 * day };
      const cycle = one.people.length * one.every * lengths[one.unit] * 168;
      const span = Math.min(cycle, 3 * 365 * day);
      const found = layerSpans(one, createZone('UTC'), one.startsAt, one.startsAt + span);
      const having = new Set(found.map(({ userId }) => userId));
      const without = turnlessPeople(one, 'UTC');
      const rest = one.people.filter((userId) => !having.has(userId));
      // A shorter span than a cycle may leave out more.
      expect(without).toEqual(span === cycle ? rest : rest.filter((userId) => without.includes(userId)));
    }),
  );
});
