/** Transactions: together or not at all, however often they must be run. */
import { expect } from 'vitest';
import type { Write } from '#ports/docs/docs.ts';
import { PortError, type PortErrorCode } from '#ports/errors.ts';
import { query, where } from '#ports/docs/query.ts';
import { type DocData, increment, serverTimestamp } from '#ports/docs/values.ts';
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

const [set1, set2] = [setWrite('notes/a', { v: 1 }), setWrite('notes/a', { v: 2 })];
const [update1, update2] = [update('notes/a', { v: 1 }), update('notes/a', { v: 2 })];
const gone = remove('notes/a');

type Step = 'get' | Write;
type Combination = readonly [
  name: string,
  exists: boolean,
  steps: readonly Step[],
  expected: PortErrorCode | DocData | null,
];

/** Results of two writes to one document, by whether it existed, and whether it was read. */
const combinations: readonly Combination[] = [true, false].flatMap((exists) =>
  [true, false].flatMap((read) => {
    const missing = read ? ('invalid-argument' as const) : ('not-found' as const);
    const first = (done: DocData | null) => (exists ? done : missing);
    const rows: readonly (readonly [string, readonly Write[], Combination[3]])[] = [
      ['deleted twice', [gone, gone], null],
      ['deleted, then updated', [gone, update2], 'invalid-argument'],
      ['deleted, then set', [gone, set2], { v: 2 }],
      ['updated, then deleted', [update1, gone], first(null)],
      ['updated twice', [update1, update2], first({ v: 2 })],
      ['updated, then set', [update1, set2], first({ v: 2 })],
      ['set, then deleted', [set1, gone], null],
      ['set, then updated', [set1, update2], { v: 2 }],
      ['set twice', [set1, set2], { v: 2 }],
    ];
    return rows.map(([name, writes, expected]): Combination => {
      const before = `${exists ? 'a document' : 'a missing document'}${read ? ' that was read' : ''}`;
      return [`${before}, ${name}`, exists, read ? ['get', ...writes] : writes, expected];
    });
  }),
);

