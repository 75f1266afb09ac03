/** Push services that can't be reached: what admins read of them, and when it goes. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { minute } from '#domain/constants.ts';
import { pushOutagesSchema } from '#domain/push-outage/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { fromDocument } from '#api/codec.ts';
import { PortError } from '#ports/errors.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
/** Hosts of push services by the person whose devices depend on them; null: an open page takes their messages. */
const hosts = new Map<string, string | null>();
const down = new Set<string>();
beforeEach(async () => {
  stage = await FunctionsStage.open();
  hosts.clear();
  down.clear();
  const { push } = stage.server;
  Object.assign(stage.server, {
    push: {
      ...push,
      send: async (...[registration, message]: Parameters<typeof push.send>) => {
        const host = hosts.get(registration) ?? null;
        if (host !== null && down.has(host))
          throw new PortError('unavailable', 'No such host.', { details: { pushService: host } });
        return { ...(await push.send(registration, message)), pushService: host };
      },
    },
  });
});
afterEach(() => stage.close());

async function device(who: string, host: string | null): Promise<string> {
  const client = await stage.person(who);
  const { id: registration } = await client.messaging.register({ ask: true });
  hosts.set(registration, host);
  const deviceId = `${who}-phone`;
  await stage.call(who, 'registerDevice', { deviceId, registration, label: 'Phone', userAgent: '' });
  return deviceId;
}
const drill = async (who: string) => {
  const { pageId } = await stage.call(who, 'sendDrill', { deviceId: `${who}-phone` });
  await stage.cloud.advance(1);
  return pageId;
};
const path = documentPaths.pushOutages(teamId, teamId);
const outages = async () => fromDocument(pushOutagesSchema, await stage.server.docs.get(path))?.outages ?? [];

test('an outage is recorded with the push service’s host, its start and the affected members', async () => {
  await device('lena', 'push.example');
  await device('kwame', 'push.example');
  await device('mei', 'other.example');
  down.add('push.example');
  const sinceAt = stage.server.clock.now();
  await drill('lena');
  await drill('kwame');
  await drill('mei');
  expect(await outages()).toMatchObject([{ host: 'push.example', userIds: ['lena', 'kwame'] }]);
  expect((await outages())[0]?.sinceAt).toBeGreaterThanOrEqual(sinceAt);
});

test('a notice that can’t be pushed counts as a failure', async () => {
  await device('lena', 'push.example');
  down.add('push.example');
  await stage.call('amara', 'askToMend', { userId: 'lena' });
  await stage.cloud.advance(1);
  expect(await outages()).toMatchObject([{ host: 'push.example', userIds: ['lena'] }]);
});

test('an outage ends with a successful push to any member, and not with a delivery to an open page', async () => {
  await device('lena', 'push.example');
  await device('kwame', 'push.example');
  await device('mei', null);
  down.add('push.example');
  await drill('lena');
  down.clear();
  await drill('mei');
  expect(await outages()).toHaveLength(1);
  await drill('kwame');
  expect(await outages()).toEqual([]);
});

test('failures within a minute are recorded once, and failures of the device are not', async () => {
  await device('lena', 'push.example');
  down.add('push.example');
  await drill('lena');
  const noted = JSON.stringify(await outages());
  await stage.cloud.advance(minute);
  expect(JSON.stringify(await outages())).toBe(noted);
  await (await stage.person('lena')).messaging.unregister();
  await stage.server.docs.batch([{ type: 'delete', path }]);
  down.clear();
  await drill('lena');
  expect(await outages()).toEqual([]);
});

test('an outage can be read by admins only', async () => {
  await device('lena', 'push.example');
  down.add('push.example');
  await drill('lena');
  const read = async (who: string) => (await stage.person(who)).docs.get(path);
  expect((await read('mei')).data).not.toBeNull();
  expect((await read('amara')).data).not.toBeNull();
  await expect(read('kwame')).rejects.toMatchObject({ code: 'permission-denied' });
});
