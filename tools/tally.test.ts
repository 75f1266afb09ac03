import { expect, test } from 'vitest';
import { playwrightFailures, playwrightTally, tallied, vitestFailures, vitestTally } from './tally.ts';

const vitest = (passed: number, failed: number) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: 2, numTodoTests: 1 });
const failed = { passed: 0, failed: 1, skipped: 0 };

test('a report that agrees with the exit code is used', () => {
  expect(tallied(0, vitest(5, 0), vitestTally)).toEqual({ passed: 5, failed: 0, skipped: 3 });
  expect(tallied(1, vitest(5, 2), vitestTally)).toEqual({ passed: 5, failed: 2, skipped: 3 });
});

test('a runner that fails without a failed test fails', () => {
  expect(tallied(1, vitest(5, 0), vitestTally)).toEqual({ passed: 5, failed: 1, skipped: 3 });
});

test('a runner with a missing, incomplete or unexpected report fails', () => {
  for (const report of [null, '', '{"numPassedTests": 5, "nu', 'null']) {
    expect(tallied(0, report, vitestTally)).toEqual(failed);
    expect(tallied(1, report, vitestTally)).toEqual(failed);
  }
  expect(tallied(0, '{}', playwrightTally)).toEqual(failed);
});

test('a runner without tests fails', () => {
  expect(tallied(0, vitest(0, 0), vitestTally)).toMatchObject({ failed: 1 });
});

test('a browser test that passed only on retry fails', () => {
  const report = JSON.stringify({ stats: { expected: 3, flaky: 1, unexpected: 2, skipped: 1 } });
  expect(tallied(1, report, playwrightTally)).toEqual({ passed: 3, failed: 3, skipped: 1 });
});

test('a failed vitest test is named with its file and message', () => {
  const assertionResults = [
    { fullName: 'a page is sent', status: 'passed', failureMessages: [] },
    {
      fullName: 'a page ends',
      status: 'failed',
      failureMessages: ['AssertionError: 1 is not 2\n    at there'],
    },
  ];
  const report = JSON.stringify({
    testResults: [
      { name: '/project/domain/page.test.ts', status: 'failed', message: '', assertionResults },
      {
        name: '/project/domain/alert.test.ts',
        status: 'failed',
        message: 'Error: no such module',
        assertionResults: [],
      },
      { name: '/project/domain/team.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  });
  expect(vitestFailures(report, '/project')).toEqual([
    'domain/page.test.ts > a page ends: AssertionError: 1 is not 2',
    'domain/alert.test.ts > the file itself: Error: no such module',
  ]);
  expect([vitestFailures(null, '/'), vitestFailures('{"testRes', '/'), vitestFailures('{}', '/')]).toEqual([
    [],
    [],
    [],
  ]);
});

test('a failed browser test is named with its place, message and locator, also in groups', () => {
  const message = [
    'Error: \u001B[2mexpect(\u001B[22mlocator).toBeVisible() failed',
    '',
    "Locator: getByText('Ada')",
    'Call log:',
    '  - 30 times',
  ].join('\n');
  const spec = (title: string, ok: boolean) => ({
    file: 'walk.spec.ts',
    title,
    ok,
    tests: [{ results: [ok ? {} : { error: { message, location: { file: '/e2e/steps.ts', line: 12 } } }] }],
  });
  const suites = [
    { specs: [spec('one', true), spec('two', false)], suites: [{ specs: [spec('three', false)] }] },
  ];
  expect(playwrightFailures(JSON.stringify({ suites }))).toEqual([
    "walk.spec.ts > two (steps.ts:12): Error: expect(locator).toBeVisible() failed Locator: getByText('Ada')",
    "walk.spec.ts > three (steps.ts:12): Error: expect(locator).toBeVisible() failed Locator: getByText('Ada')",
  ]);
  expect(playwrightFailures(null)).toEqual([]);
});
