/** Seed of the run for tests: also that of the order of files and tests, so that one number repeats both. */
import type { TestProject } from 'vitest/node';

/** @throws RangeError for a `TEST_RUNS` that is no number above 0 */
export function runsOf(given: string | undefined): number {
  const runs = given === undefined || given === '' ? 1 : Number(given);
  if (!(runs > 0 && Number.isFinite(runs)))
    throw new RangeError(`TEST_RUNS is a number above 0, not “${given}”.`);
  return runs;
}

export default function provideDraw(project: Pick<TestProject, 'config' | 'provide'>): void {
  project.provide('seed', project.config.sequence.seed);
  project.provide('runs', runsOf(process.env['TEST_RUNS']));
}
