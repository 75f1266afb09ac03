/**
 * Time limits in tests. On a loaded machine a second is short: `vi.waitFor` and `vi.waitUntil` get the limit of tests/time-limits.ts instead of their own
 * 1 s, no wait has a shorter one, and no test or hook a shorter one than the project's.
 */
import { expect, it } from 'vitest';
import { testLimitMs, waiting } from '#tests/time-limits.ts';
import { projectModules, projectText } from '../../project-files.ts';

const folders = [
  ...['adapters', 'api', 'cli', 'contracts', 'demo', 'domain', 'emulator', 'fakes', 'firebase-rules'],
  ...['functions', 'gallery', 'ports', 'provider-kit', 'query', 'react', 'src', 'sync', 'tests', 'tools'],
];
const files = projectModules(folders, /^tests\/bench\/|time-limits/).filter(
  (file) => file.startsWith('tests/') || /\.test\.tsx?$/.test(file),
);

/** Index after the `)` of the call whose `(` is before `start`. */
function endOfCall(source: string, start: number): number {
  let depth = 1;
  let at = start;
  for (; depth > 0 && at < source.length; at++) {
    if (source[at] === '(') depth++;
    if (source[at] === ')') depth--;
  }
  return at;
}

const ownLimits = (source: string): readonly string[] =>
  [...source.matchAll(/\bvi\.wait(?:For|Until)\(/g)]
    .map(({ index, 0: { length } }) => source.slice(index, endOfCall(source, index + length)))
    .filter((call) => !/\bwaiting\b[^()]*\)$/.test(call));

const numberOf = (text: string): number => Number(text.replaceAll('_', ''));

/** An attempt of a loop that ends by `toPass` may be short. */
const isAttempt = (before: string): boolean =>
  before.lastIndexOf('expect(async () => {') > before.lastIndexOf('.toPass(');

const shortLimits = (source: string): readonly string[] =>
  [...source.matchAll(/\btimeout: ([\d_]+)/g)]
    .filter(([, limit = '']) => numberOf(limit) < 100_000)
    .filter(({ index }) => !isAttempt(source.slice(0, index)))
    .map(([text]) => text);

/** Limits of tests and hooks: the last argument, or `test.setTimeout`. */
const testLimits = (source: string): readonly string[] =>
  [
    ...source.matchAll(/^ *\}, ([\d_]{4,})\);$/gm),
    ...source.matchAll(/^ +([\d_]{4,}),\n *\);$/gm),
    ...source.matchAll(/\btest\.setTimeout\(([\d_]+)\)/g),
  ]
    .filter(([, limit = '']) => numberOf(limit) < testLimitMs)
    .map(([text]) => text.trim());

it('Short limits and the limit of 1 s are found', () => {
  expect(ownLimits('await vi.waitFor(() => expect(a()).toBe(b), waiting);')).toEqual([]);
  expect(ownLimits('await vi.waitUntil(() => a(), { ...waiting, interval: 5 });')).toEqual([]);
  expect(ownLimits('await vi.waitFor(() => expect(a()).toBe(b));')).toHaveLength(1);
  expect(ownLimits('await vi.waitUntil(() => a(), 5000);\nf(waiting);')).toHaveLength(1);
  expect(shortLimits('poll(a, { timeout: 20_000 }); poll(b, { timeout: 180_000 });')).toEqual([
    'timeout: 20_000',
  ]);
  expect(
    shortLimits('await expect(async () => {\n await a({ timeout: 500 });\n}).toPass({ timeout: 120_000 });'),
  ).toEqual([]);
  expect(testLimits("test('a', () => {\n}, 30_000);")).toHaveLength(1);
  expect(testLimits("test(\n  'a',\n  () => {},\n  30_000,\n);")).toHaveLength(1);
  expect(testLimits('test.setTimeout(90_000);')).toHaveLength(1);
  expect(testLimits("test('a', () => {\n}, 600_000);")).toEqual([]);
});

it('Waits, tests and hooks have the limits of tests/time-limits.ts or longer ones', () => {
  expect(waiting.timeout).toBeGreaterThanOrEqual(100_000);
  expect(files.length).toBeGreaterThan(800);
  expect(
    files.flatMap((file) => {
      const text = projectText(file);
      return [...ownLimits(text), ...shortLimits(text), ...testLimits(text)].map(
        (found) => `${file}: ${found}`,
      );
    }),
  ).toEqual([]);
});
