/** The same seed gives the same history. */
import { expect, test } from 'vitest';
import { planFor, runHistory } from './world/history.ts';

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
