/**
 * Random, and yet the same each time. `JUDGE_SEED` takes another walk, `JUDGE_RUNS` a walk that many times as long (0.1 is
 * a tenth); what a failure prints names both.
 */
import fc from 'fast-check';

const seed = Number(process.env['JUDGE_SEED'] ?? 20261121);
const scale = Number(process.env['JUDGE_RUNS'] ?? 1);

/** How much was compared, told at the end. */
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
export async function judge<T>(
  { name, counts }: Tally,
  runs: number,
  cases: fc.Arbitrary<T>,
  property: (value: T) => Promise<void>,
  /** `asMet`: a failure is shown as it was met, where making it smaller would take too long. */
  { asMet = false }: { readonly asMet?: boolean } = {},
): Promise<void> {
  const numRuns = Math.max(1, Math.round(runs * scale));
  const started = performance.now();
  const details = await fc.check(fc.asyncProperty(cases, property), { seed, numRuns, endOnFailure: asMet });
  if (details.failed) {
    const cause = details.errorInstance;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `${message}\n\nFound in run ${details.numRuns} of ${numRuns}, ${details.numShrinks} steps smaller than first met. ` +
        `Again: JUDGE_SEED=${seed} JUDGE_RUNS=${scale}`,
      { cause },
    );
  }
  const what = [...counts].map(([one, count]) => `${count} ${one}`).join(', ');
  console.info(
    `${name}: ${what} in ${((performance.now() - started) / 1000).toFixed(1)} s (JUDGE_SEED=${seed} JUDGE_RUNS=${scale})`,
  );
}
