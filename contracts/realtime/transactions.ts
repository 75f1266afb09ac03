import { expect } from 'vitest';
import type { RealtimeSnapshot } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';
import { recorder, rejection, type Scenario } from '../harness.ts';

const plusOne = (now: Json) => (typeof now === 'number' ? now : 0) + 1;

export function realtimeTransactionScenarios(scenario: Scenario): void {
  scenario(
    'concurrent transactions lose no increment',
    { needs: ['realtime.transactions'] },
    async (scene) => {
      const clients = [await scene.member(), await scene.member(), await scene.member()];
      const results = await Promise.all(
        clients.flatMap(({ realtime }) => [1, 2, 3].map(() => realtime.transactions.run('count', plusOne))),
      );
      expect(results.every(({ committed }) => committed)).toBe(true);
      expect(results.map(({ snapshot }) => snapshot.value).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(await scene.server.realtime.get('count')).toBe(9);
    },
  );

  scenario(
    'a transaction function gets the cached value, then the server’s value',
    { needs: ['realtime.transactions'] },
    async (scene) => {
      const { realtime } = await scene.member();
      await scene.server.realtime.update({ count: 5 });
      const given: Json[] = [];
      const run = () =>
        realtime.transactions.run('count', (now) => {
          given.push(now);
          return plusOne(now);
        });
      expect(await run()).toMatchObject({ committed: true, snapshot: { path: 'count', value: 6 } });
      expect(given).toEqual([null, 5]);
      scene.closing(realtime.watch('count', recorder()));
      await scene.settle();
      await run();
      expect(given).toEqual([null, 5, 6]);
    },
  );

  scenario(
    'a transaction whose function returns undefined is not committed',
    { needs: ['realtime.transactions'] },
    async (scene) => {
      const { realtime } = await scene.member();
      await scene.server.realtime.update({ seat: 'taken' });
      const result = await realtime.transactions.run('seat', (now) => (now === null ? 'mine' : undefined));
      expect(result).toMatchObject({ committed: false, snapshot: { value: 'taken' } });
      expect(await scene.server.realtime.get('seat')).toBe('taken');
    },
  );

  scenario(
    'a transaction keeps the priority',
    { needs: ['realtime.priorities', 'realtime.transactions'] },
    async (scene) => {
      const { realtime } = await scene.member();
      await realtime.set('a', 1, 7);
      const { snapshot } = await realtime.transactions.run('a', plusOne);
      expect(snapshot).toMatchObject({ value: 2, priority: 7 });
      expect(await realtime.get('a')).toMatchObject({ value: 2, priority: 7 });
    },
  );

  scenario(
    'an exception of the transaction function or an invalid value writes nothing',
    { needs: ['realtime.transactions'] },
    async (scene) => {
      const { realtime } = await scene.member();
      const mistake = new Error('mistake');
      const thrown = realtime.transactions.run('a', () => {
        throw mistake;
      });
      expect(await rejection(thrown)).toBe(mistake);
      expect(await rejection(realtime.transactions.run('a', () => Number.NaN))).toBeInstanceOf(TypeError);
      expect(await scene.server.realtime.get('a')).toBeNull();
    },
  );

  scenario(
    'a transaction shows locally before it is committed, unless applyLocally is off',
    { needs: ['realtime.transactions'] },
    async (scene) => {
      const client = await scene.member();
      const { realtime } = client;
      await realtime.set('a', 1);
      const seen = recorder<RealtimeSnapshot>();
      const stop = realtime.watch('a', seen);
      await scene.settle();
      void realtime.transactions.run('a', plusOne).catch(() => {});
      await Promise.resolve();
      expect((await realtime.get('a')).value).toBe(2);
      await scene.settle();
      await scene.setNetwork(client, false);
      const quiet = realtime.transactions.run('a', plusOne, { applyLocally: false });
      await scene.settle();
      expect(seen.last().value).toBe(2);
      await scene.setNetwork(client, true);
      await quiet;
      await scene.settle();
      expect(seen.values.map(({ value }) => value)).toEqual([1, 2, 3]);
      stop();
    },
  );

  scenario(
    'a plain write replaces waiting transactions of its path',
    { needs: ['realtime.transactions'] },
    async (scene) => {
      const client = await scene.member();
      const { realtime } = client;
      await scene.setNetwork(client, false);
      const first = realtime.transactions.run('a', plusOne);
      const behind = [
        realtime.transactions.run('a', plusOne),
        realtime.transactions.run('a/b', plusOne, { applyLocally: false }),
      ];
      const other = realtime.transactions.run('other', plusOne);
      const write = realtime.set('a', { b: 10 });
      for (const transaction of behind)
        expect(await rejection(transaction)).toMatchObject({ code: 'realtime/overridden-by-set' });
      await scene.setNetwork(client, true);
      expect(await first).toMatchObject({ committed: true, snapshot: { value: 1 } });
      await write;
      expect(await other).toMatchObject({ committed: true });
      expect(await scene.server.realtime.get('')).toEqual({ a: { b: 10 }, other: 1 });
    },
  );

  scenario(
    'a running transaction is cancelled by a plain write when the server held another value',
    { needs: ['realtime.transactions'] },
    async (scene) => {
      const client = await scene.member();
      const { realtime } = client;
      await scene.setNetwork(client, false);
      const transaction = realtime.transactions.run('a', plusOne);
      const write = realtime.set('a', 10);
      await scene.server.realtime.update({ a: 5 });
      const rejected = rejection(transaction);
      await scene.setNetwork(client, true);
      expect(await rejected).toMatchObject({ code: 'realtime/overridden-by-set' });
      await write;
      expect(await scene.server.realtime.get('a')).toBe(10);
    },
  );

  scenario(
    'transactions at one path run in order, each on the result of the previous one',
    { needs: ['realtime.transactions'] },
    async (scene) => {
      const client = await scene.member();
      const { realtime } = client;
      await scene.server.realtime.update({ count: 5 });
      const given: Json[] = [];
      const run = () =>
        realtime.transactions.run('count', (now) => {
          given.push(now);
          return plusOne(now);
        });
      const results = await Promise.all([run(), run(), run()]);
      expect(results.map(({ snapshot }) => snapshot.value)).toEqual([6, 7, 8]);
      expect(given).toEqual([null, 1, 2, 5, 6, 7]);
      expect(await scene.server.realtime.get('count')).toBe(8);
    },
  );

  scenario('a transaction rejects after 25 attempts', { needs: ['realtime.transactions'] }, async (scene) => {
    const { realtime } = await scene.member();
    let runs = 0;
    const contested = realtime.transactions.run('a', () => {
      runs++;
      void scene.server.realtime.update({ a: -runs });
      return runs;
    });
    expect(await rejection(contested)).toMatchObject({ code: 'realtime/max-retries' });
    expect(runs).toBe(25);
  });

  scenario(
    'a denied transaction rejects and is rolled back, and one whose answer is lost rejects with realtime/disconnected',
    { needs: ['control', 'realtime.transactions'] },
    async (scene) => {
      const { realtime, control } = await scene.member();
      await realtime.set('a', 1);
      const seen = recorder<RealtimeSnapshot>();
      scene.closing(realtime.watch('a', seen));
      await scene.settle();
      const service = 'realtime';
      const operation = 'transaction';
      await control?.inject({ kind: 'refuse', service, operation, code: 'permission-denied' });
      expect(await rejection(realtime.transactions.run('a', plusOne))).toMatchObject({
        code: 'permission-denied',
      });
      await scene.settle();
      expect(seen.values.map(({ value }) => value)).toEqual([1, 2, 1]);
      await control?.inject({ kind: 'lose-answer', service, operation });
      expect(await rejection(realtime.transactions.run('a', plusOne))).toMatchObject({
        code: 'realtime/disconnected',
        retryable: true,
      });
      await scene.advance(5000);
      expect(await scene.server.realtime.get('a')).toBe(2);
      expect(seen.last().value).toBe(2);
    },
  );

  scenario('a transaction waits while offline', { needs: ['realtime.transactions'] }, async (scene) => {
    const client = await scene.member();
    await scene.server.realtime.update({ count: 5 });
    await scene.setNetwork(client, false);
    const waiting = client.realtime.transactions.run('count', plusOne);
    await scene.server.realtime.update({ count: 7 });
    await scene.setNetwork(client, true);
    expect(await waiting).toMatchObject({ committed: true, snapshot: { value: 8 } });
  });
}
