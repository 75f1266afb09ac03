/**
 * Muster used by simulated people under faults. One seed is one history. A failing seed is printed with the
 * shortest story that still goes wrong. `SIMULATION_SEED` is the first seed, `SIMULATION_RUNS` how many; with `SIMULATION_FIGURES`
 * it is told what came of everything. `SIMULATION_SHRINK` is how often a failing history is lived again to cut it down.
 */
import { expect, test } from 'vitest';
import { anyUnreadable, everyday, planFor, pushServicesDown, runHistory } from './world/history.ts';
import { shrink } from './world/shrink.ts';

const first = Number(process.env['SIMULATION_SEED'] ?? 1);
const runs = Number(process.env['SIMULATION_RUNS'] ?? 10);
const figures = process.env['SIMULATION_FIGURES'] !== undefined;
const moves = 300;
const shrinkRuns = Number(process.env['SIMULATION_SHRINK'] ?? 250);

test.each([
  { scenario: everyday, what: 'nothing goes wrong for good' },
  { scenario: anyUnreadable, what: 'everybody else is paged while documents of any kind are unreadable' },
  { scenario: pushServicesDown, what: 'pages go on at once while push services can’t be reached' },
])(`seeds ${first} to ${first + runs - 1}: $what`, { timeout: runs * 60_000 }, async ({ scenario }) => {
  const tally = new Map<string, number>();
  for (let seed = first; seed < first + runs; seed++) {
    const plan = planFor(seed, moves, scenario);
    const history = await runHistory(seed, plan, scenario);
    if (figures) console.log(seed, JSON.stringify(history.figures));
    for (const [what, times] of history.tally) tally.set(what, (tally.get(what) ?? 0) + times);
    if (history.wrongs.length === 0) continue;
    const short = await shrink(seed, plan, history, shrinkRuns, scenario);
    expect.fail(`Seed ${seed}: ${history.wrongs.join(' ')}\n\n${short.history.story.join('\n')}`);
  }
  const lines = [...tally].map(([what, times]) => `${what} ${times}`);
  if (figures) console.log(lines.toSorted().join('\n'));
});

test('one seed is one history, message by message', async () => {
  const plan = planFor(7, 60);
  const [one, again, other] = [
    await runHistory(7, plan),
    await runHistory(7, plan),
    await runHistory(8, plan),
  ];
  expect(again.digest).toBe(one.digest);
  expect(again.story).toEqual(one.story);
  expect(other.digest).not.toBe(one.digest);
});
