/** The documents service as browsers reach it: questions over REST, streams over WebChannel. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { PortError } from '#ports/errors.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { addressOf } from '../address.ts';
import { type ChannelsOptions, Channels } from './channels.ts';
import { bodyOf, headersOf, TooLarge } from './request.ts';
import type { ResourceRequest } from './resources.ts';
import { answering } from './rest.ts';
import type { DocumentsService } from './service.ts';
import { httpErrorOf, statusOf } from './status.ts';

const channelPath = /^\/google\.firestore\.v1\.Firestore\/(Listen|Write)\/channel$/u;
const questionPath = /^\/v1\/((projects\/[^/]+\/databases\/[^/]+)\/documents(?:\/.+)?):(\w+)$/u;

/** Handler of requests beside unary calls and streams; `null` for requests of others. */
export type Beside = (asking: ResourceRequest) => Promise<unknown> | null;

export function httpServer(
  service: DocumentsService,
  options: ChannelsOptions = {},
  beside: Beside = () => null,
): Server {
  const channels = new Channels(service, options);
  const ask = answering(service);
  const answerRequest = (request: IncomingMessage, response: ServerResponse) => {
    const serve = async (): Promise<void> => {
      allowOrigin(request, response);
      const url = addressOf(request);
      const stream = channelPath.exec(url.pathname)?.[1];
      if (request.method === 'OPTIONS') return void response.writeHead(204).end();
      if (stream === 'Listen' || stream === 'Write') return channels.serve(stream, url, request, response);
      const address = decoded(url.pathname);
      const other = beside({
        verb: request.method ?? 'GET',
        address,
        query: url.searchParams,
        body: () => bodyOf(request),
        headers: headersOf(request),
      });
      if (other) return answer(response, await other);
      const [, path, database, method] = questionPath.exec(address) ?? [];
      if (request.method !== 'POST' || path === undefined || database === undefined || method === undefined)
        throw new PortError('not-found', 'There is nothing at this address.');
      const [body, headers] = [await bodyOf(request), headersOf(request)];
      answer(response, await ask({ method, path, database, body, headers }));
    };
    return serve().catch((error: unknown) => refuse(response, error));
  };
  const server = createServer(guardListener(answerRequest, (_, response) => response.destroy()));
  // Keep-alive longer than the pauses of a slow client.
  server.keepAliveTimeout = 60_000;
  server.on(
    'close',
    guardListener(() => channels.close()),
  );
  return server;
}

/** Any page may ask, with what it likes: this is a server for one machine. */
function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  const { origin, 'access-control-request-headers': asked } = headers;
  if (origin === undefined) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PATCH, PUT, DELETE');
  response.setHeader('Access-Control-Max-Age', '600');
  response.setHeader('Vary', 'Origin');
  if (asked !== undefined) response.setHeader('Access-Control-Allow-Headers', asked);
}

function answer(response: ServerResponse, content: unknown, code = 200): void {
  response.writeHead(code, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(content));
}

function refuse(response: ServerResponse, error: unknown): void {
  const told = httpErrorOf(statusOf(error));
  if (response.headersSent) return void response.destroy();
  const code = error instanceof TooLarge ? 413 : told.code;
  // The rest of it is not for the next request.
  if (code === 413) response.setHeader('Connection', 'close');
  answer(response, { error: { ...told, code } }, code);
}

/** @throws PortError invalid-argument */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch (error) {
    throw new PortError('invalid-argument', 'This is no address.', { cause: error });
  }
}
