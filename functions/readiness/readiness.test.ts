import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TeamReadiness } from '#api/reads.ts';
import { documentPaths } from '#api/paths.ts';
import { deviceSchema } from '#domain/device/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/functions/stage.ts';

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

test('an admin reads everybody’s devices, and nothing that sends to one', async () => {
  await register('lena', 'lenas');
  const answer = await readAs('amara');
  const lena = answer.people.find(({ userId }) => userId === 'lena');
  expect(lena?.devices).toContainEqual(
    expect.objectContaining({ id: 'lenas', registration: 'hidden', lastShownAt: null }),
  );
  expect(JSON.stringify(answer)).not.toContain('token-of');
  expect(answer.incomplete).toBe(false);
});

test.each(['lena', 'tom'])('%s, who is no admin, reads nothing of others', async (who) => {
  expect((await errorOf(readAs(who))).code).toBe('permission-denied');
  const { docs } = await stage.person(who);
  await expect(docs.get(documentPaths.device(teamId, 'of-somebody'))).rejects.toMatchObject({
    code: 'permission-denied',
  });
});

test('of another team, and signed out, nothing is read', async () => {
  expect((await errorOf(readAs('amara', 'elsewhere'))).code).toBe('permission-denied');
  const stranger = await stage.stranger();
  const asked = stranger.functions.call('readReadiness', { teamId });
  expect((await errorOf(asked)).code).toBe('unauthenticated');
});

test('a phone that was not on the home screen is replaced by the one that is', async () => {
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
