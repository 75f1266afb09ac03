/** Messages to browsers without an open page, as a push service and the browser behind it get them. */
import { createECDH, createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer } from 'node:https';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { TestBrowser } from '#fakes/client/browser.ts';
import { connect } from '#fakes/client/client.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { PushAddress } from '#fakes/cloud/messaging/push-address.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { certify, makeAuthority } from './certificate.ts';
import { PushReceiver } from './push-receiver.fixture.ts';
import { makePushKeys, openWebPush, type PushKeys } from './web-push.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A push service, and a browser that has subscribed to it. */
async function pushService(keys = makePushKeys()) {
  const authority = await makeAuthority();
  const { key, cert } = await certify(authority, ['localhost']);
  const received: Received[] = [];
  let statuses: (number | readonly [status: number, headers: OutgoingHttpHeaders])[] = [];
  const server = createServer({ key, cert }, async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    received.push({ headers: request.headers, body: Buffer.concat(parts) });
    const next = statuses.shift() ?? 201;
    if (typeof next === 'number') response.writeHead(next).end();
    else response.writeHead(...next).end();
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const receiver = new PushReceiver();
  const address: PushAddress = {
    endpoint: `https://${host}/push/1`,
    keys: receiver.keys,
  };
  const decrypted = ({ body }: Received) => JSON.parse(receiver.decrypt(body)) as PushMessage;
  const agent = new Agent({ ca: authority.cert });
  const clock = new ManualClock();
  const webPush = openWebPush({ keys, contact: 'mailto:test@example.com', services: [host], agent });
  const cloud = new FakeCloud({ clock, webPush });
  const answers = (...next: typeof statuses) => (statuses = next);
  return { cloud, clock, address, received, decrypted, answers, keys };
}

async function registered(cloud: FakeCloud, address: PushAddress) {
  const browser = Object.assign(new TestBrowser(), { subscribe: async () => address });
  const client = connect(cloud, { browser, stores: { local: memoryStore(), session: memoryStore() } });
  const { id } = await client.messaging.register({ ask: true });
  await settle();
  return { client, browser, id };
}

const page = {
  notification: { title: 'Checkout is down', body: '', tag: 'page-1' },
  urgency: 'high',
  timeToLiveSeconds: 300,
} as const;

/** A pair whose private key begins with a zero byte, which Node leaves out. */
function shortKeys(): PushKeys {
  const pair = createECDH('prime256v1');
  const privateKey = Buffer.alloc(31, 7);
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

test.each([
  { of: 'usual length', make: makePushKeys },
  { of: '31 bytes', make: shortKeys },
])('without an open page a message is pushed encrypted and signed, with a key of $of', async ({ make }) => {
  const { cloud, address, received, decrypted, keys } = await pushService(make());
  const { client, id } = await registered(cloud, address);
  await client.dispose();
  await cloud.server.push.send(id, page);
  const [message] = received;
  if (!message) throw new Error('Nothing was received.');
  expect(decrypted(message)).toMatchObject({ notification: { title: 'Checkout is down', tag: 'page-1' } });
  expect(message.headers).toMatchObject({
    ttl: '300',
    urgency: 'high',
    topic: 'page-1',
    'content-encoding': 'aes128gcm',
  });
  const [, token = '', key = ''] =
    /^vapid t=([^,]+), ?k=(.+)$/u.exec(message.headers.authorization ?? '') ?? [];
  expect(key).toBe(keys.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(keys.publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
  });
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(
    verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url')),
  ).toBe(true);
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: new URL(address.endpoint).origin,
    sub: 'mailto:test@example.com',
  });
});

test('an open page gets the message without a push, and a frozen one has some seconds', async () => {
  const { cloud, address, received } = await pushService();
  const { client, id } = await registered(cloud, address);
  const seen: string[] = [];
  client.messaging.onMessage(({ id: message }) => void seen.push(message));
  const first = await cloud.server.push.send(id, page);
  await cloud.advance(10_000);
  expect(seen).toEqual([first.id]);
  expect(first.pushService).toBeNull();
  expect(received).toEqual([]);
  await client.control.inject({ kind: 'refuse', service: 'messaging', operation: 'ack', code: 'internal' });
  await cloud.server.push.send(id, page);
  await cloud.advance(10_000);
  await expect.poll(() => received).toHaveLength(1);
});

