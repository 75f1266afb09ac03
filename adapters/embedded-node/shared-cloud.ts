/** One cloud with one application, in this process, for every browser that may reach it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { InboxMessage } from '#ports/control.ts';
import type { WebPush } from '#fakes/cloud/messaging/web-push.ts';
import type { EmbeddedApplication } from '#fakes/host/application.ts';
import { openHostedCloud } from '#fakes/host/hosted-cloud.ts';
import type { Found, Records } from '#fakes/host/records.ts';
import type { ServerHttp } from '#ports/server/http.ts';
import { Admission } from './admission.ts';
import { mostSockets } from './bounds.ts';
import { ChannelServer } from './channel-server.ts';
import { cryptoRandom } from './crypto-random.ts';
import { seriousPasswords } from './passwords.ts';
import { runningClock, systemClock } from './system-clock.ts';
import { answer, ownPaths, type RequestsOptions } from './requests.ts';

export interface Tls {
  readonly key: string;
  readonly cert: string;
  /** By which the certificate is trusted, if it is this server's own. */
  readonly authority: string | null;
}

export interface SharedCloudOptions extends Pick<RequestsOptions, 'doorOf' | 'site'> {
  readonly application: EmbeddedApplication;
  readonly host: string;
  /** 0: one that is free. */
  readonly port: number;
  /** Host names by which browsers may come. The first is in the links of messages. */
  readonly names: readonly string[];
  readonly tls: Tls | null;
  readonly secret: string | null;
  /** Sends what no open page takes; `null`: it waits. */
  readonly webPush: WebPush | null;
  /** By which backend code reaches the outside; `null`: it can't. */
  readonly http: ServerHttp | null;
  readonly found: Found;
  readonly write: Records['write'] | null;
  /** Mail and text messages, once what they are about is kept. */
  onMessage(message: InboxMessage): void;
  /** Once a request is answered. */
  onRequest?(request: Answered): void;
  onFailure(what: string, error: unknown): void;
}

export interface Answered {
  readonly method: string;
  /** Without its query and what follows the name of a door: keys may be there. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
}

export interface SharedCloud {
  readonly origin: string;
  readonly port: number;
  connections(): number;
  /** Tells the clients, keeps what is not kept yet, and ends. */
  stop(): Promise<void>;
}

/** @throws NodeJS.ErrnoException when it can't listen there */
export async function startSharedCloud(options: SharedCloudOptions): Promise<SharedCloud> {
  const { application, host, port, names, tls, secret, found, write, onFailure } = options;
  const limits = { headersTimeout: 10_000, requestTimeout: 60_000, maxHeaderSize: 32 * 1024 };
  const server = tls ? createSecureServer({ key: tls.key, cert: tls.cert, ...limits }) : createServer(limits);
  server.maxConnections = mostSockets;
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, listening);
  });
  const used = (server.address() as AddressInfo).port;
  const originOf = (name: string) =>
    new URL(`${tls ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${used}`).origin;
  const [first = 'localhost'] = names;
  const origin = originOf(first);
  const admission = new Admission({ origins: new Set(names.map(originOf)), secret });

  const { cloud, stop } = await openHostedCloud({
    origin,
    host: systemClock,
    application,
    found,
    write,
    random: cryptoRandom,
    socialAccounts: false,
    ...(options.webPush && { webPush: options.webPush }),
    ...(options.http && { http: options.http }),
    ...(write && { passwords: seriousPasswords }),
    auth: { authorizedDomains: names },
    onMessage: (message) => void cloud.whenKept().then(() => options.onMessage(message)),
    onFailure: ({ kind, name, error }) => onFailure(`${kind} ${name}`, error),
  }).catch((error: unknown) => {
    server.close();
    throw error;
  });
  const channels = new ChannelServer({
    clock: runningClock,
    refusal(request) {
      if (new URL(request.url ?? '/', 'http://here').pathname !== ownPaths.channel) return 404;
      if (!admission.knowsOrigin(request)) return 403;
      return admission.isIn(request) ? null : 401;
    },
    accept: (channel) => cloud.accept(channel, { operators: false }),
  });
  const startedAt = Date.now();
  const requests: RequestsOptions = {
    ...options,
    admission,
    authority: tls?.authority ?? null,
    isSecure: tls !== null,
    http: (request) => cloud.http(request),
    health: () => ({
      status: 'ok',
      connections: channels.connections(),
      upSeconds: Math.round((Date.now() - startedAt) / 1000),
    }),
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const from = performance.now();
    response.once('finish', () =>
      options.onRequest?.({
        method: request.method ?? '',
        path: withoutKeys(request.url ?? '', options.doorOf),
        status: response.statusCode,
        ms: Math.round(performance.now() - from),
      }),
    );
    try {
      await answer(requests, request, response);
    } catch (error) {
      onFailure('A request', error);
      if (!response.headersSent) response.statusCode = 500;
      response.end();
    }
  };
  server.on('request', (request, response) => void serve(request, response));
  server.on('upgrade', (request, stream, head) => channels.upgrade(request, stream, head));

  return {
    origin,
    port: used,
    connections: () => channels.connections(),
    async stop() {
      const closed = new Promise((done) => void server.close(done));
      await stop();
      await channels.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function withoutKeys(url: string, doorOf: RequestsOptions['doorOf']): string {
  const { pathname } = new URL(url, 'http://here');
  return doorOf(pathname) ?? pathname;
}
