/** Answers of a device's service worker by the ticket of a pushed page. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deviceSchema } from '#domain/device/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

/** A browser with its push subscription and received messages. */
async function device(who: string) {
  const client = await stage.person(who);
  const { id: registration } = await client.messaging.register({ ask: true });
  const received: PushMessage[] = [];
  client.messaging.onMessage((message) => received.push(message));
  const deviceId = `${who}-phone`;
  await stage.call(who, 'registerDevice', { deviceId, registration, label: 'Phone', userAgent: '' });
  return { deviceId, received };
}

async function page(...userIds: string[]): Promise<string> {
  const { pageIds } = await stage.call('amara', 'declareIncident', {
    title: 'Search is down',
    severity: 'SEV2',
    serviceIds: [],
    private: false,
    alertId: null,
    page: [{ kind: 'people', userIds }],
  });
  await stage.cloud.advance(1);
  return pageIds[0] ?? '';
}

const newest = ({ received }: { readonly received: readonly PushMessage[] }) => received.at(-1)?.data ?? {};

/** Request of the service worker: data of the message, and the answer. */
const answer = (from: Readonly<Record<string, string>>, given: string, change: object = {}) =>
  stage.http('/in/answer', {
    teamId: from['teamId'],
    pageId: from['pageId'],
    deliveryId: from['deliveryId'],
    ticket: from['ticket'],
    answer: given,
    seen: from['seen'],
    ...change,
  });

test('a page can be shown and acknowledged without a signed-in user', async () => {
  const phone = await device('lena');
  const pageId = await page('lena');
  expect(await answer(newest(phone), 'shown')).toMatchObject({ status: 200, json: { open: 1 } });
  expect((await stage.deliveries(pageId))[0]).toMatchObject({ status: 'shown' });
  expect((await stage.get(deviceSchema, documentPaths.device(teamId, phone.deviceId))).lastShownAt).toBe(
    stage.cloud.clock.now(),
  );
  expect(await answer(newest(phone), 'acknowledge')).toMatchObject({ status: 200, json: { open: 0 } });
  expect(await stage.page(pageId)).toMatchObject({
    status: 'acknowledged',
    acknowledgements: [{ userId: 'lena' }],
  });
});

test('a repeated answer is executed once', async () => {
  const phone = await device('lena');
  await page('lena');
  const message = newest(phone);
  await answer(message, 'acknowledge');
  const stored = stage.stored();
  expect(await answer(message, 'acknowledge')).toMatchObject({ status: 200 });
  expect(stage.stored()).toBe(stored);
});

test('an answer succeeds although another member has used its command id', async () => {
  const phone = await device('lena');
  const pageId = await page('lena', 'kwame');
  const commandId = `answer-acknowledge-${newest(phone)['deliveryId']}`;
  await stage.call('mei', 'seeNotices', { commandId, noticeIds: ['none'], seen: true });
  expect(await answer(newest(phone), 'acknowledge')).toMatchObject({ status: 200 });
  expect(await stage.page(pageId)).toMatchObject({ acknowledgements: [{ userId: 'lena' }] });
});

test('a member who declines is no longer notified, and the page continues', async () => {
  const phone = await device('lena');
  const pageId = await page('lena', 'kwame');
  expect((await answer(newest(phone), 'decline')).status).toBe(200);
  expect(await stage.page(pageId)).toMatchObject({
    status: 'notifying',
    waitingFor: ['kwame'],
    declined: [{ userId: 'lena', reason: '' }],
  });
});

test('a decline of an earlier position of the page is rejected and changes nothing', async () => {
  const phone = await device('lena');
  const pageId = await page('lena', 'kwame');
  const asked = newest(phone);
  await stage.call('kwame', 'declinePage', { pageId, reason: '' });
  expect((await stage.page(pageId)).waitingFor).toEqual(['lena']);
  const seen = JSON.stringify({ ...JSON.parse(asked['seen'] ?? '{}'), loop: 1 });
  const stored = stage.stored();
  const refused = await answer({ ...asked, seen }, 'decline');
  expect(refused).toMatchObject({ status: 409, json: { error: 'conflict' } });
  expect(refused.json).toMatchObject({ message: expect.stringContaining('This page has gone on') });
  expect(stage.stored()).toBe(stored);
});

