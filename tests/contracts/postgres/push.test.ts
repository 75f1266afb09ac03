/** Pushes to open pages, and to a push service on this machine. */
import { request } from 'node:https';
import { expect, test } from 'vitest';
import { publicAgent } from '#adapters/postgres/push/push-services.ts';
import { pushService } from '#adapters/postgres/push/push-service.ts';
import type { Peer } from '#adapters/postgres/wire/peer.ts';
import { createCanceller } from '#provider-kit/cancel.ts';
import { withPostgres } from './provider.ts';
import { openPushService, opened, page } from './push-service.fixture.ts';

withPostgres();

const unknown = { code: 'messaging/registration-unknown' };

test('without an open page the push service gets the encrypted message', async () => {
  const { push, other, host, received, messages, register, busy, clock } = await opened();
  expect(other.publicKey).toBe(push.publicKey);
  expect(Buffer.from(push.publicKey, 'base64url')).toHaveLength(65);
  const id = await register('one');
  const sent = await other.send(id, page);
  expect(sent.pushService).toBe(host);
  expect(messages()).toEqual([
    { id: sent.id, sentAt: clock.now(), data: page.data, notification: page.notification },
  ]);
  expect(received[0]).toMatchObject({
    path: '/one',
    headers: { ttl: '300', urgency: 'high', topic: 'page-1', 'content-encoding': 'aes128gcm' },
  });
  expect(received[0]?.headers.authorization).toContain(`k=${push.publicKey}`);
  await push.send(id, { data: { tag: 'a tag that is no header: ü' }, timeToLiveSeconds: 0 });
  expect(received[1]?.headers).toMatchObject({ ttl: '0', topic: expect.stringMatching(/^[\w-]{32}$/u) });
  await clock.advance(600_000);
  await busy.rest();
  expect(received).toHaveLength(2);
});

test('an expired push subscription ends its registration', async () => {
  const { push, answers, register } = await opened();
  const id = await register('one');
  answers.push([410]);
  await expect(push.send(id, page)).rejects.toMatchObject(unknown);
  await expect(push.send(id, page)).rejects.toMatchObject(unknown);
  await expect(push.subscribe(id, 'team')).rejects.toMatchObject(unknown);
  await expect(push.registrations.unregister(id)).rejects.toMatchObject(unknown);
});

test('a busy or unreachable push service is retried until the message expires', async () => {
  const { push, answers, host, received, register, clock, reports } = await opened();
  const id = await register('one');
  const unavailable = { code: 'unavailable', retryable: true, details: { pushService: host } };
  answers.push([429, { 'retry-after': '20' }], [503]);
  await expect(push.send(id, page)).rejects.toMatchObject(unavailable);
  await clock.advance(19_999);
  expect(received).toHaveLength(1);
  const settled = async (count: number) => {
    await clock.advance(1);
    return received.length === count;
  };
  await expect.poll(() => settled(2)).toBe(true);
  await clock.advance(5000);
  await expect.poll(() => settled(3)).toBe(true);
  expect(reports).toEqual([`push:${host}`, `push:${host}`]);
  await clock.advance(600_000);
  expect(received).toHaveLength(3);
  answers.push(...Array.from({ length: 50 }, (): [number] => [500]));
  await expect(push.send(id, { ...page, timeToLiveSeconds: 5 })).rejects.toMatchObject(unavailable);
  await clock.advance(600_000);
  expect(received.length).toBeLessThan(8);
  answers.length = 0;
  answers.push([413]);
  await expect(push.send(id, page)).rejects.toMatchObject({ code: 'invalid-argument' });
});

test('methods of the connection validate input from browsers', async () => {
  const { push, addressOf, messages } = await opened();
  const { calls = {} } = pushService(push);
  const peer = { id: 'peer', caller: () => ({ uid: 'ada', claims: {} }) } as Partial<Peer> as Peer;
  const call = async (method: string, payload: unknown) =>
    calls[`messaging.${method}`]?.(payload, peer, { signal: createCanceller().signal, part: () => {} });
  expect(await call('key', null)).toBe(push.publicKey);
  const good = addressOf('one');
  const bad = [
    { ...good, endpoint: 'https://127.0.0.1/one' },
    { ...good, endpoint: 'https://169.254.169.254/latest' },
    { ...good, endpoint: 'https://fcm.googleapis.com.example.com/' },
    { ...good, endpoint: 'https://user:secret@fcm.googleapis.com/' },
    { ...good, endpoint: good.endpoint.replace('https:', 'http:') },
    { ...good, endpoint: `${good.endpoint}/${'x'.repeat(2000)}` },
    { ...good, endpoint: 7 },
    { ...good, keys: { ...good.keys, p256dh: 'AAAA' } },
    { ...good, keys: { ...good.keys, auth: '*'.repeat(30) } },
    { endpoint: good.endpoint },
    'text',
  ];
  for (const address of bad)
    await expect(call('register', { id: null, address })).rejects.toMatchObject({ code: 'invalid-argument' });
  const answer = (await call('register', { id: null, address: good })) as { id: string };
  await push.send(answer.id, page);
  expect(messages()).toHaveLength(1);
  await expect(call('taken', { id: answer.id, message: '\0' })).rejects.toMatchObject({
    code: 'invalid-argument',
  });
  await call('unregister', answer);
  await expect(call('unregister', null)).rejects.toMatchObject(unknown);
  const registering = async () => {
    for (let number = 0; number < 60; number++) await call('register', { id: null, address: null });
  };
  await expect(registering()).rejects.toMatchObject({ code: 'resource-exhausted' });
});

test('a message of a process killed while sending is sent by another process', async () => {
  const { push, register, messages, clock, database } = await opened();
  const id = await register('one');
  await database.rows(
    `INSERT INTO push_messages (registration, id, message, urgency, expires, push_at)
    VALUES ($1, 'left', '{"id":"left"}', 'normal', $2, $3)`,
    [id, clock.now() + 600_000, clock.now() + 30_000],
  );
  await clock.advance(29_999);
  expect(messages()).toEqual([]);
  await clock.advance(15_000);
  await expect.poll(messages).toEqual([{ id: 'left' }]);
  expect(push.services).toHaveLength(1);
});

test('push service names that resolve to this machine or its network are not contacted', async () => {
  const { host } = await openPushService();
  const agent = publicAgent();
  const asked = new Promise((_, reject) => {
    request(`https://${host}/one`, { agent }).on('error', reject).end();
  });
  await expect(asked).rejects.toThrow('private network');
  agent.destroy();
});
