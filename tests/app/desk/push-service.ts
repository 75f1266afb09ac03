/**
 * Push service on this machine, for a browser that is led to it: its HTTP side by RFC 8030, 8188 and 8292, its websocket by the protocol
 * between Firefox and Mozilla's service (`hello`, `register`, `notification`, `ack`). Messages stay encrypted.
 */
import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { certify, makeAuthority } from '#adapters/embedded-node/certificate.ts';

export interface PushService {
  /** Host of the endpoints, for `--push-service`. */
  readonly host: string;
  /** Certificate authority for senders, as PEM. */
  readonly authority: string;
  /** Value of Firefox's preference `dom.push.serverURL`. */
  readonly browserUrl: string;
  /** Received messages, oldest first, with the status of the answer. */
  readonly posts: readonly Post[];
  /** Acknowledgement codes of browsers: 100 is decrypted and delivered, others are failures. */
  readonly confirmed: readonly number[];
  /** A subscription for messages of this sender, whose browser gets them otherwise: its endpoint. */
  subscribe(sender: string): string;
  /** The next posts are answered so. */
  answerNext(...statuses: readonly number[]): void;
  /** Ends every subscription, as clearing a browser's data does. */
  endSubscriptions(): void;
  close(): Promise<void>;
}

interface Post {
  readonly status: number;
  readonly topic: string | null;
  readonly urgency: string | null;
  readonly timeToLiveSeconds: number;
  /** Encrypted body as sent. */
  readonly body: Buffer;
}

interface Waiting {
  readonly version: string;
  readonly topic: string | null;
  readonly data: string;
}

interface Subscription {
  readonly channelId: string;
  /** The one sender whose messages it takes, as a point in base64url. */
  readonly sender: string;
  waiting: readonly Waiting[];
}

interface FromBrowser {
  readonly messageType?: string;
  readonly channelID?: string;
  readonly key?: string;
  readonly updates?: readonly { readonly version: string; readonly code: number }[];
}

/** Bytes of a message that every push service takes (RFC 8030, section 7.2). */
const mostBytes = 4096;

export async function openPushService(): Promise<PushService> {
  const authority = await makeAuthority();
  const { key, cert } = await certify(authority, ['localhost']);
  const endpoints = createSecureServer({ key, cert });
  endpoints.listen(0, 'localhost');
  await once(endpoints, 'listening');
  const host = `localhost:${(endpoints.address() as AddressInfo).port}`;

  const subscriptions = new Map<string, Subscription>();
  const posts: Post[] = [];
  const confirmed: number[] = [];
  let statuses: readonly number[] = [];
  let browser: WebSocket | null = null;

  const tell = (message: object) => browser?.send(JSON.stringify(message));
  const hand = ({ channelId }: Subscription, { version, data }: Waiting) =>
    tell({
      messageType: 'notification',
      channelID: channelId,
      version,
      data,
      headers: { encoding: 'aes128gcm' },
    });

  const take = async (request: IncomingMessage): Promise<number> => {
    const body = await bodyOf(request);
    const topic = one(request, 'topic');
    const told = statuses[0];
    statuses = statuses.slice(1);
    const subscription = subscriptions.get((request.url ?? '').slice(1));
    const status = told ?? (subscription ? refusalOf(request, body, subscription, `https://${host}`) : 410);
    posts.push({
      status,
      topic,
      urgency: one(request, 'urgency'),
      timeToLiveSeconds: Number(one(request, 'ttl')),
      body,
    });
    if (status !== 201 || !subscription) return status;
    const message = { version: randomUUID(), topic, data: body.toString('base64url') };
    const others = subscription.waiting.filter((other) => topic === null || other.topic !== topic);
    subscription.waiting = [...others, message];
    hand(subscription, message);
    return status;
  };
  endpoints.on('request', (request, response) => {
    void take(request).then((status) => response.writeHead(status).end());
  });

  const browsers = createServer();
  const sockets = new WebSocketServer({ server: browsers, handleProtocols: ([first = '']) => first });
  browsers.listen(0, '127.0.0.1');
  await once(browsers, 'listening');
  sockets.on('connection', (socket) => {
    browser = socket;
    socket.on('close', () => {
      if (browser === socket) browser = null;
    });
    socket.on('message', (text) => {
      const message = JSON.parse(String(text as Buffer)) as FromBrowser;
      const { messageType, channelID: channelId = '', key: sender = '', updates = [] } = message;
      if (messageType === undefined) return socket.send('{}');
      if (messageType === 'hello') {
        tell({ messageType, uaid: 'f'.repeat(32), status: 200, use_webpush: true, broadcasts: {} });
        for (const subscription of subscriptions.values())
          for (const message of subscription.waiting) hand(subscription, message);
      } else if (messageType === 'register') {
        subscriptions.set(channelId, { channelId, sender: sender.replaceAll('=', ''), waiting: [] });
        tell({
          messageType,
          channelID: channelId,
          status: 200,
          pushEndpoint: `https://${host}/${channelId}`,
        });
      } else if (messageType === 'unregister') {
        subscriptions.delete(channelId);
        tell({ messageType, channelID: channelId, status: 200 });
      } else if (messageType === 'ack') {
        const done = new Set(updates.map(({ version }) => version));
        for (const subscription of subscriptions.values())
          subscription.waiting = subscription.waiting.filter(({ version }) => !done.has(version));
        confirmed.push(...updates.map(({ code }) => code));
      }
    });
  });

  return {
    host,
    authority: authority.cert,
    browserUrl: `ws://127.0.0.1:${(browsers.address() as AddressInfo).port}/`,
    posts,
    confirmed,
    subscribe(sender) {
      const channelId = randomUUID();
      subscriptions.set(channelId, { channelId, sender, waiting: [] });
      return `https://${host}/${channelId}`;
    },
    answerNext: (...next) => (statuses = next),
    endSubscriptions: () => subscriptions.clear(),
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      browsers.close();
      endpoints.close();
      endpoints.closeAllConnections();
      await Promise.all([once(browsers, 'close'), once(endpoints, 'close')]);
    },
  };
}

/** The status for a message that breaks one of the RFCs, or comes from another sender than the subscription's; else 201. */
function refusalOf(
  request: IncomingMessage,
  body: Buffer,
  { sender }: Subscription,
  audience: string,
): number {
  if (!/^\d+$/u.test(one(request, 'ttl') ?? '')) return 400;
  if (one(request, 'content-encoding') !== 'aes128gcm') return 400;
  if (!/^[\w-]{1,32}$/u.test(one(request, 'topic') ?? 'none')) return 400;
  if (body.length > mostBytes) return 413;
  const [, token = '', key = ''] =
    /^vapid t=([^,]+), ?k=(.+)$/u.exec(one(request, 'authorization') ?? '') ?? [];
  if (key !== sender || !isSigned(token, key)) return 403;
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly aud?: string;
    readonly exp?: number;
  };
  return claims.aud === audience && (claims.exp ?? 0) * 1000 > Date.now() ? 201 : 403;
}

function isSigned(token: string, key: string): boolean {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  return verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
}

function one({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}
