/** Transactions of backend code that meet each other. */
import { expect, test } from 'vitest';
import { widestLimits } from '#provider-kit/docs/argument-limits.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { checksWithin } from './arguments.ts';
import type { DocState } from './doc-state.ts';
import { serverDocsOver } from './server-docs.ts';

/** A store with a counter document. */
function counting() {
  const clock = new ManualClock();
  let version = 0;
  let commits = 0;
  const state = (): DocState => ({ path: 'counters/one', data: { value: version }, version });
  const docs = serverDocsOver(
    {
      async get() {
        await Promise.resolve();
        return state();
      },
      find: async () => [],
      async commit(_writes, reads) {
        await Promise.resolve();
        commits++;
        if (reads.docs.size > 0 && reads.docs.get('counters/one')?.version !== version) return false;
        version++;
        return true;
      },
    },
    { clock, random: seededRandom('transactions'), checks: checksWithin(widestLimits) },
  );
  return { clock, docs, commits: () => commits, value: () => version };
}

test('conflicting transactions of one document are repeated one after another', async () => {
  const { docs, commits, value } = counting();
  const many = 40;
  const increment = () =>
    docs.transaction(async (transaction) => {
      const { data } = await transaction.get('counters/one');
      transaction.write({ type: 'set', path: 'counters/one', data: { value: Number(data?.['value']) + 1 } });
    });
  await Promise.all(Array.from({ length: many }, increment));
  expect(value()).toBe(many);
  expect(commits()).toBeLessThanOrEqual(2 * many);
});

test('a nested transaction that is repeated does not deadlock', async () => {
  const { clock, docs, value } = counting();
  const write = { type: 'set', path: 'counters/one', data: {} } as const;
  /** Reads, and meets a write in its first runs. */
  const transaction = (runs: readonly (() => Promise<unknown>)[]) => {
    let run = 0;
    return docs.transaction(async (transaction) => {
      await transaction.get(write.path);
      await runs[run++]?.();
      transaction.write(write);
    });
  };
  const meet = () => docs.batch([write]);
  let ended = false;
  const outer = transaction([meet, () => transaction([meet])]).then(() => (ended = true));
  await expect
    .poll(async () => {
      await clock.advance(100);
      return ended;
    })
    .toBe(true);
  await outer;
  expect(value()).toBe(4);
});
