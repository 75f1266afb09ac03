import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deviceSchema } from '#domain/device/schema.ts';
import { constants, limits, minute } from '#domain/constants.ts';
import { documentPaths } from '#api/paths.ts';
import { createFunctions } from '#functions/index.ts';
import { PortError } from '#ports/errors.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { FunctionsStage, errorOf, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

/** Somebody's browser, reachable by push; what it receives while its page is open is kept. */
async function reachable(who: string, deviceId = `${who}-phone`) {
  const client = await stage.person(who);
  const { id } = await client.messaging.register({ ask: true });
  const received: PushMessage[] = [];
  const stop = client.messaging.onMessage((message) => received.push(message));
  await stage.call(who, 'registerDevice', { deviceId, registration: id, label: 'Phone', userAgent: '' });
  return { client, deviceId, registration: id, received, stop };
}
const pageOf = async (...userIds: string[]) => {
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
};
const theirDevice = (id: string) => stage.get(deviceSchema, documentPaths.device(teamId, id));

test('a page reaches the device with the data for a click', async () => {
  const phone = await reachable('lena');
  const pageId = await pageOf('lena');
  const [delivery] = await stage.deliveries(pageId);
  expect(delivery).toMatchObject({
    userId: 'lena',
    to: { channel: 'push', target: phone.deviceId },
    status: 'accepted',
  });
  expect(phone.received).toHaveLength(1);
  expect(phone.received[0]).toMatchObject({
    notification: {
      title: 'Search is down',
      tag: pageId,
      link: `/t/${teamId}/?page=${pageId}`,
      requireInteraction: true,
      actions: [{ action: 'acknowledge' }, { action: 'decline' }],
    },
    data: { kind: 'page', pageId, teamId, deliveryId: delivery?.id },
  });
  phone.stop();
});

test('receipts only move forward and prove the device', async () => {
  const phone = await reachable('lena');
  const pageId = await pageOf('lena');
  const deliveryId = phone.received[0]?.data['deliveryId'] ?? '';
  await stage.call('lena', 'recordReceipt', { pageId, deliveryId, receipt: 'opened' });
  const late = await stage.call('lena', 'recordReceipt', { pageId, deliveryId, receipt: 'shown' });
  expect(late.status).toBe('opened');
  expect((await theirDevice(phone.deviceId)).lastShownAt).toBe(stage.cloud.clock.now());
  const foreign = stage.call('mei', 'recordReceipt', { pageId, deliveryId, receipt: 'shown' });
  expect((await errorOf(foreign)).error?.code).toBe('not_found');
  phone.stop();
});

test('an unregistered device fails its delivery and is not retried', async () => {
  const phone = await reachable('lena');
  await phone.client.messaging.unregister();
  const pageId = await pageOf('lena');
  expect(await stage.deliveries(pageId)).toMatchObject([
    { status: 'failed', failure: expect.stringContaining('Register it again') },
  ]);
  expect((await theirDevice(phone.deviceId)).registration).toBeNull();
  phone.stop();
});

test('an acknowledgement on another device removes the notification', async () => {
  const phone = await reachable('lena');
  const pageId = await pageOf('lena');
  await stage.call('amara', 'acknowledgePage', { pageId });
  await stage.cloud.advance(1);
  expect(phone.received.at(-1)).toMatchObject({
    data: { kind: 'settled', pageId, status: 'acknowledged' },
  });
  expect(phone.received.at(-1)?.notification).toBeUndefined();
  phone.stop();
});

test('a browser registered by another user reaches the new user only', async () => {
  const phone = await reachable('lena');
  const { registration } = phone;
  await stage.call('kwame', 'registerDevice', {
    deviceId: 'kwame-phone',
    registration,
    label: '',
    userAgent: '',
  });
  expect((await theirDevice(phone.deviceId)).registration).toBeNull();
  const stolen = stage.call('kwame', 'registerDevice', {
    deviceId: phone.deviceId,
    registration,
    label: '',
    userAgent: '',
  });
  expect((await errorOf(stolen)).error?.code).toBe('forbidden');
  phone.stop();
});

test('without a device, a page’s delivery waits for an open screen', async () => {
  const pageId = await pageOf('jonas');
  const [delivery, ...others] = await stage.deliveries(pageId);
  expect(others).toEqual([]);
  expect(delivery).toMatchObject({ userId: 'jonas', to: null, status: 'queued' });
  await stage.call('jonas', 'recordReceipt', { pageId, deliveryId: delivery?.id ?? '', receipt: 'shown' });
  expect((await stage.deliveries(pageId))[0]?.status).toBe('shown');
});

test('a step that passed unprocessed notifies no recipient', async () => {
  const { tasks, ...rest } = createFunctions();
  await stage.close();
  const deaf = Object.fromEntries(Object.keys(tasks).map((name) => [name, async () => {}]));
  stage = await FunctionsStage.open({ ...rest, schedules: {}, tasks: deaf });
  const phone = await reachable('lena');
  const pageId = await pageOf('lena');
  await stage.cloud.advance(12 * minute);
  await createFunctions().schedules['sweep']?.run(stage.server);
  const deliveries = await stage.deliveries(pageId);
  // Notified at 0, 5 and 10 minutes: of the two missed deliveries, only the one that still waits is sent.
  expect(deliveries.map(({ status }) => status).sort()).toEqual(['accepted', 'accepted', 'failed']);
  phone.stop();
});

