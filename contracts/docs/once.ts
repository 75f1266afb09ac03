/**
 * Documents: what is sent again because its answer was lost is carried out once, which `sync/` asks of the backends that it works on. The
 * writes are such as come to something else when they are done twice. Applications must not rely on it: the port promises less.
 */
import { expect } from 'vitest';
import { increment } from '#ports/docs/values.ts';
import type { Scenario } from '../harness.ts';
import { loseAnswer, remove, setWrite, update } from './help.ts';

/** Longer than the first waits before something is sent again. */
const longEnough = 5000;

export function onceScenarios(scenario: Scenario): void {
  scenario('a write whose answer was lost is applied once', { needs: ['docs.offline'] }, async (scene) => {
    const client = await scene.connect();
    const { docs } = client;
    await docs.write(setWrite('notes/a', { n: 0 }));
    await loseAnswer(scene, client);
    const landed = docs.batch([
      update('notes/a', { n: increment(1) }),
      setWrite('notes/b', { n: increment(10), list: [] }),
    ]);
    await scene.settle();
    await scene.advance(longEnough);
    await landed;
    await docs.write(update('notes/a', { n: increment(1) }));
    expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 2 });
    expect((await scene.server.docs.get('notes/b')).data).toEqual({ n: 10, list: [] });
    expect((await docs.get('notes/a')).data).toEqual({ n: 2 });
  });

  scenario(
    'a repeated write does not overwrite changes that others made before the repetition',
    { needs: ['docs.offline'] },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.batch([setWrite('notes/a', { n: 0 }), setWrite('notes/b', {})]);
      await loseAnswer(scene, client);
      const landed = docs.batch([setWrite('notes/a', { n: 1 }), remove('notes/b')]);
      await scene.settle();
      await scene.server.docs.batch([setWrite('notes/a', { n: 2 }), setWrite('notes/b', { n: 3 })]);
      await scene.advance(longEnough);
      await landed;
      const written = { 'notes/a': { n: 2 }, 'notes/b': { n: 3 } };
      for (const [path, data] of Object.entries(written)) {
        expect((await scene.server.docs.get(path)).data).toEqual(data);
        expect((await docs.get(path)).data).toEqual(data);
      }
    },
  );

  scenario(
    'a transaction whose answer was lost is applied once',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.write(setWrite('notes/a', { n: 0 }));
      await loseAnswer(scene, client);
      let runs = 0;
      const landed = docs.transactions.run(async (transaction) => {
        runs++;
        await transaction.get('notes/a');
        transaction.write(update('notes/a', { n: increment(1) }));
      });
      await scene.settle();
      await scene.advance(longEnough);
      await landed;
      expect(runs).toBe(1);
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 1 });
    },
  );
}
