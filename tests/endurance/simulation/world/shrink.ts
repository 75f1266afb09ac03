/** Reduction of a failing history: moves are left out, as many at a time as possible, while the violation stays the same. */
import { everyday, type History, runHistory } from './history.ts';
import type { Move } from './plan.ts';

/** Kind of the first violation, whatever its person and subject. */
const kindOf = ({ wrongs }: Pick<History, 'wrongs'>): string =>
  (wrongs[0] ?? '').replaceAll(/".*?"|\b[A-Za-z0-9]{20,}\b|#?\d+/gu, '…');

export async function shrink(
  seed: number,
  plan: readonly Move[],
  failure: History,
  mostRuns: number,
  scenario = everyday,
): Promise<{ readonly plan: readonly Move[]; readonly history: History }> {
  let best = { plan: plan.slice(0, failure.figures.moves), history: failure };
  let runs = 0;
  for (let size = best.plan.length >> 1; size >= 1; size = size >> 1)
    for (let from = 0; from < best.plan.length && runs < mostRuns; runs++) {
      const shorter = without(best.plan, from, size);
      const history = await runHistory(seed, shorter, scenario);
      if (history.wrongs.length > 0 && kindOf(history) === kindOf(failure))
        best = { plan: shorter.slice(0, history.figures.moves), history };
      else from += size;
    }
  return best;
}

/** The rest happens when it did. */
function without(plan: readonly Move[], from: number, size: number): readonly Move[] {
  const gone = plan.slice(from, from + size).reduce((sum, { after }) => sum + after, 0);
  const [next, ...rest] = plan.slice(from + size);
  return [...plan.slice(0, from), ...(next ? [{ ...next, after: next.after + gone }] : []), ...rest];
}
