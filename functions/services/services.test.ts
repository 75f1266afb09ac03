import { afterEach, beforeEach, expect, test } from 'vitest';
import { serviceSchema } from '#domain/service/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const mail = {
  serviceId: 'mail',
  name: 'Mail',
  description: 'Sends receipts.',
  policyId: 'shop',
  ownerId: 'priya',
  supportHours: { timezone: 'Europe/Berlin', windows: [{ weekdays: [1, 2], from: '09:00', to: '17:00' }] },
  dependsOn: ['identity', 'identity'],
};
const path = documentPaths.service(teamId, 'mail');
const stored = async () => (await stage.server.docs.get(path)).data;

test('an admin creates, changes and removes a service, and removing it again changes nothing', async () => {
  expect(await stage.call('jonas', 'saveService', mail)).toEqual({ revision: 1 });
  const { serviceId: id, ...content } = mail;
  expect(await stage.get(serviceSchema, path)).toMatchObject({ ...content, id, dependsOn: ['identity'] });
  const quiet = { ...mail, policyId: null, supportHours: null, expectedRevision: 1 };
  expect(await stage.call('mei', 'saveService', quiet)).toEqual({ revision: 2 });
  expect(await stored()).toMatchObject({ policyId: null, createdBy: 'jonas', revision: 2 });
  await stage.call('mei', 'removeService', { serviceId: 'mail' });
  await stage.call('mei', 'removeService', { serviceId: 'mail' });
  expect(await stored()).toBeNull();
});

test('saving a removed service restores it under its id', async () => {
  await stage.call('jonas', 'saveService', mail);
  await stage.call('jonas', 'removeService', { serviceId: 'mail' });
  const late = stage.call('mei', 'saveService', { ...mail, expectedRevision: 1 });
  expect((await errorOf(late)).error?.code).toBe('conflict');
  expect(await stored()).toBeNull();
  await stage.call('jonas', 'saveService', mail);
  expect(await stored()).toMatchObject({ name: 'Mail' });
});

test.each([
  ['policyId', { policyId: 'gone' }, 'policy no longer exists'],
  ['ownerId', { ownerId: 'gone' }, 'not in the team any more'],
  ['dependsOn.1', { dependsOn: ['identity', 'gone'] }, 'service no longer exists'],
  ['dependsOn', { dependsOn: ['mail'] }, 'This service → this service is a circle'],
  ['supportHours.timezone', { supportHours: { timezone: 'Berlin', windows: [] } }, 'time zone'],
])('%s that is invalid is rejected', async (field, change, words) => {
  const refused = await errorOf(stage.call('jonas', 'saveService', { ...mail, ...change }));
  expect(refused.error).toMatchObject({ code: 'invalid', field, message: expect.stringContaining(words) });
  expect(await stored()).toBeNull();
});

test('a cycle of dependencies is rejected and named', async () => {
  await stage.call('jonas', 'saveService', mail);
  const identity = await stage.get(serviceSchema, documentPaths.service(teamId, 'identity'));
  const { name, description, policyId } = identity;
  const circle = { serviceId: 'identity', name, description, policyId, ownerId: null, supportHours: null };
  const refused = await errorOf(stage.call('jonas', 'saveService', { ...circle, dependsOn: ['mail'] }));
  expect(refused.error?.message).toBe(
    'This service → Mail → this service is a circle. Take one of them out.',
  );
});

test('existing references of a service may be missing meanwhile', async () => {
  await stage.call('jonas', 'saveService', mail);
  await stage.call('jonas', 'removeService', { serviceId: 'identity' });
  expect(await stage.call('jonas', 'saveService', { ...mail, name: 'Post' })).toEqual({ revision: 2 });
});

test('a responder can’t write a service', async () => {
  expect((await errorOf(stage.call('diego', 'saveService', mail))).error?.code).toBe('forbidden');
  const removed = stage.call('diego', 'removeService', { serviceId: 'identity' });
  expect((await errorOf(removed)).error?.code).toBe('forbidden');
  expect(await stored()).toBeNull();
});
