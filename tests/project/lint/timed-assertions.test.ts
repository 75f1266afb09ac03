/**
 * Timed assertions in tests fail on a busy machine. Tests count what is done (calls, hashes, requests, elements); durations are measured in
 * tests/bench and by the endurance commands.
 */
import { expect, it } from 'vitest';
import { projectModules, projectText } from '../../project-files.ts';

/** Differences of two readings of a clock that no test moves. */
const duration = /(?:performance\.now\(\)|hrtime(?:\.bigint)?\(\))\s*-\s*\w/;
const wallDuration = /Date\.now\(\)\s*-\s*\w/;
const compared = /\bexpect\([^]*\.toBe(?:Less|Greater)Than(?:OrEqual)?\(/;
/** A duration in a report of the run compares nothing. */
const reported = /\b(?:description|annotations)\b|console\.log\(/;

/** Statements of a test file that take a duration for anything but a report. */
const timedAssertions = (source: string): readonly string[] =>
  source
    .split(/;\s*\n/)
    .filter(
      (statement) =>
        (duration.test(statement) && !reported.test(statement)) ||
        (wallDuration.test(statement) && compared.test(statement)),
    )
    .map((statement) => statement.trim());

const folders = [
  ...[
    'adapters',
    'api',
    'cli',
    'contracts',
    'demo',
    'domain',
    'emulator',
    'fakes',
    'firebase-rules',
    'functions',
  ],
  ...['gallery', 'ports', 'provider-kit', 'query', 'react', 'src', 'sync', 'tests', 'tools'],
];
const files = projectModules(folders, /^tests\/bench\/|timed-assertions/).filter((file) =>
  /\.(?:test|spec)\.tsx?$/.test(file),
);

it('Durations are found unless they are reported only', () => {
  const began = 'const began = performance.now();\n';
  expect(timedAssertions(`${began}expect(performance.now() - began).toBeLessThan(50);\n`)).toHaveLength(1);
  expect(timedAssertions('expect((Date.now() - began) / 20).toBeLessThan(50);\n')).toHaveLength(1);
  expect(timedAssertions(`${began}const ms = Math.round(performance.now() - began);\n`)).toHaveLength(1);
  expect(timedAssertions(`${began}info.annotations.push({ ms: performance.now() - began });\n`)).toEqual([]);
  expect(timedAssertions(`${began}expect(calls).toBeLessThan(3);\n`)).toEqual([]);
});

it('Test files have no timed assertions', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(
    files.flatMap((file) => timedAssertions(projectText(file)).map((text) => `${file}: ${text}`)),
  ).toEqual([]);
});
