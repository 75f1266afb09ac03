/** Functions: calls that are not waited for to their end: no connection, no time, cancelled, disposed of. */
import { expect } from 'vitest';
import { type Provider, rejection, type Scenario } from '../harness.ts';
import { seen } from './called.ts';

export function endingScenarios(scenario: Scenario, provider: Provider): void {
  scenario('an offline call rejects with unavailable and is never sent', async (scene) => {
    const client = await scene.connect();
    await scene.setNetwork(client, false);
    const key = `${provider.name}/offline`;
    seen.delete(key);
    expect(await rejection(client.functions.call('count', { key }))).toMatchObject({
      code: 'unavailable',
      retryable: true,
    });
    await scene.setNetwork(client, true);
    expect(await client.functions.call('count', { key })).toBe(1);
  });

  scenario('a call whose connection is lost rejects with unavailable', async (scene) => {
    const client = await scene.connect();
    const calling = rejection(client.functions.call('hang', { key: 'lost' }));
    await scene.settle();
    await scene.setNetwork(client, false);
    expect(await calling).toMatchObject({ code: 'unavailable' });
  });

  scenario('the default time-out is 70 s', async (scene) => {
    const { functions } = await scene.connect();
    let error: unknown = null;
    const calling = rejection(functions.call('hang', { key: 'default' })).then((caught) => (error = caught));
    await scene.advance(69_999);
    expect(error).toBeNull();
    await scene.advance(1);
    await calling;
    expect(error).toMatchObject({ code: 'deadline-exceeded', retryable: true });
  });

  scenario(
    'the timeoutMs option limits a call and a stream',
    { needs: ['functions.stream'] },
    async (scene) => {
      const { functions } = await scene.connect();
      const call = rejection(functions.call('hang', { key: 'given' }, { timeoutMs: 5000 }));
      const stream = functions.stream.open('hang', { key: 'given' }, { timeoutMs: 5000 });
      await scene.advance(5000);
      expect(await call).toMatchObject({ code: 'deadline-exceeded' });
      expect(await rejection(stream.result)).toMatchObject({ code: 'deadline-exceeded' });
    },
  );

  scenario('an aborted call rejects with cancelled', async (scene) => {
    const { functions } = await scene.connect();
    const aborter = new AbortController();
    const calling = rejection(functions.call('hang', { key: 'abort' }, { signal: aborter.signal }));
    await scene.settle();
    aborter.abort();
    expect(await calling).toMatchObject({ code: 'cancelled' });
  });

  scenario('a call aborted beforehand is never sent', { needs: ['functions.stream'] }, async (scene) => {
    const { functions } = await scene.connect();
    const aborter = new AbortController();
    aborter.abort();
    const key = `${provider.name}/beforehand`;
    seen.delete(key);
    const { signal } = aborter;
    expect(await rejection(functions.call('count', { key }, { signal }))).toMatchObject({
      code: 'cancelled',
    });
    expect(await rejection(functions.stream.open('count', { key }, { signal }).result)).toMatchObject({
      code: 'cancelled',
    });
    await scene.settle();
    expect(seen.get(key)).toBeUndefined();
  });

  scenario('aborting after the result has no effect', async ({ connect }) => {
    const { functions } = await connect();
    const aborter = new AbortController();
    const result = await functions.call('echo', 1, { signal: aborter.signal });
    aborter.abort();
    expect(result).toBe(1);
  });

  scenario(
    'a function’s signal aborts when its caller cancels',
    { needs: ['functions.cancellation'] },
    async (scene) => {
      const { functions } = await scene.connect();
      const aborter = new AbortController();
      const key = `${provider.name}/told`;
      seen.delete(key);
      const calling = rejection(functions.call('hang', { key }, { signal: aborter.signal }));
      await scene.settle();
      expect(seen.get(key)).toEqual(['started']);
      aborter.abort();
      await calling;
      await scene.settle();
      expect(seen.get(key)).toEqual(['started', 'aborted']);
    },
  );

  scenario(
    'a function’s signal aborts when its caller disconnects',
    { needs: ['functions.cancellation'] },
    async (scene) => {
      const client = await scene.connect();
      const key = `${provider.name}/gone`;
      seen.delete(key);
      const lost = rejection(client.functions.call('hang', { key }));
      await scene.settle();
      await scene.kill(client);
      await lost;
      await scene.settle();
      expect(seen.get(key)).toEqual(['started', 'aborted']);
    },
  );

  scenario('calls succeed after a reconnect', async (scene) => {
    const client = await scene.connect();
    await scene.setNetwork(client, false);
    await scene.setNetwork(client, true);
    expect(await client.functions.call('echo', 'again')).toBe('again');
  });

  scenario(
    'calls of a disposed client reject',
    {
      needs: [
        'functions.stream',
        'storage.resumable',
        'storage.metadata',
        'storage.content',
        'storage.listing',
      ],
    },
    async ({ connect }) => {
      const client = await connect();
      await client.dispose();
      expect(await rejection(client.functions.call('echo'))).toMatchObject({ code: 'failed-precondition' });
      expect(await rejection(client.functions.stream.open('echo').result)).toMatchObject({
        code: 'failed-precondition',
      });
    },
  );
}
