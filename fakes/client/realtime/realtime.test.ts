/** Realtime behaviour that only an embedded client and cloud can show; the port's promises are in its contract. */
import { expect, test } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Fault } from '#ports/control.ts';
import { type ChildEvent, incrementBy, type RealtimeSnapshot } from '#ports/realtime/realtime.ts';
import { recorder, rejection } from '../../../contracts/harness.ts';
import { connect } from '../client.ts';

async function stage() {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  await settle();
  const values = ({ values: seen }: { values: readonly RealtimeSnapshot[] }) =>
    seen.map(({ value }) => value);
  return { cloud, ...client, values, inject: (fault: Fault) => cloud.faults.inject(fault) };
}

const refusal = (operation: string, times = 1): Fault => ({
  kind: 'refuse',
  service: 'realtime',
  operation,
  code: 'permission-denied',
  times,
});

test('a denied write is rolled back, and later writes stay', async () => {
  const { realtime, inject, values } = await stage();
  await realtime.set('a', { b: 1 });
  const seen = recorder<RealtimeSnapshot>();
  const children = recorder<ChildEvent>();
  realtime.watch('a', seen);
  realtime.lists.watchChildren('a', children);
  await settle();
  inject(refusal('set'));
  const refused = rejection(realtime.set('a', { b: 2 }));
  const stands = realtime.update('a', { c: 3 });
  expect(await refused).toMatchObject({ code: 'permission-denied' });
  await stands;
  await settle();
  expect(values(seen)).toEqual([{ b: 1 }, { b: 2 }, { b: 2, c: 3 }, { b: 1, c: 3 }]);
  expect(children.values.map(({ type, child }) => [type, child.key, child.value])).toEqual([
    ['added', 'b', 1],
    ['changed', 'b', 2],
    ['added', 'c', 3],
    ['changed', 'b', 1],
  ]);
});

test('a denied watch ends with one error, and others continue', async () => {
  const { realtime, inject, openSubscriptions, cloud, values } = await stage();
  const fine = recorder<RealtimeSnapshot>();
  realtime.watch('fine', fine);
  await settle();
  inject(refusal('listen'));
  const [one, two] = [recorder<RealtimeSnapshot>(), recorder<RealtimeSnapshot>()];
  const stop = realtime.watch('secret', one);
  realtime.watch({ path: 'secret', orderBy: 'value' }, two);
  await settle();
  expect([one.errors, two.errors]).toMatchObject([
    [{ code: 'permission-denied' }],
    [{ code: 'permission-denied' }],
  ]);
  expect(openSubscriptions()).toBe(1);
  stop();
  await cloud.server.realtime.update({ fine: 1, secret: 1 });
  await settle();
  expect(values(fine)).toEqual([null, 1]);
  expect([one.values, two.values]).toEqual([[], []]);
  const again = recorder<RealtimeSnapshot>();
  realtime.watch('secret', again);
  await settle();
  expect(values(again)).toEqual([1]);
});

test('listeners of one path and of paths below it share one listen on the server', async () => {
  const { realtime, inject } = await stage();
  realtime.watch('a', recorder());
  await settle();
  inject(refusal('listen', 10));
  const seen = [
    recorder<RealtimeSnapshot>(),
    recorder<RealtimeSnapshot>(),
    recorder<RealtimeSnapshot>(),
  ] as const;
  realtime.watch('a', seen[0]);
  realtime.watch('a/b', seen[1]);
  realtime.watch({ path: 'a', orderBy: 'value', limitToFirst: 2 }, seen[2]);
  await settle();
  for (const { values, errors } of seen) expect([values.length, errors.length]).toEqual([1, 0]);
});

test('a write whose answer was lost is repeated, and a transaction is not', async () => {
  const { realtime, inject, cloud } = await stage();
  inject({ kind: 'lose-answer', service: 'realtime', operation: 'set' });
  const write = realtime.set('a', 1);
  await cloud.advance(5000);
  await write;
  inject({ kind: 'lose-answer', service: 'realtime', operation: 'transaction' });
  const transaction = rejection(realtime.transactions.run('count', () => 1));
  await cloud.advance(5000);
  expect(await transaction).toMatchObject({ code: 'realtime/disconnected', retryable: true });
});

test('a slow answer delays later writes in order', async () => {
  const { realtime, inject, cloud } = await stage();
  inject({ kind: 'latency', service: 'realtime', ms: 1000 });
  const writes = [realtime.set('a', 1), realtime.set('a', 2)];
  await settle();
  expect(await cloud.server.realtime.get('a')).toBeNull();
  await cloud.advance(1000);
  await Promise.all(writes);
  expect(await cloud.server.realtime.get('a')).toBe(2);
});

test('an exception of one listener does not affect the next', async () => {
  const { realtime, values } = await stage();
  const said: unknown[] = [];
  const { error } = console;
  console.error = (reason: unknown) => void said.push(reason);
  realtime.watch('a', {
    next() {
      throw new Error('mine');
    },
  });
  const seen = recorder<RealtimeSnapshot>();
  realtime.watch('a', seen);
  await settle();
  console.error = error;
  expect(values(seen)).toEqual([null]);
  expect(said).toMatchObject([{ message: 'mine' }]);
});

