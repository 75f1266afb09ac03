/** Contents of files in S3: parts, ranges, tries that fail, and what a bad server answers. */
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { FileStore } from '#adapters/postgres/files/file-store.ts';
import { openTestBucket } from './s3-stage.ts';

const mebi = 1024 * 1024;
const patterned = (size: number) => new Uint8Array(size).map((_, at) => (at * 7 + (at >> 8)) % 251);

async function bucket() {
  const opened = await openTestBucket();
  onTestFinished(() => opened.close());
  return opened;
}

async function* inPieces(content: Uint8Array, size: number) {
  const shared = new Uint8Array(size);
  for (let at = 0; at < content.length; at += size) {
    const piece = content.subarray(at, at + size);
    shared.set(piece);
    // The array is used again, as buffers of sockets are.
    yield shared.subarray(0, piece.length);
  }
}

const readOf = async (store: FileStore, name: string, first?: number, last?: number) => {
  const stream = await store.open(
    name,
    first === undefined || last === undefined ? undefined : { first, last },
  );
  return stream && new Uint8Array(await buffer(stream));
};

/** The machine's `fetch`, with what was requested, and answers of its own for the first requests that match. */
function watched(respond: (request: Request, times: number) => Response | Error | null = () => null) {
  const requests: string[] = [];
  let largest = 0;
  return {
    requests,
    largest: () => largest,
    async fetch(request: Request): Promise<Response> {
      const { pathname, search } = new URL(request.url);
      const name = `${request.method} ${pathname}${search.replace(/uploadId=[^&]+/u, 'uploadId')}`;
      requests.push(name);
      largest = Math.max(largest, (await request.clone().arrayBuffer()).byteLength);
      const answer = respond(request, requests.filter((each) => each === name).length);
      if (answer instanceof Error) throw answer;
      return answer ?? fetch(request);
    },
  };
}

test.each([0, 1, 5 * mebi - 1, 5 * mebi, 12 * mebi + 3])(
  'a content of %d bytes is read as it was written, and no request exceeds the part size',
  async (size) => {
    const network = watched();
    const store = (await bucket()).store({ partBytes: 5 * mebi, fetch: network.fetch });
    const content = patterned(size);
    await store.write('abc', inPieces(content, 70_001));
    expect(Buffer.compare((await readOf(store, 'abc')) ?? new Uint8Array(1), content)).toBe(0);
    expect(network.largest()).toBeLessThanOrEqual(5 * mebi);
  },
);

test('a range read returns the requested bytes and may end beyond the content', async () => {
  const store = (await bucket()).store();
  const content = patterned(1000);
  await store.write('abc', inPieces(content, 1000));
  expect(await readOf(store, 'abc', 10, 19)).toEqual(content.slice(10, 20));
  expect(await readOf(store, 'abc', 0, 0)).toEqual(content.slice(0, 1));
  expect(await readOf(store, 'abc', 990, 5000)).toEqual(content.slice(990));
  expect(await readOf(store, 'abc', 1000, 2000)).toEqual(new Uint8Array());
  expect(await store.open('none', { first: 0, last: 1 })).toBeNull();
});

test('failed attempts are repeated a limited number of times', async () => {
  let failing = 0;
  const network = watched((_, times) => {
    if (times > failing) return null;
    return times % 2 === 0
      ? new TypeError('cut off')
      : new Response('<Code>SlowDown</Code>', { status: 503 });
  });
  const opened = await bucket();
  const store = opened.store({ fetch: network.fetch });
  failing = 4;
  await store.write('abc', inPieces(patterned(10), 10));
  expect(await readOf(store, 'abc')).toEqual(patterned(10));
  failing = 100;
  const before = network.requests.length;
  await expect(store.remove('abc')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('SlowDown'),
  });
  expect(network.requests.length - before).toBe(5);
  expect(await opened.keys()).toEqual(['abc']);
});

test('an interrupted answer is resumed at its last byte', async () => {
  const content = patterned(300_000);
  const network = watched();
  const store = (await bucket()).store({
    async fetch(request) {
      const response = await network.fetch(request);
      if (request.method !== 'GET' || network.requests.length > 4) return response;
      const whole = new Uint8Array(await response.arrayBuffer());
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(whole.slice(0, 100_000));
        },
        pull: (controller) => controller.error(new TypeError('terminated')),
      });
      return new Response(body, { status: response.status, headers: response.headers });
    },
  });
  await store.write('abc', inPieces(content, 300_000));
  expect(await readOf(store, 'abc')).toEqual(content);
  expect(await readOf(store, 'abc', 5, 299_000)).toEqual(content.slice(5, 299_001));
});

