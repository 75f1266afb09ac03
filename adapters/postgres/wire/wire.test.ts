/** The connection between browser and server: both ends, over a channel in this process. */
import { expect, test } from 'vitest';
import { PortError } from '#ports/errors.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { openWire } from '../client/socket-wire.ts';
import { channelPair } from './channel.ts';
import { functionService } from './function-service.ts';
import { silentMs } from './messages.ts';
import type { StreamObserver, WireService } from './peer.ts';
import { wireStage } from './wire.fixture.ts';

const whoAmI: WireService = { calls: { 'test.who': (_input, peer) => peer.caller()?.uid ?? null } };

test('a call waits for the connection and gets the server’s answer', async () => {
  const { wire } = wireStage({ calls: { 'test.twice': (input) => [input, input] } });
  expect(wire.connection.current()).toBe('connecting');
  expect(await wire.call('test.twice', { at: Number.NaN })).toEqual([{ at: Number.NaN }, { at: Number.NaN }]);
  expect(wire.connection.current()).toBe('online');
});

test('calls are authenticated as the user of the last greeting before them', async () => {
  const { wire, become, holdCheck } = wireStage(whoAmI);
  await settle();
  const release = holdCheck();
  const before = wire.call('test.who', null);
  become('secret of ada');
  const during = wire.call('test.who', null);
  become('secret of ben');
  const after = wire.call('test.who', null);
  release();
  expect(await Promise.all([before, during, after])).toEqual([null, 'ada', 'ben']);
});

test('a session unknown to the server is anonymous, and the client is notified', async () => {
  const { wire, become, over } = wireStage(whoAmI);
  become('secret of nobody');
  expect(await wire.call('test.who', null)).toBeNull();
  expect(over).toEqual(['secret of nobody']);
});

test('an unreachable database ends no session, and the connection is retried', async () => {
  const { wire, become, over, setDatabase, clock } = wireStage(whoAmI);
  await settle();
  setDatabase(false);
  become('secret of ada');
  await settle();
  expect(wire.connection.current()).toBe('offline');
  setDatabase(true);
  await clock.advance(2000);
  expect(await wire.call('test.who', null)).toBe('ada');
  expect(over).toEqual([]);
});

test('errors keep their code, and an exception of the server becomes internal and is reported', async () => {
  const mistake = new Error('The password is hunter2.');
  const { wire, reported } = wireStage({
    calls: {
      'test.full': () => {
        throw new PortError('resource-exhausted', 'Full.', { details: { most: 3 } });
      },
      'test.broken': () => Promise.reject(mistake),
    },
  });
  await expect(wire.call('test.full', null)).rejects.toMatchObject({
    code: 'resource-exhausted',
    details: { most: 3 },
  });
  const broken = await wire.call('test.broken', null).catch((error: unknown) => error);
  expect(broken).toMatchObject({ code: 'internal' });
  expect(String(broken)).not.toContain('hunter2');
  expect(reported).toEqual([mistake]);
  await expect(wire.call('constructor', null)).rejects.toMatchObject({ code: 'unimplemented' });
});

test('a lost connection rejects calls and reopens streams', async () => {
  let observer: StreamObserver | null = null;
  let ends = 0;
  const { wire, breakOff, clock } = wireStage({
    calls: { 'test.never': () => new Promise(() => {}) },
    streams: {
      'test.ticks'(_input, _peer, next) {
        observer = next;
        next.next('first');
        return () => ends++;
      },
    },
  });
  const events: unknown[] = [];
  const close = wire.open('test.ticks', null, {
    next: (event) => events.push(event),
    failed: (error) => events.push(error.code),
    reopened: () => events.push('again'),
  });
  const never = wire.call('test.never', null);
  await settle();
  breakOff();
  await expect(never).rejects.toMatchObject({ code: 'unavailable' });
  await expect(wire.call('test.never', null)).rejects.toMatchObject({ code: 'unavailable' });
  await clock.advance(2000);
  expect(events).toEqual(['first', 'again', 'first']);
  const old: StreamObserver | null = observer;
  close();
  await settle();
  (old as StreamObserver | null)?.next('late');
  await settle();
  expect(events).toHaveLength(3);
  expect(ends).toBe(1);
});

test('the end of a session closes its streams until the next sign-in, and later calls are anonymous', async () => {
  let [ends, reopenings] = [0, 0];
  const { wire, become, peer, over } = wireStage({ ...whoAmI, streams: { 'test.open': () => () => ends++ } });
  become('secret of ada');
  const failures: string[] = [];
  wire.open('test.open', null, {
    next() {},
    failed: ({ code }) => failures.push(code),
    reopened: () => void reopenings++,
  });
  await settle();
  let changes = 0;
  peer().onIdentity(() => changes++);
  peer().endSession();
  await settle();
  expect(over).toEqual(['secret of ada']);
  expect([ends, changes]).toEqual([1, 1]);
  expect(await wire.call('test.who', null)).toBeNull();
  expect(reopenings).toBe(0);
  become('secret of ben');
  await settle();
  expect([reopenings, failures]).toEqual([1, []]);
});

