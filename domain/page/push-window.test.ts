import { expect, test } from 'vitest';
import { constants, minute } from '../constants.ts';
import { type PassedPush, pushVerdict, withPush } from './push-window.ts';

const most = constants.pushesPerPerson;
const span = constants.pushWindowMinutes * minute;
const push = (pageId: string, at: number): PassedPush => ({ pageId, askedAt: at, queuedAt: at });
const decide = (pushes: readonly PassedPush[]) => {
  let passed: readonly PassedPush[] = [];
  const admitted: PassedPush[] = [];
  for (const one of pushes)
    if (pushVerdict(passed, one) === 'room') {
      passed = withPush(passed, one);
      admitted.push(one);
    }
  return { passed, admitted };
};

test('no window of time has more pushes than the cap, in any order of decisions', () => {
  // A fixed sequence of times, far from sorted, with many that are equal.
  const pushes = Array.from({ length: 400 }, (_, n) =>
    push(`p${n}`, Math.floor(((n * 7_919) % 1_000) / 10) * 20_000),
  );
  for (const order of [
    pushes,
    pushes.toReversed(),
    pushes.toSorted((one, other) => one.queuedAt - other.queuedAt),
  ]) {
    const { admitted } = decide(order);
    const busiest = admitted.map(
      ({ queuedAt: at }) => admitted.filter((one) => one.queuedAt <= at && one.queuedAt > at - span).length,
    );
    expect(Math.max(...busiest)).toBe(most);
  }
});

test('a passed push is recognised by its page and time, and is counted once', () => {
  const { passed } = decide(Array.from({ length: most }, (_, n) => push(`p${n}`, 100)));
  expect(pushVerdict(passed, push('p3', 100))).toBe('known');
  expect(pushVerdict(passed, { ...push('p3', 100), queuedAt: 400 })).toBe('known');
  expect(pushVerdict(passed, push('p3', 101))).toBe('full');
  expect(pushVerdict(passed, push('other', 100))).toBe('full');
});

test('room for pushes is free again after the window', () => {
  const { passed } = decide(Array.from({ length: most }, (_, n) => push(`p${n}`, 100 + n)));
  expect(pushVerdict(passed, push('late', 100 + span - 1))).toBe('full');
  expect(pushVerdict(passed, push('late', 100 + span))).toBe('room');
});
