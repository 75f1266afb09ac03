import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { constants, day, hour, minute } from '#domain/constants.ts';
import { type Device, deviceSchema } from '#domain/device/schema.ts';
import { noticeSchema } from '#domain/notice/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { query } from '#ports/docs/query.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { sweep } from '../sweep.ts';

let stage: FunctionsStage;
/** The first shift on Nights, Diego's; Priya's is a day later. */
let firstAt: number;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
  firstAt = Math.ceil(now() / hour) * hour + day;
  for (const { path } of await stage.server.docs.find(query(collectionPaths.schedules(teamId))))
    await stage.server.docs.batch([{ type: 'delete', path }]);
  for (const { path } of await stage.server.docs.find(query(collectionPaths.devices(teamId))))
    await stage.server.docs.batch([{ type: 'delete', path }]);
  const layer = { name: 'Daily', startsAt: firstAt, unit: 'day' as const, every: 1, restrictions: [] };
  await stage.call('jonas', 'saveSchedule', {
    ...{ scheduleId: 'nights', name: 'Nights', timezone: 'UTC', takesEffectAt: null },
    layers: [{ ...layer, people: ['diego', 'priya'], shadow: false }],
  });
});
afterEach(() => stage.close());

const now = () => stage.server.clock.now();
const sweepAt = async (at: number) => {
  await stage.cloud.advance(at - now());
  await sweep(stage.server);
};
const pathOf = (deviceId: string) => documentPaths.device(teamId, deviceId);
/** A browser of its own; what it receives. */
async function register(who: string, deviceId: string, more: Partial<Device> = {}) {
  const browser = await stage.stranger(deviceId);
  const received: PushMessage[] = [];
  browser.messaging.onMessage((message) => received.push(message));
  const { id: registration } = await browser.messaging.register({ ask: true });
  await stage.call(who, 'registerDevice', { deviceId, registration, label: deviceId, userAgent: '' });
  await stage.save(pathOf(deviceId), { ...(await stage.get(deviceSchema, pathOf(deviceId))), ...more });
  return { browser, received, registration };
}
async function noticesOf(userId: string) {
  const all = await stage.all(noticeSchema, collectionPaths.notices(teamId));
  return all.filter((one) => one.userId === userId && one.content.kind === 'unreachable');
}
const contentsOf = async (userId: string) => (await noticesOf(userId)).map(({ content }) => content);
/** Titles of pushed notices about devices. */
const warnings = (received: readonly PushMessage[]) =>
  received
    .map(({ notification }) => notification?.title ?? '')
    .filter((title) => title.startsWith('You are on call, and'));
const shownAt = (at: number) => ({ lastShownAt: at, pushShownAt: at });
const stale = () => shownAt(now() - constants.drillStaleDays * day);

describe('the beginning of a shift', () => {
  test('with a silent device sends its person one notice', async () => {
    const { received } = await register('diego', 'phone', stale());
    await sweepAt(firstAt - minute);
    expect(await noticesOf('diego')).toEqual([]);
    await sweepAt(firstAt);
    await sweepAt(firstAt + minute);
    const [notice, ...others] = await noticesOf('diego');
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      content: { devices: [{ label: 'phone', state: 'silent' }], reached: false },
      link: '/readiness',
      expiresAt: firstAt + day,
    });
    expect(warnings(received)).toEqual(['You are on call, and none of your devices can be counted on']);
  });

  test('without a device sends a notice, and with an untested device none', async () => {
    await register('priya', 'priyas');
    await sweepAt(firstAt);
    expect(await contentsOf('diego')).toEqual([{ kind: 'unreachable', devices: [], reached: false }]);
    await sweepAt(firstAt + day);
    expect([await noticesOf('diego'), await noticesOf('priya')]).toEqual([[], []]);
  });

  test('ends the notice of the previous on-call member', async () => {
    await register('diego', 'phone', stale());
    await register('priya', 'priyas', stale());
    await sweepAt(firstAt + hour);
    expect([await noticesOf('diego'), await noticesOf('priya')]).toMatchObject([[{}], []]);
    const swap = { overrideId: 'swap', scheduleId: 'nights', userId: 'priya', insteadOf: null };
    await stage.call('jonas', 'createOverride', { ...swap, startsAt: now(), endsAt: firstAt + 2 * hour });
    await sweepAt(now() + minute);
    expect([await noticesOf('diego'), await noticesOf('priya')]).toMatchObject([[], [{}]]);
    await sweepAt(firstAt + 2 * hour);
    expect([await noticesOf('diego'), await noticesOf('priya')]).toMatchObject([[{}], []]);
  });
});