test('an interrupted content leaves neither an object nor an upload', async () => {
  const network = watched();
  const opened = await bucket();
  const store = opened.store({ partBytes: 5 * mebi, fetch: network.fetch });
  const broken = async function* () {
    yield patterned(6 * mebi);
    throw new RangeError('no more');
  };
  await expect(store.write('abc', broken())).rejects.toBeInstanceOf(RangeError);
  expect(network.requests.at(-1)).toBe('DELETE /files/muster/abc?uploadId');
  expect(await opened.keys()).toEqual([]);
  expect(await store.open('abc')).toBeNull();
});

test('an upload whose last answer was lost is found', async () => {
  const opened = await bucket();
  const network = watched();
  const completions: Request[] = [];
  const store = opened.store({
    partBytes: 5 * mebi,
    async fetch(request) {
      const isLast = request.method === 'POST' && request.url.includes('uploadId');
      const response = await network.fetch(request);
      if (!isLast) return response;
      completions.push(request);
      if (completions.length > 1) return new Response('<Code>NoSuchUpload</Code>', { status: 404 });
      await response.arrayBuffer();
      throw new TypeError('cut off');
    },
  });
  await store.write('abc', inPieces(patterned(6 * mebi), mebi));
  expect(completions).toHaveLength(2);
  expect((await readOf(store, 'abc'))?.length).toBe(6 * mebi);
});

test('an error body with a success status is an error', async () => {
  const network = watched((request) =>
    request.method === 'POST' && request.url.includes('uploadId')
      ? new Response('<Error><Code>InternalError</Code></Error>')
      : null,
  );
  const store = (await bucket()).store({ partBytes: 5 * mebi, fetch: network.fetch });
  await expect(store.write('abc', inPieces(patterned(6 * mebi), mebi))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('InternalError'),
  });
});

test.each([
  [
    'wrong keys',
    { credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'secret-of-mine' } },
    /SignatureDoesNotMatch/u,
  ],
  [
    'unknown keys',
    { credentials: { accessKeyId: 'other', secretAccessKey: 'secret-of-mine' } },
    /InvalidAccessKeyId/u,
  ],
])('%s are reported without the secret', async (_, options, sentence) => {
  const store = (await bucket()).store(options);
  const error: unknown = await store
    .write('abc', inPieces(patterned(1), 1))
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'unavailable', message: expect.stringMatching(sentence) });
  expect(String(error)).not.toContain('secret-of-mine');
});

test('a missing bucket, a redirect, a full server and a server without ranges are errors, not missing contents', async () => {
  const opened = await bucket();
  const elsewhere = opened.store({ bucket: `${opened.endpoint}/nowhere` });
  await expect(elsewhere.open('abc')).rejects.toMatchObject({
    message: expect.stringContaining('NoSuchBucket'),
  });
  const answering = (response: () => Response) => opened.store({ fetch: async () => response() });
  const moved = answering(() => new Response('<Code>PermanentRedirect</Code>', { status: 301 }));
  await expect(moved.open('abc')).rejects.toMatchObject({ code: 'unavailable' });
  const full = answering(() => new Response('', { status: 507 }));
  await expect(full.write('abc', inPieces(patterned(1), 1))).rejects.toMatchObject({
    code: 'resource-exhausted',
  });
  const whole = answering(() => new Response('abcdef'));
  await expect(whole.open('abc', { first: 1, last: 2 })).rejects.toMatchObject({ code: 'unavailable' });
});

test('a content not read to its end is cancelled', async () => {
  let cancelled = 0;
  const store = (await bucket()).store({
    fetch: async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(patterned(100_000)),
          cancel: () => void cancelled++,
        }),
      ),
  });
  const stream = await store.open('abc');
  for await (const piece of stream ?? []) {
    expect((piece as Uint8Array).length).toBeGreaterThan(0);
    break;
  }
  await expect.poll(() => cancelled).toBe(1);
});
