import { expect, test } from 'vitest';
import { canProbe, withProbes } from './probes.ts';
import { sourceChanges } from './source-changes.ts';

const probesOf = (code: string) => sourceChanges('a.ts', code).map((change, number) => ({ number, change }));

/** Numbers of the changes that are executed, in order. */
function executed(code: string): readonly number[] {
  const numbers: number[] = [];
  const run = new Function('globalThis', withProbes(code, probesOf(code))) as (scope: object) => void;
  run({ executedChange: (number: number) => void numbers.push(number) });
  return numbers;
}

test.each([
  ['const a = 1 < 2 ? 3 : 4;', [0, 1, 2, 3, 4]],
  ['if (0) String(); else Number();', [0, 1, 3]],
  ['const f = (x = 5) => x; f(); f(6);', [1, 0, 2, 3]],
  ['const a = 1; const b = a && (a || 2);', [0, 1, 2]],
])('executed branches of %s', (code, numbers) => {
  expect(new Set(executed(code))).toEqual(new Set(numbers));
});

test('probed code returns the result of the original code', () => {
  const code = 'result.push(...[1 < 2, 2 > 3 ? 4 : 5, null ?? 6].map((x) => (x === 5 ? x : !x)));';
  const resultOf = (text: string) => {
    const result: unknown[] = [];
    (new Function('result', text) as (to: unknown[]) => void)(result);
    return result;
  };
  expect(resultOf(withProbes(code, probesOf(code)))).toEqual(resultOf(code));
  expect(resultOf(code)).toEqual([false, 5, false]);
});

test('a numeric key gets no probe', () => {
  const code = 'const a = { 1: 2 };';
  expect(probesOf(code).map((probe) => canProbe('a.ts', code, probe))).toEqual([false, true]);
});
