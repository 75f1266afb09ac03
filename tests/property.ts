/**
 * Property tests. The cases of a run are drawn from its seed, which is another one each time unless `TEST_SEED` gives it: the run prints
 * it when it starts, and a property that fails says how to see the same again. `TEST_RUNS=10` tries ten times as many cases.
 */
import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly seed: number;
    /** Factor of the number of cases. */
    readonly runs: number;
  }
}

export interface Draw {
  readonly seed: number;
  readonly runs: number;
}

/** Seed and factor of this run. */
export const drawn = (): Draw => ({ seed: inject('seed'), runs: inject('runs') });

/** Command that repeats the run. */
export const again = ({ seed, runs }: Draw): string =>
  `Again: TEST_SEED=${seed}${runs === 1 ? '' : ` TEST_RUNS=${runs}`}`;

/** Number of cases of a test, `usual` times the factor: at least one. */
export const casesOf = (usual: number, { runs }: Draw = drawn()): number =>
  Math.max(1, Math.round(usual * runs));

type Options<T> = Omit<fc.Parameters<T>, 'seed'>;

/**
 * `fc.assert` with the seed of the run.
 * @throws Error with the smallest case found, and how to repeat it
 */
export function assertProperty<T>(
  property: fc.IAsyncProperty<T>,
  options?: Options<T>,
  draw?: Draw,
): Promise<void>;
export function assertProperty<T>(property: fc.IProperty<T>, options?: Options<T>, draw?: Draw): void;
export function assertProperty<T>(
  property: fc.IRawProperty<T>,
  options: Options<T> = {},
  draw: Draw = drawn(),
): Promise<void> | void {
  const numRuns = casesOf(options.numRuns ?? 100, draw);
  const details = fc.check(property, { ...options, numRuns, seed: draw.seed });
  return details instanceof Promise ? details.then((one) => report(one, draw)) : report(details, draw);
}

function report<T>(details: fc.RunDetails<T>, draw: Draw): void {
  if (!details.failed) return;
  throw new Error(`${fc.defaultReportMessage(details)}\n\n${again(draw)}`, { cause: details.errorInstance });
}

/** `fc.sample` with the seed of the run. */
export const sample = <T>(from: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(from, { seed: drawn().seed, numRuns: count });