export function transactionScenarios(scenario: Scenario): void {
  scenario(
    'a transaction reads, writes and returns what its function returned',
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
    'it is run again when what it read has changed',
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
    'a document that was read only, or was missing, is verified too',
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

  scenario('all reads of one run see one moment', { needs: ['docs.transactions'] }, async (scene) => {
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
  });

  scenario(
    'counts of several clients in conflict add up',
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
    'it gives up after the last attempt with aborted, and writes nothing',
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
    'what the function throws is thrown, once, and nothing is written',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const { docs } = await scene.connect();
      for (const error of [new Error('no'), new PortError('aborted', 'by choice')]) {
        let runs = 0;
        const run = docs.transactions.run(async (transaction) => {
          runs++;
          transaction.write(setWrite('notes/a', {}));
          throw error;
        });
        expect(await rejection(run)).toBe(error);
        expect(runs).toBe(1);
      }
      expect((await docs.get('notes/a')).data).toBeNull();
    },
  );

  scenario(
    'a read after a write, and an update of what was read as missing, are invalid-argument',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const { docs } = await scene.connect();
      const late = docs.transactions.run(async (transaction) => {
        transaction.write(setWrite('notes/a', {}));
        await transaction.get('notes/a');
      });
      expect(await rejection(late)).toMatchObject({ code: 'invalid-argument' });
      const blind = docs.transactions.run(async (transaction) => {
        await transaction.get('notes/a');
        transaction.write(update('notes/a', { n: 1 }));
      });
      expect(await rejection(blind)).toMatchObject({ code: 'invalid-argument' });
      expect((await docs.get('notes/a')).data).toBeNull();
    },
  );

  scenario(
    'however a late read is taken, nothing is written',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const { docs } = await scene.connect();
      const run = docs.transactions.run(async (transaction) => {
        transaction.write(setWrite('notes/a', {}));
        await transaction.get('notes/a').catch(() => null);
      });
      expect(await rejection(run)).toMatchObject({ code: 'invalid-argument' });
      expect((await docs.get('notes/a')).data).toBeNull();
    },
  );

  scenario(
    'a throw before any promise, or no promise, ends it at once',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const { docs } = await scene.connect();
      let runs = 0;
      const error = new PortError('unavailable', 'at once');
      const thrown = docs.transactions.run(() => {
        runs++;
        throw error;
      });
      expect(await rejection(thrown)).toBe(error);
      for (const answer of [undefined, null, 5, {}]) {
        const run = docs.transactions.run((transaction) => {
          runs++;
          transaction.write(setWrite('notes/a', {}));
          return answer as never;
        });
        expect(await rejection(run)).toBeInstanceOf(TypeError);
      }
      expect(runs).toBe(5);
      expect((await docs.get('notes/a')).data).toBeNull();
    },
  );

  for (const [name, exists, steps, expected] of combinations)
    scenario(name, { needs: ['docs.transactions'] }, async (scene) => {
      const { docs } = await scene.connect();
      if (exists) await docs.write(setWrite('notes/a', { v: 0 }));
      const run = docs.transactions.run(async (transaction) => {
        for (const step of steps)
          if (step === 'get') await transaction.get('notes/a');
          else transaction.write(step);
      });
      if (typeof expected === 'string') {
        expect(await rejection(run)).toMatchObject({ code: expected });
        expect((await docs.get('notes/a')).data).toEqual(exists ? { v: 0 } : null);
      } else {
        await run;
        expect((await docs.get('notes/a')).data).toEqual(expected);
      }
    });

  scenario('a batch treats one document’s writes in the same way', async (scene) => {
    const { docs } = await scene.connect();
    for (const [, exists, steps, expected] of combinations) {
      if (steps[0] === 'get') continue;
      await docs.write(exists ? setWrite('notes/a', { v: 0 }) : remove('notes/a'));
      const batch = docs.batch(steps.filter((step) => step !== 'get'));
      if (typeof expected === 'string') expect(await rejection(batch)).toMatchObject({ code: expected });
      else {
        await batch;
        expect((await docs.get('notes/a')).data).toEqual(expected);
      }
    }
  });

  scenario('attempts are at least one', { needs: ['docs.transactions'] }, async (scene) => {
    const { docs } = await scene.connect();
    for (const attempts of [0, -1, 1.5]) {
      const run = docs.transactions.run(async () => 'never', { attempts });
      expect(await rejection(run)).toMatchObject({ code: 'invalid-argument' });
    }
  });

  scenario(
    'it is run again after 1 s or so, then half as long again, give or take half',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const { docs } = await scene.connect();
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
      for (let step = 0; runs.length < 14 && step < 10_000; step++) {
        await scene.settle();
        await scene.advance(50);
      }
      expect(await refused).toMatchObject({ code: 'aborted' });
      const waits = runs.slice(1).map((at, index) => at - (runs[index] ?? 0));
      for (const [index, wait] of waits.entries()) {
        const usual = Math.min(60_000, 1000 * 1.5 ** index);
        expect(wait).toBeGreaterThanOrEqual(usual * 0.5 - 50);
        expect(wait).toBeLessThanOrEqual(usual * 1.5 + 50);
      }
      expect(new Set(waits.map((wait, index) => wait / 1.5 ** index)).size).toBeGreaterThan(1);
    },
  );

  scenario(
    'a refused write of a transaction refuses all of it',
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

  scenario('offline it is unavailable at once', { needs: ['docs.transactions'] }, async (scene) => {
    const client = await scene.connect();
    await scene.setNetwork(client, false);
    let runs = 0;
    const run = client.docs.transactions.run(async () => {
      runs++;
    });
    expect(await rejection(run)).toMatchObject({ code: 'unavailable' });
    expect(runs).toBe(0);
  });

  scenario(
    'it shows in live queries of everyone as one change',
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

  scenario(
    'server transactions read documents and queries, and are run again after a conflict',
    async (scene) => {
      const { docs } = scene.server;
      await docs.batch([setWrite('notes/a', { n: 0 })]);
      const add = () =>
        docs.transaction(async (transaction) => {
          const all = await transaction.find(query('notes'));
          const { data } = await transaction.get('notes/a');
          await Promise.resolve();
          transaction.write(update('notes/a', { n: Number(data?.['n']) + all.length }));
        });
      await Promise.all([add(), add(), add(), add()]);
      expect((await docs.get('notes/a')).data).toEqual({ n: 4 });
      let runs = 0;
      await docs.transaction(async (transaction) => {
        const open = await transaction.find(query('notes', where('open', '==', true)));
        if (runs++ === 0) await docs.batch([setWrite('notes/new', { open: true })]);
        transaction.write(setWrite('counts/open', { n: open.length }));
      });
      expect(runs).toBe(2);
      expect((await docs.get('counts/open')).data).toEqual({ n: 1 });
      const late = docs.transaction(async (transaction) => {
        transaction.write(setWrite('notes/late', {}));
        await transaction.get('notes/a');
      });
      expect(await rejection(late)).toMatchObject({ code: 'invalid-argument' });
      expect((await docs.get('notes/late')).data).toBeNull();
      const failed = docs.transaction(async (transaction) => {
        transaction.write(setWrite('notes/a', { n: 100 }));
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect((await docs.get('notes/a')).data).toEqual({ n: 4 });
    },
  );

  scenario(
    'what a server transaction read holds for 270 s, and 60 s idle; past that it runs again',
    async (scene) => {
      const { docs } = scene.server;
      await docs.batch([setWrite('notes/a', { n: 0 })]);
      const lasting = async (...pauses: readonly number[]) => {
        let runs = 0;
        const run = docs.transaction(async (transaction) => {
          if (runs++ > 0) return;
          for (const pause of pauses) {
            await transaction.get('notes/a');
            await scene.advance(pause);
          }
        });
        await run;
        return runs;
      };
      expect(await lasting(60_000, 60_000, 60_000, 60_000, 30_000)).toBe(1);
      expect(await lasting(60_001)).toBe(2);
      expect(await lasting(60_000, 60_000, 60_000, 60_000, 30_001)).toBe(2);
      let runs = 0;
      const endless = docs.transaction(async (transaction) => {
        runs++;
        await transaction.get('notes/a');
        await scene.advance(60_001);
        transaction.write(update('notes/a', { n: 1 }));
      });
      expect(await rejection(endless)).toMatchObject({ code: 'invalid-argument' });
      expect(runs).toBe(5);
      expect((await docs.get('notes/a')).data).toEqual({ n: 0 });
    },
  );
}
