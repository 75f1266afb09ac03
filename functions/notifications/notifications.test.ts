import { afterEach, beforeEach, expect, test } from 'vitest';
import { minute } from '#domain/constants.ts';
import { defaultUrgencyRules } from '#domain/notification/plan.ts';
import { type NotificationRules, notificationRulesSchema } from '#domain/notification/schema.ts';
import { noticeSchema } from '#domain/notice/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { credentialOf } from '#demo/accounts.ts';
import { TestBrowser } from '#fakes/client/browser.ts';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { createFunctions } from '#functions/index.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
let browsers: EmbeddedClient[];
beforeEach(async () => {
  stage = await FunctionsStage.open();
  browsers = [];
});
afterEach(async () => {
  for (const browser of browsers) await browser.dispose();
  await stage.close();
});

async function reopen(functions: FunctionSet) {
  await stage.close();
  stage = await FunctionsStage.open(functions);
}

const iPhone = 'Mozilla/5.0 (iPhone) Mobile';

/** A browser of Lena's of its own, reachable by push: the kinds of the messages that came to it, one after the other. */
async function device(deviceId: string, userAgent: string): Promise<readonly string[]> {
  const client = connect(stage.cloud, { browser: new TestBrowser() });
  browsers.push(client);
  const received: string[] = [];
  client.messaging.onMessage(({ data }) => received.push(data['kind'] ?? ''));
  await settle();
  await client.auth.signIn(credentialOf({ id: 'lena' }));
  const { id: registration } = await client.messaging.register({ ask: true });
  await stage.call('lena', 'registerDevice', { deviceId, registration, label: deviceId, userAgent });
  return received;
}

const saveRules = (more: Partial<Pick<NotificationRules, 'high' | 'low' | 'quietHours'>> = {}) =>
  stage.call('lena', 'saveNotificationRules', {
    userId: 'lena',
    high: defaultUrgencyRules,
    low: defaultUrgencyRules,
    quietHours: null,
    ...more,
  });
const phoneFirst = {
  atOnce: 'phone' as const,
  later: [{ afterMinutes: 3, devices: 'computer' as const }],
};

async function pageLena(severity: 'SEV1' | 'SEV2' = 'SEV2') {
  const { pageIds } = await stage.call('amara', 'declareIncident', {
    title: 'Search is down',
    severity,
    serviceIds: [],
    private: false,
    alertId: null,
    page: [{ kind: 'people', userIds: ['lena'] }],
  });
  await stage.cloud.advance(1);
  return pageIds[0] ?? '';
}
const statuses = async (pageId: string) =>
  Object.fromEntries((await stage.deliveries(pageId)).map(({ to, status }) => [to?.target, status]));

const all = createFunctions();
const deaf = Object.fromEntries(Object.keys(all.tasks).map((name) => [name, async () => {}]));

test.each<[string, FunctionSet, number]>([
  ['a task', { ...all, schedules: {} }, 0],
  ['the sweep', { ...all, tasks: deaf }, minute],
])('a second device is notified after its minutes by %s, once', async (_, functions, lateness) => {
  await reopen(functions);
  const [phone, laptop] = [await device('phone', iPhone), await device('laptop', 'Linux')];
  await saveRules({ high: phoneFirst });
  const pageId = await pageLena();
  expect(await statuses(pageId)).toEqual({ phone: 'accepted', laptop: 'waiting' });
  await stage.cloud.advance(3 * minute - 2);
  expect(laptop).toEqual([]);
  await stage.cloud.advance(2 + lateness);
  expect([phone, laptop]).toEqual([['page'], ['page']]);
  await stage.cloud.advance(lateness + 30_000);
  expect(laptop).toEqual(['page']);
  expect(await statuses(pageId)).toEqual({ phone: 'accepted', laptop: 'accepted' });
});

test('an acknowledgement on one device silences the others and drops waiting notifications', async () => {
  const phone = await device('phone', iPhone);
  const laptop = await device('laptop', 'Linux');
  await saveRules({ high: phoneFirst });
  const pageId = await pageLena();
  await stage.call('lena', 'acknowledgePage', { pageId });
  await stage.cloud.advance(1);
  expect([phone, laptop]).toEqual([['page', 'settled'], ['settled']]);
  await stage.cloud.advance(5 * minute);
  expect(laptop).toEqual(['settled']);
  expect(await statuses(pageId)).toEqual({ phone: 'accepted', laptop: 'dropped' });
});

test('an acknowledgement on one device removes the notification from every device', async () => {
  const phone = await device('phone', iPhone);
  const laptop = await device('laptop', 'Linux');
  const pageId = await pageLena();
  expect([phone, laptop]).toEqual([['page'], ['page']]);
  await stage.call('lena', 'acknowledgePage', { pageId });
  await stage.cloud.advance(1);
  expect([phone, laptop]).toEqual([
    ['page', 'settled'],
    ['page', 'settled'],
  ]);
});

const always = {
  timezone: 'UTC',
  windows: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '23:59' }],
  holds: 'all' as const,
};

test('messages held by quiet hours are recorded, the page continues, and SEV1 is sent', async () => {
  const phone = await device('phone', iPhone);
  await saveRules({ quietHours: always });
  const pageId = await pageLena();
  expect(await stage.deliveries(pageId)).toMatchObject([
    { to: { target: 'phone' }, status: 'dropped', held: 'quiet-hours', failure: 'Held back by quiet hours.' },
  ]);
  expect(phone).toEqual([]);
  const { nextAt, createdAt } = await stage.page(pageId);
  expect(nextAt).toBe(createdAt + 5 * minute);
  await pageLena('SEV1');
  expect(phone).toEqual(['page']);
});

test('notification rules can be changed by their member and by admins', async () => {
  const rules = { high: phoneFirst, low: defaultUrgencyRules, quietHours: null };
  const path = documentPaths.notificationRules(teamId, 'lena');
  const stored = stage.stored();
  const foreign = await errorOf(stage.call('kwame', 'saveNotificationRules', { userId: 'lena', ...rules }));
  expect(foreign.error?.code).toBe('forbidden');
  const nobody = await errorOf(stage.call('jonas', 'saveNotificationRules', { userId: 'gone', ...rules }));
  expect(nobody.error?.code).toBe('not_found');
  expect(stage.stored()).toBe(stored);
  await stage.call('jonas', 'saveNotificationRules', { userId: 'lena', ...rules });
  expect(await stage.get(notificationRulesSchema, path)).toMatchObject({ ...rules, revision: 1 });
  const [notice, ...more] = await stage.all(noticeSchema, collectionPaths.notices(teamId));
  expect(notice).toMatchObject({
    userId: 'lena',
    content: { kind: 'notificationRules', by: 'jonas' },
    // The address of “Me” is not below the team's.
    link: '/readiness',
  });
  await stage.call('lena', 'saveNotificationRules', { userId: 'lena', ...rules });
  expect(await stage.all(noticeSchema, collectionPaths.notices(teamId))).toHaveLength(1 + more.length);
  const late = { userId: 'lena', ...rules, expectedRevision: 0 };
  expect((await errorOf(stage.call('lena', 'saveNotificationRules', late))).error?.code).toBe('conflict');
  await stage.call('amara', 'removeMember', { userId: 'lena', replacementId: 'kwame' });
  expect((await stage.server.docs.get(path)).data).toBeNull();
});
