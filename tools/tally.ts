/** Numbers of passed, failed and skipped tests from a runner's report and exit code. */
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const none: Tally = { passed: 0, failed: 0, skipped: 0 };
export const oneFailed: Tally = { ...none, failed: 1 };

export const add = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/**
 * The tally of a report, which must agree with the exit code: a runner that failed before it could count, that wrote no report or
 * one that can't be read, or that ran nothing has failed.
 * @param report its text; `null` when there is none
 */
export function tallied(code: number, report: string | null, count: (report: unknown) => Tally): Tally {
  const tally = counted(report, count);
  const ran = tally.passed + tally.failed > 0;
  return tally.failed === 0 && (code !== 0 || !ran) ? { ...tally, failed: 1 } : tally;
}

function counted(report: string | null, count: (report: unknown) => Tally): Tally {
  if (report === null) return none;
  try {
    return count(JSON.parse(report));
  } catch {
    return none;
  }
}

const numbers = (values: unknown): Readonly<Record<string, number>> => values as Record<string, number>;

export function vitestTally(report: unknown): Tally {
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = numbers(report);
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

export function playwrightTally(report: unknown): Tally {
  const {
    expected = 0,
    flaky = 0,
    unexpected = 0,
    skipped = 0,
  } = numbers((report as { stats: unknown }).stats);
  // A test that passes only on a retry counts as failed.
  return { passed: expected, failed: unexpected + flaky, skipped };
}

interface VitestReport {
  readonly testResults?: readonly {
    readonly name: string;
    readonly status?: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Failed tests, a line each: file, name, message. Empty for an unreadable report. */
export function vitestFailures(report: string | null, root: string): readonly string[] {
  const { testResults = [] } = parsed<VitestReport>(report) ?? {};
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    const file = name.replace(`${root}/`, '');
    if (failed.length === 0) return status === 'failed' ? [line(file, 'the file itself', message)] : [];
    return failed.map((one) => line(file, one.fullName, one.failureMessages?.[0]));
  });
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly file: string;
    readonly title: string;
    readonly ok: boolean;
    readonly tests?: readonly {
      readonly results?: readonly {
        readonly error?: {
          readonly message?: string;
          readonly location?: { readonly file: string; readonly line: number };
        };
      }[];
    }[];
  }[];
}

/** Failed browser tests, a line each: file, name, place of the error, message with its locator. */
export function playwrightFailures(report: string | null): readonly string[] {
  const of = ({ suites = [], specs = [] }: PlaywrightSuite): readonly string[] => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests = [] }) => {
        const { error } = tests.flatMap(({ results = [] }) => results).find((one) => one.error) ?? {};
        const { location } = error ?? {};
        const at = location ? ` (${path.basename(location.file)}:${location.line})` : '';
        return line(file, title + at, error?.message);
      }),
    ...suites.flatMap(of),
  ];
  return of(parsed<PlaywrightSuite>(report) ?? {});
}

/** The message without colours, stack and log of calls, at most 400 characters. */
function line(file: string, test: string, message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n');
  const end = lines.findIndex((one) => /^\s*(?:at \S|Call log)/u.test(one));
  const text = lines.slice(0, end === -1 ? undefined : end).join(' ');
  return `${file} > ${test}: ${text.replaceAll(/\s+/gu, ' ').trim().slice(0, 400)}`;
}

function parsed<T>(report: string | null): T | null {
  try {
    return report === null ? null : (JSON.parse(report) as T);
  } catch {
    return null;
  }
}
