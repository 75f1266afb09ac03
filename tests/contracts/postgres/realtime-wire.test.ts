/** Realtime values over connections: what comes from outside is bounded, and what holds when a connection or a session ends. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { wireRealtime } from '#adapters/postgres/client/realtime.ts';
import { openWire } from '#adapters/postgres/client/socket-wire.ts';
import type { Wire } from '#adapters/postgres/client/wire.ts';
import {
  openPostgresRealtime,
  type PostgresRealtimeOptions,
} from '#adapters/postgres/realtime/postgres-realtime.ts';
import { realtimeService } from '#adapters/postgres/realtime/realtime-service.ts';
import { channelPair, type TextChannel } from '#adapters/postgres/wire/channel.ts';
import { WireServer } from '#adapters/postgres/wire/wire-server.ts';
import { compileDatabaseRules } from '#firebase-rules/rules-realtime/rules.ts';
import type { RealtimeSnapshot } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { countSubscriptions } from '#provider-kit/subscriptions.ts';
import type { ListenEvent } from '#query/tree/protocol.ts';
import { syncRealtime } from '#sync/realtime/driver.ts';
import { openBareDatabase, withPostgres } from './provider.ts';

withPostgres();

async function served(options: Partial<PostgresRealtimeOptions> = {}) {
  const { database } = await openBareDatabase();
  const clock = new ManualClock();
  const report = vi.fn<(error: unknown) => void>();
  const realtime = await openPostgresRealtime({ database, clock, report, ...options });
  let peers = 0;
  const server = new WireServer({
    services: [realtimeService(realtime, clock, report)],
    ...{ clock, report, newId: () => `peer ${++peers}` },
    sessionOf: async (secret) => ({ id: secret, caller: { uid: secret, claims: { role: 'member' } } }),
  });
  onTestFinished(async () => {
    server.close();
    await expect.poll(() => database.rows('SELECT connection FROM realtime_leases')).toEqual([]);
    realtime.close();
    await database.close();
    expect(report).not.toHaveBeenCalled();
  });
  const connect = async (through: (channel: TextChannel) => TextChannel = (same) => same) => {
    let session: string | null = null;
    const wire = openWire({
      connect() {
        const [browser, end] = channelPair();
        server.accept(end);
        return through(browser);
      },
      ...{ clock, random: seededRandom('wire'), session: () => session, sessionOver: () => {} },
    });
    await expect.poll(() => wire.connection.current()).toBe('online');
    const become = (uid: string | null) => {
      session = uid;
      wire.greet();
    };
    return { wire, become };
  };
  return { server, realtime, connect, clock, valueAt: () => realtime.server.get('') };
}

const client = (wire: Wire, clock: ManualClock) =>
  syncRealtime({
    ...{ clock, random: seededRandom('client'), transport: wireRealtime(wire, clock, 'client') },
    ...{ trackSubscription: countSubscriptions().trackSubscription, onDispose() {}, isDisposed: () => false },
  });

const whole = { keys: [], orderBy: 'priority', start: null, end: null, limit: null };
const setting = { stamp: null, keys: ['a'], value: 1, priority: null };
const many = Array.from({ length: 10_001 }, (_, at) => ({ keys: ['a', `${at}`], value: 1 }));

test.each<readonly [method: string, input: unknown]>([
  ['get', null],
  ['get', { ...whole, orderBy: 'size' }],
  ['get', { ...whole, keys: ['a/b'] }],
  ['set', { ...setting, keys: ['.info'] }],
  ['set', { ...setting, keys: Array.from({ length: 33 }, () => 'k') }],
  ['set', { ...setting, value: { '.sv': 'no' } }],
  ['set', { ...setting, stamp: 1 }],
  ['setPriority', { ...setting, priority: {} }],
  ['update', { stamp: null, values: many }],
  ['update', { stamp: null, values: [setting, { ...setting, keys: ['a', 'b'] }] }],
  ['update', { stamp: null, values: [setting, setting] }],
  ['update', { stamp: null, values: [{ ...setting, keys: [] }, setting] }],
  ['transaction', { keys: ['b'], base: null, writes: [setting] }],
  ['transaction', { keys: ['a'], base: null, writes: 'all' }],
  ['onDisconnect', { action: 'other', keys: ['a'] }],
  ['onDisconnect', { action: 'update', values: many }],
])('`realtime.%s` of %j is refused, and changes nothing', async (method, input) => {
  const { connect, valueAt } = await served();
  const { wire } = await connect();
  await expect(wire.call(`realtime.${method}`, input)).rejects.toMatchObject({ code: 'invalid-argument' });
  expect(await wire.call('realtime.get', whole)).toBeNull();
  wire.close();
  expect(await valueAt()).toBeNull();
});

test('an invalid listen query fails, and the connection continues', async () => {
  const { connect } = await served();
  const { wire } = await connect();
  const failed = vi.fn<(error: unknown) => void>();
  wire.open('realtime.listen', { ...whole, limit: { count: 0, from: 'first' } }, { next() {}, failed });
  await expect
    .poll(() => failed)
    .toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'invalid-argument' }));
  expect(await wire.call('realtime.get', whole)).toBeNull();
});

test('a listen gets the whole value first, then the changed paths of each write', async () => {
  const { connect, realtime } = await served();
  await realtime.server.update({ a: { x: 1, y: 2 }, b: 1 });
  const { wire } = await connect();
  const events: ListenEvent[] = [];
  wire.open('realtime.listen', whole, { next: (event) => events.push(event as ListenEvent), failed() {} });
  await expect.poll(() => events).toHaveLength(1);
  await realtime.server.update({ 'a/x': 3, b: null, c: { d: 1 } });
  await realtime.server.update({ 'a/y': 2 });
  await realtime.server.update({ 'a/y': 5 });
  await expect.poll(() => events).toHaveLength(3);
  expect(events).toEqual([
    { whole: true, patches: [{ keys: [], value: { a: { x: 1, y: 2 }, b: 1 } }] },
    {
      whole: false,
      patches: [
        { keys: ['a', 'x'], value: 3 },
        { keys: ['b'], value: null },
        { keys: ['c'], value: { d: 1 } },
      ],
    },
    { whole: false, patches: [{ keys: ['a', 'y'], value: 5 }] },
  ]);
});

test('a disconnect write in progress when its connection ends is applied', async () => {
  const { connect, valueAt } = await served();
  for (let round = 1; round <= 10; round++) {
    const { wire } = await connect();
    const left = wire.call('realtime.onDisconnect', { action: 'set', ...setting, value: round });
    // Some rounds end before, some after the database has it.
    for (let step = 0; step < round; step++) await Promise.resolve();
    wire.close();
    await expect(left).rejects.toMatchObject({ code: 'unavailable' });
    await expect.poll(() => valueAt()).toEqual({ a: round });
  }
});

test('disconnect writes of a connection are limited', async () => {
  const { connect, valueAt } = await served();
  const { wire } = await connect();
  const large = 'x'.repeat(700_000);
  const leave = (key: string) =>
    wire.call('realtime.onDisconnect', { action: 'set', ...setting, keys: [key], value: large });
  await leave('a');
  await expect(leave('b')).rejects.toMatchObject({ code: 'resource-exhausted' });
  wire.close();
  await expect.poll(() => valueAt()).toEqual({ a: large });
});

const rules = compileDatabaseRules(
  JSON.stringify({
    rules: {
      open: { '.read': true, '.write': true },
      team: { '.read': "auth.token.role == 'member'", '.write': false },
    },
  }),
);

test('an open listen is authorized again when data that its rules read changes', async () => {
  const { connect, server, realtime } = await served({ guard: { rules } });
  const { wire, become } = await connect();
  become('ben');
  const shown: Json[] = [];
  const failed = vi.fn<(error: unknown) => void>();
  wire.open(
    'realtime.listen',
    { ...whole, keys: ['team'] },
    { next: (event) => shown.push((event as ListenEvent).patches[0]?.value ?? null), failed },
  );
  await realtime.server.update({ team: 1 });
  await expect.poll(() => shown.at(-1)).toBe(1);
  for (const peer of server.connected()) peer.changeCaller({ uid: 'ben', claims: { role: 'guest' } });
  await expect
    .poll(() => failed)
    .toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'permission-denied' }));
  await realtime.server.update({ team: 2 });
  expect(shown).not.toContain(2);
});

test('listens of a previous user end, whether or not the browser closes them', async () => {
  const { server, connect, realtime } = await served({ guard: { rules } });
  const { become } = await connect();
  become('ben');
  const [peer] = server.connected();
  await expect.poll(() => peer?.caller()?.uid).toBe('ben');
  const [browser, end] = channelPair();
  server.accept(end);
  const answers: string[] = [];
  browser.onText((text) => answers.push(text));
  const send = (message: object) => browser.send(JSON.stringify(message));
  send({ type: 'hello', id: 1, session: 'ben' });
  send({ type: 'open', id: 2, stream: 'realtime.listen', input: { ...whole, keys: ['team'] } });
  await expect.poll(() => answers).toHaveLength(2);
  send({ type: 'hello', id: 3, session: null });
  await expect.poll(() => answers).toHaveLength(3);
  await realtime.server.update({ team: 'for members' });
  send({ type: 'call', id: 4, method: 'realtime.now', input: null });
  await expect.poll(() => answers).toHaveLength(4);
  expect(answers.join()).not.toContain('for members');
  browser.close();
});

/** A channel that breaks in place of the answer to the next call of a method. */
function losing(lost: { method: string | null }) {
  return (channel: TextChannel): TextChannel => {
    let id: number | null = null;
    let closed = () => {};
    return {
      close: () => channel.close(),
      onClose: (next) => channel.onClose((closed = next)),
      send(text) {
        const message = JSON.parse(text) as { readonly id: number; readonly method?: string };
        if (message.method !== undefined && message.method === lost.method) {
          lost.method = null;
          ({ id } = message);
        }
        channel.send(text);
      },
      onText: (next) =>
        channel.onText((text) => {
          const message = JSON.parse(text) as { readonly type: string; readonly id?: number };
          if (message.type !== 'answer' || message.id !== id) return next(text);
          channel.close();
          closed();
        }),
    };
  };
}

