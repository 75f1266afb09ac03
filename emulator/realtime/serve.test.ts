import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { hashOf } from '#fakes/cloud/realtime/hash.ts';
import { fromWire } from '#query/tree/node.ts';
import { believedCaller } from '../token.ts';
import { type RawClient, rawClient } from './raw-client.fixture.ts';
import { type RealtimeServer, serveRealtime } from './serve.ts';

const strict = JSON.stringify({
  rules: {
    open: { '.read': true, '.write': true },
    mine: { $uid: { '.read': 'auth.uid == $uid', '.write': 'auth.uid == $uid' } },
  },
});
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (uid: string) => `${part({ alg: 'none' })}.${part({ sub: uid, iat: 0 })}.`;

let clock: ManualClock;
let cloud: FakeCloud;
let server: RealtimeServer;

async function start(database?: string, believe = believedCaller): Promise<void> {
  clock = new ManualClock();
  cloud = new FakeCloud({ clock, believe, ...(database && { rules: { database } }) });
  server = await serveRealtime({ cloud });
}

async function stop(): Promise<void> {
  await server.close();
  cloud.dispose();
}

beforeEach(() => start());
afterEach(() => stop());

const open = (query?: string): Promise<RawClient> => rawClient(server.address, query);

const granted = { s: 'ok', d: {} };
const denied = { s: 'permission_denied', d: 'Permission denied' };

test('the server sends time, version and session, answers a ping and ignores keep-alives', async () => {
  const client = await open();
  expect(client.hello).toEqual({ ts: clock.now(), v: '5', h: server.address, s: expect.any(String) });
  client.send('0');
  client.send(JSON.stringify({ t: 'c', d: { t: 'p', d: {} } }));
  expect(await client.control()).toEqual({ t: 'o', d: {} });
  expect(await client.ask('s', {})).toEqual(granted);
  expect(server.connections()).toBe(1);
  await client.close();
  await server.idle();
  expect(server.connections()).toBe(0);
});

test('the greeting contains the host that the client connected to', async () => {
  const other = server.address.replace('127.0.0.1', 'localhost');
  const client = await rawClient(other);
  expect(client.hello.h).toBe(other);
  await client.close();
});

test('a writer gets the event before the answer', async () => {
  const client = await open();
  expect(await client.ask('q', { p: '/a', h: '' })).toEqual(granted);
  expect(client.pushes).toEqual([]);
  client.order.length = 0;
  await client.ask('p', { p: '/a/b', d: 1 });
  expect(client.order).toEqual(['d', 'answer']);
  expect(client.pushes).toEqual([{ a: 'd', b: { p: 'a/b', d: 1 } }]);
});

test('a client with the same hash gets no data', async () => {
  await cloud.server.realtime.update({ a: { b: 1 } });
  const client = await open();
  await client.ask('q', { p: '/a', h: hashOf(fromWire({ b: 1 })) });
  expect(client.pushes).toEqual([]);
  await client.ask('n', { p: '/a' });
  await client.ask('q', { p: '/a', h: 'something else' });
  expect(client.pushes).toEqual([{ a: 'd', b: { p: 'a', d: { b: 1 } } }]);
  await client.ask('n', { p: '/a' });
  await client.ask('p', { p: '/a', d: 2 });
  expect(client.pushes).toHaveLength(1);
});

test('a query gets entering and leaving children under its tag in one message', async () => {
  await cloud.server.realtime.update({ q: { a: 1, b: 2, c: 3 } });
  const client = await open();
  const query = { i: '.value', l: 2, vf: 'r' };
  await client.ask('q', { p: '/q', q: query, t: 7, h: '' });
  await client.ask('q', { p: '/q', q: { i: '.key', l: 1, vf: 'l' }, t: 8, h: '' });
  await client.ask('p', { p: '/q/d', d: 4 });
  await client.ask('m', { p: '/q', d: { 'd/.priority': 5, c: { '.value': 9, '.priority': 1 } } });
  await client.ask('n', { p: '/q', q: query, t: 7 });
  await client.ask('p', { p: '/q/e', d: 9 });
  expect(client.pushes).toEqual([
    { a: 'd', b: { p: 'q', d: { b: 2, c: 3 }, t: 7 } },
    { a: 'd', b: { p: 'q', d: { a: 1 }, t: 8 } },
    { a: 'm', b: { p: 'q', d: { b: null, d: 4 }, t: 7 } },
    {
      a: 'm',
      b: { p: 'q', d: { c: { '.value': 9, '.priority': 1 }, d: { '.value': 4, '.priority': 5 } }, t: 7 },
    },
  ]);
});

test('a multi-path write is sent as one message', async () => {
  const client = await open();
  await client.ask('q', { p: '/', h: '' });
  await client.ask('m', { p: '/a', d: { b: 1, 'c/d': 2 } });
  await client.ask('p', { p: '/a/b/.priority', d: 5 });
  expect(client.pushes).toEqual([
    { a: 'm', b: { p: '', d: { 'a/b': 1, 'a/c/d': 2 } } },
    { a: 'd', b: { p: 'a/b/.priority', d: 5 } },
  ]);
});

test('a write with an outdated hash is answered with datastale', async () => {
  const client = await open();
  expect(await client.ask('p', { p: '/n', d: 1, h: '' })).toEqual(granted);
  expect(await client.ask('p', { p: '/n', d: 2, h: '' })).toMatchObject({ s: 'datastale' });
  expect(await client.ask('p', { p: '/n', d: 2, h: hashOf(fromWire(1)) })).toEqual(granted);
  expect(await client.ask('g', { p: '/n', q: {} })).toEqual({ s: 'ok', d: 2 });
});

