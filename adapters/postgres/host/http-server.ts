/** HTTP server of a process: the app, connections of browsers, files, routes of backend code, health and metrics on one port. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { mostConnections } from '#adapters/node/bounds.ts';
import {
  answerAs,
  answerBadTarget,
  answerByHandler,
  answerJson,
  answerText,
} from '#adapters/node/http-answers.ts';
import { loggedPath } from '#adapters/node/logged-path.ts';
import { rejectUpgrade } from '#adapters/node/reject-upgrade.ts';
import type { HttpRequest, HttpResponse } from '#ports/server/handlers.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { guardListener, runEach } from '#provider-kit/guard-listener.ts';
import { targetAddress } from '#provider-kit/http/request-target.ts';
import type { PostgresScim } from '../auth/scim/open-scim.ts';
import type { TextChannel } from '../wire/channel.ts';
import { longestMessage } from '../wire/messages.ts';
import { ServerSocket } from '../wire/server-socket.ts';
import { hostPaths } from './host-paths.ts';
import { listen, type ListeningServer, type ListenOptions } from './listen.ts';
import { RequestsUnderWay } from './requests-under-way.ts';
import { answerSaml, type SamlEndpoints } from './saml-http.ts';
import { answerScim, isScimPath } from './scim-http.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, pathname: string) => unknown;

export interface HttpServerOptions {
  /** Origins by which browsers may come. */
  origins(port: number): readonly string[];
  /** The machine's. */
  readonly clock: Clock;
  /** `network`: the address that it comes from. */
  accept(channel: TextChannel, network: string | null): void;
  readonly site: Handler;
  /** Requests below `hostPaths.files`. */
  readonly files: (request: IncomingMessage, response: ServerResponse, target: URL) => Promise<void>;
  /** A browser that a provider of accounts sent back. `query`: of the address. */
  signIn(
    query: string,
  ): Promise<{ readonly html: string; readonly headers: Readonly<Record<string, string>> }>;
  readonly saml: SamlEndpoints;
  readonly scim: Pick<PostgresScim, 'isOn' | 'answer'>;
  /** Whether the path is a route of backend code, which has keys of its own. */
  isRoute(pathname: string): boolean;
  handleRoute(request: HttpRequest): Promise<HttpResponse>;
  /** Health facts, without secrets. `ok`: status 200, else 503. */
  health(): Promise<{ readonly ok: boolean; readonly facts: Readonly<Record<string, unknown>> }>;
  /** In Prometheus' text format. */
  metrics(): Promise<string>;
  /** Known paths: requests are logged with them, and nothing that follows. */
  readonly loggedPaths: Iterable<string>;
  onRequest(request: AnsweredRequest): void;
  onFailure(what: string, error: unknown): void;
}

export interface AnsweredRequest {
  readonly method: string;
  /** Without what is no known path: keys may be there. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
}

export interface HttpServer {
  readonly port: number;
  readonly origins: readonly string[];
  /** Tells browsers to connect elsewhere, answers what has been asked within so many milliseconds (default 10,000), and ends. */
  stop(waitMs?: number): Promise<void>;
}

/** Milliseconds for answers under way when the server ends. */
const lastAnswersMs = 10_000;

/** @throws NodeJS.ErrnoException when it can't listen there */
export const startHttpServer = async (options: HttpServerOptions & ListenOptions): Promise<HttpServer> =>
  serveHttp(await listen(options), options);

export function serveHttp(listening: ListeningServer, options: HttpServerOptions): HttpServer {
  const { port } = listening;
  const server = listening.takeOver();
  const origins = options.origins(port);
  const sockets = new Set<ServerSocket>();
  const underWay = new RequestsUnderWay();
  const knownPaths = new Set([...Object.values(hostPaths), '/host/files', ...options.loggedPaths]);
  server.on(
    'request',
    guardListener(
      (request: IncomingMessage, response: ServerResponse) => {
        underWay.add(request, response);
        return serve(options, origins, knownPaths, request, response);
      },
      (_, response) => response.destroy(),
    ),
  );
  const upgrades = upgradesOf(options, origins, sockets);
  server.on(
    'upgrade',
    guardListener(upgrades.upgrade, (_, stream) => stream.destroy()),
  );
  return {
    port,
    origins,
    async stop(waitMs = lastAnswersMs) {
      const closed = new Promise((done) => void server.close(done));
      upgrades.end();
      runEach([...sockets], (socket) => socket.goAway());
      server.closeIdleConnections();
      await Promise.race([closed, underWay.idle(waitMs)]);
      server.closeAllConnections();
      await closed;
      upgrades.close();
    },
  };
}

