/**
 * Test of one scenario of simulated people under faults: a history for each seed. A failing seed is printed with the
 * shortest story that still goes wrong. `SIMULATION_SEED` is the first seed, `SIMULATION_RUNS` how many; with `SIMULATION_FIGURES`
 * it is told what came of everything. `SIMULATION_SHRINK` is how often a failing history is lived again to cut it down.
 * A test file for each scenario, `seeds-*.test.ts`: a scenario takes longer than most files, and they run side by side.
 */
import { expect, test } from 'vitest';
import { planFor, runHistory, type Scenario } from './world/history.ts';
import { shrink } from './world/shrink.ts';

const first = Number(process.env['SIMULATION_SEED'] ?? 1);
const runs = Number(process.env['SIMULATION_RUNS'] ?? 10);
const figures = process.env['SIMULATION_FIGURES'] !== undefined;
const moves = 300;
const shrinkRuns = Number(process.env['SIMULATION_SHRINK'] ?? 250);

/** `what`: what must hold in every history. */
export const testSeeds = (what: string, scenario: Scenario): void =>
  test(`seeds ${first} to ${first + runs - 1}: ${what}`, { timeout: runs * 60_000 }, async () => {
    const tally = new Map<string, number>();
    for (let seed = first; seed < first + runs; seed++) {
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
