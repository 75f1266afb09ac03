import { expect, it } from 'vitest';
import { History } from './history.ts';
import type { StoredDoc } from '#query/store.ts';

const doc = (version: number): StoredDoc => ({ path: 'a/b', data: { version }, version, created: 1 });

it('returns documents at a known version, and nothing for unknown ones', () => {
  const history = new History();
  history.add(1, [{ path: 'a/b', before: null, after: doc(1) }]);
  expect(history.since(0)).toBeNull();
  history.keep(1);
  expect(history.since(0)).toBeNull();
  expect(history.since(1)).toEqual(new Map());
  history.add(2, [{ path: 'a/b', before: doc(1), after: doc(2) }]);
  history.add(3, [{ path: 'a/b', before: doc(2), after: null }]);
  expect(history.since(1)?.get('a/b')).toEqual(doc(1));
  expect(history.since(2)?.get('a/b')).toEqual(doc(2));
  expect(history.since(3)).toEqual(new Map());
  history.clear();
  expect(history.since(3)).toBeNull();
});

it('drops the oldest commits as a whole', () => {
  const history = new History();
  history.keep(0);
  for (let version = 1; version <= 10_001; version++)
    history.add(
      version,
      ['a', 'b'].map((id) => ({ path: `c/${id}`, before: doc(version - 1), after: doc(version) })),
    );
  expect(history.since(1)).toBeNull();
  const oldest = Array.from({ length: 10_002 }, (_, version) => version).find((v) => history.since(v));
  expect(oldest).toBeGreaterThan(4000);
  expect(history.since(oldest ?? 0)?.size).toBe(2);
});
