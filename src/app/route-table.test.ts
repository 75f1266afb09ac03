/** The route table's promises to those who add a screen. */
import { expect, test } from 'vitest';
import { findRoute, routeTable } from './route-table.tsx';

const twice = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at);

test('every screen has a title', () => {
  expect(routeTable.filter(({ title }) => title.trim() === '')).toEqual([]);
});

test('no two screens share an id, a path or a shortcut', () => {
  expect(twice(routeTable.map(({ id }) => id))).toEqual([]);
  expect(twice(routeTable.map(({ path }) => String(path)))).toEqual([]);
  expect(twice(routeTable.flatMap(({ shortcut }) => shortcut ?? []))).toEqual([]);
});

test('no shortcut is the beginning of another', () => {
  const shortcuts = routeTable.flatMap(({ shortcut }) => shortcut ?? []);
  const begun = shortcuts.filter((one) => shortcuts.some((other) => other.startsWith(`${one} `)));
  expect(begun).toEqual([]);
});

test('the phone’s bottom bar holds four places', () => {
  expect(routeTable.filter(({ nav }) => nav?.onPhone)).toHaveLength(4);
});

test.each([
  ['/', 'home'],
  ['/incidents', 'incidents'],
  ['/incidents/', 'incidents'],
  ['/incidents/41', 'room'],
  ['/incidents/041', undefined],
  ['/incidents/nonsense', undefined],
  ['/settings', 'settings'],
  ['/settings/roles', 'settings-section'],
  ['/settings/roles/more', undefined],
  ['/nowhere', undefined],
])('%s is the screen %s', (path, id) => {
  expect(findRoute(path)?.route.id).toBe(id);
});

test('a room’s number is read from its address', () => {
  expect(findRoute('/incidents/41')?.params).toMatchObject({ number: '41' });
});
