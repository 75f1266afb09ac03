/** The documents service as browsers reach it: questions over REST, streams over WebChannel. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { PortError } from '#ports/errors.ts';
import type { Call } from './call.ts';
import type { Headers } from './caller.ts';
import { WebChannel } from './channel.ts';
import { jsonOf, messageFrom } from './json.ts';
import { documentsMethods } from './protos.ts';
import type { DocumentsService } from './service.ts';
import { httpErrorOf, type Status, statusOf } from './status.ts';

export interface HttpOptions {
  /** Milliseconds without a connection after which a browser is taken for gone. Default 60,000. */
  readonly silenceMs?: number;
  /** Milliseconds after which a connection that nothing is said on is let go and asked for anew. Default 10,000. */
  readonly holdMs?: number;
}

const channelPath = /^\/google\.firestore\.v1\.Firestore\/(Listen|Write)\/channel$/u;
const questionPath = /^\/v1\/((projects\/[^/]+\/databases\/[^/]+)\/documents(?:\/.+)?):(\w+)$/u;

export function httpServer(service: DocumentsService, options: HttpOptions = {}): Server {
  const channels = new Channels(service, options);
  const ask = asking(service);
  const server = createServer((request, response) => {
    allowOrigin(request, response);
    const url = new URL(request.url ?? '/', 'http://local');
    const serve = async () => {
      const stream = channelPath.exec(url.pathname)?.[1];
      if (request.method === 'OPTIONS') response.writeHead(204).end();
      else if (stream === 'Listen' || stream === 'Write')
        await channels.serve(stream, url, request, response);
      else {
        const [, path, database, method] = questionPath.exec(decoded(url.pathname)) ?? [];
        if (request.method !== 'POST' || path === undefined || database === undefined || method === undefined)
          throw new PortError('not-found', 'There is nothing at this address.');
        answer(response, await ask(method, path, database, await bodyOf(request), headersOf(request)));
      }
    };
    serve().catch((error: unknown) => refuse(response, error));
  });
  // Whoever says little is not cut off while it says it.
  server.keepAliveTimeout = 60_000;
  server.on('close', () => channels.close());
  return server;
}

/** Any page may ask, with what it likes: this is a server for one machine. */
function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  const { origin, 'access-control-request-headers': asked } = headers;
  if (origin === undefined) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
  response.setHeader('Access-Control-Max-Age', '600');
  response.setHeader('Vary', 'Origin');
  if (asked !== undefined) response.setHeader('Access-Control-Allow-Headers', asked);
}

const headersOf =
  ({ headers }: IncomingMessage): Headers =>
  (name) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** Without the type being said to be it, Chromium keeps small parts of an answer back to guess it. */
const asText = {
  'Content-Type': 'text/plain; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

function answer(response: ServerResponse, content: unknown, code = 200): void {
  response.writeHead(code, { ...asText, 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(content));
}

function refuse(response: ServerResponse, error: unknown): void {
  const told = httpErrorOf(statusOf(error));
  if (response.headersSent) response.destroy();
  else answer(response, { error: told }, told.code);
}

/** @throws PortError invalid-argument */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PortError('invalid-argument', 'This is not JSON.', { cause: error });
  }
}

/** @throws PortError invalid-argument */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch (error) {
    throw new PortError('invalid-argument', 'This is no address.', { cause: error });
  }
}

type Asking = (
  method: string,
  path: string,
  database: string,
  body: string,
  headers: Headers,
) => Promise<unknown>;

