/** Outcomes of accepted writes, by which a write that is sent again gets its own answer. */
import { expect, it } from 'vitest';
import { Outcomes } from './outcomes.ts';
import type { Accepted } from './protocol.ts';

const none = () => {};

const accepted = (version: number, results = 1): Accepted => ({
  mutation: `m${version}`,
  version,
  results: Array.from({ length: results }, () => ({ version, resolved: { n: version } })),
});

it('returns each write’s own outcome and drops the oldest', () => {
  const outcomes = new Outcomes(10, none);
  for (let version = 1; version <= 40; version++) outcomes.keep('q', accepted(version));
  const found = Array.from({ length: 40 }, (_, at) => outcomes.find('q', `m${at + 1}`));
  expect(found.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => null));
  expect(found.slice(7)).toEqual(Array.from({ length: 33 }, (_, at) => accepted(at + 8)));
  expect(outcomes.find('another', 'm40')).toBeNull();
});

it('keeps at most 100 results of earlier writes, and versions without results', () => {
  const outcomes = new Outcomes(10, none);
  for (const [version, results] of [
    [1, 1],
    [2, 60],
    [3, 500],
    [4, 60],
    [5, 40],
    [6, 500],
  ] as const)
    outcomes.keep('q', accepted(version, results));
  const counts = [1, 2, 3, 4, 5, 6].map((version) => {
    const found = outcomes.find('q', `m${version}`);
    return [found?.version, found?.results.length];
  });
  expect(counts).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
    [4, 60],
    [5, 40],
    [6, 500],
  ]);
});

it('reads its own data and data of earlier writes without results', () => {
  const outcomes = new Outcomes(10, none);
  for (const version of [1, 2, 3]) outcomes.keep('q', accepted(version));
  const again = new Outcomes(10, none);
  again.read(outcomes.data())();
  expect([1, 2, 3].map((version) => again.find('q', `m${version}`))).toEqual(
    [1, 2, 3].map((n) => accepted(n)),
  );
  again.read([['q', accepted(9), ['m7', 'm8']]])();
  expect(again.find('q', 'm8')).toEqual({ mutation: 'm8', version: 9, results: [] });
  again.keep('q', accepted(10));
  expect(again.find('q', 'm9')).toEqual(accepted(9));
});

it('reads records with names and sets aside one with an unreadable outcome', () => {
  const aside: string[] = [];
  const outcomes = new Outcomes(10, none);
  const setAside = (key: string) => void aside.push(key);
  const data = outcomes.dataOf(
    'queue',
    [
      ['old', [accepted(3), ['m1', 'm2']]],
      ['new', [accepted(3), [accepted(2)]]],
      ['bad', [accepted(3), [{ mutation: 'm2', version: 'two', results: [] }]]],
    ],
    setAside,
  );
  outcomes.read(data)();
  expect(aside).toHaveLength(1);
  expect(outcomes.find('old', 'm1')).toMatchObject({ mutation: 'm1' });
  expect(outcomes.find('new', 'm2')).toEqual(accepted(2));
  expect(outcomes.find('bad', 'm3')).toBeNull();
});
