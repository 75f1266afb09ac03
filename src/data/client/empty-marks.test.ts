import { expect, test } from 'vitest';
import { pageStorage } from '#src/app/runtime.ts';
import { createEmptyMarks } from './empty-marks.ts';

test('a mark outlives the page, and is taken back', () => {
  const storage = pageStorage();
  createEmptyMarks(storage).set('a', true);
  const next = createEmptyMarks(storage);
  expect([next.has('a'), next.has('b')]).toEqual([true, false]);
  next.set('a', false);
  expect(createEmptyMarks(storage).has('a')).toBe(false);
});

test('a mark keeps those of other tabs', () => {
  const storage = pageStorage();
  const [one, other] = [createEmptyMarks(storage), createEmptyMarks(storage)];
  one.set('a', true);
  other.set('b', true);
  one.set('c', true);
  const next = createEmptyMarks(storage);
  expect(['a', 'b', 'c'].map((hash) => next.has(hash))).toEqual([true, true, true]);
});

test('the earliest marks are dropped when there are too many', () => {
  const marks = createEmptyMarks(pageStorage());
  for (let at = 0; at <= 400; at++) marks.set(`list ${at}`, true);
  expect([marks.has('list 0'), marks.has('list 1'), marks.has('list 400')]).toEqual([false, true, true]);
});

test('a damaged or refused storage has no marks', () => {
  const storage = pageStorage();
  storage.setItem('muster.empty-lists', '{');
  expect(createEmptyMarks(storage).has('a')).toBe(false);
  const refusing = {
    ...pageStorage(),
    setItem: () => {
      throw new Error('full');
    },
  };
  const marks = createEmptyMarks(refusing);
  marks.set('a', true);
  expect(marks.has('a')).toBe(true);
});
