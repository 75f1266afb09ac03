/** Hostile request lines, headers and upgrades: the process goes on, the socket ends, and other clients are answered. */
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { EmbeddedApplication } from '#fakes/host/application.ts';
import { wholeCloud } from '#fakes/host/whole-cloud.ts';
import { assertProperty } from '#tests/property.ts';
import { localCloud } from './local-cloud.fixture.ts';
import { type SharedCloud, startSharedCloud } from './shared-cloud.ts';
import { serveSite } from '#adapters/node/site.ts';
import { uncaughtExceptions } from './raw.fixture.ts';

const application: EmbeddedApplication = {
  accounts: [],
  config: {},
  indexes: '{"indexes":[],"fieldOverrides":[]}',
  rules: {},
  seed: async () => {},
  loadProgram: async () => ({
    whole: wholeCloud,
    functions: {
      callables: {},
      schedules: {},
      tasks: {},
      http: async ({ path }) => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: path }),
    },
    startMembers: () => async () => {},
  }),
};

const script = 'export {};\n'.repeat(100);
let folder: string;
let cloud: SharedCloud;
let thrown: readonly unknown[];

beforeEach(async () => {
  // Each failure of a listener is logged.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  thrown = uncaughtExceptions();
  folder = await mkdtemp(path.join(tmpdir(), 'muster-site-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<html><head></head><body></body></html>');
  await writeFile(path.join(folder, 'assets/a.js'), script);
  cloud = await startSharedCloud({
    application,
    ...localCloud,
    isDoor: (pathname) => pathname.startsWith('/in/'),
    loggedPaths: [],
    site: serveSite({ folder, headers: { 'X-App': '1' }, label: 'Test' }),
    onMessage: () => {},
    onRequest: () => {},
    onRefusal: () => {},
    onFailure: () => {},
    onSetAside: () => {},
  });
});

afterEach(async () => {
  await cloud.stop();
  await rm(folder, { recursive: true });
  vi.restoreAllMocks();
});

/** All that comes back, once the other end has closed. `isWhole`: whether it is for the other end to close. */
function say(text: string | Uint8Array, isWhole = true): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect({ host: '127.0.0.1', port: cloud.port });
    socket.on('data', (part) => (heard += part.toString('latin1')));
    // A reset is an end, too.
    socket.on('error', () => {});
    socket.on('close', () => resolve(heard));
    socket.setTimeout(5000, () => {
      socket.destroy();
      reject(new Error(`Nobody closed this after ${JSON.stringify(heard.slice(0, 200))}.`));
    });
    if (isWhole) socket.write(text);
    else socket.end(text);
  });
}

const isAlive = async () =>
  (await say(`GET /healthz HTTP/1.1\r\n${hostLine()}\r\n`)).includes('"status":"ok"');
const hostLine = () => `Host: localhost:${cloud.port}\r\nConnection: close\r\n`;
const upgrade =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

const oddTargets = [
  '//',
  '///',
  '/\\',
  'http:///',
  '//:80',
  'http://[',
  '*',
  'http://[::1',
  '/%',
  '/%00',
  '/in/%',
  '//in/x',
];

test.each(oddTargets)('a request for %s is answered and ends its own socket only', async (target) => {
  const heard = await say(`GET ${target} HTTP/1.1\r\n${hostLine()}\r\n`);
  const isAddress = target.startsWith('/');
  expect(heard).toMatch(isAddress ? /^HTTP\/1\.1 200 /u : /^HTTP\/1\.1 400 [^]*\r\nConnection: close\r\n/u);
  expect(thrown).toEqual([]);
  expect(await isAlive()).toBe(true);
});

test.each(oddTargets)('an upgrade at %s is rejected and ends its own socket only', async (target) => {
  const heard = await say(`GET ${target} HTTP/1.1\r\nHost: localhost:${cloud.port}\r\n${upgrade}\r\n`);
  expect(heard).toMatch(/^HTTP\/1\.1 4\d\d/u);
  expect(thrown).toEqual([]);
  expect(await isAlive()).toBe(true);
});

