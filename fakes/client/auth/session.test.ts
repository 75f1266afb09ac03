/** A session over reloads, among tabs, and on a bad line. */
import { expect, test } from 'vitest';
import { type Channel, createChannel } from '#fakes/cloud/channel.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { connect, createClient } from '../client.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import { stores, account } from './people.fixture.ts';

test('tabs of a browser share a local session, and a tab’s own session has priority', async () => {
  const cloud = new FakeCloud();
  const { local, session } = stores();
  const one = connect(cloud, { stores: { local, session } });
  await one.auth.createUser(account('ada'));
  const two = connect(cloud, { stores: { local, session: memoryStore() } });
  expect((await two.auth.ready())?.email).toBe('ada@example.com');

  const own = memoryStore();
  const three = connect(cloud, { stores: { local: memoryStore(), session: own } });
  await three.auth.session.setPersistence('session');
  await three.auth.createUser(account('ben'));
  const four = connect(cloud, { stores: { local, session: own } });
  expect((await four.auth.ready())?.email).toBe('ben@example.com');
  const five = connect(cloud, { stores: { local, session: memoryStore() } });
  expect((await five.auth.ready())?.email).toBe('ada@example.com');
});

test('a session is restored while offline', async () => {
  const cloud = new FakeCloud();
  const kept = stores();
  await connect(cloud, { stores: kept }).auth.createUser(account('ada'));
  const { auth, control } = connect(cloud, { stores: kept });
  control.setNetwork(false);
  expect((await auth.ready())?.email).toBe('ada@example.com');
  expect((await auth.idToken())?.claims).toMatchObject({ email: 'ada@example.com' });
});

/** A browser that keeps the session of an account that was deleted while it was closed. */
async function keptAfterDeletion() {
  const cloud = new FakeCloud();
  const kept = stores();
  const first = connect(cloud, { stores: kept });
  await first.auth.createUser(account('ada'));
  await first.dispose();
  await cloud.server.users.remove((await cloud.server.users.byEmail('ada@example.com'))?.uid ?? '');
  return { cloud, kept };
}

test('a session that ended while the browser was closed is not restored', async () => {
  const { cloud, kept } = await keptAfterDeletion();
  expect(await connect(cloud, { stores: kept }).auth.ready()).toBeNull();
  expect(await kept.local.get('auth/session')).toBeUndefined();
});

test('a session is restored on a slow network, and ends when the server says that it ended', async () => {
  const { cloud, kept } = await keptAfterDeletion();
  cloud.faults.inject({ kind: 'latency', service: 'auth', ms: 10_000 });
  const { auth } = connect(cloud, { stores: kept });
  const ready = auth.ready();
  await cloud.advance(250);
  expect((await ready)?.email).toBe('ada@example.com');
  await cloud.advance(10_000);
  expect(auth.currentUser()).toBeNull();
  expect(await kept.local.get('auth/session')).toBeUndefined();
});

test('a session is restored although its token expired by the server’s time', async () => {
  const cloud = new FakeCloud();
  const kept = stores();
  // A stopped clock in this browser: only the server knows the time, and its answer arrives later.
  const clock = new ManualClock(cloud.clock.now());
  const farAway = () => {
    const [mine, theirs] = createChannel();
    cloud.accept(theirs);
    const onMessage: Channel['onMessage'] = (receive) =>
      mine.onMessage((message) => void setImmediate(() => receive(message)));
    return {
      send: (message: unknown) => mine.send(message),
      close: () => mine.close(),
      onClose: (closed: () => void) => mine.onClose(closed),
      onMessage,
    };
  };
  const open = (clientId: string) =>
    createClient(
      { clientId, connect: farAway, clock, random: cloud.random.fork(clientId) },
      { stores: kept },
    );
  const first = open('first');
  await first.auth.createUser(account('ada'));
  await first.dispose();
  await cloud.advance(3 * 60 * 60_000);
  const second = open('second');
  expect((await second.auth.ready())?.email).toBe('ada@example.com');
  await second.dispose();
});

test('a failed renewal is retried after 30 s, 1 min, 2 min and so on', async () => {
  const cloud = new FakeCloud();
  const { auth, control } = connect(cloud);
  await auth.createUser(account('ada'));
  const { expiresAt = 0, token = '' } = (await auth.idToken()) ?? {};
  const refusal = { kind: 'refuse', service: 'auth', operation: 'refresh', code: 'internal' } as const;
  await control.inject({ ...refusal, times: 3 });
  const renewals: number[] = [];
  const stop = auth.session.onTokenChange((next) => {
    if (next?.token !== token) renewals.push(cloud.clock.now() - (expiresAt - 300_000));
  });
  await cloud.advance(3_600_000);
  stop();
  expect(renewals[0]).toBe(30_000 + 60_000 + 120_000);
});

test('a renewal that fails on reconnect is retried', async () => {
  const cloud = new FakeCloud();
  const { auth, control } = connect(cloud);
  await auth.createUser(account('ada'));
  control.setNetwork(false);
  await cloud.advance(2 * 3_600_000);
  await control.inject({ kind: 'refuse', service: 'auth', code: 'unavailable', times: 2 });
  control.setNetwork(true);
  await cloud.advance(29_000);
  expect(await auth.idToken().catch(() => null)).toBeNull();
  await cloud.advance(1_000);
  const renewed: string[] = [];
  const stop = auth.session.onTokenChange((next) => void renewed.push(next?.token ?? ''));
  await settle();
  stop();
  expect(renewed).toEqual([(await auth.idToken())?.token]);
});

test('requests on reconnect carry a valid token, also from a page opened offline', async () => {
  const cloud = new FakeCloud({
    functions: { callables: { who: async (_, { caller }) => caller?.uid ?? null } },
  });
  const stores = { local: memoryStore(), session: memoryStore() };
  const before = connect(cloud, { stores });
  await before.auth.createUser(account('ada'));
  const { uid } = before.auth.currentUser() ?? {};
  await before.dispose();
  const { auth, control, functions } = connect(cloud, { stores });
  control.setNetwork(false);
  await auth.ready();
  await cloud.advance(2 * 3_600_000);
  control.setNetwork(true);
  expect(await functions.call('who')).toBe(uid);
});

test('a renewal whose answer was lost is retried after an immediate reconnect', async () => {
  const cloud = new FakeCloud();
  const { auth, control } = connect(cloud);
  await auth.createUser(account('ada'));
  const before = (await auth.idToken())?.token;
  await cloud.advance(54 * 60_000);
  await control.inject({ kind: 'lose-answer', service: 'auth', operation: 'refresh' });
  await control.inject({ kind: 'refuse', service: 'auth', code: 'unavailable', times: 2 });
  await cloud.advance(10 * 60_000);
  const tokens: (string | undefined)[] = [];
  const stop = auth.session.onTokenChange((next) => void tokens.push(next?.token));
  await settle();
  stop();
  expect(tokens).not.toEqual([before]);
});
