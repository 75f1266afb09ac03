/** A push registration is one browser: whoever registers it last has it, and who had it before is told. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deviceSchema } from '#domain/device/schema.ts';
import { documentPaths } from '#api/paths.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import { FunctionsStage, errorOf, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const token = 'token-of-the-phone-on-the-desk';
const register = (
  who: string,
  deviceId: string,
  registration: string | null,
  more: { readonly teamId?: string; readonly label?: string } = {},
) => stage.call(who, 'registerDevice', { deviceId, registration, label: 'Phone', userAgent: '', ...more });
const theirDevice = (id: string, team = teamId) => stage.get(deviceSchema, documentPaths.device(team, id));

/** A browser of somebody that receives pushes. */
async function reachable(who: string, deviceId: string) {
  const client = await stage.stranger(`${who}-${deviceId}`);
  const { id } = await client.messaging.register({ ask: true });
  await register(who, deviceId, id);
  const received: PushMessage[] = [];
  client.messaging.onMessage((message) => received.push(message));
  return received;
}

/** A team of one's own, beside the demonstration's. */
async function found(who: string, id: string): Promise<void> {
  const founding = { teamId: id, name: id, timezone: 'UTC', displayName: who };
  await stage.call(who, 'createTeam', founding);
}

test('a registration taken over from another team is removed from its previous device in the same commit', async () => {
  await found('kwame', 'elsewhere');
  await register('lena', 'lena-phone', token, { label: 'Firefox on Android' });
  await register('kwame', 'kwame-phone', token, { teamId: 'elsewhere' });
  const [lost, taken] = [await theirDevice('lena-phone'), await theirDevice('kwame-phone', 'elsewhere')];
  expect([lost.registration, taken.registration]).toEqual([null, token]);
  expect(lost.takenOverAt).toBe(stage.cloud.clock.now());
  expect(lost.revision).toBe(2);
});

test('the previous owner is notified on other devices, without the new owner’s name', async () => {
  const laptop = await reachable('lena', 'lena-laptop');
  const somebody = await reachable('jonas', 'jonas-phone');
  await register('lena', 'lena-phone', token, { label: 'Firefox on Android' });
  await register('kwame', 'kwame-phone', token);
  await stage.cloud.advance(1);
  expect(laptop).toMatchObject([
    {
      notification: {
        title: 'A device stopped receiving your pages',
        body: 'Notifications of Firefox on Android now go to somebody else who signed in on it. Register again on it if it is yours.',
        link: `/t/${teamId}/`,
      },
      data: { kind: 'device-taken-over', teamId, deviceId: 'lena-phone' },
    },
  ]);
  expect(JSON.stringify(laptop)).not.toMatch(/kwame/iu);
  expect(somebody).toEqual([]);
});

test('a person keeps a registration in all own teams', async () => {
  await found('lena', 'elsewhere');
  await register('lena', 'lena-phone', token);
  await register('lena', 'lena-phone', token, { teamId: 'elsewhere' });
  expect((await theirDevice('lena-phone')).registration).toBe(token);
  await register('kwame', 'kwame-phone', token);
  for (const team of [teamId, 'elsewhere'])
    expect(await theirDevice('lena-phone', team)).toMatchObject({
      registration: null,
      takenOverAt: stage.cloud.clock.now(),
    });
});

test('a person’s other device with the same registration loses it without a notice', async () => {
  await register('lena', 'earlier', token);
  await register('lena', 'later', token);
  expect(await theirDevice('earlier')).toMatchObject({ registration: null, takenOverAt: null });
  expect((await theirDevice('later')).registration).toBe(token);
});

test('registering again takes a registration back and ends the notice', async () => {
  await register('lena', 'lena-phone', token);
  await register('kwame', 'kwame-phone', token);
  await register('lena', 'lena-phone', token);
  expect(await theirDevice('lena-phone')).toMatchObject({ registration: token, takenOverAt: null });
  expect(await theirDevice('kwame-phone')).toMatchObject({
    registration: null,
    takenOverAt: stage.cloud.clock.now(),
  });
});

test('a released or renewed registration can’t be taken over', async () => {
  await register('lena', 'renewed', token);
  await register('lena', 'renewed', 'its-next-token');
  await register('lena', 'given-up', 'another-token');
  await register('lena', 'given-up', null);
  await register('kwame', 'kwame-phone', token);
  await register('kwame', 'kwame-laptop', 'another-token');
  expect(await theirDevice('renewed')).toMatchObject({ registration: 'its-next-token', takenOverAt: null });
  expect(await theirDevice('given-up')).toMatchObject({ registration: null, takenOverAt: null });
});

test('two simultaneous registrations leave one owner', async () => {
  await Promise.all([register('lena', 'lena-phone', token), register('kwame', 'kwame-phone', token)]);
  const held = [await theirDevice('lena-phone'), await theirDevice('kwame-phone')].filter(
    ({ registration }) => registration === token,
  );
  expect(held).toHaveLength(1);
});

test('registering another member’s device id is rejected and takes nothing over', async () => {
  await register('lena', 'phone', token);
  const stored = stage.stored();
  expect((await errorOf(register('kwame', 'phone', token))).error?.code).toBe('forbidden');
  expect(stage.stored()).toBe(stored);
});

test('a registration is stored as a digest and is in no path', async () => {
  await register('lena', 'lena-phone', token);
  const { docs } = stage.cloud.snapshot().services.docs as { docs: readonly { readonly path: string }[] };
  expect(docs.map(({ path }) => path).filter((path) => path.includes(token))).toEqual([]);
  expect(docs.filter(({ path }) => /^registrations\/[0-9a-f]{64}$/u.test(path))).toHaveLength(1);
});

test('a registration serves at most 20 teams', async () => {
  for (let n = 0; n < 20; n++) {
    await found('lena', `team-${n}`);
    await register('lena', 'lena-phone', token, { teamId: `team-${n}` });
  }
  const stored = stage.stored();
  expect((await errorOf(register('lena', 'lena-phone', token))).error).toMatchObject({
    code: 'limit_reached',
    limit: 20,
  });
  expect(stage.stored()).toBe(stored);
});