test('a write whose answer was lost is repeated in order, and a transaction’s outcome is unknown', async () => {
  const { connect, clock, valueAt } = await served();
  const lost: { method: string | null } = { method: null };
  const { wire } = await connect(losing(lost));
  const realtime = client(wire, clock);
  const seen: RealtimeSnapshot[] = [];
  realtime.watch('', { next: (snapshot) => seen.push(snapshot) });
  lost.method = 'realtime.set';
  const writes = [realtime.set('a', 1), realtime.set('b', 2)];
  await expect.poll(() => wire.connection.current()).toBe('offline');
  await clock.advance(2000);
  await Promise.all(writes);
  expect(await valueAt()).toEqual({ a: 1, b: 2 });
  lost.method = 'realtime.transaction';
  await expect(realtime.transactions.run('a', () => 9)).rejects.toMatchObject({
    code: 'realtime/disconnected',
  });
  await clock.advance(2000);
  await expect.poll(() => seen.at(-1)?.value).toEqual({ a: 9, b: 2 });
});

test('the server clock’s offset is measured when the connection opens', async () => {
  const { connect } = await served();
  const { wire } = await connect();
  const own = new ManualClock(Date.UTC(2026, 0, 5, 8));
  const offsets: number[] = [];
  const transport = wireRealtime(wire, own, 'late');
  transport.onOffset((offsetMs) => offsets.push(offsetMs));
  await expect.poll(() => offsets).toEqual([3_600_000]);
  expect(transport.serverTimeOffset()).toBe(3_600_000);
});
