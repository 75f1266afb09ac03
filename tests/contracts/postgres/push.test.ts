/** Pushes to open pages, and to a push service on this machine. */
import { once } from 'node:events';
import { createServer, request } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { certify, makeAuthority } from '#adapters/embedded-node/certificate.ts';
import { PushReceiver } from '#adapters/embedded-node/push-receiver.fixture.ts';
import { openPostgresPush, type PostgresPush } from '#adapters/postgres/push/postgres-push.ts';
import { publicAgent } from '#adapters/postgres/push/push-services.ts';
import { pushService } from '#adapters/postgres/push/push-service.ts';
import type { Peer } from '#adapters/postgres/wire/peer.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { createCanceller } from '#provider-kit/cancel.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { BusyDatabases } from './busy-database.ts';
import { openBareDatabase, withPostgres } from './provider.ts';

withPostgres();

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A push service, with a browser that has subscribed to it. */
async function openPushService() {
  const authority = await makeAuthority();
  const { key, cert } = await certify(authority, ['localhost']);
  const receiver = new PushReceiver();
  const received: Received[] = [];
  const answers: [status: number, headers?: Record<string, string>][] = [];
  const server = createServer({ key, cert }, async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const { headers, url: path = '' } = request;
    received.push({ path, headers, text: receiver.decrypt(Buffer.concat(parts)) });
    const [status, more = {}] = answers.shift() ?? [201];
    response.writeHead(status, more).end('x'.repeat(20_000));
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const addressOf = (name: string) => ({ endpoint: `https://${host}/${name}`, keys: receiver.keys });
  const messages = () => received.map(({ text }) => JSON.parse(text) as PushMessage);
  return { host, addressOf, received, messages, answers, authority: authority.cert };
}

/** Two processes over one database. */
async function opened() {
  const service = await openPushService();
  const busy = new BusyDatabases();
  const clock = busy.clock();
  const reports: (string | undefined)[] = [];
  const first = await openBareDatabase();
  const openProcess = async (seed: string, schema?: string): Promise<PostgresPush> => {
    const { database } = schema === undefined ? first : await openBareDatabase(schema);
    const push = await openPostgresPush({
      ...{ database: busy.over(database), clock, random: seededRandom(seed) },
      contact: 'mailto:test@example.com',
      services: [service.host],
      authorities: [service.authority],
      report: (_error, from) => reports.push(from),
    });
    await push.start();
    onTestFinished(async () => {
      push.close();
      await busy.rest();
      await database.close();
    });
    return push;
  };
  const push = await openProcess('one');
  const other = await openProcess('two', first.schema);
  const register = (name: string, owner: string | null = 'ada') =>
    push.registrations.register(null, service.addressOf(name), owner);
  return { ...service, push, other, clock, busy, reports, register, database: first.database };
}

const page = {
  notification: { title: 'Checkout is down', body: '', tag: 'page-1' },
  data: { kind: 'page' },
  urgency: 'high',
  timeToLiveSeconds: 300,
} as const;

const unknown = { code: 'messaging/registration-unknown' };

test('with no page open the push service gets the message, encrypted, and its host is told', async () => {
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

test('a subscription that is gone ends its registration', async () => {
  const { push, answers, register } = await opened();
  const id = await register('one');
  answers.push([410]);
  await expect(push.send(id, page)).rejects.toMatchObject(unknown);
  await expect(push.send(id, page)).rejects.toMatchObject(unknown);
  await expect(push.subscribe(id, 'team')).rejects.toMatchObject(unknown);
  await expect(push.registrations.unregister(id)).rejects.toMatchObject(unknown);
});

test('a push service that is busy or gone is unavailable, and is asked again until the time is up', async () => {
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

test('an open page takes messages in order, at whichever process it is, and they are not pushed', async () => {
  const { push, other, received, register, clock, busy } = await opened();
  const id = await register('one');
  const taken: PushMessage[] = [];
  const close = await other.inboxes.open(id, {
    next(event) {
      const message = event as PushMessage;
      taken.push(message);
      void other.inboxes.taken(id, message.id);
    },
    failed: (error) => expect(error).toMatchObject(unknown),
  });
  for (const n of ['1', '2', '3']) expect((await push.send(id, { data: { n } })).pushService).toBeNull();
  await push.send(id, { data: { n: 'instant' }, timeToLiveSeconds: 0 });
  await expect.poll(() => taken.map(({ data }) => data['n'])).toEqual(['1', '2', '3', 'instant']);
  await busy.rest();
  await clock.advance(120_000);
  expect(received).toEqual([]);
  close();
  await busy.rest();
  expect((await push.send(id, { data: { n: '4' } })).pushService).not.toBeNull();
  expect(taken).toHaveLength(4);
});

test('a page that does not take a message in 5 s leaves it to the push service', async () => {
  const { push, other, messages, register, clock } = await opened();
  const id = await register('one');
  await other.inboxes.open(id, { next: () => {}, failed: () => {} });
  expect((await push.send(id, page)).pushService).toBeNull();
  await clock.advance(4999);
  expect(messages()).toEqual([]);
  await clock.advance(1);
  await expect.poll(messages).toHaveLength(1);
});

test('without a subscription messages wait for a page: the newest 100, one of each topic, within their time', async () => {
  const { push, clock } = await opened();
  const id = await push.registrations.register(null, null, null);
  for (let n = 0; n < 105; n++) await push.send(id, { data: { n: String(n) } });
  await push.send(id, { data: { n: 'early', pageId: 'p' } });
  await push.send(id, { data: { n: 'late', pageId: 'p' } });
  await push.send(id, { data: { n: 'expired' }, timeToLiveSeconds: 10 });
  await clock.advance(10_000);
  const got: string[] = [];
  const inbox = {
    next: (event: unknown) => void got.push(String((event as PushMessage).data['n'])),
    failed: () => {},
  };
  const close = await push.inboxes.open(id, inbox);
  expect(got).toHaveLength(99);
  expect(got.slice(-2)).toEqual(['104', 'late']);
  close();
  // Messages are published again until they are acknowledged.
  await push.inboxes.open(id, inbox);
  expect(got).toHaveLength(198);
});

test('an inbox ends with its registration', async () => {
  const { push, other, register } = await opened();
  const id = await register('one');
  const errors: unknown[] = [];
  await other.inboxes.open(id, { next: () => {}, failed: (error) => errors.push(error) });
  await push.registrations.unregister(id);
  await expect.poll(() => errors).toEqual([expect.objectContaining(unknown)]);
  const silent = { next: () => {}, failed: () => {} };
  await expect(other.inboxes.open(id, silent)).rejects.toMatchObject(unknown);
  await expect(other.inboxes.open('\0', silent)).rejects.toMatchObject(unknown);
});

test('messages to a topic reach who is subscribed now', async () => {
  const { push, received, register, answers } = await opened();
  const ids = [await register('one'), await register('two'), await register('three')];
  for (const id of ids) await push.subscribe(id, 'team');
  await push.subscribe(ids[0] ?? '', 'team');
  await push.unsubscribe(ids[2] ?? '', 'team');
  await push.unsubscribe('nobody', 'team');
  answers.push([410]);
  await push.sendToTopic('team', page);
  expect(received.map(({ path }) => path).toSorted()).toEqual(['/one', '/two']);
  await push.sendToTopic('team', page);
  expect(received).toHaveLength(3);
  await push.sendToTopic('nobody', page);
  await expect(push.sendToTopic('a b', page)).rejects.toMatchObject({ code: 'invalid-argument' });
  await expect(push.subscribe('nobody', 'team')).rejects.toMatchObject(unknown);
  await expect(push.send('nobody', page)).rejects.toMatchObject(unknown);
  await expect(push.send(ids[1] ?? '', { timeToLiveSeconds: -1 })).rejects.toMatchObject({
    code: 'out-of-range',
  });
});

test('a subscription belongs to the registration that gave it last, and a person has 100 of them', async () => {
  const { push, register, addressOf, database, clock } = await opened();
  const first = await register('one');
  const second = await register('one');
  expect(second).not.toBe(first);
  await expect(push.send(first, page)).rejects.toMatchObject(unknown);
  expect(await push.registrations.register(second, addressOf('other'), 'ada')).toBe(second);
  expect(await push.registrations.register(second, null, 'ada')).toBe(second);
  expect((await push.send(second, page)).pushService).not.toBeNull();
  expect(await push.registrations.register('gone', null, 'ada')).not.toBe('gone');
  await clock.advance(1000);
  for (let number = 0; number < 100; number++) await push.registrations.register(null, null, 'ada');
  const [row] = await database.rows<{ count: string }>('SELECT count(*) FROM push_registrations');
  expect(row?.count).toBe('100');
  await expect(push.send(second, page)).rejects.toMatchObject(unknown);
});

test('the connection’s methods check what comes from browsers', async () => {
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

test('a message whose process was killed while it sent is sent by another one', async () => {
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

test('names of push services that stand for this machine or its network are not connected to', async () => {
  const { host } = await openPushService();
  const agent = publicAgent();
  const asked = new Promise((_, reject) => {
    request(`https://${host}/one`, { agent }).on('error', reject).end();
  });
  await expect(asked).rejects.toThrow('private network');
  agent.destroy();
});
