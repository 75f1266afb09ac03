/** Files in PostgreSQL, and in a folder or S3: metadata, listings, replaced contents, and what crashes leave behind. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { diskFileStore } from '#adapters/postgres/files/disk-file-store.ts';
import type { FileStore } from '#adapters/postgres/files/file-store.ts';
import { PostgresFiles } from '#adapters/postgres/files/postgres-files.ts';
import { postgresServerFiles } from '#adapters/postgres/files/server-files.ts';
import { PortError } from '#ports/errors.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { openBareDatabase, withPostgres } from './provider.ts';
import { openTestBucket } from './s3-stage.ts';

withPostgres();

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (content: Uint8Array | null) => content && new TextDecoder().decode(content);
const dayMs = 24 * 3_600_000;

interface TestStore {
  readonly store: FileStore;
  /** Names of the contents that are there. */
  contents(): Promise<readonly string[]>;
  close(): Promise<void>;
}

async function inFolder(): Promise<TestStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-files-'));
  return {
    store: diskFileStore(folder),
    async contents() {
      const found = await readdir(folder, { recursive: true, withFileTypes: true });
      return found.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    close: () => rm(folder, { recursive: true }),
  };
}

async function inBucket(): Promise<TestStore> {
  const bucket = await openTestBucket();
  return { store: bucket.store(), contents: () => bucket.keys(), close: () => bucket.close() };
}

