import { afterEach, beforeEach, expect, test } from 'vitest';
import { heartbeatSchema } from '#domain/heartbeat/schema.ts';
import { minute } from '#domain/constants.ts';
import { documentPaths } from '#api/paths.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { addSender } from '#tests/app/functions/senders.ts';
import { createFunctions } from '../index.ts';
import { sweep } from '../sweep.ts';

let stage: FunctionsStage;
let address: string;
beforeEach(async () => {
  // The tests say when the sweep runs.
  stage = await FunctionsStage.open({ ...createFunctions(), schedules: {} });
  address = `/in/heartbeat/${await addSender(stage, 'heartbeat')}`;
  await every(10, 2);
});
afterEach(() => stage.close());

const path = documentPaths.heartbeat(teamId, 'heartbeat');
const every = (intervalMinutes: number, graceMinutes: number) =>
  stage.call('jonas', 'saveHeartbeat', { integrationId: 'heartbeat', intervalMinutes, graceMinutes });
const beat = (method = 'POST') => stage.http(address, '', method);
const state = () => stage.get(heartbeatSchema, path);
const sweepAfter = async (minutes: number) => {
  await stage.cloud.advance(minutes * minute);
  await sweep(stage.server);
};

test('the first beat has no deadline', async () => {
  await sweepAfter(1_000);
  expect(await stage.newAlerts()).toEqual([]);
  expect(await state()).toMatchObject({ lastBeatAt: null, dueAt: null, missedAt: null });
});

test('a missed beat opens one alert that pages, and the next beat resolves it', async () => {
  const now = stage.cloud.clock.now();
  const { status, json } = await beat('GET');
  expect([status, json]).toEqual([
    200,
    expect.objectContaining({ next_due: new Date(now + 12 * minute).toISOString() }),
  ]);
  await sweepAfter(11.9);
  expect(await stage.newAlerts()).toEqual([]);
  await sweepAfter(0.1);
  const missed = await stage.onlyAlert();
  expect(missed).toMatchObject({
    status: 'open',
    severity: 'error',
    summary: 'heartbeat has not been heard of: its heartbeat is due every 10 minutes',
    startsAt: now,
    count: 1,
  });
  expect((await stage.page(missed.pageId ?? '')).status).toBe('notifying');
  await Promise.all([sweep(stage.server), sweep(stage.server)]);
  await sweepAfter(60);
  expect(await stage.onlyAlert()).toMatchObject({ count: 1 });
  await beat();
  expect(await stage.onlyAlert()).toMatchObject({ id: missed.id, status: 'resolved' });
  expect(await state()).toMatchObject({ missedAt: null, dueAt: stage.cloud.clock.now() + 12 * minute });
  await sweepAfter(12);
  expect((await stage.newAlerts()).map((alert) => alert.status).toSorted()).toEqual(['open', 'resolved']);
});

test('a beat in time moves the deadline of the next one', async () => {
  await beat();
  await sweepAfter(11);
  await beat();
  await sweepAfter(11);
  expect(await stage.newAlerts()).toEqual([]);
});

test.each(['GET', 'HEAD', 'POST', 'head'])('%s counts as a beat', async (method) => {
  expect((await beat(method)).status).toBe(200);
  expect(await state()).toMatchObject({ lastBeatAt: stage.cloud.clock.now() });
});

test('beats within seconds write nothing, and a beat writes its heartbeat only', async () => {
  await beat();
  const before = stage.stored();
  await stage.cloud.advance(9_000);
  expect((await beat()).status).toBe(200);
  expect(stage.stored()).toBe(before);
  await stage.cloud.advance(1_000);
  await beat();
  const changed = (stored: string) =>
    (JSON.parse(stored) as { docs: { path: string }[] }).docs.map((doc) => JSON.stringify(doc));
  const old = new Set(changed(before));
  const written = changed(stage.stored()).filter((doc) => !old.has(doc));
  expect(written.map((doc) => (JSON.parse(doc) as { path: string }).path)).toEqual([path]);
});

test('a changed interval counts from the last beat, and a missed beat stays missed', async () => {
  await beat();
  await every(60, 5);
  await sweepAfter(64);
  expect(await stage.newAlerts()).toEqual([]);
  await sweepAfter(1);
  expect((await stage.onlyAlert()).status).toBe('open');
  await every(120, 5);
  await sweepAfter(1);
  expect(await stage.onlyAlert()).toMatchObject({ status: 'open', count: 1 });
});

test('a shorter interval counts from the change and opens no alert for a beat in time', async () => {
  await every(1_440, 60);
  await beat();
  await sweepAfter(300);
  await every(10, 2);
  await sweepAfter(11);
  expect(await stage.newAlerts()).toEqual([]);
  await beat();
  await sweepAfter(11);
  expect(await stage.newAlerts()).toEqual([]);
  await sweepAfter(1);
  expect((await stage.onlyAlert()).status).toBe('open');
});

test('a shorter interval never moves the deadline later', async () => {
  await beat();
  await sweepAfter(11);
  await every(9, 2);
  await sweepAfter(1);
  expect((await stage.onlyAlert()).status).toBe('open');
});

test('a revoked key has no deadline', async () => {
  await beat();
  await stage.call('jonas', 'revokeIntegration', { integrationId: 'heartbeat' });
  expect((await beat()).status).toBe(401);
  await sweepAfter(20);
  expect(await stage.newAlerts()).toEqual([]);
  expect((await state()).dueAt).toBeNull();
});

test.each([
  ['intervalMinutes', 0],
  ['intervalMinutes', 10_081],
  ['graceMinutes', 0],
  ['graceMinutes', 1_441],
])('%s of %d is rejected', async (field, value) => {
  const input = { integrationId: 'heartbeat', intervalMinutes: 10, graceMinutes: 1, [field]: value };
  expect((await errorOf(stage.call('jonas', 'saveHeartbeat', input))).error).toMatchObject({
    code: 'invalid',
    field,
  });
});

test('a key of another kind is unknown, and other methods are rejected', async () => {
  const grafana = await addSender(stage, 'grafana');
  expect((await stage.http(`/in/heartbeat/${grafana}`, '')).status).toBe(404);
  const put = await beat('PUT');
  expect([put.status, put.headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
});
