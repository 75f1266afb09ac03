/** The promises of ports/storage. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Backend } from '#ports/backend.ts';
import type { Storage, UploadProgress } from '#ports/storage/storage.ts';
import { contract, type Provider, recorder, rejection, type Scene } from './harness.ts';
import { storageRuleScenarios } from './storage-rules.ts';

const KiB = 1024;
const bytes = (size: number, seed = 7) => Uint8Array.from({ length: size }, (_, at) => (at * seed) % 251);
const text = (content: string) => new TextEncoder().encode(content);

const digest = (content: Uint8Array) => createHash('md5').update(content).digest('base64');

/** Keeps what an upload tells, and says when it is over. */
function watching() {
  return recorder<UploadProgress>();
}

const states = (values: readonly UploadProgress[]) => values.map(({ state }) => state);

const everything = (storage: Storage, path: string) => [
  () => storage.metadata(path),
  () => storage.updateMetadata(path, { cacheControl: 'no-store' }),
  () => storage.downloadUrl(path),
  () => storage.read(path),
  () => storage.remove(path),
];

const writing = (client: Backend, path: string, content = text('hello')) =>
  client.storage.upload(path, content).done;

async function pastLatency<T>(scene: Scene, asked: Promise<T>): Promise<T> {
  await scene.advance(5000);
  return asked;
}