test('requests are executed in order, however long one takes', async () => {
  cloud.faults.inject({ kind: 'latency', service: 'realtime', ms: 100 });
  const client = await open();
  const first = client.ask('p', { p: '/n', d: 1 });
  const second = client.ask('p', { p: '/n', d: { '.sv': { increment: 1 } } });
  await server.idle();
  expect(await cloud.server.realtime.get('n')).toBeNull();
  await cloud.advance(100);
  expect(await Promise.all([first, second])).toEqual([granted, granted]);
  expect(await cloud.server.realtime.get('n')).toBe(2);
});

test('disconnect writes are applied when their client disconnects or reconnects elsewhere', async () => {
  const one = await open();
  await one.ask('o', { p: '/gone/one', d: { '.sv': 'timestamp' } });
  await one.ask('om', { p: '/', d: { 'gone/two': 2, 'gone/three': 3 } });
  await one.ask('oc', { p: '/gone/three' });
  await one.close();
  await server.idle();
  expect(await cloud.server.realtime.get('gone')).toEqual({ one: clock.now(), two: 2 });
  const half = await open();
  await half.ask('o', { p: '/half', d: 'gone' });
  // Its connection is dead, and nobody has noticed yet.
  const back = await open(`v=5&ns=demo&ls=${half.hello.s}`);
  await half.closed;
  await server.idle();
  expect(await back.ask('g', { p: '/half', q: {} })).toEqual({ s: 'ok', d: 'gone' });
});

test('the rules apply to the user of the token once it was sent', async () => {
  await stop();
  await start(strict);
  const client = await open();
  expect(await client.ask('p', { p: '/mine/ada', d: 1 })).toEqual(denied);
  expect(await client.ask('auth', { cred: tokenOf('ada') })).toMatchObject({
    s: 'ok',
    d: { auth: { uid: 'ada' } },
  });
  expect(await client.ask('p', { p: '/mine/ada', d: 1 })).toEqual(granted);
  expect(await client.ask('g', { p: '/mine/ben', q: {} })).toEqual(denied);
  const query = { i: '.key', l: 1, vf: 'l' };
  await client.ask('q', { p: '/mine/ada', h: '' });
  await client.ask('q', { p: '/mine/ada', q: query, t: 3, h: '' });
  await client.ask('q', { p: '/open', h: '' });
  client.pushes.length = 0;
  expect(await client.ask('unauth', {})).toEqual(granted);
  expect(client.pushes).toEqual([
    { a: 'c', b: { p: 'mine/ada' } },
    { a: 'c', b: { p: 'mine/ada', q: [query] } },
  ]);
  expect(await client.ask('gauth', { cred: 'owner' })).toMatchObject({ s: 'ok' });
  expect(await client.ask('p', { p: '/mine/ben', d: 1 })).toEqual(granted);
  expect(await client.ask('auth', { cred: 'a.b.c' })).toMatchObject({ s: 'invalid_token' });
});

test('a token that expires is reported, and later requests are denied', async () => {
  let tooOld = false;
  await stop();
  await start(strict, (token) => (tooOld ? null : believedCaller(token)));
  const client = await open();
  await client.ask('auth', { cred: tokenOf('ada') });
  tooOld = true;
  void client.ask('p', { p: '/a', d: 1 });
  void client.ask('p', { p: '/b', d: 1 });
  await server.idle();
  expect(client.pushes).toEqual([{ a: 'ac', b: { s: 'expired_token', d: 'Auth token is expired.' } }]);
  expect(await cloud.server.realtime.get('')).toBeNull();
});

test('a listen without an index is answered with a warning, and a read is rejected', async () => {
  await stop();
  await start(strict);
  const client = await open();
  const q = { i: 'n', l: 1, vf: 'l' };
  expect(await client.ask('q', { p: '/open', q, t: 1, h: '' })).toEqual({ s: 'ok', d: { w: ['no_index'] } });
  expect(await client.ask('g', { p: '/open', q })).toEqual({
    s: 'failure',
    d: 'Index not defined, add ".indexOn": "n", for path "/open", to the rules',
  });
});

test('a silent client is disconnected, and its disconnect writes are applied', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const client = await open();
  vi.advanceTimersByTime(60_000);
  await client.ask('o', { p: '/silent', d: true });
  vi.advanceTimersByTime(89_999);
  await server.idle();
  expect(server.connections()).toBe(1);
  vi.advanceTimersByTime(1);
  await client.closed;
  await server.idle();
  expect(await cloud.server.realtime.get('silent')).toBe(true);
});

test('an invalid request is rejected, and a malformed message ends the connection', async () => {
  const client = await open();
  for (const [a, b] of [
    ['p', { p: '/a.b', d: 1 }],
    ['p', { p: '/a', d: { 'b.c': 1 } }],
    ['m', { p: '/a', d: 5 }],
    ['g', { p: '/a$' }],
    ['dance', {}],
  ] as const)
    expect(await client.ask(a, b)).toMatchObject({ s: 'failure' });
  expect(await client.ask('p', { p: '/a', d: 1 })).toEqual(granted);
  client.send('{"t":');
  await client.closed;
});

test('long messages are split in both directions', async () => {
  const client = await open();
  const text = `${'x'.repeat(16_000)}${'🚒'.repeat(20_000)}`;
  expect(await client.ask('p', { p: '/long', d: text })).toEqual(granted);
  expect(await client.ask('g', { p: '/long', q: {} })).toEqual({ s: 'ok', d: text });
});

test('a connection that the cloud drops is closed', async () => {
  const client = await open();
  cloud.restore(cloud.snapshot());
  await client.closed;
  expect(server.connections()).toBe(0);
});
