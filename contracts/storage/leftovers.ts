/** Remains of uploads that ended before their last byte. */
import { expect } from 'vitest';
import type { CompleteBackend } from '#ports/complete.ts';
import { rejection, type Scenario, type Scene } from '../harness.ts';
import { bytes, digest, KiB, textBytes, writing } from './common.ts';

/** Expects no file, as another person sees it. */
async function expectNoFile(scene: Scene, path = 'a'): Promise<void> {
  const other = await scene.member(`looks-${path}`);
  expect((await other.storage.listing.list('')).objects).toEqual([]);
  expect(await rejection(other.storage.metadata.get(path))).toMatchObject({
    code: 'storage/object-not-found',
  });
  expect(await rejection(other.storage.content.read(path))).toMatchObject({
    code: 'storage/object-not-found',
  });
  expect(await scene.server.storage.read(path)).toBeNull();
}

const exported = async ({ control }: CompleteBackend): Promise<number> =>
  (await control?.exportCloud())?.length ?? 0;

export function leftoverScenarios(scenario: Scenario): void {
  scenario(
    'an incomplete upload is not visible as a file, also after its browser was killed',
    { needs: ['storage.listing', 'storage.metadata', 'storage.content'] },
    async (scene) => {
      const client = await scene.member();
      const upload = client.storage.upload('a', bytes(3000 * KiB));
      void rejection(upload.done);
      await scene.setNetwork(client, false);
      await expectNoFile(scene);
      await scene.kill(client);
      await scene.advance(1000);
      expect((await (await scene.member('later')).storage.listing.list('')).objects).toEqual([]);
    },
  );

  scenario(
    'an upload that times out leaves no file',
    { needs: ['storage.listing', 'storage.metadata', 'storage.content'] },
    async (scene) => {
      const client = await scene.member();
      const upload = client.storage.upload('a', bytes(3000 * KiB));
      const failing = rejection(upload.done);
      await scene.setNetwork(client, false);
      await scene.advance(700_000);
      expect(await failing).toMatchObject({ code: 'storage/retry-limit-exceeded' });
      await scene.setNetwork(client, true);
      await expectNoFile(scene);
    },
  );

  scenario(
    'a paused upload that is cancelled leaves neither a file nor bytes, and the next upload starts from zero',
    { needs: ['storage.resumable', 'control', 'storage.listing', 'storage.metadata', 'storage.content'] },
    async (scene) => {
      const client = await scene.member();
      await writing(client, 'other');
      await client.storage.remove('other');
      await scene.advance(1000);
      const before = await exported(client);
      await client.control?.inject({ kind: 'latency', service: 'storage', ms: 1000, times: 99 });
      const upload = client.storage.resumable.upload('a', bytes(3000 * KiB));
      await scene.advance(3500);
      const ending = rejection(upload.done);
      upload.pause();
      await scene.settle();
      expect(upload.progress().bytesSent).toBeGreaterThan(200 * KiB);
      await client.control?.clearFaults();
      upload.cancel();
      expect(await ending).toMatchObject({ code: 'cancelled' });
      await scene.settle();
      expect((await exported(client)) - before).toBeLessThan(10 * KiB);
      await expectNoFile(scene);
      await writing(client, 'a', textBytes('new'));
      expect(digest(await client.storage.content.read('a'))).toBe(digest(textBytes('new')));
    },
  );

  scenario(
    'an upload with a wrong checksum leaves neither a file nor bytes',
    { needs: ['control', 'storage.listing', 'storage.metadata', 'storage.content'] },
    async (scene) => {
      const client = await scene.member();
      const before = await exported(client);
      const wrong = { md5Hash: digest(textBytes('something else')) };
      expect(await rejection(client.storage.upload('a', bytes(700 * KiB), wrong).done)).toMatchObject({
        code: 'storage/invalid-checksum',
      });
      await scene.settle();
      expect((await exported(client)) - before).toBeLessThan(10 * KiB);
      await expectNoFile(scene);
    },
  );
}
