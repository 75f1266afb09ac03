/** Requests of clients of Firebase's own protocol that embedded clients don't make. */
import { expect, test } from 'vitest';
import { fromWire } from '#query/tree/node.ts';
import { owner } from '../owner.ts';
import { hashOf } from './hash.ts';
import { raw, whole } from './raw.fixture.ts';

test('a value can contain its priorities, including server values', async () => {
  const { cloud, ask } = raw();
  const value = {
    '.priority': 1,
    plain: 1,
    leaf: { '.value': 'x', '.priority': 'high' },
    inner: {
      '.priority': { '.sv': 'timestamp' },
      a: { '.value': { '.sv': { increment: 2 } }, '.priority': 3 },
    },
  };
  await ask('set', { stamp: null, keys: ['a'], value, priority: null });
  const at = cloud.clock.now();
  expect(await ask('get', { ...whole, keys: ['a'] })).toEqual({
    '.priority': 1,
    plain: 1,
    leaf: { '.value': 'x', '.priority': 'high' },
    inner: { '.priority': at, a: { '.value': 2, '.priority': 3 } },
  });
  expect(await cloud.server.realtime.get('a')).toEqual({ plain: 1, leaf: 'x', inner: { a: 2 } });
});

test('a write without a stamp is applied each time', async () => {
  const { cloud, ask } = raw();
  const value = { '.sv': { increment: 1 } };
  for (let time = 0; time < 2; time++) await ask('set', { stamp: null, keys: ['n'], value, priority: null });
  expect(await cloud.server.realtime.get('n')).toBe(2);
});

test('a transaction can state its expected value by hash', async () => {
  const { cloud, ask } = raw();
  await cloud.server.realtime.update({ a: { b: 1 } });
  const writes = [{ keys: ['a'], value: { b: 2 }, priority: null }];
  const attempt = (hash: string) => ask('transaction', { keys: ['a'], hash, writes });
  expect(await attempt('')).toEqual({ committed: false });
  expect(await attempt(hashOf(fromWire({ b: 2 })))).toEqual({ committed: false });
  expect(await attempt(hashOf(fromWire({ b: 1 })))).toEqual({ committed: true });
  expect(await cloud.server.realtime.get('a')).toEqual({ b: 2 });
});

test('a disconnect write can be cancelled inside a value with priorities', async () => {
  const { ask } = raw();
  const value = { '.priority': 5, b: { '.value': 1, '.priority': 2 }, c: 3 };
  await ask('onDisconnect', { action: 'set', keys: ['a'], value, priority: null });
  await ask('onDisconnect', { action: 'cancel', keys: ['a', 'c'] });
  await ask('onDisconnect', { action: 'cancel', keys: ['a', 'b', 'below'] });
  await ask('goodbye', null);
  expect(await ask('get', { ...whole, keys: ['a'] })).toEqual({
    b: { '.value': 1, '.priority': 2 },
  });
});

test('a connection can request the identity that rules see', async () => {
  const believe = (token: string) => (token === 'ada' ? { uid: 'ada', claims: { role: 'chief' } } : null);
  const { ask, say } = raw({ believe });
  expect(await ask('identity', null)).toBeNull();
  say({ type: 'identify', token: 'ada' });
  expect(await ask('identity', null)).toEqual({ uid: 'ada', provider: null, token: { role: 'chief' } });
  say({ type: 'identify', token: 'stale' });
  expect(await ask('identity', null)).toBe('unauthenticated');
  const { ask: askAsOwner } = raw({ believe: () => owner }, 'owner');
  expect(await askAsOwner('identity', null)).toMatchObject({ uid: '' });
});
