/** Limits of a client of the realtime database; other clients are served meanwhile. */
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Json } from '#ports/shared.ts';
import { firstWordsMs, largestFrame, mostSocketConnections, mostPerTurn, mostSilent } from '../bounds.ts';
import { type RawSocket, rawSocket } from '../raw.fixture.ts';
import { believedCaller } from '../token.ts';
import { type RawClient, rawClient } from './raw-client.fixture.ts';
import { type RealtimeServer, serveRealtime } from './serve.ts';

let clock: ManualClock;
let turns: (() => void)[];
let cloud: FakeCloud;
let server: RealtimeServer;
beforeEach(async () => {
  turns = [];
  clock = new ManualClock();
  cloud = new FakeCloud({ believe: believedCaller });
  server = await serveRealtime({ cloud, clock, later: (run) => void turns.push(run) });
});
afterEach(async () => {
  await server.close();
  cloud.dispose();
});

const open = (): Promise<RawClient> => rawClient(server.address);
async function raw(): Promise<RawSocket> {
  const socket = await rawSocket(server.address);
  onTestFinished(() => socket.destroy());
  return socket;
}
const stored = () => cloud.server.realtime.get('');
const upgrade = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
const granted = { s: 'ok', d: {} };

test.each(['//', '/\\\\', 'http://[', ':99999', '/.ws/..', '*'])(
  'an upgrade on %s ends its own connection only',
  async (path) => {
    const client = await open();
    const socket = await raw();
    socket.write(upgrade(path));
    await socket.closed;
    expect(await client.ask('p', { p: '/a', d: 1 })).toEqual(granted);
  },
);

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', '__defineGetter__', 'x'.repeat(5000)])(
  'an action named %s is answered, and the next one is executed',
  async (action) => {
    const client = await open();
    expect(await client.ask(action, {})).toMatchObject({
      s: 'failure',
      d: expect.stringMatching(/^There is no action .{1,100}\.$/u) as string,
    });
    expect(await client.ask('p', { p: '/a', d: 1 })).toEqual(granted);
  },
);

const wrongBodies: readonly (readonly [action: string, body: Json, says: RegExp])[] = [
  ['p', null, /body, b, which is an object/u],
  ['p', [1], /body, b, which is an object/u],
  ['p', { p: 5, d: 1 }, /b\.p has to be a text/u],
  ['p', { p: '/a', d: 1, h: {} }, /b\.h has to be a text/u],
  ['p', { p: '/a/.priority', d: { a: 1 } }, /A priority must be/u],
  ['p', { p: '/a', d: { b: { '.priority': ['x'], '.value': 1 } } }, /A priority must be/u],
  ['m', { p: '/a', d: { 'b/.priority': true } }, /A priority must be/u],
  ['o', { p: '/a/.priority', d: [1] }, /A priority must be/u],
  ['auth', { cred: 5 }, /b\.cred has to be a text/u],
  ['q', { p: '/a', t: 'x' }, /b\.t has to be a whole number/u],
  ['q', { p: '/a', q: 'x' }, /b\.q has to be an object/u],
  ['g', { p: '/a', q: { l: 0 } }, /b\.q\.l has to be a whole number above 0/u],
  ['g', { p: '/a', q: { l: '1' } }, /b\.q\.l has to be a whole number above 0/u],
  ['g', { p: '/a', q: { i: {} } }, /b\.q\.i has to be a text/u],
  ['g', { p: '/a', q: { sp: { a: 1 } } }, /b\.q\.sp has to be a plain value/u],
  ['g', { p: '/a', q: { sp: 1, sin: 1 } }, /b\.q\.sin has to be true or false/u],
];
test.each(wrongBodies)(
  '%s %j is rejected with a sentence and changes nothing',
  async (action, body, says) => {
    const client = await open();
    expect(await client.ask(action, body)).toEqual({
      s: 'failure',
      d: expect.stringMatching(says) as string,
    });
    expect(await stored()).toBeNull();
    expect(await client.ask('p', { p: '/a', d: 1 })).toEqual(granted);
  },
);

