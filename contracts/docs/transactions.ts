/** Transactions: together or not at all, however often they must be run. */
import { expect } from 'vitest';
import { query, where } from '#ports/docs/query.ts';
import { increment, serverTimestamp } from '#ports/docs/values.ts';
import { rejection, type Scenario, type Scene } from '../harness.ts';
import { remove, setWrite, update } from './help.ts';

/** Advances time over the back-off between attempts until the transaction has ended. */
async function ended<T>(scene: Scene, transaction: Promise<T>): Promise<T> {
  const state = { done: false };
  const settled = transaction.finally(() => {
    state.done = true;
  });
  settled.catch(() => {});
  for (let step = 0; step < 400 && !state.done; step++) {
    await scene.settle();
    if (!state.done) await scene.advance(1000);
  }
  return settled;
}

export function transactionScenarios(scenario: Scenario): void {
  scenario(
    'a transaction reads, writes and returns the result of its function',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const { docs } = await scene.connect();
      await docs.write(setWrite('notes/a', { n: 1 }));
      const result = await docs.transactions.run(async (transaction) => {
        const a = await transaction.get('notes/a');
        const b = await transaction.get('notes/b');
        expect([a.data, b.data]).toEqual([{ n: 1 }, null]);
        transaction.write(update('notes/a', { n: increment(1) }));
        transaction.write(setWrite('notes/b', { at: serverTimestamp() }));
        return 'done';
      });
      expect(result).toBe('done');
      expect((await docs.get('notes/a')).data).toEqual({ n: 2 });
      expect((await docs.get('notes/b')).data).toHaveProperty('at');
    },
  );

  scenario(
    'a transaction is repeated when a document it read has changed',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const { docs } = await scene.connect();
      await docs.write(setWrite('notes/a', { n: 1 }));
      let runs = 0;
      const run = docs.transactions.run(async (transaction) => {
        const { data } = await transaction.get('notes/a');
        if (runs++ === 0) await scene.server.docs.batch([update('notes/a', { n: 10 })]);
        transaction.write(update('notes/a', { n: Number(data?.['n']) + 1 }));
      });
      await ended(scene, run);
      expect(runs).toBe(2);
      expect((await docs.get('notes/a')).data).toEqual({ n: 11 });
    },
  );

  scenario(
    'a transaction verifies documents that were only read or were missing',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const { docs } = await scene.connect();
      await docs.write(setWrite('notes/a', { n: 1 }));
      let runs = 0;
      const run = docs.transactions.run(async (transaction) => {
        const guard = await transaction.get('notes/guard');
        if (runs++ === 0) await scene.server.docs.batch([setWrite('notes/guard', {})]);
        transaction.write(setWrite('notes/b', { guarded: guard.data !== null }));
      });
      await ended(scene, run);
      expect(runs).toBe(2);
      expect((await docs.get('notes/b')).data).toEqual({ guarded: true });
    },
  );

  scenario(
    'all reads of one transaction run see the same state',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const { docs } = await scene.connect();
      await docs.write(setWrite('notes/a', { n: 1 }));
      let runs = 0;
      const run = docs.transactions.run(async (transaction) => {
        const first = await transaction.get('notes/a');
        if (runs++ === 0) await scene.server.docs.batch([update('notes/a', { n: 10 })]);
        const second = await transaction.get('notes/a');
        return [first.data, second.data];
      });
      expect(await ended(scene, run)).toEqual([{ n: 10 }, { n: 10 }]);
      expect(runs).toBe(2);
    },
  );

  scenario(
    'conflicting transactions of several clients lose no increment',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const clients = [await scene.connect(), await scene.connect(), await scene.connect()];
      await scene.server.docs.batch([setWrite('notes/a', { n: 0 })]);
      const runs = clients.map(({ docs }) =>
        docs.transactions.run(async (transaction) => {
          const { data } = await transaction.get('notes/a');
          transaction.write(update('notes/a', { n: Number(data?.['n']) + 1 }));
        }),
      );
      await ended(scene, Promise.all(runs));
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 3 });
    },
  );

  scenario(
    'a transaction rejects with aborted after its last attempt and writes nothing',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const { docs } = await scene.connect();
      await docs.write(setWrite('notes/a', { n: 1 }));
      const conflicted = (attempts?: number) => {
        let runs = 0;
        const run = docs.transactions.run(
          async (transaction) => {
            await transaction.get('notes/a');
            await scene.server.docs.batch([update('notes/a', { n: increment(++runs) })]);
            transaction.write(setWrite('notes/b', {}));
          },
          attempts === undefined ? {} : { attempts },
        );
        return { run, runs: () => runs };
      };
      for (const [attempts, expected] of [
        [undefined, 5],
        [2, 2],
      ] as const) {
        const { run, runs } = conflicted(attempts);
        expect(await rejection(ended(scene, run))).toMatchObject({ code: 'aborted' });
        expect(runs()).toBe(expected);
      }
      expect((await docs.get('notes/b')).data).toBeNull();
    },
  );

  scenario(
    'a transaction is repeated after about 1 s, then after 1.5 times the last pause, each varied by up to half',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const { docs } = await scene.connect();
      const usual = (wait: number) => Math.min(60_000, 1000 * 1.5 ** wait);
      const runs: number[] = [];
      const run = docs.transactions.run(
        async (transaction) => {
          await transaction.get('notes/a');
          runs.push(scene.server.clock.now());
          await scene.server.docs.batch([setWrite('notes/a', { runs: runs.length })]);
          transaction.write(setWrite('notes/b', {}));
        },
        { attempts: 14 },
      );
      const refused = rejection(run);
      await scene.settle();
      // To each run in one move: the stage lets a timer run at its own time on the way.
      for (let wait = 0; wait < 13; wait++) await scene.advance(usual(wait) * 1.5 + 50);
      expect(runs).toHaveLength(14);
      expect(await refused).toMatchObject({ code: 'aborted' });
      const waits = runs.slice(1).map((at, index) => at - (runs[index] ?? 0));
      for (const [index, wait] of waits.entries()) {
        expect(wait).toBeGreaterThanOrEqual(usual(index) * 0.5 - 50);
        expect(wait).toBeLessThanOrEqual(usual(index) * 1.5 + 50);
      }
      expect(new Set(waits.map((wait, index) => wait / 1.5 ** index)).size).toBeGreaterThan(1);
    },
  );

  scenario(
    'one denied write rejects the whole transaction',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const { docs } = await scene.connect();
      const run = docs.transactions.run(async (transaction) => {
        transaction.write(setWrite('notes/a', {}));
        transaction.write(update('notes/missing', { n: 1 }));
      });
      expect(await rejection(run)).toMatchObject({ code: 'not-found' });
      expect((await docs.get('notes/a')).data).toBeNull();
    },
  );

  scenario(
    'an offline transaction rejects with unavailable immediately',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const client = await scene.connect();
      await scene.setNetwork(client, false);
      let runs = 0;
      const run = client.docs.transactions.run(async () => {
        runs++;
      });
      expect(await rejection(run)).toMatchObject({ code: 'unavailable' });
      expect(runs).toBe(0);
    },
  );

  scenario(
    'a transaction shows as one change in live queries of every client',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const [one, other] = [await scene.connect(), await scene.connect()];
      await one.docs.write(setWrite('notes/a', { open: true }));
      const log: number[] = [];
      scene.closing(
        other.docs.watchQuery(query('notes', where('open', '==', true)), {
          next: ({ docs }) => void log.push(docs.length),
        }),
      );
      await scene.settle();
      await one.docs.transactions.run(async (transaction) => {
        transaction.write(update('notes/a', { open: false }));
        transaction.write(setWrite('notes/b', { open: true }));
        transaction.write(setWrite('notes/c', { open: true }));
        transaction.write(remove('notes/d'));
      });
      await scene.settle();
      expect(log).toEqual([1, 2]);
    },
  );
}
