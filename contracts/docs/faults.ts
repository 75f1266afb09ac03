/** Documents: lost answers and refusals. */
import { expect } from 'vitest';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { arrayUnion, deleteField } from '#ports/docs/values.ts';
import { isPortError } from '#ports/errors.ts';
import { recorder, rejection, type Scenario } from '../harness.ts';
import { controlOf, loseAnswer, remove, setWrite, update } from './help.ts';

const minute = 60_000;

export function faultScenarios(scenario: Scenario): void {
  scenario(
    'a write whose answer was lost is repeated, and idempotent operations have the same result',
    { needs: ['docs.offline'] },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.write(setWrite('notes/a', { n: 0, list: ['x'], gone: 1 }));
      await docs.write(setWrite('notes/old', {}));
      await loseAnswer(scene, client);
      const changes = { n: 5, list: arrayUnion('y'), gone: deleteField() };
      const landed = docs.batch([update('notes/a', changes), remove('notes/old')]);
      const next = docs.write(update('notes/a', { after: true }));
      await scene.settle();
      await scene.advance(minute);
      await Promise.all([landed, next]);
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 5, list: ['x', 'y'], after: true });
      expect((await scene.server.docs.get('notes/old')).data).toBeNull();
      expect((await docs.get('notes/a')).metadata).toEqual({ fromCache: false, hasPendingWrites: false });
    },
  );

  scenario(
    'a transaction whose answer was lost counts once when it records its completion',
    { needs: ['docs.transactions'] },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.write(setWrite('notes/a', { n: 0 }));
      await loseAnswer(scene, client);
      const landed = docs.transactions.run(async (transaction) => {
        const done = await transaction.get('done/1');
        const { data } = await transaction.get('notes/a');
        if (done.data !== null) return;
        transaction.write(setWrite('notes/a', { n: Number(data?.['n']) + 1 }));
        transaction.write(setWrite('done/1', {}));
      });
      await scene.settle();
      await scene.advance(minute);
      await landed;
      expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 1 });
    },
  );

  scenario(
    'a write whose answer was lost is applied, although rules reject its repetition',
    { needs: ['docs.offline', 'docs.rules'] },
    async (scene) => {
      const client = await scene.member();
      const { docs } = client;
      await loseAnswer(scene, client);
      const entry = docs.batch([
        setWrite('guarded-entries/e1', { n: 1 }),
        setWrite('guarded-counts/entries', { last: 'e1' }),
      ]);
      const ending = entry.then(
        () => 'accepted',
        (error: unknown) => (isPortError(error) ? error.code : error),
      );
      await scene.settle();
      await scene.advance(minute);
      expect(['accepted', 'permission-denied']).toContain(await ending);
      expect((await scene.server.docs.get('guarded-entries/e1')).data).toEqual({ n: 1 });
    },
  );

  scenario(
    'a transient error is retried, and a permanent error rejects',
    { needs: ['control'] },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      const control = controlOf(client);
      await control.inject({
        kind: 'refuse',
        service: 'docs',
        operation: 'commit',
        code: 'resource-exhausted',
      });
      const patient = docs.write(setWrite('notes/a', { n: 0 }));
      await scene.settle();
      // After `resource-exhausted` the wait is the longest.
      await scene.advance(90_000);
      await patient;
      await control.inject({
        kind: 'refuse',
        service: 'docs',
        operation: 'commit',
        code: 'permission-denied',
      });
      expect(await rejection(docs.write(setWrite('notes/a', { n: 1 })))).toMatchObject({
        code: 'permission-denied',
      });
      await control.inject({
        kind: 'refuse',
        service: 'docs',
        operation: 'listen',
        code: 'permission-denied',
      });
      const refused = recorder<DocSnapshot>();
      docs.watch('notes/a', refused);
      await scene.settle();
      expect(refused.errors).toMatchObject([{ code: 'permission-denied' }]);
      expect(scene.openSubscriptions(client)).toBe(0);
      await control.inject({ kind: 'refuse', service: 'docs', operation: 'listen', code: 'unavailable' });
      const retried = recorder<DocSnapshot>();
      scene.closing(docs.watch('notes/a', retried, { includeMetadataChanges: true }));
      await scene.settle();
      await scene.advance(5000);
      expect(retried.last()).toMatchObject({ data: { n: 0 }, metadata: { fromCache: false } });
    },
  );
}