describe('an unavailable push service', () => {
  test('keeps the page open, and the sweep sends lost pushes while they are relevant', async () => {
    const phone = await reachable('lena');
    const { push } = stage.server;
    let down = true;
    Object.assign(stage.server, {
      push: {
        ...push,
        subscribe: push.subscribe,
        send: (...args: Parameters<typeof push.send>) =>
          down ? Promise.reject(new PortError('unavailable', 'Down.')) : push.send(...args),
      },
    });
    // Kwame has no device: the page waits for his open screen, and asks Lena meanwhile.
    const pageId = await pageOf('lena', 'kwame');
    const lenas = async () =>
      (await stage.deliveries(pageId)).filter(({ to }) => to?.target === phone.deviceId);
    const tried = { status: 'queued', failure: 'the push service can’t be reached', acceptedAt: null };
    const [first] = await lenas();
    const nextAttemptAt = (first?.queuedAt ?? 0) + 1.5 * minute;
    expect(first).toMatchObject({ ...tried, failedAttempts: 1, nextAttemptAt });
    await stage.cloud.advance(2 * minute);
    expect((await lenas())[0]?.failedAttempts).toBeGreaterThan(1);
    expect(phone.received).toEqual([]);
    down = false;
    await stage.cloud.advance(2 * minute);
    expect(await lenas()).toMatchObject([{ status: 'accepted', failure: null, nextAttemptAt: null }]);
    expect(phone.received).toHaveLength(1);
    phone.stop();
  });
});

describe('a drill', () => {
  test('a drill', async () => {
    const phone = await reachable('tom');
    const { pageId } = await stage.call('tom', 'sendDrill', { deviceId: phone.deviceId });
    await stage.cloud.advance(1);
    expect(phone.received[0]?.notification?.title).toContain('Drill');
    expect(await stage.deliveries(pageId)).toHaveLength(1);
    const foreign = stage.call('amara', 'acknowledgePage', { pageId });
    expect((await errorOf(foreign)).error?.code).toBe('forbidden');
    await stage.call('tom', 'acknowledgePage', { pageId });
    expect((await theirDevice(phone.deviceId)).lastDrillAt).toBe(stage.cloud.clock.now());
    phone.stop();
  });

  test('that is delayed is sent after the delay', async () => {
    const phone = await reachable('lena');
    const { pageId } = await stage.call('lena', 'sendDrill', { deviceId: phone.deviceId, delayed: true });
    await stage.cloud.advance(constants.drillDelaySeconds * 1000 - 1);
    expect(phone.received).toEqual([]);
    await stage.cloud.advance(1000);
    expect(phone.received[0]?.notification?.title).toContain('Drill');
    expect(await stage.page(pageId)).toMatchObject({ status: 'notifying', waitingFor: ['lena'] });
    phone.stop();
  });

  test('is never escalated', async () => {
    const phone = await reachable('lena');
    const { pageId } = await stage.call('lena', 'sendDrill', { deviceId: phone.deviceId });
    expect((await errorOf(stage.call('lena', 'escalatePage', { pageId, reason: '' }))).error?.code).toBe(
      'forbidden',
    );
    await stage.cloud.advance(60 * minute);
    expect(await stage.page(pageId)).toMatchObject({ status: 'exhausted', notified: [{ userId: 'lena' }] });
    phone.stop();
  });

  test('is for own devices, while drills are enabled', async () => {
    const phone = await reachable('lena');
    const foreign = stage.call('kwame', 'sendDrill', { deviceId: phone.deviceId });
    expect((await errorOf(foreign)).error?.code).toBe('forbidden');
    await phone.client.control.publishConfig({ drills: 'off' });
    const off = stage.call('lena', 'sendDrill', { deviceId: phone.deviceId });
    expect((await errorOf(off)).error?.message).toContain('switched off');
    phone.stop();
  });
});

describe('a removed device', () => {
  test('is no longer paged, and its browser can be registered again', async () => {
    const { deviceId, registration, received, stop } = await reachable('lena');
    await stage.call('lena', 'removeDevice', { deviceId });
    expect((await stage.server.docs.get(documentPaths.device(teamId, deviceId))).data).toBeNull();
    await pageOf('lena');
    expect(received).toEqual([]);
    await stage.call('lena', 'registerDevice', { deviceId, registration, label: 'Phone', userAgent: '' });
    await pageOf('lena');
    expect(received).toHaveLength(1);
    stop();
  });

  test('has to be the caller’s own and exist', async () => {
    const { deviceId, stop } = await reachable('lena');
    await stage.person('amara');
    const before = stage.stored();
    const others = await errorOf(stage.call('amara', 'removeDevice', { deviceId }));
    expect(others.error?.code).toBe('forbidden');
    const missing = await errorOf(stage.call('lena', 'removeDevice', { deviceId: 'none' }));
    expect(missing.error?.code).toBe('not_found');
    expect(stage.stored()).toBe(before);
    stop();
  });
});

test('a person has a limited number of devices per team, and existing ones can be registered again', async () => {
  const register = (n: number) =>
    stage.call('lena', 'registerDevice', {
      deviceId: `device-${n}`,
      registration: null,
      label: 'Browser',
      userAgent: '',
    });
  for (let n = 0; n < limits.devicesPerPerson; n++) await register(n);
  expect((await errorOf(register(limits.devicesPerPerson))).error).toMatchObject({
    code: 'limit_reached',
    message: expect.stringContaining('Remove one'),
  });
  await register(0);
  await stage.call('lena', 'removeDevice', { deviceId: 'device-0' });
  await register(limits.devicesPerPerson);
});
