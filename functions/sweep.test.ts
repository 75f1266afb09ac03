import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentPaths, realtimePaths } from '#api/paths.ts';
import { FunctionsStage, errorOf, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from './index.ts';
import { sweep } from './sweep.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
});
afterEach(() => stage.close());

/** Dies after so many of its writes, and is sent again: answered from the record of what was done. */
async function declareDying(isPrivate: boolean, afterWrites: number) {
  const operation = 'call:declareIncident';
  stage.cloud.faults.inject({ kind: 'crash', service: 'functions', operation, afterWrites });
  const died = await errorOf(declare(isPrivate));
  expect(died.code).toBe('unavailable');
  return declare(isPrivate);
}

const declare = (isPrivate: boolean) =>
  stage.call('diego', 'declareIncident', {
    commandId: 'declare',
    title: 'Checkout fails',
    severity: 'SEV3',
    serviceIds: [],
    private: isPrivate,
    alertId: null,
    page: [{ kind: 'people', userIds: ['lena'] }],
  });

test('an unreadable document blocks no other work', async () => {
  const { pageIds } = await declare(false);
  await stage.cloud.advance(60_000);
  const [pageId = ''] = pageIds;
  const due = await stage.page(pageId);
  const path = documentPaths.page(teamId, 'from-another-version');
  await stage.save(path, { ...due, id: 'from-another-version', status: 'levitating', nextAt: 0 });
  await stage.save(documentPaths.page(teamId, pageId), { ...due, nextAt: stage.cloud.clock.now() });
  await sweep(stage.server);
  expect((await stage.page(pageId)).loop).toBe(1);
});

test('a private room is restricted before its incident is visible', async () => {
  const { incidentId } = await declareDying(true, 2);
  const inRoom = (userId: string) =>
    stage.server.realtime.get(realtimePaths.accessRoom(teamId, incidentId, userId));
  expect([await inRoom('diego'), await inRoom('lena')]).toEqual([true, null]);
  await sweep(stage.server);
  expect(await inRoom('lena')).toBe(true);
});

test('a push to an expired registration is dropped', async () => {
  const device = { deviceId: 'lenas', label: '', userAgent: '' };
  await stage.call('lena', 'registerDevice', { ...device, registration: 'of-an-old-browser' });
  const { pageIds } = await declareDying(false, 1);
  await stage.call('lena', 'registerDevice', { ...device, registration: null });
  await stage.cloud.advance(40_000);
  await sweep(stage.server);
  expect(await stage.deliveries(pageIds[0] ?? '')).toMatchObject([
    { status: 'failed', to: { target: 'lenas' } },
  ]);
});

test('a member with a newer request is not notified at the earlier time', async () => {
  const { messaging } = await stage.person('lena');
  const { id } = await messaging.register({ ask: true });
  const received: string[] = [];
  const stop = messaging.onMessage(({ data }) => void received.push(data['deliveryId'] ?? ''));
  await stage.call('lena', 'registerDevice', { deviceId: id, registration: id, label: '', userAgent: '' });
  const { pageIds } = await declareDying(false, 1);
  await stage.cloud.advance(5 * 60_000);
  await sweep(stage.server);
  await stage.cloud.advance(0);
  stop();
  const deliveries = await stage.deliveries(pageIds[0] ?? '');
  const [first, second] = deliveries.toSorted((one, other) => one.createdAt - other.createdAt);
  expect([first?.status, second?.status]).toEqual(['failed', 'accepted']);
  expect(received).toEqual([second?.id]);
});

test('a guest’s team with the id `!.1` is rejected', async () => {
  const guest = await stage.stranger('guest');
  await guest.auth.guests.signIn();
  const founding = { commandId: 'found', name: 'Odd', timezone: 'UTC', displayName: 'Guest' };
  await errorOf(guest.functions.call('createTeam', { ...founding, teamId: '!.1' })).catch(() => undefined);
  await expect(sweep(stage.server)).resolves.toBeUndefined();
});

test('the sweep copies the role of a person with an id of 128 characters', async () => {
  const uid = 'u'.repeat(128);
  const client = await stage.stranger(uid);
  await client.auth.signIn({ kind: 'custom-token', token: await stage.server.users.customToken(uid) });
  const joining = { teamId, commandId: 'join', displayName: 'Noor' };
  const operation = 'call:joinDemonstration';
  stage.cloud.faults.inject({ kind: 'crash', service: 'functions', operation, afterWrites: 1 });
  await errorOf(client.functions.call('joinDemonstration', joining));
  await sweep(stage.server);
  expect(await stage.server.realtime.get(realtimePaths.accessRole(teamId, uid))).toBe('responder');
});

const sweptAt = () => stage.server.realtime.get(realtimePaths.sweepAt());

test('each complete sweep writes its time', async () => {
  await sweep(stage.server);
  expect(await sweptAt()).toBe(stage.cloud.clock.now());
  await stage.cloud.advance(60_000);
  expect(await sweptAt()).toBe(stage.cloud.clock.now() - 60_000);
  await sweep(stage.server);
  expect(await sweptAt()).toBe(stage.cloud.clock.now());
});

test('a sweep whose query failed does not write its time', async () => {
  const { docs } = stage.server;
  const blind = { ...stage.server, docs: { ...docs, find: () => Promise.reject(new Error('mistake')) } };
  await expect(sweep(blind)).rejects.toThrow('mistake');
  expect(await sweptAt()).toBeNull();
});

test('a failing document and failing bulk work do not fail the sweep', async () => {
  const { pageIds } = await declare(false);
  await stage.save(documentPaths.page(teamId, 'damaged'), {
    ...(await stage.page(pageIds[0] ?? '')),
    id: 'damaged',
    status: 'levitating',
    nextAt: 0,
  });
  const storage = { ...stage.server.storage, list: () => Promise.reject(new Error('no storage')) };
  await expect(sweep({ ...stage.server, storage })).rejects.toThrow('could not do everything');
  expect(await sweptAt()).toBe(stage.cloud.clock.now());
});