test('a file that becomes unreadable ends its own socket only', async () => {
  await rm(path.join(folder, 'assets/a.js'));
  await say(`GET /assets/a.js HTTP/1.1\r\n${hostLine()}\r\n`);
  expect(thrown).toEqual([]);
  expect(await isAlive()).toBe(true);
});

test.each(['bytes=5-1', 'bytes=-', 'bytes=a-b', 'x', 'bytes=9e99-', `bytes=${'9'.repeat(400)}-1`])(
  'the invalid range %s is ignored',
  async (range) => {
    const heard = await say(`GET /assets/a.js HTTP/1.1\r\n${hostLine()}Range: ${range}\r\n\r\n`);
    expect(heard).toMatch(/^HTTP\/1\.1 200 OK/u);
    expect(heard.endsWith(script)).toBe(true);
  },
);

test('an HTTP function gets path and query of any form of request target', async () => {
  for (const [target, asked] of [
    ['/in/a?b=c#d', '/in/a?b=c'],
    [`http://localhost:${cloud.port}/in/a?b=c`, '/in/a?b=c'],
  ]) {
    const heard = await say(`POST ${target} HTTP/1.1\r\n${hostLine()}Content-Length: 0\r\n\r\n`);
    expect(heard.slice(heard.indexOf('\r\n\r\n') + 4)).toContain(asked);
  }
});

const printable = fc.string({ maxLength: 30 });
const target = fc.oneof(
  fc.constantFrom(
    ...oddTargets,
    '/',
    '/healthz',
    '/shared/channel',
    '/shared/session',
    '/in/x',
    '/assets/a.js',
  ),
  fc
    .array(
      fc.constantFrom('/', '\\', ':', '[', ']', '@', '?', '#', '%', '.', '..', 'a', '80', 'http:', 'in'),
      {
        minLength: 1,
        maxLength: 8,
      },
    )
    .map((parts) => parts.join('')),
  printable,
);
const header = fc
  .oneof(
    fc.tuple(
      fc.constantFrom(
        'Host',
        'Origin',
        'Cookie',
        'Range',
        'Content-Length',
        'Transfer-Encoding',
        'Expect',
        'Upgrade',
        'If-None-Match',
        'Accept-Encoding',
        'Sec-WebSocket-Key',
        'Sec-WebSocket-Version',
        'Sec-WebSocket-Extensions',
        'Sec-WebSocket-Protocol',
      ),
      fc.oneof(
        fc.constantFrom(
          '',
          '*',
          '-1',
          '1e9',
          'chunked',
          '100-continue',
          'websocket',
          'h2c',
          'a=b=c; muster-shared=',
          '99999999999999999999',
        ),
        printable,
      ),
    ),
    fc.tuple(printable, printable),
  )
  .map(([name, value]) => `${name}: ${value}\r\n`);
const method = fc.oneof(
  fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'CONNECT', 'TRACE', 'PRI', 'M-SEARCH', 'get'),
  printable,
);
const request = fc
  .record({
    method,
    target,
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', '', 'RTSP/1.0'),
    isUpgrade: fc.boolean(),
    headers: fc.array(header, { maxLength: 5 }),
    body: fc.oneof(fc.constant(''), fc.string({ maxLength: 200 })),
  })
  .map(({ method, target, version, isUpgrade, headers, body }) =>
    Buffer.from(
      `${method} ${target} ${version}\r\n${isUpgrade ? upgrade : ''}${headers.join('')}\r\n${body}`,
    ),
  );

test('random request lines, headers and upgrades neither end the process nor leave sockets open', async () => {
  await assertProperty(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 9, arbitrary: request }, fc.uint8Array({ maxLength: 300 })), {
        minLength: 1,
        maxLength: 6,
      }),
      async (requests) => {
        await Promise.all(requests.map((request) => say(request, false)));
        expect(thrown).toEqual([]);
        expect(await isAlive()).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

/** Keeps its end open whatever the server does. */
async function stubbornClient(text: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: cloud.port, allowHalfOpen: true });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const rejectedUpgrade =
  'GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

test('stopping the server does not wait for the client of a rejected upgrade', async () => {
  const client = await stubbornClient(rejectedUpgrade);
  await once(client, 'data');
  await expect(cloud.stop()).resolves.toBeUndefined();
});