test('a client with a wrong clock reports its offset', async () => {
  const cloud = new FakeCloud();
  const clock = { now: () => cloud.clock.now() - 90_000, setTimer: cloud.clock.setTimer.bind(cloud.clock) };
  const { realtime } = connect(cloud, { clock });
  const offsets = recorder<number>();
  realtime.watchServerTimeOffset(offsets.next);
  await settle();
  expect(offsets.last()).toBe(90_000);
});

test('a cloud restored from a snapshot applies the disconnect writes of its lost clients', async () => {
  const { realtime, cloud } = await stage();
  await realtime.set('a', { b: [1, 2] }, 'first');
  const plain = structuredClone(cloud.snapshot());
  const same = new FakeCloud();
  same.restore(plain);
  expect(same.snapshot().services).toEqual(plain.services);

  await realtime.disconnects.at('gone').set(incrementBy(1));
  const snapshot = structuredClone(cloud.snapshot());
  const next = new FakeCloud();
  next.restore(snapshot);
  expect(await next.server.realtime.get('')).toEqual({ a: { b: [1, 2] }, gone: 1 });
  const other = connect(next);
  expect((await other.realtime.get('a')).priority).toBe('first');
});

test('a reset is reported to watchers and not changed by disconnect writes', async () => {
  const { realtime, cloud, control, values } = await stage();
  const seen = recorder<RealtimeSnapshot>();
  realtime.watch('a', seen);
  await realtime.set('a', 1);
  await realtime.disconnects.at('a').set('gone');
  await control.reset();
  await cloud.advance(5000);
  expect(await cloud.server.realtime.get('')).toBeNull();
  expect(values(seen).at(-1)).toBeNull();
});

const minute = 60_000;

test('requests with an expired token wait for the next one', async () => {
  const refusals: string[] = [];
  const cloud = new FakeCloud({
    rules: { database: '{"rules": {".read": "auth != null", ".write": "auth != null"}}' },
    onRefusal: ({ message }) => void refusals.push(message),
  });
  const { auth, realtime, control, dispose } = connect(cloud);
  await settle();
  await auth.guests.signIn();
  const before = recorder<RealtimeSnapshot>();
  realtime.watch('a', before);
  await cloud.advance(54 * minute);
  await control.inject({ kind: 'latency', service: 'auth', ms: 10 * minute });
  await cloud.advance(7 * minute);
  const written: string[] = [];
  const after = recorder<RealtimeSnapshot>();
  void realtime.set('a', 1).then(() => written.push('set'));
  void realtime.transactions.run('b', () => 1).then(() => written.push('transaction'));
  realtime.watch('c', after);
  await cloud.advance(minute);
  expect([written, await cloud.server.realtime.get('')]).toEqual([[], null]);
  expect(await rejection(realtime.get('d'))).toMatchObject({ code: 'unauthenticated' });
  await cloud.advance(5 * minute);
  expect(written).toEqual(['set', 'transaction']);
  await cloud.server.realtime.update({ a: 2, c: 3 });
  await settle();
  expect(before.values.map(({ value }) => value)).toEqual([null, 1, 2]);
  expect([before.errors, after.errors, refusals]).toEqual([[], [], []]);
  expect(after.values.map(({ value }) => value)).toEqual([null, 3]);
  await dispose();
});

test('a new client reports that it is offline first', async () => {
  const { realtime, dispose } = connect(new FakeCloud());
  const seen: boolean[] = [];
  realtime.watchConnection((connected) => void seen.push(connected));
  await settle();
  expect(seen).toEqual([false, true]);
  await dispose();
});

test('a query without an index is answered, and the console names the index to add', async () => {
  const cloud = new FakeCloud({
    rules: { database: '{"rules": {"list": {".read": true, ".indexOn": "m"}}}' },
  });
  await cloud.server.realtime.update({ list: { a: { n: 1 }, b: { n: 2 } } });
  const { realtime, dispose } = connect(cloud);
  await settle();
  const said: unknown[] = [];
  const { warn } = console;
  console.warn = (words: unknown) => void said.push(words);
  const seen = recorder<RealtimeSnapshot>();
  realtime.watch({ path: 'list', orderBy: { child: 'n' }, limitToLast: 1 }, seen);
  realtime.watch({ path: 'list', orderBy: { child: 'm' }, limitToLast: 1 }, recorder());
  await settle();
  console.warn = warn;
  expect(seen.last().value).toEqual({ b: { n: 2 } });
  expect(said).toEqual([
    'No index serves a query at /list: add ".indexOn": "n" there to the rules of the database.',
  ]);
  await dispose();
});

test('denials are reported to onRefusal', async () => {
  const refusals: unknown[] = [];
  const cloud = new FakeCloud({
    rules: { database: '{"rules": {"a": {".read": "auth != null"}}}' },
    onRefusal: ({ service, path, uid, rule }) => void refusals.push([service, path, uid, rule?.line]),
  });
  const { realtime, dispose } = connect(cloud);
  await settle();
  await rejection(realtime.get('a/b'));
  await rejection(realtime.set('a', 1));
  expect(refusals).toEqual([
    ['realtime', 'a/b', null, 1],
    ['realtime', 'a', null, undefined],
  ]);
  await dispose();
});

test('invalid rules make the constructor throw', () => {
  expect(() => new FakeCloud({ rules: { database: '{"rules": {".read": "oops"}}' } })).toThrow(
    '1:22 Nothing is called oops here.',
  );
});
