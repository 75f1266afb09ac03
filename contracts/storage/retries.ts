import { expect } from 'vitest';
import { rejection, type Scenario, type Scene } from '../harness.ts';
import { KiB, bytes, textBytes, digest, writing } from './common.ts';

async function pastLatency<T>(scene: Scene, asked: Promise<T>): Promise<T> {
  await scene.advance(5000);
  return asked;
}

export function retryScenarios(scenario: Scenario): void {
  scenario(
    'an object is replaced only when its upload is complete',
    { needs: ['storage.content'] },
    async (scene) => {
      const client = await scene.member();
      const other = await scene.member();
      await writing(client, 'a', textBytes('old'));
      const upload = client.storage.upload('a', bytes(5000 * KiB));
      await scene.setNetwork(client, false);
      expect(await other.storage.content.read('a')).toEqual(textBytes('old'));
      await scene.setNetwork(client, true);
      await scene.advance(60_000);
      await upload.done;
      expect(await other.storage.content.read('a')).toHaveLength(5000 * KiB);
    },
  );

  scenario(
    'an upload that loses its connection stays running and continues afterwards',
    { needs: ['storage.content'] },
    async (scene) => {
      const client = await scene.member();
      const content = bytes(3000 * KiB);
      const upload = client.storage.upload('a', content);
      await scene.setNetwork(client, false);
      await scene.advance(300_000);
      expect(upload.progress().state).toBe('running');
      await scene.setNetwork(client, true);
      await scene.advance(60_000);
      expect(await upload.done).toMatchObject({ size: content.length });
      expect(digest(await client.storage.content.read('a'))).toBe(digest(content));
    },
  );

  scenario('an upload without progress rejects after 10 minutes', async (scene) => {
    const client = await scene.member();
    await scene.setNetwork(client, false);
    const upload = client.storage.upload('a', textBytes('x'));
    const failing = rejection(upload.done);
    await scene.advance(599_000);
    expect(upload.progress().state).toBe('running');
    await scene.advance(70_000);
    expect(await failing).toMatchObject({ code: 'storage/retry-limit-exceeded', retryable: true });
    expect(upload.progress().state).toBe('error');
  });

  scenario(
    'a slow upload with progress never times out',
    { needs: ['storage.resumable', 'control', 'storage.content'] },
    async (scene) => {
      const client = await scene.member();
      await client.control?.inject({ kind: 'latency', service: 'storage', ms: 1000, times: 99 });
      const content = bytes(5000 * KiB);
      const upload = client.storage.upload('a', content);
      const sent: number[] = [];
      for (let spell = 0; spell < 3; spell++) {
        await scene.advance(4500);
        await scene.setNetwork(client, false);
        sent.push(upload.progress().bytesSent);
        await scene.advance(540_000);
        await scene.setNetwork(client, true);
      }
      await scene.advance(60_000);
      expect(await upload.done).toMatchObject({ size: content.length });
      expect(new Set(sent).size).toBe(3);
      expect(digest(await pastLatency(scene, client.storage.content.read('a')))).toBe(digest(content));
    },
  );

  scenario(
    'resuming a paused upload restarts its time limit',
    { needs: ['storage.resumable'] },
    async (scene) => {
      const client = await scene.member();
      const content = bytes(900 * KiB);
      await scene.setNetwork(client, false);
      const upload = client.storage.resumable.upload('a', content);
      await scene.advance(500_000);
      expect(upload.pause()).toBe(true);
      await scene.advance(1_200_000);
      expect(upload.progress().state).toBe('paused');
      expect(upload.resume()).toBe(true);
      await scene.advance(500_000);
      expect(upload.progress().state).toBe('running');
      await scene.setNetwork(client, true);
      await scene.advance(70_000);
      expect(await upload.done).toMatchObject({ size: content.length });
    },
  );

  scenario('a removal whose answer was lost succeeds', { needs: ['storage.listing'] }, async (scene) => {
    const client = await scene.member();
    await writing(client, 'a');
    await scene.loseAnswer(client, 'storage', 'remove');
    await Promise.all([client.storage.remove('a'), scene.advance(30_000)]);
    expect((await client.storage.listing.list('')).objects).toEqual([]);
    expect(await rejection(client.storage.remove('a'))).toMatchObject({ code: 'storage/object-not-found' });
  });

  scenario(
    'offline, other requests wait up to 2 minutes for the network',
    { needs: ['storage.content', 'storage.metadata'] },
    async (scene) => {
      const client = await scene.member();
      await writing(client, 'a');
      await scene.setNetwork(client, false);
      const reading = client.storage.content.read('a');
      await scene.advance(60_000);
      await scene.setNetwork(client, true);
      await scene.advance(60_000);
      expect(await reading).toEqual(textBytes('hello'));
      await scene.setNetwork(client, false);
      const failing = rejection(client.storage.metadata.get('a'));
      await scene.advance(190_000);
      expect(await failing).toMatchObject({ code: 'storage/retry-limit-exceeded' });
    },
  );
}
