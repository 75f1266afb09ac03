/** Files over HTTP: what comes from outside, shared addresses, and uploads that change servers or meet a full disk. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { diskFileStore } from '#adapters/postgres/files/disk-file-store.ts';
import { FileGuard } from '#adapters/postgres/files/file-guard.ts';
import type { FileStore } from '#adapters/postgres/files/file-store.ts';
import { filesHttp } from '#adapters/postgres/files/files-http.ts';
import { GuardedFiles } from '#adapters/postgres/files/guarded-files.ts';
import { PostgresFiles } from '#adapters/postgres/files/postgres-files.ts';
import { PostgresUploads, type UploadLimits } from '#adapters/postgres/files/postgres-uploads.ts';
import { compileStorageRules } from '#firebase-rules/rules/rules.ts';
import { PortError } from '#ports/errors.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { openBareDatabase, withPostgres } from './provider.ts';

withPostgres();

const rules = compileStorageRules(`rules_version = '2';
  service firebase.storage { match /b/{bucket}/o {
    match /{all=**} { allow get: if request.auth != null; allow create: if request.auth != null && resource == null; }
  } }`);
const ben = { uid: 'ben', claims: {} };
const bytes = (size: number) => new Uint8Array(size).map((_, at) => (at * 31) % 251);

async function served(limits: UploadLimits = {}) {
  const { database } = await openBareDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-files-'));
  const clock = new ManualClock();
  const disk = diskFileStore(folder);
  const broken: { write: (() => Promise<never>) | null } = { write: null };
  const names = new Set<string>();
  const store: FileStore = {
    ...disk,
    async write(name, content) {
      await (broken.write ? broken.write() : disk.write(name, content));
      names.add(name);
    },
    async remove(name) {
      await disk.remove(name);
      names.delete(name);
    },
  };
  const report = vi.fn<(error: unknown) => void>();
  const random = seededRandom('files');
  /** A process. */
  const open = async (name: string) => {
    const files = new PostgresFiles({ database, store, clock, random: random.fork(name), report });
    const guard = new FileGuard({ database, now: () => clock.now(), rules });
    const guarded = new GuardedFiles(files, guard);
    const uploads = new PostgresUploads({ database, files, guard, clock, limits, report });
    const callerOf = async (token: string) => (token === 'of-ben' ? ben : null);
    const answer = filesHttp({ below: '/files/', files, guarded, uploads, callerOf, report });
    const http = createServer((request, response) => {
      void answer(request, response, new URL(request.url ?? '', 'http://host'));
    });
    await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
    onTestFinished(async () => {
      http.closeAllConnections();
      await new Promise((closed) => http.close(closed));
    });
    const { port } = http.address() as AddressInfo;
    const ask = (below: string, request: RequestInit = {}, token: string | null = 'of-ben') =>
      fetch(`http://127.0.0.1:${port}/files/${below}`, {
        ...request,
        headers: { ...(token !== null && { Authorization: `Bearer ${token}` }), ...request.headers },
      });
    return { files, guarded, uploads, ask, port };
  };
  onTestFinished(async () => {
    await database.close();
    await rm(folder, { recursive: true });
    expect(report).not.toHaveBeenCalled();
  });
  /** Number of contents in the folder. */
  const contents = async () => names.size;
  return { ...(await open('one')), other: () => open('other'), broken, contents, clock };
}

const codeOf = async (response: Response) =>
  [response.status, ((await response.json()) as { readonly code: string }).code] as const;
const put = (body: Uint8Array<ArrayBuffer>) => ({ method: 'PUT', body });

