/**
 * Beyond the ports' promises: the embedded provider applies every request once, even when its answer was lost, and shows it once
 * (that documents land once: `docs/once.ts`). Simulations rely on it; applications must not.
 */
import { expect } from 'vitest';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import { query } from '#ports/docs/query.ts';
import { increment } from '#ports/docs/values.ts';
import { incrementBy, type RealtimeSnapshot } from '#ports/realtime/realtime.ts';
import { followQuery, loseAnswer, setWrite, story, update } from '#contracts/docs/help.ts';
import { contract, recorder } from '#contracts/harness.ts';
import { embedded } from './provider.ts';

contract('docs, shown once', embedded, (scenario) => {
  scenario(
    'an increment whose answer was lost shows as counted once at all times',
    { needs: ['docs.offline'] },
    async (scene) => {
      const client = await scene.connect();
      const { docs } = client;
      await docs.write(setWrite('notes/a', { n: 0 }));
      const seen = recorder<DocSnapshot>();
      scene.closing(docs.watch('notes/a', seen));
      const events = followQuery(scene, client, query('notes'), { includeMetadataChanges: true });
      await scene.settle();
      await loseAnswer(scene, client);
      const landed = docs.write(update('notes/a', { n: increment(1) }));
      await scene.settle();
      await scene.advance(5000);
      await landed;
      await scene.settle();
      expect(seen.values.map(({ data }) => data?.['n'])).toEqual([0, 1]);
      expect(story(events).slice(2)).toEqual(['a server pending', 'a server']);
    },
  );
});

contract('realtime, once', embedded, (scenario) => {
  scenario('a write whose answer was lost is applied once', { needs: ['control'] }, async (scene) => {
    const [ada, ben] = [await scene.member(), await scene.member()];
    const seen = recorder<RealtimeSnapshot>();
    scene.closing(ben.realtime.watch('', seen));
    await scene.settle();
    const lose = (operation: string) =>
      ada.control?.inject({ kind: 'lose-answer', service: 'realtime', operation });
    await lose('set');
    const setWrite = ada.realtime.set('a', incrementBy(1));
    await scene.advance(5000);
    await lose('update');
    const update = ada.realtime.update('', { a: incrementBy(1), b: incrementBy(1) });
    const after = ada.realtime.set('c', incrementBy(1));
    await scene.advance(5000);
    await Promise.all([setWrite, update, after]);
    await scene.settle();
    expect(await scene.server.realtime.get('')).toEqual({ a: 2, b: 1, c: 1 });
    expect(seen.values).toHaveLength(4);
  });
});
