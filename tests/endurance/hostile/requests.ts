/** HTTP requests that no client sends: request lines, headers, bodies and upgrades. */
import { connect } from 'node:net';
import { sampleAlerts } from '#demo/alerts.ts';
import type { DemoKeys } from '#demo/team/sender-keys.ts';
import type { Random } from '#provider-kit/random.ts';
import { noise, oddNames, pick, spoiled } from './odd-values.ts';

const targets = [
  '//',
  '///',
  '/\\',
  'http:///',
  '//:80',
  'http://[',
  '*',
  '/%',
  '/%00',
  '/',
  '/healthz',
  '/assets/a.js',
  '/in/answer',
  '/in/json/constructor',
  '/in/heartbeat/',
  '/ical/',
  '/v2/enqueue',
  '/?a=%',
] as const;
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'CONNECT', 'TRACE', 'PRI', 'get', ''] as const;
const versions = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', '', 'RTSP/1.0'] as const;
const headers = [
  'Content-Length: 0',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Range: bytes=5-1',
  'Range: bytes=9e99-',
  'Expect: 100-continue',
  'Upgrade: h2c',
  'Cookie: muster-shared=',
  'Origin: null',
  'If-None-Match: *',
  'Authorization: Bearer constructor',
  'Accept-Encoding: br, gzip',
  'Sec-WebSocket-Extensions: permessage-deflate; a="',
] as const;
const upgrade =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** `paths`: those of the server's own. */
export function oddRequest(random: Random, { host, origin }: URL, paths: readonly string[]): string {
  if (random.integer(10) === 0) return noise(random, 400);
  const target = random.integer(4) === 0 ? noise(random, 40) : pick(random, [...targets, ...paths]);
  const lines = Array.from({ length: random.integer(5) }, () =>
    random.integer(5) === 0 ? `${noise(random, 20)}: ${noise(random, 40)}` : pick(random, headers),
  );
  const own = random.integer(4) === 0 ? '' : `Host: ${host}\r\nOrigin: ${origin}\r\n`;
  const body = random.integer(3) === 0 ? noise(random, 300) : '';
  return `${pick(random, methods)} ${target} ${pick(random, versions)}\r\n${own}${random.integer(3) === 0 ? upgrade : ''}${lines.map((line) => `${line}\r\n`).join('')}\r\n${body}`;
}

const closeMs = 300;

/** Sends it and hangs up. Resolves once the socket is closed. */
export function sendRaw({ hostname, port }: URL, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => {});
    socket.on('data', () => {});
    socket.on('close', () => resolve());
    socket.setTimeout(closeMs, () => socket.destroy());
    socket.end(text, 'latin1');
  });
}

/** Message for a door of the functions: one of a real sender with parts replaced, or none at all. */
export interface DoorMessage {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function oddDoorMessage(random: Random, keys: DemoKeys): DoorMessage {
  const samples = sampleAlerts(Date.now());
  const {
    path,
    headers: own,
    body,
  } = (samples[random.integer(samples.length)] ?? samples[0])?.request(keys) ?? empty;
  const others = [
    '/in/answer',
    '/in/json/k',
    '/in/grafana/k',
    '/in/heartbeat/k',
    '/in/alertmanager',
    `/ical/${pick(random, oddNames)}`,
    '/v2/enqueue',
  ] as const;
  const to = random.integer(3) === 0 ? encodeURI(pick(random, others).toWellFormed()) : path;
  const json =
    random.integer(5) === 0 ? noise(random, 200) : JSON.stringify(spoiled(JSON.parse(body || '{}'), random));
  return { path: to, method: to.startsWith('/ical/') ? 'GET' : 'POST', headers: own, body: json ?? '' };
}

const empty = { path: '/in/answer', headers: {}, body: '{}' };
const doorMs = 20_000;

export async function sendToDoor(url: URL, { path, method, headers: own, body }: DoorMessage): Promise<void> {
  const signal = AbortSignal.timeout(doorMs);
  const sent = method === 'POST' ? { body } : {};
  // The server may be gone by now: its end is seen elsewhere.
  await fetch(new URL(path, url), { method, headers: { ...own }, signal, ...sent })
    .then((response) => response.arrayBuffer())
    .catch(() => null);
}