/** Questions with one answer, or with several: these come as a list. */
function asking({ one, many }: DocumentsService): Asking {
  const methods = documentsMethods();
  return async (name, path, database, body, headers) => {
    const method = name === 'batchGet' ? 'BatchGetDocuments' : name.charAt(0).toUpperCase() + name.slice(1);
    const types = methods.get(method);
    if (!types || !(Object.hasOwn(one, method) || Object.hasOwn(many, method)))
      throw new PortError('unimplemented', `“${name}” is not served here.`);
    const message = { ...messageFrom(types.asked, parsed(body)), database, parent: path };
    if (Object.hasOwn(one, method))
      return jsonOf(types.answer, await one[method as keyof typeof one](message, headers));
    const answers = await many[method as keyof typeof many](message, headers);
    return answers.map((reply) => jsonOf(types.answer, reply));
  };
}

class Channels {
  private readonly service: DocumentsService;
  private readonly options: Required<HttpOptions>;
  private readonly open = new Map<string, WebChannel>();
  private readonly methods = documentsMethods();

  constructor(service: DocumentsService, { silenceMs = 60_000, holdMs = 10_000 }: HttpOptions) {
    this.service = service;
    this.options = { silenceMs, holdMs };
  }

  async serve(
    stream: 'Listen' | 'Write',
    { searchParams }: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const id = searchParams.get('SID');
    const known = id === null ? null : this.open.get(id);
    // In these words, and not as the first of them, the browser looks for it.
    if (known === undefined) return void response.writeHead(400, asText).end('Error: Unknown SID');
    if (searchParams.get('TYPE') === 'terminate') {
      known?.end();
      return void response.writeHead(200, asText).end();
    }
    known?.acknowledge(Number(searchParams.get('AID') ?? -1));
    if (request.method === 'GET') {
      if (known) listenBack(known, searchParams.get('CI') === '1', response);
      else refuse(response, new PortError('invalid-argument', 'A channel is opened by POST.'));
      return;
    }
    const form = new URLSearchParams(await bodyOf(request));
    const channel =
      known ?? this.begin(stream, headersIn(form.get('headers') ?? '', searchParams.get('database')));
    channel.receive(Number(form.get('ofs') ?? 0), messagesIn(form));
    response.writeHead(200, asText).end(known ? channel.state() : channel.greeting());
  }

  close(): void {
    for (const channel of this.open.values()) channel.end();
  }

  private begin(stream: 'Listen' | 'Write', headers: Headers): WebChannel {
    const types = this.methods.get(stream);
    if (!types) throw new Error(`The protocol has no ${stream}.`);
    const listeners: Parameters<Call<object>['listen']>[0][] = [];
    const end = () => {
      for (const listener of listeners) listener.end();
    };
    const fail = (status: Status) => {
      channel.close(httpErrorOf(status));
      end();
    };
    const channel = new WebChannel(randomUUID(), {
      ...this.options,
      message(json) {
        try {
          const message = messageFrom(types.asked, json);
          for (const listener of listeners) listener.message(message);
        } catch (error) {
          fail(statusOf(error));
        }
      },
      end: () => {
        this.open.delete(channel.id);
        end();
      },
    });
    this.open.set(channel.id, channel);
    this.service.streams[stream]({
      headers,
      listen: (listener) => void listeners.push(listener),
      write: (message) => channel.send(jsonOf(types.answer, message)),
      end: () => channel.close(),
      fail,
    });
    return channel;
  }
}

function listenBack(channel: WebChannel, isSingle: boolean, response: ServerResponse): void {
  response.writeHead(200, asText);
  response.flushHeaders();
  const back = {
    write: (text: string) => void response.write(text),
    end: () => void response.end(),
  };
  response.on('close', () => channel.released(back));
  channel.attach(back, isSingle);
}

/** The headers that would have made the browser ask for permission first come as text. */
function headersIn(text: string, database: string | null): Headers {
  const headers = new Map(database === null ? [] : [['google-cloud-resource-prefix', database]]);
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return (name) => headers.get(name);
}

/** @throws PortError invalid-argument */
const messagesIn = (form: URLSearchParams): readonly unknown[] =>
  Array.from({ length: Number(form.get('count') ?? 0) }, (_, at) =>
    parsed(form.get(`req${at}___data__`) ?? ''),
  );
