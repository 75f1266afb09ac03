import { expect } from 'vitest';
import type { UploadProgress } from '#ports/storage/storage.ts';
import { recorder, rejection, type Scenario } from '../harness.ts';
import { KiB, bytes, textBytes, digest } from './common.ts';

/** Recorder of an upload's states, with its end. */
function watching() {
  return recorder<UploadProgress>();
}

const states = (values: readonly UploadProgress[]) => values.map(({ state }) => state);

export function uploadingScenarios(scenario: Scenario): void {
  scenario(
    'the bytes of an upload can be changed after the call',
    { needs: ['storage.content'] },
    async ({ member }) => {
      const { storage } = await member();
      const content = textBytes('before');
      const { done } = storage.upload('a', content);
      content.fill(0);
      await done;
      expect(await storage.content.read('a')).toEqual(textBytes('before'));
    },
  );

  scenario('a blob is uploaded with its content type', { needs: ['storage.content'] }, async ({ member }) => {
    const { storage } = await member();
    const blob = new Blob([bytes(300 * KiB)], { type: 'image/png' });
    const metadata = await storage.upload('pictures/a.png', blob).done;
    expect(metadata).toMatchObject({ contentType: 'image/png', size: 300 * KiB });
    expect(await storage.content.read('pictures/a.png')).toEqual(bytes(300 * KiB));
  });

  scenario('an unreadable blob fails the upload', { needs: ['storage.listing'] }, async ({ member }) => {
    const { storage } = await member();
    const gone = {
      size: 3,
      type: '',
      slice: () => gone,
      arrayBuffer: () => Promise.reject(new Error('gone')),
    };
    expect(await rejection(storage.upload('a', gone).done)).toMatchObject({
      code: 'storage/cannot-slice-blob',
    });
    const shrunk = { ...gone, arrayBuffer: async () => new ArrayBuffer(2) };
    expect(await rejection(storage.upload('a', { ...shrunk, slice: () => shrunk }).done)).toMatchObject({
      code: 'storage/cannot-slice-blob',
    });
    expect((await storage.listing.list('')).objects).toEqual([]);
  });

  scenario(
    'an announced checksum is verified when the upload is complete',
    { needs: ['storage.metadata'] },
    async ({ member }) => {
      const { storage } = await member();
      const content = bytes(700 * KiB);
      const metadata = await storage.upload('a', content, { md5Hash: digest(content) }).done;
      expect(metadata.md5Hash).toBe(digest(content));
      const broken = storage.upload('a', bytes(700 * KiB, 11), { md5Hash: digest(content) });
      expect(await rejection(broken.done)).toMatchObject({ code: 'storage/invalid-checksum' });
      expect(broken.progress().state).toBe('error');
      expect(await storage.metadata.get('a')).toEqual(metadata);
      await storage.metadata.update('a', { contentType: 'text/plain' });
      expect((await storage.upload('a', bytes(10)).done).size).toBe(10);
    },
  );

  scenario('a failed upload causes no unhandled rejection', { needs: ['storage.listing'] }, async (scene) => {
    const { storage } = await scene.member();
    storage.upload('a', bytes(10)).cancel();
    const stranger = await scene.connect();
    stranger.storage.upload('a', bytes(10));
    await scene.settle();
    expect((await storage.listing.list('')).objects).toEqual([]);
  });

  scenario(
    'an upload reports its state, its progress and its success, in order',
    { needs: ['storage.resumable'] },
    async (scene) => {
      const { storage } = await scene.member();
      const size = 2000 * KiB;
      const upload = storage.upload('big', bytes(size));
      const seen = watching();
      const stop = scene.closing(upload.watch(seen));
      expect(seen.values).toEqual([]);
      await upload.done;
      await scene.settle();
      expect(seen.values[0]).toEqual({ state: 'running', bytesSent: 0, bytesTotal: size });
      expect(seen.values.slice(-2)).toEqual([
        { state: 'running', bytesSent: size, bytesTotal: size },
        { state: 'success', bytesSent: size, bytesTotal: size },
      ]);
      const sent = seen.values.map(({ bytesSent }) => bytesSent);
      expect(sent).toEqual([...sent].sort((a, b) => a - b));
      expect(new Set(sent).size).toBeGreaterThan(2);
      expect(seen.errors).toEqual([]);
      expect(upload.progress()).toEqual(seen.last());
      stop();
      stop();
    },
  );

  scenario('watching a finished upload reports its outcome', async (scene) => {
    const { storage } = await scene.member();
    const upload = storage.upload('a', textBytes('x'));
    await upload.done;
    const seen = watching();
    upload.watch(seen);
    await scene.settle();
    expect(states(seen.values)).toEqual(['success']);
  });

  scenario('an observer gets nothing after unsubscribing, and other observers do', async (scene) => {
    const { storage } = await scene.member();
    const upload = storage.upload('a', bytes(600 * KiB));
    const [early, other] = [watching(), watching()];
    const stop = upload.watch(early);
    scene.closing(upload.watch(other));
    stop();
    await upload.done;
    await scene.settle();
    expect(early.values).toEqual([]);
    expect(other.last().state).toBe('success');
  });

  scenario(
    'an upload can be paused and resumed',
    { needs: ['storage.resumable', 'storage.content'] },
    async (scene) => {
      const { storage } = await scene.member();
      const content = bytes(900 * KiB);
      const upload = storage.resumable.upload('a', content);
      const seen = watching();
      scene.closing(upload.watch(seen));
      expect(upload.resume()).toBe(false);
      expect(upload.pause()).toBe(true);
      expect(upload.pause()).toBe(false);
      expect(upload.progress().state).toBe('running');
      await scene.settle();
      expect(upload.progress().state).toBe('paused');
      expect(seen.last().state).toBe('paused');
      await scene.advance(3_600_000);
      expect(upload.progress().state).toBe('paused');
      expect(upload.resume()).toBe(true);
      expect(upload.progress().state).toBe('running');
      expect(upload.resume()).toBe(false);
      await upload.done;
      await scene.settle();
      expect(states(seen.values).filter((state) => state === 'paused')).toHaveLength(1);
      expect(seen.last().state).toBe('success');
      expect(digest(await storage.content.read('a'))).toBe(digest(content));
      expect([upload.pause(), upload.resume(), upload.cancel()]).toEqual([false, false, false]);
    },
  );

  scenario(
    'resuming before a pause took effect reports no pause',
    { needs: ['storage.resumable'] },
    async (scene) => {
      const { storage } = await scene.member();
      const upload = storage.resumable.upload('a', bytes(900 * KiB));
      const seen = watching();
      scene.closing(upload.watch(seen));
      expect([upload.pause(), upload.resume(), upload.resume()]).toEqual([true, true, false]);
      await upload.done;
      await scene.settle();
      expect(new Set(states(seen.values))).toEqual(new Set(['running', 'success']));
      expect(seen.values.filter(({ bytesSent }) => bytesSent === 0)).toHaveLength(1);
    },
  );

  scenario('observers are called in the order of their subscription, before done resolves', async (scene) => {
    const { storage } = await scene.member();
    const upload = storage.upload('a', bytes(10));
    const told: string[] = [];
    const ended = upload.done.then(() => void told.push('done'));
    for (const name of ['one', 'two'])
      scene.closing(
        upload.watch({
          next: ({ state }) => {
            if (state === 'success') told.push(name);
          },
        }),
      );
    await ended;
    expect(told).toEqual(['one', 'two', 'done']);
  });

  scenario(
    'a cancelled upload rejects, reports it and leaves nothing',
    { needs: ['storage.metadata'] },
    async (scene) => {
      const { storage } = await scene.member();
      const upload = storage.upload('a', bytes(900 * KiB));
      const seen = watching();
      scene.closing(upload.watch(seen));
      expect(upload.cancel()).toBe(true);
      expect(upload.cancel()).toBe(false);
      expect(await rejection(upload.done)).toMatchObject({ code: 'cancelled' });
      await scene.settle();
      expect(upload.progress().state).toBe('cancelled');
      expect(seen.errors).toMatchObject([{ code: 'cancelled' }]);
      expect(await rejection(storage.metadata.get('a'))).toMatchObject({ code: 'storage/object-not-found' });
    },
  );

  scenario('a paused upload can be cancelled', { needs: ['storage.resumable'] }, async (scene) => {
    const { storage } = await scene.member();
    const upload = storage.resumable.upload('a', bytes(900 * KiB));
    upload.pause();
    await scene.settle();
    expect(upload.cancel()).toBe(true);
    expect(await rejection(upload.done)).toMatchObject({ code: 'cancelled' });
  });
}