test.each<readonly [below: string, request: RequestInit, token: string | null, status: number, code: string]>(
  [
    ['', {}, 'of-ben', 404, 'storage/object-not-found'],
    ['other/a', {}, 'of-ben', 404, 'storage/object-not-found'],
    ['content/', {}, 'of-ben', 400, 'invalid-argument'],
    ['content/a%2F..%2Fb', {}, 'of-ben', 400, 'invalid-argument'],
    ['content/%00', {}, 'of-ben', 400, 'invalid-argument'],
    ['content/%E0%A4', {}, 'of-ben', 404, 'storage/object-not-found'],
    ['content/a', { method: 'POST' }, 'of-ben', 405, 'unimplemented'],
    ['content/a', { method: 'DELETE' }, 'of-ben', 405, 'unimplemented'],
    ['content/none', {}, 'of-ben', 404, 'storage/object-not-found'],
    ['content/a', {}, null, 403, 'storage/unauthorized'],
    ['content/none', {}, null, 403, 'storage/unauthorized'],
    ['content/a', {}, 'wrong', 401, 'storage/unauthenticated'],
    ['content/a', {}, 'x'.repeat(5000), 401, 'storage/unauthenticated'],
    ['content/a', { headers: { Authorization: 'Basic x' } }, null, 401, 'storage/unauthenticated'],
    ['content/a', { headers: { Range: 'bytes=5-' } }, 'of-ben', 416, 'out-of-range'],
    ['shared/short/a', {}, null, 404, 'storage/object-not-found'],
    [`shared/${'x'.repeat(32)}/a`, {}, null, 404, 'storage/object-not-found'],
    ['uploads/none/0', put(bytes(1)), 'of-ben', 409, 'aborted'],
    ['uploads/no id/0', put(bytes(1)), 'of-ben', 400, 'invalid-argument'],
    ['uploads/up/-1', put(bytes(1)), 'of-ben', 404, 'storage/object-not-found'],
    ['uploads/up/0', {}, 'of-ben', 405, 'unimplemented'],
    ['uploads/up/0', put(bytes(1)), null, 409, 'aborted'],
    ['uploads/up/0', put(bytes(1)), 'wrong', 401, 'storage/unauthenticated'],
    ['uploads/up/1', put(bytes(1)), 'of-ben', 409, 'aborted'],
    ['uploads/up/0', put(bytes(0)), 'of-ben', 400, 'invalid-argument'],
    ['uploads/up/0', put(bytes(11)), 'of-ben', 400, 'storage/server-file-wrong-size'],
    ['uploads/up/0', put(bytes(9_000_000)), 'of-ben', 400, 'invalid-argument'],
  ],
)('request %# for %j is refused, and changes nothing', async (below, request, token, status, code) => {
  const { ask, files, uploads, contents } = await served();
  await files.put('a', bytes(5));
  await uploads.open({ id: 'up', path: 'b', size: 10, settings: {} }, ben);
  // A server that does not read all that is sent may close before the answer is read.
  const answer = await ask(below, request, token).then(codeOf, () => [status, code]);
  expect(answer).toEqual([status, code]);
  expect(await uploads.open({ id: 'up', path: 'b', size: 10, settings: {} }, ben)).toEqual({
    received: 0,
    metadata: null,
  });
  expect(await contents()).toBe(1);
  expect((await ask('content/a')).status).toBe(200);
});

test('a part without a length and a truncated part leave nothing', async () => {
  const { port, uploads, contents } = await served();
  await uploads.open({ id: 'up', path: 'b', size: 10, settings: {} }, ben);
  const head = 'PUT /files/uploads/up/0 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer of-ben\r\n';
  const send = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (part) => {
        answer += String(part);
        socket.end();
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
      if (text.includes('Content-Length')) socket.setTimeout(50, () => socket.destroy());
    });
  expect(await send(`${head}Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`)).toContain('400');
  expect(await send(`${head}Content-Length: 10\r\n\r\nhalf`)).toBe('');
  await expect.poll(() => contents()).toBe(0);
  expect((await uploads.open({ id: 'up', path: 'b', size: 10, settings: {} }, ben)).received).toBe(0);
});

test('a shared address needs no token, has an entity tag and serves ranges', async () => {
  const { ask, files } = await served();
  const { metadata } = await files.put('a/ü b', bytes(10), { contentType: 'image/png' });
  const file = await files.need('a/ü b');
  const below = `shared/${await files.downloadToken(file)}/a/%C3%BC%20b`;
  const whole = await ask(below, {}, null);
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(bytes(10));
  expect(whole.headers.get('content-type')).toBe('image/png');
  const etag = `"${metadata.generation}-1"`;
  expect(whole.headers.get('etag')).toBe(etag);
  const part = await ask(below, { headers: { Range: 'bytes=8-99', 'If-Range': etag } }, null);
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 8-9/10']);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes(10).slice(8));
  expect((await ask(below, { headers: { Range: 'bytes=8-9', 'If-Range': '"0-1"' } }, null)).status).toBe(200);
  expect((await ask(below, { headers: { 'If-None-Match': etag } }, null)).status).toBe(304);
  const head = await ask(below, { method: 'HEAD' }, null);
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
  await files.put('a/ü b', bytes(3));
  expect((await ask(below, {}, null)).status).toBe(404);
});

