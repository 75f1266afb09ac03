/** Shared cloud: one cloud with one application in this process, for every browser that can reach it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { InboxMessage, RulesRefusal } from '#ports/control.ts';
import { targetAddress } from '#provider-kit/http/request-target.ts';
import type { SetAsideRecord } from '#fakes/cloud/snapshot.ts';
import type { WebPush } from '#fakes/cloud/messaging/web-push.ts';
import { visitorQuotas } from '#fakes/cloud/quotas.ts';
import type { EmbeddedApplication } from '#fakes/host/application.ts';
import { openHostedCloud } from '#fakes/host/hosted-cloud.ts';
import type { Found, Records } from '#fakes/host/records.ts';
import type { ServerHttp } from '#ports/server/http.ts';
import type { ServerMail } from '#ports/server/mail.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { Admission } from './admission.ts';
import { mostSockets } from '#adapters/node/bounds.ts';
import { ChannelServer } from './channel-server.ts';
import { cryptoRandom } from '#adapters/node/crypto-random.ts';
import { loggedPath } from '#adapters/node/logged-path.ts';
import { seriousPasswords } from './passwords.ts';
import { runningClock, nodeClock } from './system-clock.ts';
import { respondTo, ownPaths, type RequestsOptions } from './requests.ts';

export interface Tls {
  readonly key: string;
  readonly cert: string;
  /** By which the certificate is trusted, if it is this server's own. */
  readonly authority: string | null;
}

export interface SharedCloudOptions extends Pick<RequestsOptions, 'isDoor' | 'site'> {
  readonly application: EmbeddedApplication;
  /** Paths that requests may be logged with: of doors and files. Of other paths their beginning that is one of these. */
  readonly loggedPaths: Iterable<string>;
  readonly host: string;
  /** 0: a free port. */
  readonly port: number;
  /** Host names by which browsers may come. The first is in the links of messages. */
  readonly names: readonly string[];
  readonly tls: Tls | null;
  readonly secret: string | null;
  /** Sends what no open page takes; `null`: it waits. */
  readonly webPush: WebPush | null;
  /** By which backend code reaches the outside; `null`: it can't. */
  readonly http: ServerHttp | null;
  /** Mail of backend code, of the address by which it is reached; `null`: none. */
  readonly mail: ((origin: string) => ServerMail | null) | null;
  readonly found: Found;
  readonly write: Records['write'] | null;
  /** Mail and text messages, once what they are about is kept. */
  onMessage(message: InboxMessage): void | Promise<void>;
  /** Once a request is answered. */
  onRequest?(request: Answered): void;
  /** Access that the rules refused, with the reason, of which its caller is told nothing. */
  onRefusal(refusal: RulesRefusal): void;
  onFailure(what: string, error: unknown): void;
  /** Once for each record that could not be read. */
  onSetAside(record: SetAsideRecord): void;
}

export interface Answered {
  readonly method: string;
  /** Without what is no known path (`loggedPath`): keys may be there. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
}

export interface SharedCloud {
  readonly origin: string;
  readonly port: number;
  /** The cloud with the server's authority. */
  readonly server: ServerPorts;
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
    server.once('error', guardListener(failed));
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
    host: nodeClock,
    application,
    program: 'at-once',
    found,
    write,
    random: cryptoRandom,
    socialAccounts: false,
    quotas: visitorQuotas,
    onSetAside: options.onSetAside,
    explainRefusals: false,
    onRefusal: options.onRefusal,
    ...(options.webPush && { webPush: options.webPush }),
    ...(options.http && { http: options.http }),
    mail: options.mail?.(origin) ?? null,
    ...(write && { passwords: seriousPasswords }),
    auth: { authorizedDomains: names },
    onMessage: guardListener(async (message: InboxMessage) => {
      await cloud.whenKept();
      await options.onMessage(message);
    }),
    onFailure: ({ kind, name, error }) => onFailure(`${kind} ${name}`, error),
  }).catch((error: unknown) => {
    server.close();
    throw error;
  });
  const channels = new ChannelServer({
    clock: runningClock,
    refusal(request) {
      const target = URL.parse(targetAddress(request));
      if (!target) return 400;
      if (target.pathname !== ownPaths.channel) return 404;
      if (!admission.knowsOrigin(request)) return 403;
      return admission.isIn(request) ? null : 401;
    },
    accept: (channel, request) =>
      cloud.accept(channel, { operators: false, peer: request.socket.remoteAddress ?? null }),
  });
  const startedAt = Date.now();
  const routes = new Set([...Object.values(ownPaths), ...options.loggedPaths]);
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
    const target = URL.parse(targetAddress(request));
    response.once(
      'finish',
      guardListener(() =>
        options.onRequest?.({
          method: request.method ?? '',
          path: target ? loggedPath(target.pathname, routes) : '',
          status: response.statusCode,
          ms: Math.round(performance.now() - from),
        }),
      ),
    );
    try {
      await respondTo(requests, request, response, target);
    } catch (error) {
      onFailure('A request', error);
      if (!response.headersSent) response.statusCode = 500;
      response.end();
    }
  };
  server.on(
    'request',
    guardListener(serve, (_, response) => response.destroy()),
  );
  server.on(
    'upgrade',
    guardListener(
      (request: IncomingMessage, stream: Duplex, head: Buffer) => channels.upgrade(request, stream, head),
      (_, stream) => stream.destroy(),
    ),
  );

  return {
    origin,
    port: used,
    server: cloud.server,
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
