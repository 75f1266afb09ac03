import { expect } from 'vitest';
import { rejection, type Scenario } from '../harness.ts';
import { KiB, bytes, textBytes, digest, writing } from './common.ts';

export function readingScenarios(scenario: Scenario): void {
  scenario('an uploaded object can be read', { needs: ['storage.content'] }, async ({ member }) => {
    const { storage } = await member();
    const content = bytes(700 * KiB);
    await storage.upload('a/b/c.bin', content).done;
    expect(digest(await storage.content.read('a/b/c.bin'))).toBe(digest(content));
  });

  scenario('an empty file can be stored and read', { needs: ['storage.content'] }, async ({ member }) => {
    const { storage } = await member();
    const metadata = await storage.upload('empty', new Uint8Array()).done;
    expect(metadata.size).toBe(0);
    expect(await storage.content.read('empty')).toEqual(new Uint8Array());
  });

  scenario(
    'a read of more than maxBytes rejects, and one of exactly maxBytes succeeds',
    { needs: ['storage.content'] },
    async ({ member }) => {
      const { storage } = await member();
      await storage.upload('a', bytes(100)).done;
      expect(await rejection(storage.content.read('a', { maxBytes: 99 }))).toMatchObject({
        code: 'storage/download-size-exceeded',
      });
      expect(await storage.content.read('a', { maxBytes: 100 })).toHaveLength(100);
    },
  );

  scenario(
    'a read without maxBytes is limited to 10 MiB',
    { needs: ['storage.content'] },
    async ({ member }) => {
      const { storage } = await member();
      await storage.upload('a', new Uint8Array(10 * KiB * KiB)).done;
      expect(await storage.content.read('a')).toHaveLength(10 * KiB * KiB);
      await storage.upload('a', new Uint8Array(10 * KiB * KiB + 1)).done;
      expect(await rejection(storage.content.read('a'))).toMatchObject({
        code: 'storage/download-size-exceeded',
      });
    },
  );

  scenario(
    'a range read includes its first and last byte',
    { needs: ['storage.ranges'] },
    async ({ member }) => {
      const { storage } = await member();
      await storage.upload('a', textBytes('0123456789')).done;
      const part = async (first: number, last: number) =>
        new TextDecoder().decode(await storage.ranges.read('a', { first, last }));
      expect(await part(0, 0)).toBe('0');
      expect(await part(3, 5)).toBe('345');
      expect(await part(8, 99)).toBe('89');
      expect(await rejection(part(10, 12))).toMatchObject({ code: 'out-of-range' });
      expect(await storage.ranges.read('a', { first: 0, last: 1 }, { maxBytes: 2 })).toHaveLength(2);
    },
  );

  scenario('a read that is aborted rejects with cancelled', { needs: ['storage.content'] }, async (scene) => {
    const client = await scene.member();
    await writing(client, 'a');
    const aborter = new AbortController();
    const reading = rejection(client.storage.content.read('a', { signal: aborter.signal }));
    aborter.abort();
    expect(await reading).toMatchObject({ code: 'cancelled' });
    await scene.setNetwork(client, false);
    const waiting = new AbortController();
    const offline = rejection(client.storage.content.read('a', { signal: waiting.signal }));
    await scene.settle();
    waiting.abort();
    expect(await offline).toMatchObject({ code: 'cancelled' });
  });

  scenario('a download address can be fetched by anyone', async ({ member }) => {
    const { storage } = await member();
    await storage.upload('page.txt', textBytes('read me'), { contentType: 'text/plain' }).done;
    const response = await fetch(await storage.downloadUrl('page.txt'));
    expect(await response.text()).toBe('read me');
    expect(response.headers.get('content-type')).toBe('text/plain');
  });

  scenario(
    'a download address is stable and stops working when the file is replaced or removed',
    { needs: ['storage.metadata'] },
    async (scene) => {
      const { storage } = await scene.member();
      const other = await scene.member();
      const works = async (url: string) => {
        await scene.settle();
        return fetch(url).then(
          ({ ok }) => ok,
          () => false,
        );
      };
      await storage.upload('a', textBytes('one')).done;
      const first = await storage.downloadUrl('a');
      await storage.metadata.update('a', { cacheControl: 'no-cache' });
      expect(await storage.downloadUrl('a')).toBe(first);
      expect(await works(first)).toBe(true);
      await writing(other, 'a', textBytes('two'));
      expect(await works(first)).toBe(false);
      const second = await storage.downloadUrl('a');
      expect(await (await fetch(second)).text()).toBe('two');
      await other.storage.remove('a');
      expect(await works(second)).toBe(false);
    },
  );

  scenario(
    'revokeDownloadUrls invalidates download addresses, and new ones work',
    { needs: ['storage.content'] },
    async (scene) => {
      const { storage } = await scene.member();
      await storage.upload('a', textBytes('one')).done;
      const first = await storage.downloadUrl('a');
      await scene.server.storage.revokeDownloadUrls('a');
      await scene.server.storage.revokeDownloadUrls('none');
      await scene.settle();
      expect(
        await fetch(first).then(
          ({ ok }) => ok,
          () => false,
        ),
      ).toBe(false);
      const second = await storage.downloadUrl('a');
      expect(second).not.toBe(first);
      expect(await (await fetch(second)).text()).toBe('one');
      expect(await storage.content.read('a')).toEqual(textBytes('one'));
    },
  );
}
