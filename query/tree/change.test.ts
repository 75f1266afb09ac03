/** Changes of the tree: what each write makes of it, and which places it names. */
import { expect, test } from 'vitest';
import { patchChange, settingsChange, updateChange } from './change.ts';
import { fromWire, leaf, priorityKey } from './node.ts';

const tree = fromWire({ a: 1, b: { c: 2 } });
const set = (path: string, value: number | null | { readonly '.sv': { readonly increment: number } }) => ({
  keys: path.split('/'),
  value,
  priority: null,
});

test('changes build on each other and leave the original tree unchanged', () => {
  const twice = [set('a', { '.sv': { increment: 1 } }), set('a', { '.sv': { increment: 1 } })];
  const change = settingsChange(tree, twice, 7);
  expect(change.after.toJson()).toEqual({ a: 3, b: { c: 2 } });
  expect(change).toMatchObject({ before: tree, now: 7, places: [['a'], ['a']] });
  expect(tree.toJson()).toEqual({ a: 1, b: { c: 2 } });
});

test('an update applies removals last', () => {
  const change = updateChange(tree, [set('b/c', null), set('b/d', 4)], 7);
  expect(change.places).toEqual([
    ['b', 'd'],
    ['b', 'c'],
  ]);
  expect(change.after.toJson()).toEqual({ a: 1, b: { d: 4 } });
});

test('a patch changes one path, which may be a priority', () => {
  const change = patchChange(tree, { keys: ['a', priorityKey], node: leaf(5) }, 7);
  expect(change.after.child('a').priority).toBe(5);
  expect(change.places).toEqual([['a', priorityKey]]);
});