export function storageContract(provider: Provider): void {
  contract('storage', provider, (scenario) => {
    storageRuleScenarios(scenario);

    scenario('two people see one store, and what they got is their own copy', async (scene) => {
      const [ann, bob] = [await scene.member('ann'), await scene.member('bob')];
      await writing(ann, 'shared/a.txt');
      const read = await bob.storage.read('shared/a.txt');
      read.fill(0);
      expect(await ann.storage.read('shared/a.txt')).toEqual(text('hello'));
    });

    scenario('what was uploaded can be read', async ({ member }) => {
      const { storage } = await member();
      const content = bytes(700 * KiB);
      await storage.upload('a/b/c.bin', content).done;
      expect(digest(await storage.read('a/b/c.bin'))).toBe(digest(content));
    });

    scenario('an empty file is a file', async ({ member }) => {
      const { storage } = await member();
      const metadata = await storage.upload('empty', new Uint8Array()).done;
      expect(metadata.size).toBe(0);
      expect(await storage.read('empty')).toEqual(new Uint8Array());
    });

    scenario('bytes may be changed after the call', async ({ member }) => {
      const { storage } = await member();
      const content = text('before');
      const { done } = storage.upload('a', content);
      content.fill(0);
      await done;
      expect(await storage.read('a')).toEqual(text('before'));
    });

    scenario('a blob is uploaded with its type', async ({ member }) => {
      const { storage } = await member();
      const blob = new Blob([bytes(300 * KiB)], { type: 'image/png' });
      const metadata = await storage.upload('pictures/a.png', blob).done;
      expect(metadata).toMatchObject({ contentType: 'image/png', size: 300 * KiB });
      expect(await storage.read('pictures/a.png')).toEqual(bytes(300 * KiB));
    });

    scenario('a blob that can’t be read ends the upload', async ({ member }) => {
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
    });

    scenario('metadata tells all about the file', async (scene) => {
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
      expect(await storage.metadata('dir/file.txt')).toEqual(metadata);
    });

    scenario('bytes without a type are application/octet-stream', async ({ member }) => {
      const client = await member();
      expect(await writing(client, 'a')).toMatchObject({ contentType: 'application/octet-stream' });
    });

    scenario('a new content is a new generation and replaces the whole', async ({ member }) => {
      const { storage } = await member();
      const first = await storage.upload('a', text('long content'), { custom: { old: '1' } }).done;
      const second = await storage.upload('a', text('new')).done;
      expect(second.generation).not.toBe(first.generation);
      expect(second.custom ?? {}).toEqual({});
      expect(await storage.read('a')).toEqual(text('new'));
    });

    scenario('changing the metadata keeps the generation and counts', async (scene) => {
      const { storage } = await scene.member();
      const before = await storage.upload('a', text('x'), {
        contentLanguage: 'de',
        cacheControl: 'no-cache',
        custom: { one: '1', two: '2' },
      }).done;
      await scene.advance(1000);
      const after = await storage.updateMetadata('a', {
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
      expect(await storage.metadata('a')).toEqual(after);
      expect((await storage.updateMetadata('a', { custom: null })).custom ?? {}).toEqual({});
    });

    scenario('what is not there is storage/object-not-found', async ({ member }) => {
      const { storage } = await member();
      for (const ask of everything(storage, 'missing'))
        expect(await rejection(ask())).toMatchObject({ code: 'storage/object-not-found' });
    });

    scenario('a removed file is gone', async ({ member }) => {
      const client = await member();
      await writing(client, 'a');
      await client.storage.remove('a');
      expect(await rejection(client.storage.read('a'))).toMatchObject({ code: 'storage/object-not-found' });
      expect(await rejection(client.storage.remove('a'))).toMatchObject({ code: 'storage/object-not-found' });
      expect((await client.storage.list('')).objects).toEqual([]);
    });

    scenario('reading more than maxBytes is refused, as much is not', async ({ member }) => {
      const { storage } = await member();
      await storage.upload('a', bytes(100)).done;
      expect(await rejection(storage.read('a', { maxBytes: 99 }))).toMatchObject({
        code: 'storage/download-size-exceeded',
      });
      expect(await storage.read('a', { maxBytes: 100 })).toHaveLength(100);
    });

    scenario('without maxBytes 10 MiB may be read', async ({ member }) => {
      const { storage } = await member();
      await storage.upload('a', new Uint8Array(10 * KiB * KiB)).done;
      expect(await storage.read('a')).toHaveLength(10 * KiB * KiB);
      await storage.upload('a', new Uint8Array(10 * KiB * KiB + 1)).done;
      expect(await rejection(storage.read('a'))).toMatchObject({ code: 'storage/download-size-exceeded' });
    });

    scenario(
      'part of a file is read by its first and last byte',
      async ({ member }) => {
        const { storage } = await member();
        await storage.upload('a', text('0123456789')).done;
        const part = async (first: number, last: number) =>
          new TextDecoder().decode(await storage.read('a', { range: { first, last } }));
        expect(await part(0, 0)).toBe('0');
        expect(await part(3, 5)).toBe('345');
        expect(await part(8, 99)).toBe('89');
        expect(await rejection(part(10, 12))).toMatchObject({ code: 'out-of-range' });
        expect(await storage.read('a', { range: { first: 0, last: 1 }, maxBytes: 2 })).toHaveLength(2);
      },
      ['storage.ranges'],
    );

    scenario('a read that is aborted rejects with cancelled', async (scene) => {
      const client = await scene.member();
      await writing(client, 'a');
      const aborter = new AbortController();
      const reading = rejection(client.storage.read('a', { signal: aborter.signal }));
      aborter.abort();
      expect(await reading).toMatchObject({ code: 'cancelled' });
      await scene.setNetwork(client, false);
      const waiting = new AbortController();
      const offline = rejection(client.storage.read('a', { signal: waiting.signal }));
      await scene.settle();
      waiting.abort();
      expect(await offline).toMatchObject({ code: 'cancelled' });
    });

    scenario('a download address can be fetched by anyone', async ({ member }) => {
      const { storage } = await member();
      await storage.upload('page.txt', text('read me'), { contentType: 'text/plain' }).done;
      const response = await fetch(await storage.downloadUrl('page.txt'));
      expect(await response.text()).toBe('read me');
      expect(response.headers.get('content-type')).toBe('text/plain');
    });

    scenario('a listing has what lies directly under a path, in order', async ({ member }) => {
      const client = await member();
      for (const path of ['b/2', 'a', 'b/1', 'b/x/deep', 'b/x/deeper', 'b/y/z', 'b-c', 'b0', 'b'])
        await writing(client, path);
      expect(await client.storage.list('b')).toEqual({
        objects: ['b/1', 'b/2'],
        folders: ['b/x', 'b/y'],
        nextPageToken: null,
      });
      expect(await client.storage.list('')).toEqual({
        objects: ['a', 'b', 'b-c', 'b0'],
        folders: ['b'],
        nextPageToken: null,
      });
      expect(await client.storage.list('nothing')).toEqual({ objects: [], folders: [], nextPageToken: null });
    });

    scenario('pages of a listing have everything once', async ({ member }) => {
      const client = await member();
      const files = ['l/1', 'l/2', 'l/4', 'l/5'];
      for (const path of [...files, 'l/3/a', 'l/3/b', 'l/6/a', 'l6']) await writing(client, path);
      for (const max of [1, 2, 3, 6, 7]) {
        const objects: string[] = [];
        const folders: string[] = [];
        let pageToken: string | null = null;
        let pages = 0;
        do {
          const page = await client.storage.list('l', { max, ...(pageToken === null ? {} : { pageToken }) });
          expect(page.objects.length + page.folders.length).toBeLessThanOrEqual(max);
          objects.push(...page.objects);
          folders.push(...page.folders);
          ({ nextPageToken: pageToken } = page);
          pages++;
        } while (pageToken !== null && pages < 20);
        expect({ max, objects, folders }).toEqual({ max, objects: files, folders: ['l/3', 'l/6'] });
      }
    });

    scenario('a page token is good for its own listing only', async ({ member }) => {
      const client = await member();
      for (const path of ['a/1', 'a/2', 'b/1', 'b/2']) await writing(client, path);
      const { nextPageToken } = await client.storage.list('a', { max: 1 });
      if (nextPageToken === null) throw new Error('There is no further page.');
      expect((await client.storage.list('a', { pageToken: nextPageToken })).objects).toEqual(['a/2']);
      for (const list of [
        client.storage.list('b', { pageToken: nextPageToken }),
        client.storage.list('a', { pageToken: 'nonsense' }),
      ])
        expect(await rejection(list)).toMatchObject({ code: 'invalid-argument' });
    });

    scenario('an upload that fails need not be looked at', async (scene) => {
      const { storage } = await scene.member();
      storage.upload('a', bytes(10)).cancel();
      const stranger = await scene.connect();
      stranger.storage.upload('a', bytes(10));
      await scene.settle();
      expect((await storage.list('')).objects).toEqual([]);
    });

    scenario('bad arguments are TypeErrors, thrown at once', async ({ member }) => {
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
        expect(() => storage.upload(path, text('x'))).toThrow(TypeError);
        for (const ask of everything(storage, path)) expect(ask).toThrow(TypeError);
      }
      expect(() => storage.list('a/')).toThrow(TypeError);
      for (const max of [0, 1001, 1.5]) expect(() => storage.list('', { max })).toThrow(TypeError);
      expect(() => storage.read('a', { range: { first: 2, last: 1 } })).toThrow(TypeError);
      expect(() => storage.read('a', { maxBytes: -1 })).toThrow(TypeError);
      expect(() => storage.upload('a', 'text' as never)).toThrow(TypeError);
      expect(() => storage.upload('a', text('x'), { contentType: 1 as never })).toThrow(TypeError);
    });

    scenario('a path of 1,024 bytes is fine', async ({ member }) => {
      const client = await member();
      expect(await writing(client, 'ü'.repeat(512))).toMatchObject({ size: 5 });
    });

    scenario(
      'an upload tells its state now, its progress, and its success, in that order',
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
        expect(seen.last()).toEqual({ state: 'success', bytesSent: size, bytesTotal: size });
        const sent = seen.values.map(({ bytesSent }) => bytesSent);
        expect(sent).toEqual([...sent].sort((a, b) => a - b));
        expect(new Set(sent).size).toBeGreaterThan(2);
        expect(seen.errors).toEqual([]);
        expect(upload.progress()).toEqual(seen.last());
        stop();
        stop();
      },
      ['storage.resumable'],
    );

    scenario('watching an upload that is over tells how it ended', async (scene) => {
      const { storage } = await scene.member();
      const upload = storage.upload('a', text('x'));
      await upload.done;
      const seen = watching();
      upload.watch(seen);
      await scene.settle();
      expect(states(seen.values)).toEqual(['success']);
    });

    scenario('nothing is told after unsubscribing, and others are told all the same', async (scene) => {
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
      'an upload pauses and goes on',
      async (scene) => {
        const { storage } = await scene.member();
        const content = bytes(900 * KiB);
        const upload = storage.upload('a', content);
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
        expect(digest(await storage.read('a'))).toBe(digest(content));
        expect([upload.pause(), upload.resume(), upload.cancel()]).toEqual([false, false, false]);
      },
      ['storage.resumable'],
    );

    scenario('a cancelled upload rejects, tells so, and leaves nothing', async (scene) => {
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
      expect(await rejection(storage.metadata('a'))).toMatchObject({ code: 'storage/object-not-found' });
    });

    scenario(
      'a paused upload can be cancelled',
      async (scene) => {
        const { storage } = await scene.member();
        const upload = storage.upload('a', bytes(900 * KiB));
        upload.pause();
        await scene.settle();
        expect(upload.cancel()).toBe(true);
        expect(await rejection(upload.done)).toMatchObject({ code: 'cancelled' });
      },
      ['storage.resumable'],
    );

    scenario('what is there stays until the last byte of its successor has arrived', async (scene) => {
      const client = await scene.member();
      const other = await scene.member();
      await writing(client, 'a', text('old'));
      const upload = client.storage.upload('a', bytes(5000 * KiB));
      await scene.setNetwork(client, false);
      expect(await other.storage.read('a')).toEqual(text('old'));
      await scene.setNetwork(client, true);
      await scene.advance(60_000);
      await upload.done;
      expect(await other.storage.read('a')).toHaveLength(5000 * KiB);
    });

    scenario('an upload that goes offline stays running and goes on afterwards', async (scene) => {
      const client = await scene.member();
      const content = bytes(3000 * KiB);
      const upload = client.storage.upload('a', content);
      await scene.setNetwork(client, false);
      await scene.advance(300_000);
      expect(upload.progress().state).toBe('running');
      await scene.setNetwork(client, true);
      await scene.advance(60_000);
      expect(await upload.done).toMatchObject({ size: content.length });
      expect(digest(await client.storage.read('a'))).toBe(digest(content));
    });

    scenario('an upload gives up after 10 minutes without progress', async (scene) => {
      const client = await scene.member();
      await scene.setNetwork(client, false);
      const upload = client.storage.upload('a', text('x'));
      const failing = rejection(upload.done);
      await scene.advance(599_000);
      expect(upload.progress().state).toBe('running');
      await scene.advance(70_000);
      expect(await failing).toMatchObject({ code: 'storage/retry-limit-exceeded', retryable: true });
      expect(upload.progress().state).toBe('error');
    });

    scenario(
      'an upload that goes on now and then is not given up, however long it takes',
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
        expect(digest(await pastLatency(scene, client.storage.read('a')))).toBe(digest(content));
      },
      ['storage.resumable', 'control'],
    );

    scenario('offline other requests wait for the network, for 2 minutes', async (scene) => {
      const client = await scene.member();
      await writing(client, 'a');
      await scene.setNetwork(client, false);
      const reading = client.storage.read('a');
      await scene.advance(60_000);
      await scene.setNetwork(client, true);
      await scene.advance(60_000);
      expect(await reading).toEqual(text('hello'));
      await scene.setNetwork(client, false);
      const failing = rejection(client.storage.metadata('a'));
      await scene.advance(190_000);
      expect(await failing).toMatchObject({ code: 'storage/retry-limit-exceeded' });
    });

    scenario('nobody signed in may neither read nor write', async (scene) => {
      const client = await scene.member();
      await writing(client, 'a');
      const stranger = await scene.connect();
      const refused = { code: expect.stringMatching(/^storage\/unauth(enticated|orized)$/) };
      for (const ask of [...everything(stranger.storage, 'a'), () => stranger.storage.list('')])
        expect(await rejection(ask())).toMatchObject(refused);
      expect(await rejection(writing(stranger, 'a'))).toMatchObject(refused);
      expect(await client.storage.read('a')).toEqual(text('hello'));
    });

    scenario('a disposed client refuses', async (scene) => {
      const client = await scene.member();
      const upload = client.storage.upload('a', bytes(3000 * KiB));
      const pending = rejection(upload.done);
      await client.dispose();
      expect(await pending).toMatchObject({ code: 'failed-precondition' });
      expect([upload.pause(), upload.resume(), upload.cancel()]).toEqual([false, false, false]);
      expect(upload.progress().state).toBe('error');
      for (const ask of [...everything(client.storage, 'a'), () => client.storage.list('')])
        expect(await rejection(ask())).toMatchObject({ code: 'failed-precondition' });
      expect(await rejection(writing(client, 'a'))).toMatchObject({ code: 'failed-precondition' });
    });

    scenario('backend code writes, reads and removes with its own authority', async ({ server, member }) => {
      const content = text('from the server');
      const metadata = await server.storage.write('s/a', content, { contentType: 'text/plain' });
      content.fill(0);
      expect(metadata).toMatchObject({ path: 's/a', contentType: 'text/plain', size: 15 });
      const { storage } = await member();
      expect(await storage.read('s/a')).toEqual(text('from the server'));
      expect(await server.storage.read('s/a')).toEqual(text('from the server'));
      expect(await server.storage.read('s/none')).toBeNull();
      await server.storage.remove('s/a');
      await server.storage.remove('s/a');
      expect(await server.storage.read('s/a')).toBeNull();
    });
  });
}
