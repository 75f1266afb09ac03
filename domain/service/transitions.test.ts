import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertProperty } from '#tests/property.ts';
import { supportAt } from './support-hours.ts';
import { dependencyCycle, dependentsOf, saveService } from './transitions.ts';

const content = {
  id: 'shop',
  teamId: 't',
  name: 'Shop',
  description: '',
  policyId: null,
  ownerId: 'jonas',
  supportHours: null,
  dependsOn: [],
};

test('a service is created and changed, and keeps its creator', () => {
  const { state } = saveService(null, content, { by: 'jonas', now: 5 });
  expect(state).toEqual({ ...content, createdAt: 5, createdBy: 'jonas', revision: 1 });
  const renamed = saveService(state, { ...content, name: 'Store' }, { by: 'mei', now: 6 });
  expect(renamed.state).toEqual({ ...state, name: 'Store', revision: 2 });
});

const services = (dependencies: Readonly<Record<string, string[]>>) =>
  Object.entries(dependencies).map(([id, dependsOn]) => ({ id, dependsOn }));

test.each([
  [{ a: ['b'], b: ['c'], c: [] }, null],
  [{ a: ['a'] }, ['a', 'a']],
  [{ a: ['b'], b: ['c', 'a'], c: ['a'] }, ['a', 'b', 'a']],
  [{ a: ['b', 'd'], b: ['c'], c: ['a'], d: ['gone'] }, ['a', 'b', 'c', 'a']],
  [{ a: ['b'], b: ['c'], c: ['b'] }, null],
])('the services %j have the cycle %j from a', (dependencies, cycle) => {
  expect(dependencyCycle(services(dependencies), 'a')).toEqual(cycle);
});

test('services added one after the other without a cycle never have a cycle', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const steps = fc.array(fc.tuple(fc.constantFrom(...names), fc.subarray(names)), { maxLength: 12 });
  assertProperty(
    fc.property(steps, (changes) => {
      const known = new Map<string, string[]>(names.map((name) => [name, []]));
      const all = () => services(Object.fromEntries(known));
      for (const [id, dependsOn] of changes) {
        const before = known.get(id) ?? [];
        known.set(id, dependsOn);
        if (dependencyCycle(all(), id) !== null) known.set(id, before);
        // An order in which each comes after what it depends on exists exactly where there is no cycle.
        const placed = new Set<string>();
        for (let round = 0; round < names.length; round += 1) {
          for (const one of all()) if (one.dependsOn.every((need) => placed.has(need))) placed.add(one.id);
        }
        expect(placed.size).toBe(names.length);
      }
    }),
    { numRuns: 100 },
  );
});

test('dependents are those that name the service', () => {
  const all = services({ a: ['b'], b: [], c: ['b', 'a'] });
  expect(dependentsOf(all, 'b').map(({ id }) => id)).toEqual(['a', 'c']);
});

const weekdays = { weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' };
const berlin = (windows = [weekdays]) => ({ timezone: 'Europe/Berlin', windows });

test.each([
  // Friday before the clocks go forward: Monday’s opening is an hour earlier in UTC.
  ['2026-03-27T15:59:00Z', true, '2026-03-27T16:00:00Z'],
  ['2026-03-27T16:00:00Z', false, '2026-03-30T07:00:00Z'],
  ['2026-03-30T07:00:00Z', true, '2026-03-30T15:00:00Z'],
])('at %s support is open: %s, until %s', (at, supported, changesAt) => {
  expect(supportAt(berlin(), Date.parse(at))).toEqual({ supported, changesAt: Date.parse(changesAt) });
});

test('touching windows are merged, and support around the clock never changes', () => {
  const evening = { ...weekdays, from: '17:00', to: '20:00' };
  expect(supportAt(berlin([weekdays, evening]), Date.parse('2026-03-27T12:00:00Z'))).toEqual({
    supported: true,
    changesAt: Date.parse('2026-03-27T19:00:00Z'),
  });
  const always = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' };
  expect(supportAt(berlin([always]), Date.parse('2026-03-27T12:00:00Z'))).toEqual({
    supported: true,
    changesAt: null,
  });
  expect(supportAt(null, 0)).toEqual({ supported: true, changesAt: null });
});
