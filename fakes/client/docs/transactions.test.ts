/** Transactions in each other's way, on lines of their own speed: nothing is lost, and nothing is counted twice. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { isPortError } from '#ports/errors.ts';
import { assertProperty } from '../../../tests/property.ts';
import { connect, type EmbeddedClient } from '../client.ts';

const path = 'counts/a';

/** Adds one in a transaction; returns whether it was committed. */
async function count({ docs }: EmbeddedClient, attempts: number): Promise<boolean> {
  try {
    await docs.transactions.run(
      async (transaction) => {
        const { data } = await transaction.get(path);
        const n = Number(data?.['n'] ?? 0) + 1;
        transaction.write({ type: 'set', path, data: { n } });
      },
      { attempts },
    );
    return true;
  } catch (error) {
    if (isPortError(error, 'aborted')) return false;
    throw error;
  }
}

async function contend(
  clients: number,
  each: number,
  attempts: number,
  [ms, jitterMs]: readonly [number, number],
  seed: number,
): Promise<{ readonly landed: number; readonly tried: number; readonly n: number }> {
  const cloud = new FakeCloud({ seed });
  const team = Array.from({ length: clients }, () => connect(cloud));
  await settle();
  cloud.faults.inject({ kind: 'latency', service: 'docs', ms, jitterMs, times: 1_000_000 });
  const open = { runs: clients * each };
  const runs = team.flatMap((client) =>
    Array.from({ length: each }, () => count(client, attempts).finally(() => open.runs--)),
  );
  const all = Promise.all(runs);
  for (let step = 0; open.runs > 0 && step < 100_000; step++) await cloud.advance(100);
  const outcomes = await all;
  const { data } = await cloud.server.docs.get(path);
  for (const client of team) await client.dispose();
  cloud.dispose();
  return {
    landed: outcomes.filter((landed) => landed).length,
    tried: outcomes.length,
    n: Number(data?.['n'] ?? 0),
  };
}

const line = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 800 }));
const seed = fc.integer({ min: 1, max: 1_000_000 });

test('with enough attempts, every transaction counts', async () => {
  await assertProperty(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 5 }),
      fc.integer({ min: 1, max: 3 }),
      line,
      seed,
      async (clients, each, speed, from) => {
        const { landed, tried, n } = await contend(clients, each, 100, speed, from);
        expect([landed, n]).toEqual([tried, tried]);
      },
    ),
    { numRuns: 20 },
  );
});

test('with few attempts, as many transactions count as were committed', async () => {
  await assertProperty(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 6 }),
      fc.integer({ min: 1, max: 5 }),
      line,
      seed,
      async (clients, attempts, speed, from) => {
        const { landed, n } = await contend(clients, 2, attempts, speed, from);
        expect(landed).toBeGreaterThan(0);
        expect(n).toBe(landed);
      },
    ),
    { numRuns: 20 },
  );
});
