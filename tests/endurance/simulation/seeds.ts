/**
 * Test of one scenario of simulated people under faults: a history for each seed. A failing seed is printed with the
 * shortest story that still goes wrong. `SIMULATION_SEED` is the first seed instead of the file's own ones, `SIMULATION_RUNS` how many (10);
 * `SIMULATION_FIGURES` prints the outcomes of each history. `SIMULATION_SHRINK`: runs of a failing history to shorten it.
 * A test file for each scenario, `seeds-*.test.ts`: a scenario takes longer than most files, and they run side by side.
 */
import { expect, test } from 'vitest';
import { planFor, runHistory, type Scenario } from './world/history.ts';
import { shrink } from './world/shrink.ts';

const first = process.env['SIMULATION_SEED'];
const runs = Number(process.env['SIMULATION_RUNS'] ?? 10);
const figures = process.env['SIMULATION_FIGURES'] !== undefined;
const moves = 300;
const shrinkRuns = Number(process.env['SIMULATION_SHRINK'] ?? 250);

/**
 * `what`: what must hold in every history. `own`: seeds without `SIMULATION_SEED`, of 1 to 45 the cheapest that together meet each outcome
 * that all thirty histories of seeds 1 to 10 in the three scenarios meet.
 */
export function testSeeds(what: string, scenario: Scenario, own: readonly number[]): void {
  const seeds = first === undefined ? own : Array.from({ length: runs }, (_, at) => Number(first) + at);
  test(`seeds ${seeds.join(', ')}: ${what}`, { timeout: seeds.length * 240_000 }, async () => {
    const tally = new Map<string, number>();
    for (const seed of seeds) {
      const plan = planFor(seed, moves, scenario);
      const history = await runHistory(seed, plan, scenario);
      if (figures) console.log(seed, JSON.stringify(history.figures));
      for (const [outcome, times] of history.tally) tally.set(outcome, (tally.get(outcome) ?? 0) + times);
      if (history.wrongs.length === 0) continue;
      const short = await shrink(seed, plan, history, shrinkRuns, scenario);
      expect.fail(`Seed ${seed}: ${history.wrongs.join(' ')}\n\n${short.history.story.join('\n')}`);
    }
    const lines = [...tally].map(([outcome, times]) => `${outcome} ${times}`);
    if (figures) console.log(lines.toSorted().join('\n'));
  });
}
