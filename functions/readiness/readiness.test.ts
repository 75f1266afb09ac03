import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TeamReadiness } from '#api/reads.ts';
import { documentPaths } from '#api/paths.ts';
import { noticeWords } from '#domain/notice/labels.ts';
import { noticeSchema } from '#domain/notice/schema.ts';
import { provedBy } from '#domain/device/device.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)';
const readAs = async (who: string, of = teamId) =>
  (await stage.person(who)).functions.call<TeamReadiness>('readReadiness', { teamId: of });
const register = (who: string, deviceId: string, more: object = {}) =>
  stage.call(who, 'registerDevice', {
    ...{
      deviceId,
      registration: `token-of-${deviceId}`,
      label: 'Phone',
      userAgent: iPhone,
      homeScreenOnly: false,
    },
    ...more,
  });

test('an admin reads all devices without their registrations', async () => {
  await register('lena', 'lenas');
  const answer = await readAs('amara');
  const lena = answer.people.find(({ userId }) => userId === 'lena');
  const to = { channel: 'push', target: 'lenas' };
  expect(lena?.ways).toContainEqual(expect.objectContaining({ to, takesMessages: true, lastShownAt: null }));
  expect(JSON.stringify(answer)).not.toContain('token-of');
  expect(answer.incomplete).toBe(false);
});

test('an admin reads the notification rules of all members', async () => {
  const quietHours = {
    ...{ timezone: 'UTC', windows: [{ weekdays: [1], from: '22:00', to: '23:00' }] },
    holds: 'low' as const,
  };
  const all = { atOnce: 'all' as const, later: [] };
  await register('lena', 'lenas');
  await register('diego', 'diegos');
  await stage.call('lena', 'saveNotificationRules', { userId: 'lena', high: all, low: all, quietHours });
  const { people } = await readAs('amara');
  const rulesOf = (who: string) => people.find(({ userId }) => userId === who)?.rules;
  expect([rulesOf('lena'), rulesOf('diego')]).toEqual([{ high: all, low: all, quietHours }, null]);
});

test.each(['lena', 'tom'])('%s, who is not an admin, reads no other member’s devices', async (who) => {
  expect((await errorOf(readAs(who))).code).toBe('permission-denied');
  const { docs } = await stage.person(who);
  await expect(docs.get(documentPaths.device(teamId, 'of-somebody'))).rejects.toMatchObject({
    code: 'permission-denied',
  });
});

test('readiness of another team can’t be read, and a signed-out caller reads none', async () => {
  expect((await errorOf(readAs('amara', 'elsewhere'))).code).toBe('permission-denied');
  const stranger = await stage.stranger();
  const asked = stranger.functions.call('readReadiness', { teamId });
  expect((await errorOf(asked)).code).toBe('unauthenticated');
});

test('a phone outside the home screen is replaced by the installed one', async () => {
  await register('lena', 'home-screen-lena', { registration: null, homeScreenOnly: true });
  await register('lena', 'laptop', { userAgent: 'Linux' });
  const mine = async () =>
    (await stage.all(deviceSchema, collectionPaths.devices(teamId)))
      .filter(({ userId }) => userId === 'lena')
      .map(({ id, homeScreenOnly }) => [id, homeScreenOnly]);
  expect(await mine()).toContainEqual(['home-screen-lena', true]);
  await register('lena', 'installed');
  const after = await mine();
  expect(after).toContainEqual(['installed', false]);
  expect(after).not.toContainEqual(['home-screen-lena', true]);
});

test('an admin drills every device of a member, and the member is informed', async () => {
  await register('lena', 'phone');
  await register('lena', 'laptop', { registration: null });
  const others = (await stage.all(deviceSchema, collectionPaths.devices(teamId))).filter(
    ({ userId, registration }) => userId === 'lena' && registration !== null,
  );
  const { pageIds } = await stage.call('amara', 'drillMember', { userId: 'lena' });
  expect(pageIds).toHaveLength(others.length);
  for (const id of pageIds)
    expect(await stage.page(id)).toMatchObject({
      subject: { kind: 'drill' },
      notified: [{ userId: 'lena' }],
      policyId: null,
    });
  expect(await notices('lena')).toMatchObject([
    { content: { kind: 'drilled', by: 'amara', devices: others.length }, link: '/readiness' },
  ]);
  const read = noticeWords(
    { kind: 'drilled', by: 'amara', devices: 2 },
    { now: 0, timezone: 'UTC', nameOf: () => 'Amara' },
  );
  expect(read.title).toBe('Amara sent you 2 drills');
});

test('a member without a device gets a request to set one up, once a day', async () => {
  for (const { id, userId } of await stage.all(deviceSchema, collectionPaths.devices(teamId)))
    if (userId === 'lena') await stage.call('lena', 'removeDevice', { deviceId: id });
  const refused = await errorOf(stage.call('amara', 'drillMember', { userId: 'lena' }));
  expect(refused.error?.message).toContain('Nothing of theirs takes notifications');
  await stage.call('amara', 'askToMend', { userId: 'lena' });
  await stage.call('amara', 'askToMend', { userId: 'lena' });
  expect(await notices('lena')).toMatchObject([
    { content: { kind: 'mend', by: 'amara', state: 'no-device' } },
  ]);
});

test('reachable members get no request, and disabled drills are not sent', async () => {
  await register('lena', 'phone');
  const path = documentPaths.device(teamId, 'phone');
  const device = await stage.get(deviceSchema, path);
  await stage.save(path, { ...device, ...provedBy('push', device, stage.server.clock.now()) });
  expect((await errorOf(stage.call('amara', 'askToMend', { userId: 'lena' }))).error?.message).toContain(
    'nothing to mend',
  );
  await (await stage.stranger('operator')).control.publishConfig({ drills: 'false' });
  expect((await errorOf(stage.call('amara', 'drillMember', { userId: 'lena' }))).error?.message).toContain(
    'switched off',
  );
  expect(await notices('lena')).toEqual([]);
});

test('only admins can drill or ask members, and only members', async () => {
  for (const name of ['drillMember', 'askToMend'] as const) {
    expect((await errorOf(stage.call('lena', name, { userId: 'tom' }))).code).toBe('permission-denied');
    expect((await errorOf(stage.call('amara', name, { userId: 'nobody' }))).code).toBe('not-found');
  }
});

const notices = async (who: string) =>
  (await stage.all(noticeSchema, collectionPaths.notices(teamId))).filter(({ userId }) => userId === who);