test('another server accepts the next part, and both see the file', async () => {
  const { uploads, ask, other, files, contents } = await served();
  const content = bytes(300);
  const upload = { id: 'up', path: 'b', size: 300, settings: { contentType: 'image/png' } };
  await uploads.open(upload, ben);
  expect(await (await ask('uploads/up/0', put(content.slice(0, 200)))).json()).toEqual({
    received: 200,
    metadata: null,
  });
  const second = await other();
  expect(await second.uploads.open(upload, ben)).toEqual({ received: 200, metadata: null });
  const standing = await (await second.ask('uploads/up/200', put(content.slice(200)))).json();
  expect(standing).toMatchObject({ received: 300, metadata: { path: 'b', size: 300 } });
  // As if the answer had been lost: it is not made again, which the rules would not allow.
  expect(await uploads.open(upload, ben)).toEqual(standing);
  expect(await files.read('b')).toEqual(content);
  expect(await contents()).toBe(1);
});

test('one of two concurrent parts at one offset is accepted', async () => {
  const { uploads, ask, contents, files } = await served();
  await uploads.open({ id: 'up', path: 'b', size: 300, settings: {} }, ben);
  const answers = await Promise.all(
    [1, 2, 3].map(async () => (await ask('uploads/up/0', put(bytes(200)))).status),
  );
  expect(answers.toSorted()).toEqual([200, 409, 409]);
  await ask('uploads/up/200', put(bytes(300).slice(200)));
  expect(await files.read('b')).toEqual(bytes(300));
  expect(await contents()).toBe(1);
});

test('a temporarily full disk loses no upload and does not restart it', async () => {
  const { uploads, ask, broken, files, contents, clock } = await served();
  const upload = { id: 'up', path: 'b', size: 200, settings: {} };
  await uploads.open(upload, ben);
  const full = async () => {
    throw new PortError('resource-exhausted', 'The disk of the files has no room left.');
  };
  broken.write = full;
  expect(await codeOf(await ask('uploads/up/0', put(bytes(200))))).toEqual([503, 'resource-exhausted']);
  broken.write = null;
  expect((await uploads.open(upload, ben)).received).toBe(0);
  await ask('uploads/up/0', put(bytes(100)));
  // The last piece fits, the file does not.
  const reading = vi.spyOn(files, 'openContent').mockImplementation(full);
  expect(await codeOf(await ask('uploads/up/100', put(bytes(200).slice(100))))).toEqual([
    503,
    'resource-exhausted',
  ]);
  expect(reading).toHaveBeenCalledOnce();
  reading.mockRestore();
  await clock.advance(1000);
  expect(await uploads.open(upload, ben)).toMatchObject({ received: 200, metadata: { size: 200 } });
  expect(await files.read('b')).toEqual(bytes(200));
  expect(await contents()).toBe(1);
});

test('an upload belongs to its user, and an aborted upload leaves nothing', async () => {
  const { uploads, ask, contents } = await served();
  const upload = { id: 'up', path: 'b', size: 200, settings: {} };
  await uploads.open(upload, ben);
  await ask('uploads/up/0', put(bytes(100)));
  const ann = { uid: 'ann', claims: {} };
  expect(await uploads.open(upload, ann)).toEqual({ received: 0, metadata: null });
  await uploads.abandon('up', ann);
  expect((await uploads.open(upload, ben)).received).toBe(100);
  await uploads.abandon('up', ben);
  expect(await contents()).toBe(0);
  await expect(uploads.open(upload, null)).rejects.toMatchObject({ code: 'storage/unauthorized' });
});

test('files and uploads are limited per user', async () => {
  const { uploads, files } = await served({ largestFile: 100, bytesPerOwner: 150, underWay: 2 });
  const open = (id: string, size: number) => uploads.open({ id, path: `p/${id}`, size, settings: {} }, ben);
  const exceeded = { code: 'storage/quota-exceeded' };
  await expect(open('a', 101)).rejects.toMatchObject(exceeded);
  await files.put('other', bytes(50), {}, { owner: 'ben' });
  await open('b', 60);
  await expect(open('c', 41)).rejects.toMatchObject(exceeded);
  await open('d', 40);
  await expect(open('e', 0)).rejects.toMatchObject(exceeded);
});

test('an unfinished upload is removed after a week', async () => {
  const { uploads, ask, files, contents, clock } = await served();
  const upload = { id: 'up', path: 'b', size: 200, settings: {} };
  await uploads.open(upload, ben);
  await ask('uploads/up/0', put(bytes(100)));
  await clock.advance(7 * 24 * 3_600_000 + 1000);
  await uploads.open({ ...upload, id: 'next' }, ben);
  await files.loose.collect();
  expect((await uploads.open(upload, ben)).received).toBe(0);
  expect(await contents()).toBe(0);
});
