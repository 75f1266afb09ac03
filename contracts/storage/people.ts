import { expect } from 'vitest';
import type { ServerObjectPage } from '#ports/server/server.ts';
import { rejection, type Scenario } from '../harness.ts';
import { KiB, bytes, textBytes, everythingIn, writing } from './common.ts';

export function peopleScenarios(scenario: Scenario): void {
  scenario(
    'users share one store and get separate copies of its contents',
    { needs: ['storage.content'] },
    async (scene) => {
      const [ann, bob] = [await scene.member('ann'), await scene.member('bob')];
      await writing(ann, 'shared/a.txt');
      const read = await bob.storage.content.read('shared/a.txt');
      read.fill(0);
      expect(await ann.storage.content.read('shared/a.txt')).toEqual(textBytes('hello'));
    },
  );

  scenario(
    'a missing object rejects with storage/object-not-found',
    { needs: ['storage.metadata', 'storage.content'] },
    async ({ member }) => {
      const { storage } = await member();
      for (const ask of everythingIn(storage, 'missing'))
        expect(await rejection(ask())).toMatchObject({ code: 'storage/object-not-found' });
    },
  );

  scenario(
    'a removed file can’t be read or listed',
    { needs: ['storage.content', 'storage.listing'] },
    async ({ member }) => {
      const client = await member();
      await writing(client, 'a');
      await client.storage.remove('a');
      expect(await rejection(client.storage.content.read('a'))).toMatchObject({
        code: 'storage/object-not-found',
      });
      expect(await rejection(client.storage.remove('a'))).toMatchObject({ code: 'storage/object-not-found' });
      expect((await client.storage.listing.list('')).objects).toEqual([]);
    },
  );

  scenario(
    'invalid arguments throw a TypeError synchronously',
    { needs: ['storage.metadata', 'storage.content', 'storage.listing', 'storage.ranges'] },
    async ({ member }) => {
      const { storage } = await member();
      for (const path of [
        '',
        '/a',
        'a/',
        'a//b',
        'a/../b',
        './a',
        'a\nb',
        'x'.repeat(1025),
        'ü'.repeat(513),
      ]) {
        expect(() => storage.upload(path, textBytes('x'))).toThrow(TypeError);
        for (const ask of everythingIn(storage, path)) expect(ask).toThrow(TypeError);
      }
      expect(() => storage.listing.list('a/')).toThrow(TypeError);
      for (const max of [0, 1001, 1.5]) expect(() => storage.listing.list('', { max })).toThrow(TypeError);
      expect(() => storage.ranges.read('a', { first: 2, last: 1 })).toThrow(TypeError);
      expect(() => storage.content.read('a', { maxBytes: -1 })).toThrow(TypeError);
      expect(() => storage.upload('a', 'text' as never)).toThrow(TypeError);
      expect(() => storage.upload('a', textBytes('x'), { contentType: 1 as never })).toThrow(TypeError);
      expect(() => storage.upload('a', textBytes('x'), { md5Hash: 1 as never })).toThrow(TypeError);
      expect(() => storage.upload('a', textBytes('x'), { custom: { k: null as never } })).toThrow(TypeError);
      expect(() => storage.metadata.update('a', { custom: { k: 1 as never } })).toThrow(TypeError);
    },
  );

  scenario('a path of 1,024 bytes is accepted', async ({ member }) => {
    const client = await member();
    expect(await writing(client, 'ü'.repeat(512))).toMatchObject({ size: 5 });
  });

  scenario(
    'a signed-out client can neither read nor write',
    { needs: ['storage.metadata', 'storage.content', 'storage.listing'] },
    async (scene) => {
      const client = await scene.member();
      await writing(client, 'a');
      const stranger = await scene.connect();
      const refused = { code: expect.stringMatching(/^storage\/unauth(enticated|orized)$/) };
      for (const ask of [...everythingIn(stranger.storage, 'a'), () => stranger.storage.listing.list('')])
        expect(await rejection(ask())).toMatchObject(refused);
      expect(await rejection(writing(stranger, 'a'))).toMatchObject(refused);
      expect(await client.storage.content.read('a')).toEqual(textBytes('hello'));
    },
  );

  scenario(
    'methods of a disposed client reject',
    {
      needs: [
        'functions.stream',
        'storage.resumable',
        'storage.metadata',
        'storage.content',
        'storage.listing',
      ],
    },
    async (scene) => {
      const client = await scene.member();
      const upload = client.storage.resumable.upload('a', bytes(3000 * KiB));
      const pending = rejection(upload.done);
      await client.dispose();
      expect(await pending).toMatchObject({ code: 'failed-precondition' });
      expect([upload.pause(), upload.resume(), upload.cancel()]).toEqual([false, false, false]);
      expect(upload.progress().state).toBe('error');
      for (const ask of [...everythingIn(client.storage, 'a'), () => client.storage.listing.list('')])
        expect(await rejection(ask())).toMatchObject({ code: 'failed-precondition' });
      expect(await rejection(writing(client, 'a'))).toMatchObject({ code: 'failed-precondition' });
    },
  );

  scenario(
    'backend code writes, reads and removes regardless of the rules',
    { needs: ['storage.content'] },
    async ({ server, member }) => {
      const content = textBytes('from the server');
      const metadata = await server.storage.write('s/a', content, { contentType: 'text/plain' });
      content.fill(0);
      expect(metadata).toMatchObject({ path: 's/a', contentType: 'text/plain', size: 15 });
      const { storage } = await member();
      expect(await storage.content.read('s/a')).toEqual(textBytes('from the server'));
      expect(await server.storage.read('s/a')).toEqual(textBytes('from the server'));
      expect(await server.storage.read('s/none')).toBeNull();
      await server.storage.remove('s/a');
      await server.storage.remove('s/a');
      expect(await server.storage.read('s/a')).toBeNull();
    },
  );

  scenario('backend code lists everything below a folder, in pages', async ({ server }) => {
    const written = ['l/a', 'l/b/c', 'l/b/d/e', 'l/é', 'l.txt', 'lower/f'];
    for (const path of written) await server.storage.write(path, textBytes(path));
    const everythingIn: string[] = [];
    let pageToken: string | null = null;
    do {
      const page: ServerObjectPage = await server.storage.list('l', {
        max: 2,
        ...(pageToken !== null && { pageToken }),
      });
      expect(page.objects.length).toBeLessThanOrEqual(2);
      for (const { path, size, createdAt } of page.objects) {
        everythingIn.push(path);
        expect(size).toBe(textBytes(path).length);
        expect(Math.abs(createdAt - server.clock.now())).toBeLessThan(60_000);
      }
      pageToken = page.nextPageToken;
    } while (pageToken !== null);
    expect(everythingIn).toEqual(['l/a', 'l/b/c', 'l/b/d/e', 'l/é']);
    const { objects } = await server.storage.list('');
    expect(objects.map(({ path }) => path)).toEqual(expect.arrayContaining(written));
    expect(await server.storage.list('nothing')).toEqual({ objects: [], nextPageToken: null });
    await expect(async () => server.storage.list('l/')).rejects.toThrow(TypeError);
    await expect(async () => server.storage.list('l', { max: 0 })).rejects.toThrow(TypeError);
  });

  scenario('backend code gets invalid-argument for an unknown page token', async ({ server }) => {
    await server.storage.write('l/a', textBytes('a'));
    const other = server.storage.list('l', { pageToken: 'of another listing' });
    expect(await rejection(other)).toMatchObject({ code: 'invalid-argument' });
  });
}