async function serve(
  options: HttpServerOptions,
  origins: readonly string[],
  knownPaths: ReadonlySet<string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const from = performance.now();
  const target = URL.parse(targetAddress(request));
  response.once(
    'finish',
    guardListener(() =>
      options.onRequest({
        method: request.method ?? '',
        path: target ? loggedPath(target.pathname, knownPaths) : '',
        status: response.statusCode,
        ms: Math.round(performance.now() - from),
      }),
    ),
  );
  try {
    await respond(options, origins, request, response, target);
  } catch (error) {
    options.onFailure('A request', error);
    if (!response.headersSent) response.statusCode = 500;
    response.end();
  }
}

async function respond(
  options: HttpServerOptions,
  origins: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
  target: URL | null,
): Promise<unknown> {
  if (!target) return answerBadTarget(response);
  const { pathname } = target;
  if (pathname === hostPaths.health) {
    const { ok, facts } = await options.health();
    return answerJson(response, ok ? 200 : 503, facts);
  }
  if (pathname === hostPaths.metrics)
    return answerAs(response, 'text/plain; version=0.0.4; charset=utf-8', await options.metrics());
  if (options.isRoute(pathname))
    return answerByHandler((asked) => options.handleRoute(asked), request, response, target);
  // A stranger's name that leads here would make this server's pages his.
  const { host = '' } = request.headers;
  if (!origins.some((origin) => new URL(origin).host === host.toLowerCase()))
    return answerText(response, 421, 'This server does not have that name. Name it with --url.\n');
  if (pathname.startsWith(hostPaths.files)) return options.files(request, response, target);
  if (isScimPath(pathname)) return answerScim(options.scim, request, response, target, networkOf(request));
  if (await answerSaml(options.saml, request, response, pathname)) return;
  if (request.method !== 'GET' && request.method !== 'HEAD') return answerText(response, 405, 'Only GET.\n');
  if (pathname === hostPaths.signIn) {
    const { html, headers: own } = await options.signIn(target.search);
    return response.writeHead(200, own).end(request.method === 'HEAD' ? undefined : html);
  }
  return options.site(request, response, pathname);
}

/** Client address: the last entry of `X-Forwarded-For` for a proxy on this machine, else the peer's. */
function networkOf({ socket: { remoteAddress }, headers }: IncomingMessage): string | null {
  const isProxied = remoteAddress !== undefined && /^(?:::ffff:)?127\.|^::1$/u.test(remoteAddress);
  const said = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return isProxied && said !== undefined && isIP(said) !== 0 ? said : (remoteAddress ?? null);
}

function upgradesOf(options: HttpServerOptions, origins: readonly string[], sockets: Set<ServerSocket>) {
  const upgrades = new WebSocketServer({
    noServer: true,
    maxPayload: longestMessage,
    perMessageDeflate: false,
  });
  // Of a request that is no handshake: it has been answered.
  upgrades.on(
    'wsClientError',
    guardListener((_error, socket) => socket.destroy()),
  );
  let isEnding = false;
  const statusFor = (request: IncomingMessage): number | null => {
    if (isEnding) return 503;
    const target = URL.parse(targetAddress(request));
    if (!target) return 400;
    if (target.pathname !== hostPaths.channel) return 404;
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return 403;
    return sockets.size >= mostConnections ? 503 : null;
  };
  return {
    upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
      stream.on(
        'error',
        guardListener(() => stream.destroy()),
      );
      const status = statusFor(request);
      if (status !== null) {
        rejectUpgrade(stream, status);
        return;
      }
      upgrades.handleUpgrade(request, stream, head, (socket) => {
        const channel = new ServerSocket(socket, options.clock);
        sockets.add(channel);
        socket.on(
          'close',
          guardListener(() => sockets.delete(channel)),
        );
        options.accept(channel, networkOf(request));
      });
    },
    /** Accepts no more websockets: a websocket of an open connection would begin after the message `goAway`. */
    end: () => (isEnding = true),
    close: () => upgrades.close(),
  };
}