describe('during a shift', () => {
  test('a device that becomes silent causes a notice at that time', async () => {
    await register('diego', 'phone', shownAt(firstAt + 5 * hour - constants.drillStaleDays * day));
    await sweepAt(firstAt);
    const read: string[] = [];
    const docs: typeof stage.server.docs = {
      ...stage.server.docs,
      transaction: (run) =>
        stage.server.docs.transaction((work) =>
          run({ ...work, find: (asked) => (read.push(asked.collection), work.find(asked)) }),
        ),
    };
    await stage.cloud.advance(5 * hour);
    await sweep({ ...stage.server, docs });
    expect([await noticesOf('diego'), read]).toEqual([[], []]);
    await stage.cloud.advance(1);
    await sweep({ ...stage.server, docs });
    const all = [collectionPaths.devices(teamId), collectionPaths.personalWebhooks(teamId)];
    expect(new Set(read)).toEqual(new Set(all));
    expect(await contentsOf('diego')).toMatchObject([{ devices: [{ label: 'phone', state: 'silent' }] }]);
  });

  test('a device rejected by its push service causes a notice at once, pushed to working devices', async () => {
    const phone = await register('diego', 'phone', shownAt(now()));
    const laptop = await register('diego', 'laptop', shownAt(now()));
    await sweepAt(firstAt);
    expect(await noticesOf('diego')).toEqual([]);
    await phone.browser.messaging.unregister();
    await stage.call('jonas', 'declareIncident', {
      ...{ title: 'Down', severity: 'SEV3', serviceIds: [], alertId: null, private: false },
      page: [{ kind: 'people', userIds: ['diego'] }],
    });
    await stage.cloud.advance(1_000);
    expect(await contentsOf('diego')).toEqual([
      { kind: 'unreachable', devices: [{ label: 'phone', state: 'lost', channel: 'push' }], reached: true },
    ]);
    expect(warnings(laptop.received)).toEqual([
      'You are on call, and one of your devices can’t be counted on',
    ]);
  });

  test('the notice ends when a notification proves the device, and returns when it fails again', async () => {
    const { received } = await register('diego', 'phone', stale());
    await sweepAt(firstAt);
    const { pageId } = await stage.call('diego', 'sendDrill', { deviceId: 'phone' });
    const [delivery] = await stage.deliveries(pageId);
    const receipt = { pageId, deliveryId: delivery?.id ?? '', receipt: 'shown' as const };
    await stage.call('diego', 'recordReceipt', receipt);
    await stage.cloud.advance(1_000);
    // Something is better, and nothing is mended: said without a second push.
    expect(await contentsOf('diego')).toMatchObject([
      { devices: [{ label: 'phone', state: 'open-page' }], reached: false },
    ]);
    expect(warnings(received)).toHaveLength(1);
    const ticket = received.find(({ data }) => data['pageId'] === pageId)?.data['ticket'];
    await stage.http('/in/answer', {
      ...{ teamId, pageId, deliveryId: receipt.deliveryId, ticket },
      answer: 'shown',
    });
    await stage.cloud.advance(1_000);
    expect(await noticesOf('diego')).toEqual([]);
    await stage.signOutEverywhere('diego');
    await stage.cloud.advance(1_000);
    expect(await contentsOf('diego')).toMatchObject([{ devices: [{ label: 'phone', state: 'signed-out' }] }]);
  });

  test('turning off a device causes a notice only for the last working one', async () => {
    await register('diego', 'phone', shownAt(now()));
    await register('diego', 'laptop', shownAt(now()));
    await sweepAt(firstAt);
    const off = { registration: null, label: '', userAgent: '' };
    await stage.call('diego', 'registerDevice', { deviceId: 'phone', ...off });
    await stage.cloud.advance(1_000);
    expect(await noticesOf('diego')).toEqual([]);
    await stage.call('diego', 'removeDevice', { deviceId: 'laptop' });
    await stage.cloud.advance(1_000);
    expect(await contentsOf('diego')).toEqual([{ kind: 'unreachable', devices: [], reached: false }]);
  });

  test('the notice lists all failing devices and drops repaired ones silently', async () => {
    const phone = await register('diego', 'phone', stale());
    await register('diego', 'laptop', shownAt(now() + day + hour - constants.drillStaleDays * day));
    await sweepAt(firstAt);
    const [first] = await noticesOf('diego');
    await stage.call('diego', 'seeNotices', { noticeIds: [first?.id ?? ''], seen: true });
    expect(warnings(phone.received)).toHaveLength(1);
    await sweepAt(firstAt + 2 * hour);
    const [second] = await noticesOf('diego');
    expect(second).toMatchObject({ seenAt: null, content: { reached: false } });
    expect(second?.content.kind === 'unreachable' && second.content.devices).toHaveLength(2);
    expect(warnings(phone.received)).toHaveLength(2);
    await stage.call('diego', 'removeDevice', { deviceId: 'laptop' });
    await stage.cloud.advance(1_000);
    expect(await contentsOf('diego')).toMatchObject([{ devices: [{ label: 'phone', state: 'silent' }] }]);
    expect(warnings(phone.received)).toHaveLength(2);
  });

  test('a former member has neither a notice nor a check', async () => {
    await register('diego', 'phone', stale());
    await sweepAt(firstAt);
    await stage.call('amara', 'removeMember', { userId: 'diego', replacementId: 'priya' });
    await sweepAt(now() + minute);
    expect(await noticesOf('diego')).toEqual([]);
    expect((await stage.server.docs.get(serverPaths.onCallCheck(teamId, 'diego'))).data).toBeNull();
  });
});

test('a device of a member not on call causes no notice', async () => {
  await register('lena', 'phone', stale());
  await sweepAt(firstAt);
  await stage.signOutEverywhere('lena');
  await sweepAt(firstAt + minute);
  expect(await noticesOf('lena')).toEqual([]);
});