test('a value nested too deep is rejected', async () => {
  const client = await open();
  for (const depth of [101, 4000]) {
    const deep = JSON.parse('{"a":'.repeat(depth) + '1' + '}'.repeat(depth)) as Json;
    expect(await client.ask('p', { p: '/a', d: deep })).toEqual({
      s: 'failure',
      d: expect.stringMatching(/more than 100 times/u) as string,
    });
  }
  expect(await stored()).toBeNull();
});

test('a malformed message ends its connection, even while an earlier one waits for its answer', async () => {
  const other = await open();
  for (const frame of ['null', '[]', '{}', '{"t":"d","d":null}', '{"t":"d","d":{"r":"1","a":"p","b":{}}}']) {
    cloud.faults.inject({ kind: 'latency', service: 'realtime', ms: 100, times: 1 });
    const client = await open();
    void client.ask('p', { p: '/a', d: 1 });
    client.send(frame);
    await client.closed;
    await cloud.advance(100);
    expect(await other.ask('p', { p: '/b', d: 1 })).toEqual(granted);
  }
});

test('requests of a client are handled a few per turn, with other clients in between', async () => {
  const [flooding, other] = [await open(), await open()];
  const writes = Array.from({ length: 3 * mostPerTurn }, (_, n) =>
    flooding.ask('p', { p: '/flood', d: n + 1 }),
  );
  await writes[mostPerTurn - 1];
  expect(await other.ask('p', { p: '/other', d: 1 })).toEqual(granted);
  expect(await stored()).toEqual({ flood: mostPerTurn, other: 1 });
  for (const run of turns.splice(0)) run();
  await writes[2 * mostPerTurn - 1];
  expect(await other.ask('g', { p: '/flood', q: {} })).toEqual({ s: 'ok', d: 2 * mostPerTurn });
  for (const run of turns.splice(0)) run();
  await Promise.all(writes);
});

test('requests sent before a disconnect are executed', async () => {
  const client = await open();
  for (let n = 1; n <= 2 * mostPerTurn; n++) void client.ask('p', { p: '/last', d: n });
  await client.close();
  for (const run of turns.splice(0)) run();
  await server.idle();
  expect(await stored()).toEqual({ last: 2 * mostPerTurn });
});

test('a message that is too long ends its connection with code 1009', async () => {
  const other = await open();
  const announced = await open();
  announced.send('999999');
  expect(await announced.closed).toBe(1009);
  const part = 'x'.repeat(largestFrame / 4);
  const sent = await open();
  sent.send('5');
  for (let count = 0; count < 5; count++) sent.send(part);
  expect(await sent.closed).toBe(1009);
  expect(await other.ask('p', { p: '/a', d: 1 })).toEqual(granted);
});

test('a silent socket is disconnected after a time, or earlier to make room', async () => {
  const first = await raw();
  first.write('GET /.ws');
  const others: RawSocket[] = [];
  while (others.length < mostSilent) others.push(await raw());
  await first.closed;
  const client = await open();
  await clock.advance(firstWordsMs);
  await Promise.all(others.map(({ closed }) => closed));
  expect(await client.ask('p', { p: '/a', d: 1 })).toEqual(granted);
});

test('a connection above the limit is rejected', async () => {
  const sockets: WebSocket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.terminate();
  });
  const connect = () =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`ws://${server.address}/.ws?v=5&ns=demo`);
      sockets.push(socket);
      socket.once('open', () => resolve('open'));
      socket.once('error', ({ message }) => resolve(message));
    });
  for (let count = 0; count < mostSocketConnections; count++) expect(await connect()).toBe('open');
  expect(await connect()).toMatch(/503/u);
  expect(server.connections()).toBe(mostSocketConnections);
});
