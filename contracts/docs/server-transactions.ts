/** Transactions of server code. */
import { expect } from 'vitest';
import { query, where } from '#ports/docs/query.ts';
import { rejection, type Scenario } from '../harness.ts';
import { setWrite, update } from './help.ts';

export function serverTransactionScenarios(scenario: Scenario): void {
  scenario(
    'a server transaction reads documents and queries, and is repeated after a conflict',
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
    'reads of a server transaction are valid for 270 s and 60 s idle, after which the transaction is repeated',
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
