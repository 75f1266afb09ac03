/** Bytes of files over HTTP: contents for whoever may read them, shared addresses, and pieces of uploads. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { PortError, type PortErrorCode } from '#ports/errors.ts';
import type { Caller } from '#ports/server/handlers.ts';
import { errorData } from '#provider-kit/error-data.ts';
import { checkedInput } from '../wire/input.ts';
import { byteRange } from './byte-range.ts';
import { ownContentHeaders, sharedContentHeaders } from './content-headers.ts';
import { type FileAddress, fileAddressOf } from './file-address.ts';
import type { StoredFile } from './file-rows.ts';
import { checkFilePath, checkUploadId } from './files-service.ts';
import type { GuardedFiles } from './guarded-files.ts';
import type { PostgresFiles } from './postgres-files.ts';
import { largestPiece, type PostgresUploads } from './postgres-uploads.ts';

export interface FilesHttpOptions {
  /** Path of the server for files: `/host/files/`. */
  readonly below: string;
  readonly files: PostgresFiles;
  readonly guarded: GuardedFiles;
  readonly uploads: PostgresUploads;
  /** Caller of a bearer token; `null` for an invalid one. @throws PortError unavailable */
  readonly callerOf: (token: string) => Promise<Caller | null>;
  /** Gets errors that are no `PortError`. */
  readonly report: (error: unknown) => void;
}

export type FilesHttp = (request: IncomingMessage, response: ServerResponse, target: URL) => Promise<void>;

/** Characters of a bearer token. */
const longestToken = 4096;

const statuses: Partial<Record<PortErrorCode, number>> = {
  'invalid-argument': 400,
  'storage/server-file-wrong-size': 400,
  'storage/invalid-checksum': 400,
  'storage/unauthenticated': 401,
  'storage/unauthorized': 403,
  'storage/quota-exceeded': 403,
  'storage/object-not-found': 404,
  unimplemented: 405,
  aborted: 409,
  'failed-precondition': 409,
  'out-of-range': 416,
  unavailable: 503,
  'resource-exhausted': 503,
};

/** Answers every request. An error has its `ErrorData` as JSON. */
export function filesHttp(options: FilesHttpOptions): FilesHttp {
  return async (request, response, target) => {
    try {
      await answer(options, request, response, target);
    } catch (error) {
      answerError(options, request, response, error);
    }
  };
}

async function answer(
  options: FilesHttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
  target: URL,
): Promise<void> {
  const { pathname } = target;
  const address = pathname.startsWith(options.below)
    ? fileAddressOf(pathname.slice(options.below.length))
    : null;
  if (!address) throw new PortError('storage/object-not-found', 'There is nothing at this address.');
  const { method } = request;
  if (
    method !== (address.kind === 'piece' ? 'PUT' : 'GET') &&
    !(method === 'HEAD' && address.kind !== 'piece')
  )
    throw new PortError('unimplemented', 'This address does not take that method.');
  switch (address.kind) {
    case 'shared':
      return answerShared(options, request, response, address);
    case 'content': {
      const path = checkedInput(() => checkFilePath(address.path));
      const read = async () => options.guarded.read(path, await callerOf(options, request));
      return answerContent(options, request, response, read, ownContentHeaders);
    }
    case 'piece':
      return takePiece(options, request, response, address);
  }
}

async function answerShared(
  options: FilesHttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
  { path, token }: Extract<FileAddress, { kind: 'shared' }>,
): Promise<void> {
  const read = async () => {
    const file = await options.files.byToken(path, token);
    if (!file) throw new PortError('storage/object-not-found', 'This address is good no more.');
    return file;
  };
  return answerContent(options, request, response, read, sharedContentHeaders);
}

/** A content that is replaced while it is opened is read anew. */
const mostTries = 3;

async function answerContent(
  options: FilesHttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
  read: () => Promise<StoredFile>,
  headersOf: (metadata: StoredFile['metadata']) => Readonly<Record<string, string>>,
): Promise<void> {
  for (let tries = 0; tries < mostTries; tries++) {
    const file = await read();
    const headers = headersOf(file.metadata);
    const { size } = file.metadata;
    const { range: asked, 'if-range': ifRange, 'if-none-match': known } = request.headers;
    if (known !== undefined && known === headers['ETag']) {
      response.writeHead(304, headers).end();
      return;
    }
    const range = ifRange !== undefined && ifRange !== headers['ETag'] ? null : byteRange(asked, size);
    if (range === 'unsatisfiable') {
      response.setHeader('Content-Range', `bytes */${size}`);
      throw new PortError('out-of-range', `The file has ${size} bytes.`);
    }
    const content = request.method === 'HEAD' ? null : await options.files.open(file, range ?? undefined);
    if (!content && request.method !== 'HEAD') continue;
    response.writeHead(range ? 206 : 200, {
      ...headers,
      'Content-Length': range ? range.last - range.first + 1 : size,
      ...(range && { 'Content-Range': `bytes ${range.first}-${range.last}/${size}` }),
    });
    if (content) await pipeline(content, response).catch(ignoreClosed);
    else response.end();
    return;
  }
  throw new PortError('aborted', 'The file is changed by others all the time.');
}

/** The connection was closed: the browser disconnected, or the disk failed. No answer can follow. */
const ignoreClosed = () => {};

async function takePiece(
  options: FilesHttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
  { id, offset }: Extract<FileAddress, { kind: 'piece' }>,
): Promise<void> {
  const bytes = Number(request.headers['content-length'] ?? Number.NaN);
  if (!Number.isSafeInteger(bytes)) throw new PortError('invalid-argument', 'A piece says its length.');
  checkedInput(() => checkUploadId(id));
  const caller = await callerOf(options, request);
  await options.uploads.expect(id, offset, bytes, caller);
  const standing = await options.uploads.send(id, offset, request, caller);
  response.writeHead(200, jsonHeaders).end(JSON.stringify(standing));
}

const jsonHeaders = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** `null` for nobody. @throws PortError storage/unauthenticated */
async function callerOf(options: FilesHttpOptions, request: IncomingMessage): Promise<Caller | null> {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  const token = /^Bearer ([\x21-\x7e]+)$/u.exec(authorization)?.[1] ?? '';
  const caller = token === '' || token.length > longestToken ? null : await options.callerOf(token);
  if (!caller) throw new PortError('storage/unauthenticated', 'The session has ended.');
  return caller;
}

function answerError(
  { report }: FilesHttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  // A body that ended too soon is nobody's mistake.
  if (!(error instanceof PortError) && request.destroyed && !request.complete) return;
  if (!(error instanceof PortError) || error.code === 'internal') report(error);
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const told =
    error instanceof PortError
      ? error
      : new PortError('internal', 'The server made a mistake. It has noted it.');
  // The rest of a piece is read, so that the answer arrives; nothing larger is.
  if (Number(request.headers['content-length'] ?? 0) <= largestPiece) request.resume();
  else response.setHeader('Connection', 'close');
  response.writeHead(statuses[told.code] ?? 500, jsonHeaders).end(JSON.stringify(errorData(told)));
}
