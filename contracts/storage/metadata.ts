import { expect } from 'vitest';
import { rejection, type Scenario } from '../harness.ts';
import { bytes, textBytes, digest, writing } from './common.ts';

export function metadataScenarios(scenario: Scenario): void {
  scenario(
    'custom metadata are limited to 8 KiB of keys and values',
    { needs: ['storage.metadata', 'storage.listing'] },
    async ({ member }) => {
      const { storage } = await member();
      const largest = { k: 'ü'.repeat(4095), x: '' };
      const tooLarge = { k: 'ü'.repeat(4095), xy: 'z' };
      expect((await storage.upload('a', textBytes('x'), { custom: largest }).done).custom).toEqual(largest);
      const refused = { code: 'invalid-argument' };
      expect(await rejection(storage.upload('b', textBytes('x'), { custom: tooLarge }).done)).toMatchObject(
        refused,
      );
      expect(await rejection(storage.metadata.update('a', { custom: { more: '1' } }))).toMatchObject(refused);
      expect((await storage.metadata.get('a')).custom).toEqual(largest);
      expect((await storage.listing.list('')).objects).toEqual(['a']);
    },
  );

  scenario(
    'metadata describes the uploaded file completely',
    { needs: ['storage.metadata'] },
    async (scene) => {
      const { storage } = await scene.member();
      const content = bytes(1000);
      const settings = {
        contentType: 'text/plain',
        contentDisposition: 'attachment',
        contentEncoding: 'identity',
        contentLanguage: 'de',
        cacheControl: 'no-cache',
        custom: { who: 'ann' },
      };
      const metadata = await storage.upload('dir/file.txt', content, settings).done;
      expect(metadata).toMatchObject({
        ...settings,
        path: 'dir/file.txt',
        name: 'file.txt',
        size: 1000,
        md5Hash: digest(content),
        metageneration: '1',
      });
      const now = scene.server.clock.now();
      expect(Math.abs(metadata.createdAt - now)).toBeLessThan(60_000);
      expect(metadata.updatedAt).toBe(metadata.createdAt);
      expect(await storage.metadata.get('dir/file.txt')).toEqual(metadata);
    },
  );

  scenario('an upload without a content type is application/octet-stream', async ({ member }) => {
    const client = await member();
    expect(await writing(client, 'a')).toMatchObject({ contentType: 'application/octet-stream' });
  });

  scenario(
    'a replaced content has a new generation and drops the old metadata',
    { needs: ['storage.content'] },
    async ({ member }) => {
      const { storage } = await member();
      const first = await storage.upload('a', textBytes('long content'), { custom: { old: '1' } }).done;
      const second = await storage.upload('a', textBytes('new')).done;
      expect(second.generation).not.toBe(first.generation);
      expect(second.custom ?? {}).toEqual({});
      expect(await storage.content.read('a')).toEqual(textBytes('new'));
    },
  );

  scenario(
    'changing the metadata keeps the generation and increments the metageneration',
    { needs: ['storage.metadata'] },
    async (scene) => {
      const { storage } = await scene.member();
      const before = await storage.upload('a', textBytes('x'), {
        contentLanguage: 'de',
        cacheControl: 'no-cache',
        custom: { one: '1', two: '2' },
      }).done;
      await scene.advance(1000);
      const after = await storage.metadata.update('a', {
        contentType: 'text/plain',
        contentLanguage: null,
        custom: { two: 'b', three: '3' },
      });
      expect(after).toMatchObject({
        contentType: 'text/plain',
        cacheControl: 'no-cache',
        custom: { one: '1', two: 'b', three: '3' },
        generation: before.generation,
        metageneration: '2',
        createdAt: before.createdAt,
      });
      expect(after.contentLanguage).toBeUndefined();
      expect(after.updatedAt).toBeGreaterThan(before.updatedAt);
      expect(await storage.metadata.get('a')).toEqual(after);
      expect((await storage.metadata.update('a', { custom: { one: null, three: '4' } })).custom).toEqual({
        two: 'b',
        three: '4',
      });
      expect((await storage.metadata.update('a', { custom: null })).custom ?? {}).toEqual({});
      expect((await storage.metadata.update('a', { contentType: null })).size).toBe(1);
    },
  );
}
