import { expect, test } from 'vitest';
import { isOutsideTeams, outsideTeam, teamAddress, teamInAddress } from './addresses.ts';

test('`teamAddress` puts a path below its team', () => {
  expect(teamAddress('a')).toBe('/t/a');
  expect(teamAddress('a', '/?page=p')).toBe('/t/a/?page=p');
  expect(teamAddress('a', '/incidents/41#e1')).toBe('/t/a/incidents/41#e1');
});

test.each([
  ['/t/a', 'a'],
  ['/t/a/', 'a'],
  ['/t/a?page=p', 'a'],
  ['/t/a/incidents/41', 'a'],
  ['/t/', null],
  ['/t', null],
  ['/', null],
  ['/incidents/t/a', null],
])('`teamInAddress` of %s is %s', (address, team) => {
  expect(teamInAddress(address)).toBe(team);
});

test.each([
  ['/signin?to=%2F', true],
  ['/invite/abc', true],
  ['/s/shop', true],
  ['/me', true],
  ['/me/', true],
  ['/', false],
  ['/metrics', false],
  ['/schedules', false],
  ['/t/a/me', false],
])('`isOutsideTeams` of %s is %s', (address, expected) => {
  expect(isOutsideTeams(address)).toBe(expected);
});

test.each([
  ['/t/a/me', '/me'],
  ['/t/a/me?tab=devices#phone', '/me?tab=devices#phone'],
  ['/t/a/signin', '/signin'],
  ['/t/a/metrics', null],
  ['/t/a/incidents/me', null],
  ['/t/a/', null],
  ['/t/a', null],
  ['/me', null],
])('`outsideTeam` of %s is %s', (address, expected) => {
  expect(outsideTeam(address)).toBe(expected);
});