describe.each([
  { place: 'a folder', openStore: inFolder },
  { place: 'S3', openStore: inBucket },
])('in $place', ({ openStore }) => {
  async function opened(around: (store: FileStore) => FileStore = (store) => store) {
    const { store: original, contents, close } = await openStore();
    const { database } = await openBareDatabase();
    const clock = new ManualClock();
    const reports: unknown[] = [];
    const open = (store: FileStore, seed = 'files') =>
      new PostgresFiles({
        ...{ database, store, clock },
        random: seededRandom(seed),
        report: (error) => reports.push(error),
      });
    const files = open(around(original));
    onTestFinished(async () => {
      files.close();
      await database.close();
      await close();
    });
    return { files, server: postgresServerFiles(files), clock, contents, database, reports, open, original };
  }

  test('a file is read as it was written, with metadata and checksums', async () => {
    const { files, server, clock } = await opened();
    const settings = { contentType: 'text/plain', custom: { by: 'ada', 'half\ud800': '\0' } };
    const written = await server.write('a/b “c".txt', bytes('123456789'), settings);
    expect(written).toMatchObject({
      ...{ path: 'a/b “c".txt', name: 'b “c".txt', size: 9, metageneration: '1', ...settings },
      md5Hash: 'JfnnlDI7RTiF9RgfG2JNCw==',
      createdAt: clock.now(),
      contentEncoding: 'identity',
    });
    const stored = await files.need('a/b “c".txt');
    expect(stored).toMatchObject({ metadata: written, crc32c: '4waSgw==', owner: null });
    expect(textOf(await server.read('a/b “c".txt'))).toBe('123456789');
    const part = await files.open(stored, { first: 2, last: 100 });
    expect(part && textOf(await buffer(part))).toBe('3456789');
    await server.write('empty', new Uint8Array());
    expect(await server.read('empty')).toEqual(new Uint8Array());
    expect(await server.read('none')).toBeNull();
  });

  test('a replaced content is removed from the store, and a read of the old version rejects', async () => {
    const { files, server, contents } = await opened();
    const first = await server.write('a', bytes('one'));
    const before = await files.need('a');
    const second = await server.write('a', bytes('two'));
    expect(Number(second.generation)).toBeGreaterThan(Number(first.generation));
    expect(await contents()).toHaveLength(1);
    expect(await files.open(before)).toBeNull();
    expect(textOf(await server.read('a'))).toBe('two');
    await server.remove('a');
    await server.remove('a');
    expect(await contents()).toEqual([]);
    expect(await server.read('a')).toBeNull();
  });

  test('a metadata update keeps content and generation, and null clears a field', async () => {
    const { files, server } = await opened();
    const first = await server.write('a', bytes('one'), {
      contentType: 'text/plain',
      cacheControl: 'no-store',
      custom: { a: '1', b: '2' },
    });
    const changes = { contentType: null, cacheControl: 'private', custom: { a: null, c: '3' } };
    const { metadata } = await files.update('a', changes);
    expect(metadata).toMatchObject({
      contentType: 'application/octet-stream',
      cacheControl: 'private',
      custom: { b: '2', c: '3' },
      generation: first.generation,
      metageneration: '2',
    });
    expect((await files.update('a', { custom: null })).metadata.custom).toBeUndefined();
    expect((await files.need('a')).metadata).not.toHaveProperty('custom');
    expect(textOf(await server.read('a'))).toBe('one');
    await expect(files.update('none', {})).rejects.toMatchObject({ code: 'storage/object-not-found' });
    const large = { custom: { large: 'x'.repeat(9000) } };
    await expect(files.update('a', large)).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(server.write('b', bytes('x'), large)).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  test('listings are sorted by UTF-8 bytes, paged, and skip the contents of folders', async () => {
    const { files, server } = await opened();
    const paths = ['a', 'a!', 'a/1', 'a/b/2', 'a/b/3', 'a0', 'b', '"q"', 'é', '\u{1f600}', '\uffee', 'z/y/x'];
    for (const each of paths) await server.write(each, bytes('x'));
    const ordered = paths.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    const collected: string[] = [];
    for (let pageToken: string | undefined, more = true; more;) {
      const page = await server.list('', { max: 5, ...(pageToken !== undefined && { pageToken }) });
      collected.push(...page.objects.map((object) => object.path));
      more = page.nextPageToken !== null;
      pageToken = page.nextPageToken ?? undefined;
    }
    expect(collected).toEqual(ordered);
    expect((await server.list('a')).objects.map((object) => object.path)).toEqual(['a/1', 'a/b/2', 'a/b/3']);
    expect((await server.list('a', { max: 3 })).nextPageToken).toBeNull();
    const [objects, folders]: [string[], string[]] = [[], []];
    for (let token: string | null = null, more = true; more;) {
      const page = await files.list('', 2, token);
      expect(page.objects.length + page.folders.length).toBeLessThanOrEqual(2);
      objects.push(...page.objects);
      folders.push(...page.folders);
      more = page.nextPageToken !== null;
      token = page.nextPageToken;
    }
    expect(objects).toEqual(ordered.filter((each) => !each.includes('/')));
    expect(folders).toEqual(['a', 'z']);
    expect(await files.list('a', 1, 'a/b/')).toEqual({ objects: [], folders: [], nextPageToken: null });
    for (const token of ['b', 'a/', '\ud800', 'a/\0'])
      await expect(files.list('a', 10, token)).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  test('a download token is stable until the file is replaced or its tokens are revoked', async () => {
    const { files, server } = await opened();
    await server.write('a', bytes('one'));
    const token = await files.downloadToken(await files.need('a'));
    expect(await files.downloadToken(await files.need('a'))).toBe(token);
    await files.update('a', { cacheControl: 'private' });
    expect((await files.byToken('a', token))?.metadata.size).toBe(3);
    expect(await files.byToken('b', token)).toBeNull();
    await server.revokeDownloadUrls('a');
    await server.revokeDownloadUrls('none');
    expect(await files.byToken('a', token)).toBeNull();
    const next = await files.downloadToken(await files.need('a'));
    expect(next).not.toBe(token);
    await server.write('a', bytes('two'));
    expect(await files.byToken('a', next)).toBeNull();
  });

  test('a denied or broken write changes nothing and leaves no content', async () => {
    const { files, server, contents } = await opened();
    await server.write('a', bytes('one'));
    const no = new PortError('storage/unauthorized', 'No.');
    const check = () => Promise.reject(no);
    await expect(files.put('a', bytes('two'), {}, { check })).rejects.toBe(no);
    await expect(files.remove('a', check)).rejects.toBe(no);
    await expect(files.update('a', { cacheControl: 'x' }, check)).rejects.toBe(no);
    const broken = async function* () {
      yield bytes('half');
      throw no;
    };
    await expect(files.put('a', broken())).rejects.toBe(no);
    await expect(files.put('a', bytes('two'), { md5Hash: 'AAAA' })).rejects.toMatchObject({
      code: 'storage/invalid-checksum',
    });
    await expect(files.put('\ud800', bytes('two'))).rejects.toMatchObject({ code: 'invalid-argument' });
    expect(textOf(await server.read('a'))).toBe('one');
    expect((await files.need('a')).metadata.metageneration).toBe('1');
    expect(await contents()).toHaveLength(1);
  });

  test('an authorization check is repeated when the file changed meanwhile', async () => {
    const { files, server } = await opened();
    await server.write('a', bytes('one'));
    const seen: (string | undefined)[] = [];
    await files.put(
      'a',
      bytes('three'),
      {},
      {
        owner: 'ada',
        async check(before, after) {
          seen.push(before?.metadata.generation);
          expect(after?.metadata.size).toBe(5);
          if (seen.length === 1) await server.write('a', bytes('two'));
        },
      },
    );
    expect(seen).toHaveLength(2);
    expect(seen[1]).not.toBe(seen[0]);
    expect(textOf(await server.read('a'))).toBe('three');
    expect(await files.bytesOf('ada')).toBe(5);
    expect(await files.bytesOf('bob')).toBe(0);
  });

  test('concurrent writes of one path leave one whole file and its content only', async () => {
    const { files, server, contents } = await opened();
    const texts = Array.from({ length: 12 }, (_, number) => `content ${number}`);
    await Promise.all(texts.map((text) => files.put('a', bytes(text))));
    expect(texts).toContain(textOf(await server.read('a')));
    expect(await contents()).toHaveLength(1);
  });

  test('contents left by a crash are removed by the next process, and unfinished ones after a day', async () => {
    const failing = { remove: true };
    const { files, server, clock, contents, open, original, reports } = await opened((store) => ({
      ...store,
      remove: (name) =>
        failing.remove ? Promise.reject(new PortError('unavailable', 'Crashed.')) : store.remove(name),
    }));
    await server.write('a', bytes('one'));
    await server.write('a', bytes('two'));
    expect(reports).toHaveLength(1);
    const piece = await files.loose.stage(bytes('a piece of an upload'));
    expect(await contents()).toHaveLength(3);
    const next = open(original, 'next');
    await next.loose.collect();
    expect(await contents()).toHaveLength(2);
    expect(textOf(await server.read('a'))).toBe('two');
    await clock.advance(dayMs);
    next.start();
    await expect.poll(contents).toEqual([(await files.need('a')).content]);
    expect(piece.size).toBe(20);
    next.close();
  });

  test('a content whose removal has begun can’t become a file', async () => {
    const { files, server, clock, reports } = await opened((store) => ({
      ...store,
      remove: () => Promise.reject(new PortError('unavailable', 'Crashed.')),
    }));
    const check = async () => {
      await clock.advance(dayMs);
      await files.loose.collect().catch(() => {});
    };
    await expect(files.put('a', bytes('one'), {}, { check })).rejects.toMatchObject({ code: 'aborted' });
    expect(await server.read('a')).toBeNull();
    expect(reports).toHaveLength(1);
  });

  test('a content missing from the store rejects with data-loss, and content names can’t leave the store', async () => {
    const { files, server, original, contents } = await opened();
    await server.write('a', bytes('one'));
    const [name = ''] = await contents();
    await original.remove(name);
    await expect(server.read('a')).rejects.toMatchObject({ code: 'data-loss' });
    await expect(original.open('../../etc/passwd')).rejects.toBeInstanceOf(TypeError);
    expect((await files.need('a')).metadata.size).toBe(3);
  });
});

test('an unusable folder rejects with unavailable', async () => {
  const unusable = diskFileStore('/dev/null/files');
  await expect(unusable.write('abc', once(bytes('x')))).rejects.toMatchObject({ code: 'unavailable' });
});

async function* once(piece: Uint8Array) {
  yield piece;
}
