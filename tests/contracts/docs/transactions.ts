/** Transactions: together or not at all, however often they must be run. */
import { expect } from 'vitest';
import { PortError } from '#ports/errors.ts';
import { query, where } from '#ports/docs/query.ts';
import { increment, serverTimestamp } from '#ports/docs/values.ts';
import { rejection, type Scenario, type Scene } from '../harness.ts';
import { remove, set, update } from './help.ts';

/** Lets the back-off between attempts pass until the transaction has ended. */
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
  scenario('a transaction reads, writes and returns what its function returned', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(set('notes/a', { n: 1 }));
    const result = await docs.transaction(async (transaction) => {
      const a = await transaction.get('notes/a');
      const b = await transaction.get('notes/b');
      expect([a.data, b.data]).toEqual([{ n: 1 }, null]);
      transaction.write(update('notes/a', { n: increment(1) }));
      transaction.write(set('notes/b', { at: serverTimestamp() }));
      return 'done';
    });
    expect(result).toBe('done');
    expect((await docs.get('notes/a')).data).toEqual({ n: 2 });
    expect((await docs.get('notes/b')).data).toHaveProperty('at');
  });

  scenario('it is run again when what it read has changed', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(set('notes/a', { n: 1 }));
    let runs = 0;
    const run = docs.transaction(async (transaction) => {
      const { data } = await transaction.get('notes/a');
      if (runs++ === 0) await scene.server.docs.batch([update('notes/a', { n: 10 })]);
      transaction.write(update('notes/a', { n: Number(data?.['n']) + 1 }));
    });
    await ended(scene, run);
    expect(runs).toBe(2);
    expect((await docs.get('notes/a')).data).toEqual({ n: 11 });
  });

  scenario('a document that was read only, or was missing, is verified too', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(set('notes/a', { n: 1 }));
    let runs = 0;
    const run = docs.transaction(async (transaction) => {
      const guard = await transaction.get('notes/guard');
      if (runs++ === 0) await scene.server.docs.batch([set('notes/guard', {})]);
      transaction.write(set('notes/b', { guarded: guard.data !== null }));
    });
    await ended(scene, run);
    expect(runs).toBe(2);
    expect((await docs.get('notes/b')).data).toEqual({ guarded: true });
  });

  scenario('all reads of one run see one moment', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(set('notes/a', { n: 1 }));
    let runs = 0;
    const run = docs.transaction(async (transaction) => {
      const first = await transaction.get('notes/a');
      if (runs++ === 0) await scene.server.docs.batch([update('notes/a', { n: 10 })]);
      const second = await transaction.get('notes/a');
      return [first.data, second.data];
    });
    expect(await ended(scene, run)).toEqual([{ n: 10 }, { n: 10 }]);
    expect(runs).toBe(2);
  });

  scenario('counts of several clients in conflict add up', async (scene) => {
    const clients = [await scene.connect(), await scene.connect(), await scene.connect()];
    await scene.server.docs.batch([set('notes/a', { n: 0 })]);
    const runs = clients.map(({ docs }) =>
      docs.transaction(async (transaction) => {
        const { data } = await transaction.get('notes/a');
        transaction.write(update('notes/a', { n: Number(data?.['n']) + 1 }));
      }),
    );
    await ended(scene, Promise.all(runs));
    expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 3 });
  });

  scenario('it gives up after the last attempt with aborted, and writes nothing', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(set('notes/a', { n: 1 }));
    const conflicted = (attempts?: number) => {
      let runs = 0;
      const run = docs.transaction(
        async (transaction) => {
          await transaction.get('notes/a');
          await scene.server.docs.batch([update('notes/a', { n: increment(++runs) })]);
          transaction.write(set('notes/b', {}));
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
  });

  scenario('what the function throws is thrown, once, and nothing is written', async (scene) => {
    const { docs } = await scene.connect();
    for (const error of [new Error('no'), new PortError('aborted', 'by choice')]) {
      let runs = 0;
      const run = docs.transaction(async (transaction) => {
        runs++;
        transaction.write(set('notes/a', {}));
        throw error;
      });
      expect(await rejection(run)).toBe(error);
      expect(runs).toBe(1);
    }
    expect((await docs.get('notes/a')).data).toBeNull();
  });

  scenario(
    'a read after a write, and an update of what was read as missing, are invalid-argument',
    async (scene) => {
      const { docs } = await scene.connect();
      const late = docs.transaction(async (transaction) => {
        transaction.write(set('notes/a', {}));
        await transaction.get('notes/a');
      });
      expect(await rejection(late)).toMatchObject({ code: 'invalid-argument' });
      const blind = docs.transaction(async (transaction) => {
        await transaction.get('notes/a');
        transaction.write(update('notes/a', { n: 1 }));
      });
      expect(await rejection(blind)).toMatchObject({ code: 'invalid-argument' });
      expect((await docs.get('notes/a')).data).toBeNull();
    },
  );

  scenario('a refused write of a transaction refuses all of it', async (scene) => {
    const { docs } = await scene.connect();
    const run = docs.transaction(async (transaction) => {
      transaction.write(set('notes/a', {}));
      transaction.write(update('notes/missing', { n: 1 }));
    });
    expect(await rejection(run)).toMatchObject({ code: 'not-found' });
    expect((await docs.get('notes/a')).data).toBeNull();
  });

  scenario('offline it is unavailable at once', async (scene) => {
    const client = await scene.connect();
    await scene.setNetwork(client, false);
    let runs = 0;
    const run = client.docs.transaction(async () => {
      runs++;
    });
    expect(await rejection(run)).toMatchObject({ code: 'unavailable' });
    expect(runs).toBe(0);
  });

  scenario('it shows in live queries of everyone as one change', async (scene) => {
    const [one, other] = [await scene.connect(), await scene.connect()];
    await one.docs.write(set('notes/a', { open: true }));
    const log: number[] = [];
    scene.closing(
      other.docs.watchQuery(query('notes', where('open', '==', true)), {
        next: ({ docs }) => void log.push(docs.length),
      }),
    );
    await scene.settle();
    await one.docs.transaction(async (transaction) => {
      transaction.write(update('notes/a', { open: false }));
      transaction.write(set('notes/b', { open: true }));
      transaction.write(set('notes/c', { open: true }));
      transaction.write(remove('notes/d'));
    });
    await scene.settle();
    expect(log).toEqual([1, 2]);
  });

  scenario(
    'server transactions read documents and queries, and are run again after a conflict',
    async (scene) => {
      const { docs } = scene.server;
      await docs.batch([set('notes/a', { n: 0 })]);
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
        if (runs++ === 0) await docs.batch([set('notes/new', { open: true })]);
        transaction.write(set('counts/open', { n: open.length }));
      });
      expect(runs).toBe(2);
      expect((await docs.get('counts/open')).data).toEqual({ n: 1 });
      const late = docs.transaction(async (transaction) => {
        transaction.write(set('notes/late', {}));
        await transaction.get('notes/a');
      });
      expect(await rejection(late)).toMatchObject({ code: 'invalid-argument' });
      expect((await docs.get('notes/late')).data).toBeNull();
      const failed = docs.transaction(async (transaction) => {
        transaction.write(set('notes/a', { n: 100 }));
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect((await docs.get('notes/a')).data).toEqual({ n: 4 });
    },
  );
}
