/** Random cases, drawn as those of every property test, and the number of comparisons. */
import fc from 'fast-check';
import { again, casesOf, drawn } from '#tests/property.ts';

/** Numbers of comparisons, reported at the end. */
export interface Tally {
  readonly name: string;
  readonly counts: Map<string, number>;
  add(what: string, count?: number): void;
}

export function tally(name: string): Tally {
  const counts = new Map<string, number>();
  return { name, counts, add: (what, count = 1) => void counts.set(what, (counts.get(what) ?? 0) + count) };
}

/** Asserts the property `runs` times; on failure says how to see it again, and shows the smallest case in its own words. */
export async function compareCases<T>(
  { name, counts }: Tally,
  runs: number,
  cases: fc.Arbitrary<T>,
  property: (value: T) => Promise<void>,
  /**
   * `asMet`: a failure is shown as it was met, where making it smaller would take too long. `seed`: always this one, where others meet
   * what is known to differ.
   */
  { asMet = false, seed = drawn().seed }: { readonly asMet?: boolean; readonly seed?: number } = {},
): Promise<void> {
  const draw = { ...drawn(), seed };
  const numRuns = casesOf(runs, draw);
  const started = performance.now();
  const details = await fc.check(fc.asyncProperty(cases, property), { seed, numRuns, endOnFailure: asMet });
  if (details.failed) {
    const cause = details.errorInstance;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `${message}\n\nFound in run ${details.numRuns} of ${numRuns}, ${details.numShrinks} steps smaller than first met. ` +
        again(draw),
      { cause },
    );
  }
  const what = [...counts].map(([one, count]) => `${count} ${one}`).join(', ');
  console.info(
    `${name}: ${what} in ${((performance.now() - started) / 1000).toFixed(1)} s (TEST_SEED=${seed} TEST_RUNS=${draw.runs})`,
  );
}
