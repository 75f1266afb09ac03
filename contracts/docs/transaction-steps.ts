/** Allowed order of operations within a transaction, and within a batch. */
import { expect } from 'vitest';
import type { Write } from '#ports/docs/docs.ts';
import { PortError, type PortErrorCode } from '#ports/errors.ts';
import { type DocData } from '#ports/docs/values.ts';
import { rejection, type Scenario } from '../harness.ts';
import { remove, setWrite, update } from './help.ts';

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

export function transactionStepScenarios(scenario: Scenario): void {
  scenario(
    'an exception of the transaction function rejects the transaction after one run and writes nothing',
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
    'a read after a write, and an update of a document read as missing, reject with invalid-argument',
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
    'a read after a write fails the transaction even if its error is caught',
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
    'a transaction function that throws synchronously or returns no promise ends the transaction after one run',
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

  scenario('a batch applies several writes to one document as a transaction does', async (scene) => {
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

  scenario(
    'an attempts option below 1 rejects with invalid-argument',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const { docs } = await scene.connect();
      for (const attempts of [0, -1, 1.5]) {
        const run = docs.transactions.run(async () => 'never', { attempts });
        expect(await rejection(run)).toMatchObject({ code: 'invalid-argument' });
      }
    },
  );
}
