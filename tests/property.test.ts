/** Property tests can be repeated. */
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import type { TestProject } from 'vitest/node';
import { projectModules, projectPath, projectText } from './project-files.ts';
import { assertProperty, casesOf, drawn, sample } from './property.ts';
import provideDraw, { runsOf } from './provide-draw.ts';

/** All cases of a property. */
async function cases(seed: number, isAsync: boolean): Promise<readonly number[]> {
  const met: number[] = [];
  const meet = (value: number) => void met.push(value);
  const draw = { seed, runs: 1 };
  if (isAsync)
    await assertProperty(
      fc.asyncProperty(fc.nat(), async (value) => meet(value)),
      {},
      draw,
    );
  else assertProperty(fc.property(fc.nat(), meet), {}, draw);
  return met;
}

test.each([true, false])('one seed is one list of cases, another is another (async: %s)', async (isAsync) => {
  const [one, same, other] = [await cases(7, isAsync), await cases(7, isAsync), await cases(8, isAsync)];
  expect(one).toHaveLength(100);
  expect(same).toEqual(one);
  expect(other).not.toEqual(one);
});

test('a property that fails says how to see it again, and what failed', async () => {
  const draw = { seed: 12_345, runs: 1 };
  const small = (value: number) => {
    expect(value).toBeLessThan(50);
  };
  const wide = fc.integer({ min: 0, max: 1000 });
  const told = expect.objectContaining({
    message: expect.stringMatching(/Counterexample: \[50\][^]*Again: TEST_SEED=12345$/u),
    cause: expect.objectContaining({ message: expect.stringContaining('expected 50 to be less than 50') }),
  });
  expect(() => assertProperty(fc.property(wide, small), {}, draw)).toThrow(told);
  await expect(
    assertProperty(
      fc.asyncProperty(wide, async (value) => small(value)),
      {},
      draw,
    ),
  ).rejects.toEqual(told);
  expect(() => assertProperty(fc.property(wide, small), {}, { ...draw, runs: 2.5 })).toThrow(
    /Again: TEST_SEED=12345 TEST_RUNS=2.5$/u,
  );
});

test('TEST_RUNS is how many times as many cases are tried', () => {
  const tried = (runs: number, numRuns?: number) => {
    let count = 0;
    assertProperty(
      fc.property(fc.nat(), () => void count++),
      numRuns === undefined ? {} : { numRuns },
      { seed: 1, runs },
    );
    return count;
  };
  expect([tried(1), tried(3), tried(0.1, 20), tried(0.001)]).toEqual([100, 300, 2, 1]);
  expect(casesOf(40, { seed: 1, runs: 0.5 })).toBe(20);
  expect([runsOf(undefined), runsOf(''), runsOf('10'), runsOf('0.1')]).toEqual([1, 1, 10, 0.1]);
  for (const wrong of ['0', '-1', 'many', 'Infinity']) expect(() => runsOf(wrong)).toThrow(RangeError);
});

test('the seed is that of the run’s order', () => {
  const provided = new Map<string, unknown>();
  const project = {
    config: { sequence: { seed: 42 } },
    provide: (key: string, value: unknown) => void provided.set(key, value),
  } as unknown as TestProject;
  provideDraw(project);
  expect(provided.get('seed')).toBe(42);
  expect(drawn().seed).toBe(inject('seed'));
  expect(sample(fc.nat(), 5)).toEqual(fc.sample(fc.nat(), { seed: inject('seed'), numRuns: 5 }));
});

/** Files that draw cases themselves, from the seed of the run. */
const drawers = ['tests/differential/seed.ts', 'tests/property.ts'].map(projectPath);

test('no other test draws cases past the seed of the run', () => {
  const folders = 'adapters api demo domain emulator fakes functions ports query src tests tools'.split(' ');
  const past = projectModules(folders).filter((file) => {
    const text = projectText(file);
    return /\bfc\.(?:assert|check|statistics)\(/u.test(text) || /\bfc\.sample\((?![^;]*\bseed\b)/u.test(text);
  });
  expect(past.toSorted()).toEqual(drawers);
});
