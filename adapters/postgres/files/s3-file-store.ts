/** Contents as objects of a bucket, over the API of S3. */
import { Readable } from 'node:stream';
import { PortError } from '#ports/errors.ts';
import type { ContentRange, FileStore } from './file-store.ts';
import {
  boundedText,
  errorCode,
  type S3Answer,
  s3Failure,
  S3Requests,
  type S3RequestsOptions,
} from './s3-requests.ts';

export interface S3FileStoreOptions extends S3RequestsOptions {
  /** Prefix of the keys of objects: empty, or with a slash at its end. */
  readonly prefix: string;
  /** Bytes of a part of a larger content; a content is kept in memory up to these. At least 5 MiB on most servers. Default: 8 MiB. */
  readonly partBytes?: number;
}

const contentName = /^[A-Za-z0-9]{2,64}$/u;
const mebi = 1024 * 1024;
const mostParts = 10_000;
/** Reads that break off are gone on with, so often without a byte between. */
const mostBreaks = 3;

/** An upload in parts that a crash left is not removed: the bucket's own rules can do that. */
export function s3FileStore(options: S3FileStoreOptions): FileStore {
  const requests = new S3Requests(options);
  const { prefix, partBytes = 8 * mebi } = options;
  const keyOf = (name: string) => {
    if (!contentName.test(name)) throw new TypeError('The name of a content is letters and digits.');
    return `${prefix}${name}`;
  };
  return {
    async write(name, content) {
      const key = keyOf(name);
      const parts = partsOf(content, partBytes);
      const first = await parts.next();
      const body = first.done ? new Uint8Array() : first.value;
      if (body.length < partBytes) need(await requests.send({ method: 'PUT', key, body }));
      else await writeParts(requests, key, body, parts);
    },
    async open(name, range) {
      const key = keyOf(name);
      const response = await get(requests, key, range?.first ?? 0, range?.last ?? null);
      return response && Readable.from(bytesOf(requests, key, range, response), { objectMode: false });
    },
    async remove(name) {
      const answer = await requests.send({ method: 'DELETE', key: keyOf(name) });
      if (answer.code !== 'NoSuchKey') need(answer);
    },
  };
}

function need(answer: S3Answer): Response {
  if (answer.code !== null) throw s3Failure(answer);
  return answer.response;
}

/** Pieces of `size` bytes; the last one is smaller, and may be empty. */
async function* partsOf(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const piece of content) {
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + size - length);
      // A copy: the caller may change its buffer.
      waiting.push(Uint8Array.from(part));
      length += part.length;
      at += part.length;
      if (length < size) continue;
      yield joined(waiting, length);
      [waiting, length] = [[], 0];
    }
  }
  if (length > 0) yield joined(waiting, length);
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** An upload in parts; given up when the content or a request fails. */
async function writeParts(
  requests: S3Requests,
  key: string,
  first: Uint8Array<ArrayBuffer>,
  following: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const begun = await boundedText(need(await requests.send({ method: 'POST', key, query: { uploads: '' } })));
  const uploadId = /<UploadId>([^<\s]{1,2000})<\/UploadId>/u.exec(begun)?.[1];
  if (uploadId === undefined) throw new PortError('unavailable', 'The S3 server began no upload.');
  try {
    const tags: string[] = [];
    let size = 0;
    for (let body: Uint8Array<ArrayBuffer> | null = first; body;) {
      if (tags.length === mostParts)
        throw new PortError('resource-exhausted', 'The content is too large for the S3 server.');
      const query = { partNumber: String(tags.length + 1), uploadId };
      const response = need(await requests.send({ method: 'PUT', key, query, body }));
      tags.push(response.headers.get('etag') ?? '');
      size += body.length;
      const next: IteratorResult<Uint8Array<ArrayBuffer>> = await following.next();
      body = next.done ? null : next.value;
    }
    await complete(requests, key, uploadId, tags, size);
  } catch (error) {
    await requests.send({ method: 'DELETE', key, query: { uploadId } }).catch(() => {});
    throw error;
  }
}

async function complete(
  requests: S3Requests,
  key: string,
  uploadId: string,
  tags: readonly string[],
  size: number,
): Promise<void> {
  const parts = tags.map(
    (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
  );
  const body = new TextEncoder().encode(
    `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
  );
  const answer = await requests.send({ method: 'POST', key, query: { uploadId }, body });
  if (answer.code === 'NoSuchUpload' && answer.isRetry && (await sizeOf(requests, key)) === size) return;
  // An error may come after the headers of a success.
  const text = await boundedText(need(answer));
  if (text.includes('<Error>'))
    throw new PortError('unavailable', `The S3 server did not put the parts together: ${errorCode(text)}.`);
}

async function sizeOf(requests: S3Requests, key: string): Promise<number | null> {
  const { response, code } = await requests.send({ method: 'HEAD', key });
  return code === null ? Number(response.headers.get('content-length')) : null;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/gu, (character) => entities[character] ?? '');

/** Bytes from `first` on; `null` without the object. */
async function get(
  requests: S3Requests,
  key: string,
  first: number,
  last: number | null,
): Promise<Response | null> {
  const isPart = first > 0 || last !== null;
  const headers = isPart ? { range: `bytes=${first}-${last ?? ''}` } : {};
  const answer = await requests.send({ method: 'GET', key, headers });
  if (answer.code === 'NoSuchKey') return null;
  if (answer.response.status === 416) return new Response();
  const response = need(answer);
  if (isPart && response.status !== 206)
    throw new PortError('unavailable', 'The S3 server of the files gives no ranges.');
  return response;
}

/** Content of an answer. Where it breaks off, the remaining bytes are requested: a content never changes. */
async function* bytesOf(
  requests: S3Requests,
  key: string,
  range: ContentRange | undefined,
  response: Response,
): AsyncGenerator<Uint8Array> {
  let at = range?.first ?? 0;
  let breaks = 0;
  let reader = response.body?.getReader();
  try {
    while (reader) {
      const piece = await reader.read().catch(() => null);
      if (piece?.done) return;
      if (piece) {
        breaks = 0;
        // Some servers send more than the range.
        const bytes = piece.value.subarray(0, range && range.last + 1 - at);
        at += bytes.length;
        yield bytes;
        if (range && at > range.last) return;
        continue;
      }
      if (++breaks > mostBreaks) throw new PortError('unavailable', 'The S3 server breaks off its answers.');
      const next = await get(requests, key, at, range?.last ?? null);
      if (!next) throw new PortError('unavailable', 'The content was removed while it was read.');
      reader = next.body?.getReader();
    }
  } finally {
    await reader?.cancel().catch(() => {});
  }
}
