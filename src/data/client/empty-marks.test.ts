import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { attachLive, liveOptions, type LiveSource } from '#react/live-query.ts';
import { pageStorage } from '#src/app/runtime.ts';
import { createEmptyMarks, markedBy } from './empty-marks.ts';
import type { OutboxStorage } from './outbox-storage.ts';

test('a mark outlives the page, and is removed again', () => {
  const storage = pageStorage();
  createEmptyMarks(storage).set('a', true);
  const next = createEmptyMarks(storage);
  expect([next.has('a'), next.has('b')]).toEqual([true, false]);
  next.set('a', false);
  expect(createEmptyMarks(storage).has('a')).toBe(false);
});

test('a mark keeps the marks of other tabs', () => {
  const storage = pageStorage();
  const [one, other] = [createEmptyMarks(storage), createEmptyMarks(storage)];
  one.set('a', true);
  other.set('b', true);
  one.set('c', true);
  const next = createEmptyMarks(storage);
  expect(['a', 'b', 'c'].map((hash) => next.has(hash))).toEqual([true, true, true]);
});

test('the earliest marks are dropped beyond the limit', () => {
  const marks = createEmptyMarks(pageStorage());
  for (let at = 0; at <= 400; at++) marks.set(`list ${at}`, true);
  expect([marks.has('list 0'), marks.has('list 1'), marks.has('list 400')]).toEqual([false, true, true]);
});

test('a damaged or unavailable storage has no marks', () => {
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

describe('an empty list of the cache', () => {
  const list = (items: readonly string[], fromCache: boolean) => ({ items, fromCache });

  /** The list as a client shows it after each of these values. */
  function shownAfter(storage: OutboxStorage, ...values: readonly object[]): unknown {
    const client = new QueryClient();
    const detach = attachLive(client, { received: markedBy(createEmptyMarks(storage)) });
    const source: LiveSource<object> = (push) => {
      for (const value of values) push.next(value);
      return () => {};
    };
    const options = liveOptions<object>(['list'], source);
    const observer = new QueryObserver(client, options);
    observer.subscribe(() => {})();
    detach();
    return client.getQueryData(options.queryKey);
  }

  test('has an unknown number before the server has answered', () => {
    expect(shownAfter(pageStorage(), list([], true))).toEqual({ ...list([], true), knownEmpty: false });
  });

  test('is known as empty after an empty answer, on the next page too', () => {
    const storage = pageStorage();
    const known = { ...list([], true), knownEmpty: true };
    expect(shownAfter(storage, list([], false), list([], true))).toEqual(known);
    expect(shownAfter(storage, list([], true))).toEqual(known);
  });

  test('has an unknown number if the last answer had items', () => {
    const storage = pageStorage();
    shownAfter(storage, list([], false), list(['a'], false));
    expect(shownAfter(storage, list([], true))).toMatchObject({ knownEmpty: false });
  });
});
