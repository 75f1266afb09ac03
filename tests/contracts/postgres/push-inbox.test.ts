/** Inboxes of registrations: open pages, topics, and messages that wait. */
import { expect, test } from 'vitest';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { opened, page } from './push-service.fixture.ts';
import { withPostgres } from './provider.ts';

withPostgres();

const unknown = { code: 'messaging/registration-unknown' };

test('an open page gets messages in order at any process, and they are not pushed', async () => {
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

test('a message that an open page does not accept in 5 s is pushed', async () => {
  const { push, other, messages, register, clock } = await opened();
  const id = await register('one');
  await other.inboxes.open(id, { next: () => {}, failed: () => {} });
  expect((await push.send(id, page)).pushService).toBeNull();
  await clock.advance(4999);
  expect(messages()).toEqual([]);
  await clock.advance(1);
  await expect.poll(messages).toHaveLength(1);
});

test('without a subscription the newest 100 messages wait for a page, one per topic, until they expire', async () => {
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

test('an inbox is removed with its registration', async () => {
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

test('a message to a topic reaches its current subscribers', async () => {
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

test('a push subscription belongs to its latest registration, and a user has at most 100', async () => {
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