test('a decline after an acknowledgement keeps the page with its holder', async () => {
  const phone = await device('lena');
  const pageId = await page('lena', 'kwame');
  const asked = newest(phone);
  await stage.call('kwame', 'acknowledgePage', { pageId });
  const late = await answer(asked, 'decline');
  expect(late.status).toBe(409);
  expect(await stage.page(pageId)).toMatchObject({
    status: 'acknowledged',
    acknowledgements: [{ userId: 'kwame' }],
  });
});

test('a decline of a message without the page’s position is executed', async () => {
  const phone = await device('lena');
  const pageId = await page('lena', 'kwame');
  expect((await answer(newest(phone), 'decline', { seen: undefined })).status).toBe(200);
  expect(await stage.page(pageId)).toMatchObject({ declined: [{ userId: 'lena' }] });
});

test('a late answer is rejected with a sentence', async () => {
  const phone = await device('lena');
  await page('lena', 'kwame');
  const asked = newest(phone);
  await stage.call('kwame', 'acknowledgePage', { pageId: asked['pageId'] ?? '' });
  const late = await answer(asked, 'acknowledge');
  expect(late).toMatchObject({ status: 409, json: { error: 'already_acknowledged' } });
  expect(late.json).toMatchObject({ message: expect.stringMatching(/\.$/u) });
});

test('only the delivery’s own ticket is accepted', async () => {
  const [lena, kwame] = [await device('lena'), await device('kwame')];
  await page('lena', 'kwame');
  const message = newest(lena);
  const stored = stage.stored();
  for (const change of [
    { ticket: '' },
    { ticket: newest(kwame)['ticket'] },
    { ticket: message['ticket']?.slice(1) },
    { ticket: message['ticket']?.toUpperCase() },
    { deliveryId: newest(kwame)['deliveryId'] },
    { pageId: 'another' },
    { teamId: 'another' },
    { teamId: '../x' },
    { ticket: 7 },
    { answer: 'escalate' },
  ])
    expect((await answer(message, 'acknowledge', change)).status).toBe(404);
  for (const body of ['', 'null', '[]', '{', `"${'x'.repeat(600_000)}"`])
    expect((await stage.http('/in/answer', body)).status).toBe(404);
  expect((await stage.http('/in/answer', {}, 'GET')).status).toBe(405);
  expect(stage.stored()).toBe(stored);
});

test('a device that gets no pages can’t answer', async () => {
  const phone = await device('lena');
  await page('lena');
  const turnedOff = { deviceId: phone.deviceId, registration: null, label: 'Phone', userAgent: '' };
  await stage.call('lena', 'registerDevice', turnedOff);
  expect((await answer(newest(phone), 'acknowledge')).status).toBe(404);
});

test('a former member’s link can’t answer', async () => {
  const phone = await device('lena');
  const pageId = await page('lena', 'kwame');
  const path = documentPaths.member(teamId, 'lena');
  await stage.server.docs.batch([{ type: 'delete', path }]);
  expect((await answer(newest(phone), 'acknowledge')).status).toBe(409);
  expect(await stage.page(pageId)).toMatchObject({ status: 'notifying' });
});

test('the badge counts the pages waiting for the person and is cleared at zero', async () => {
  const phone = await device('lena');
  const first = await page('lena');
  expect(newest(phone)).toMatchObject({ kind: 'page', open: '1' });
  const second = await page('lena');
  expect(newest(phone)).toMatchObject({ kind: 'page', open: '2' });
  for (const [pageId, open] of [
    [first, '1'],
    [second, '0'],
  ] as const) {
    await stage.call('lena', 'acknowledgePage', { pageId });
    await stage.cloud.advance(1);
    expect(newest(phone)).toMatchObject({ kind: 'settled', pageId, open });
  }
});
