/** The same seed gives the same history. */
import { expect, test } from 'vitest';
import { digest } from './crash/canonical-state.ts';
import { everyday, planFor, runHistory } from './world/history.ts';

test('one seed produces one history, message by message', async () => {
  const plan = planFor(7, 60);
  const historyOf = async (seed: number) => {
    let traffic = '';
    const history = await runHistory(seed, plan, everyday, (message) => {
      traffic = digest(traffic + JSON.stringify(message));
    });
    return { traffic, story: history.story };
  };
  const [one, again, other] = [await historyOf(7), await historyOf(7), await historyOf(8)];
  expect(again).toEqual(one);
  expect(other.traffic).not.toBe(one.traffic);
});