test.each([404, 410])('a subscription answered with %i is removed at once', async (status) => {
  const { cloud, address, answers } = await pushService();
  const { client, id } = await registered(cloud, address);
  await client.dispose();
  answers(status);
  await expect(cloud.server.push.send(id, page)).rejects.toMatchObject({
    code: 'messaging/registration-unknown',
  });
  await expect(cloud.server.push.send(id, page)).rejects.toMatchObject({
    code: 'messaging/registration-unknown',
  });
});

/** The sender knows at once that the first request failed; the message is tried again all the same. */
const unreachable = { code: 'unavailable' };

test('a failing push service is retried with growing pauses until the message expires', async () => {
  const { cloud, address, received, answers } = await pushService();
  const { client, id } = await registered(cloud, address);
  await client.dispose();
  answers(503, 429, 500, 500, 500, 500, 500);
  await expect(cloud.server.push.send(id, { ...page, timeToLiveSeconds: 10 })).rejects.toMatchObject(
    unreachable,
  );
  expect(received).toHaveLength(1);
  await cloud.advance(2000);
  await expect.poll(() => received).toHaveLength(2);
  await settle();
  await cloud.advance(4000);
  await expect.poll(() => received).toHaveLength(3);
  await settle();
  await cloud.advance(60_000);
  expect(received).toHaveLength(3);
});

test('a push service with Retry-After is retried at that time', async () => {
  const { cloud, address, received, answers } = await pushService();
  const { client, id } = await registered(cloud, address);
  await client.dispose();
  answers([429, { 'retry-after': '120' }]);
  await expect(cloud.server.push.send(id, page)).rejects.toMatchObject(unreachable);
  await cloud.advance(120_000);
  await expect.poll(() => received).toHaveLength(2);
});

test.each([400, 403, 413])('the answer %i is a rejection', async (status) => {
  const { cloud, address, answers } = await pushService();
  const { client, id } = await registered(cloud, address);
  await client.dispose();
  answers(status);
  await expect(cloud.server.push.send(id, page)).rejects.toMatchObject({ code: 'invalid-argument' });
});

test('a subscription belongs to the page that registered it last', async () => {
  const { cloud, address } = await pushService();
  const earlier = await registered(cloud, address);
  await earlier.client.dispose();
  const later = await registered(cloud, address);
  await expect(cloud.server.push.send(earlier.id, page)).rejects.toMatchObject({
    code: 'messaging/registration-unknown',
  });
  await expect(cloud.server.push.send(later.id, page)).resolves.toMatchObject({ id: expect.any(String) });
});

test('pushes are sent to push services only', async () => {
  const { cloud, address } = await pushService();
  for (const endpoint of [
    'https://internal.example/',
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/',
    'x',
  ])
    await expect(registered(cloud, { ...address, endpoint })).rejects.toMatchObject({
      code: 'messaging/registration-failed',
    });
});

test('a subscription with invalid keys is not registered', async () => {
  const { cloud, address } = await pushService();
  const { p256dh, auth } = address.keys;
  for (const keys of [
    { p256dh: 'x', auth },
    { p256dh: p256dh.slice(0, -2), auth },
    { p256dh, auth: 'y' },
    { p256dh, auth: '' },
  ])
    await expect(registered(cloud, { ...address, keys })).rejects.toMatchObject({
      code: 'messaging/registration-failed',
    });
});

test('a subscription survives a restart', async () => {
  const { cloud, address, received } = await pushService();
  const { client, id } = await registered(cloud, address);
  await client.dispose();
  cloud.restore(structuredClone(cloud.snapshot()));
  await cloud.server.push.send(id, page);
  expect(received).toHaveLength(1);
});
