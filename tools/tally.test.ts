import { expect, test } from 'vitest';
import { playwrightTally, tallied, vitestTally } from './tally.ts';

const vitest = (passed: number, failed: number) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: 2, numTodoTests: 1 });
const failed = { passed: 0, failed: 1, skipped: 0 };

test('a report that agrees with the exit code counts as it stands', () => {
  expect(tallied(0, vitest(5, 0), vitestTally)).toEqual({ passed: 5, failed: 0, skipped: 3 });
  expect(tallied(1, vitest(5, 2), vitestTally)).toEqual({ passed: 5, failed: 2, skipped: 3 });
});

test('a runner that fails without a test that does has failed', () => {
  expect(tallied(1, vitest(5, 0), vitestTally)).toEqual({ passed: 5, failed: 1, skipped: 3 });
});

test('a runner without a report, with half of one, or with another than was expected has failed', () => {
  for (const report of [null, '', '{"numPassedTests": 5, "nu', 'null']) {
    expect(tallied(0, report, vitestTally)).toEqual(failed);
    expect(tallied(1, report, vitestTally)).toEqual(failed);
  }
  expect(tallied(0, '{}', playwrightTally)).toEqual(failed);
});

test('a runner that ran nothing has failed', () => {
  expect(tallied(0, vitest(0, 0), vitestTally)).toMatchObject({ failed: 1 });
});

test('a browser test that passed only in the end has failed', () => {
  const report = JSON.stringify({ stats: { expected: 3, flaky: 1, unexpected: 2, skipped: 1 } });
  expect(tallied(1, report, playwrightTally)).toEqual({ passed: 3, failed: 3, skipped: 1 });
});