test('connecting and calls wait until the current user is known', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { wire, become, server } = wireStage(whoAmI, promise);
  const who = wire.call('test.who', null);
  wire.setNetwork(false);
  await expect(who).rejects.toMatchObject({ code: 'unavailable' });
  wire.setNetwork(true);
  const again = wire.call('test.who', null);
  await settle();
  expect(server.connections()).toBe(0);
  become('secret of ada');
  resolve();
  expect(await again).toBe('ada');
});

test('a cancelled call is aborted on the server', async () => {
  let aborted = 0;
  const { wire } = wireStage({
    calls: {
      'test.long': (_input, _peer, { signal }) =>
        new Promise(() => signal.addEventListener('abort', () => aborted++)),
    },
  });
  const controller = new AbortController();
  const call = wire.call('test.long', null, { signal: controller.signal });
  await settle();
  controller.abort();
  await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  await settle();
  expect(aborted).toBe(1);
});

test('a silent server is treated as disconnected', async () => {
  const { wire, clock, channels } = wireStage();
  await settle();
  await clock.advance(10 * silentMs);
  expect(wire.connection.current()).toBe('online');
  expect(channels).toHaveLength(1);
  const mute = openWire({
    connect: () => channelPair()[0],
    clock,
    random: seededRandom('mute'),
    session: () => null,
    sessionOver: () => {},
  });
  await clock.advance(silentMs);
  expect(mute.connection.current()).not.toBe('online');
  mute.close();
});

const deep = `{"type":"call","id":1,"method":"test.who","input":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;

test.each([
  ['no JSON', '{'],
  ['another type', '{"type":"answer","id":1}'],
  ['no number', '{"type":"call","method":"test.who","input":null}'],
  ['a call before the greeting', '{"type":"call","id":1,"method":"test.who","input":null}'],
  ['too many levels', deep],
  ['a session that is no text', '{"type":"hello","id":1,"session":{}}'],
])('%s ends its own connection and no other', async (_, text) => {
  const { connect, server, wire } = wireStage(whoAmI);
  await settle();
  const stranger = connect();
  let closed = false;
  stranger.onClose(() => (closed = true));
  stranger.send(text);
  await settle();
  expect(closed).toBe(true);
  expect(server.connections()).toBe(1);
  expect(await wire.call('test.who', null)).toBeNull();
});

test('a repeated call id and too many calls end the connection', async () => {
  const { connect, server } = wireStage({ calls: { 'test.never': () => new Promise(() => {}) } });
  await settle();
  const call = (id: number) => `{"type":"call","id":${id},"method":"test.never","input":null}`;
  const twice = connect();
  twice.send('{"type":"hello","id":1,"session":null}');
  await settle();
  twice.send(call(2));
  twice.send(call(2));
  const many = connect();
  many.send('{"type":"hello","id":1,"session":null}');
  await settle();
  expect(server.connections()).toBe(2);
  for (let id = 2; id < 3000; id++) many.send(call(id));
  await settle();
  expect(server.connections()).toBe(1);
});

test('failed streams are released and end once', async () => {
  let ends = 0;
  const { wire, server } = wireStage({
    streams: {
      'test.broken'(_input, _peer, next) {
        queueMicrotask(() => next.failed(new PortError('permission-denied', 'Not yours.')));
        return () => ends++;
      },
      'test.ticks'(_input, _peer, next) {
        next.next('first');
        return () => {};
      },
    },
  });
  const codes: string[] = [];
  for (let opened = 0; opened < 2500; opened++) {
    wire.open('test.broken', null, {
      next: () => {},
      failed: ({ code }) => codes.push(code),
      reopened: () => codes.push('again'),
    });
    if (opened % 500 === 499) await settle();
  }
  await settle();
  const { promise: first, resolve } = Promise.withResolvers<unknown>();
  wire.open('test.ticks', null, { next: resolve, failed: resolve, reopened: () => {} });
  expect(await first).toBe('first');
  expect(new Set(codes)).toEqual(new Set(['permission-denied']));
  expect([codes.length, ends]).toEqual([2500, 2500]);
  expect(server.connections()).toBe(1);
});

test('an input that JSON can’t hold is rejected and not logged', async () => {
  const { wire, reported } = wireStage(functionService(async () => null));
  for (const input of [Number.NaN, { deep: [new Uint8Array(3)] }])
    await expect(wire.call('functions.call', { name: 'echo', input })).rejects.toMatchObject({
      code: 'invalid-argument',
    });
  expect(reported).toEqual([]);
});
