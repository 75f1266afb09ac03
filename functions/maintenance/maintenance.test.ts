import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { hour, minute } from '#domain/constants.ts';
import { maintenanceSchema } from '#domain/maintenance/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { sweep } from '../sweep.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  // The tests say when the sweep runs; no task was kept, as after a crash.
  const { callables, http } = createFunctions();
  stage = await FunctionsStage.open({
    callables,
    http: http as NonNullable<typeof http>,
    schedules: {},
    tasks: {},
  });
});
afterEach(() => stage.close());

const now = () => stage.cloud.clock.now();
const plan = (change: object = {}) =>
  stage.call('jonas', 'saveMaintenance', {
    ...{ maintenanceId: 'upgrade', name: 'Upgrade', serviceIds: ['payments'], matchers: [], timezone: 'UTC' },
    ...{ startsAt: now(), endsAt: now() + hour, recurrence: null },
    ...change,
  });
const send = (key = 'disk', action = 'trigger', component = 'db') =>
  stage.http('/v2/enqueue', {
    routing_key: demoKeys.payments,
    event_action: action,
    dedup_key: key,
    payload: { summary: `${key} is full`, source: 'db-1', severity: 'critical', component },
  });
const sweepAfter = async (ms: number) => {
  await stage.cloud.advance(ms);
  await sweep(stage.server);
};
const newPages = async () =>
  (await stage.all(pageSchema, collectionPaths.pages(teamId))).filter(({ id }) => !id.endsWith('-page'));
const window = () => stage.get(maintenanceSchema, documentPaths.maintenance(teamId, 'upgrade'));

test('an alert within a window is recorded without paging, and pages once if it still fires at the end', async () => {
  await plan();
  await send('disk');
  await send('queue');
  expect(await newPages()).toEqual([]);
  expect((await stage.newAlerts()).map(({ heldBy }) => heldBy)).toEqual(['upgrade', 'upgrade']);
  await send('queue', 'resolve');
  await sweepAfter(hour - 1);
  expect(await newPages()).toEqual([]);
  await sweepAfter(1);
  await Promise.all([sweep(stage.server), sweep(stage.server)]);
  const [page, ...others] = await newPages();
  expect(others).toEqual([]);
  expect(page).toMatchObject({ status: 'notifying', summary: 'disk is full' });
  const disk = (await stage.newAlerts()).find(({ dedupKey }) => dedupKey === 'disk');
  expect(disk).toMatchObject({ status: 'open', heldBy: null, pageId: page?.id });
  expect(await window()).toMatchObject({ dueAt: null });
  await send('later');
  expect(await stage.newAlerts()).toHaveLength(3);
  expect((await stage.newAlerts()).every(({ heldBy }) => heldBy === null)).toBe(true);
});

test('an open page pauses at the beginning and asks again at the end', async () => {
  await plan({ startsAt: now() + 10 * minute, endsAt: now() + hour });
  await send();
  const { pageId } = await stage.onlyAlert();
  await sweepAfter(10 * minute);
  expect(await stage.page(pageId ?? '')).toMatchObject({ status: 'cancelled', waitingFor: [] });
  expect(await stage.onlyAlert()).toMatchObject({ status: 'open', heldBy: 'upgrade', pageId: null });
  await sweepAfter(50 * minute);
  const { pageId: again } = await stage.onlyAlert();
  expect(again).not.toBe(pageId);
  expect((await stage.page(again ?? '')).status).toBe('notifying');
});

describe('an acknowledged page', () => {
  const acknowledged = async () => {
    await send();
    const { id, pageId } = await stage.onlyAlert();
    await stage.call('priya', 'acknowledgeAlert', { alertId: id });
    return pageId ?? '';
  };

  test('and its alert keep their holder when a window is planned and ended', async () => {
    const pageId = await acknowledged();
    const before = await stage.page(pageId);
    const { acknowledgedAt } = await stage.onlyAlert();
    await plan();
    await sweep(stage.server);
    const held = { status: 'acknowledged', acknowledgedBy: 'priya', acknowledgedAt, pageId, heldBy: null };
    expect(await stage.onlyAlert()).toMatchObject(held);
    expect(await stage.page(pageId)).toEqual(before);
    await stage.call('mei', 'endMaintenance', { maintenanceId: 'upgrade' });
    await sweepAfter(minute);
    expect(await stage.onlyAlert()).toMatchObject(held);
    expect(await stage.page(pageId)).toEqual(before);
    expect(await newPages()).toHaveLength(1);
  });

  test('does not time out within the window, and does after it', async () => {
    const pageId = await acknowledged();
    await plan();
    await sweepAfter(45 * minute);
    expect(await stage.page(pageId)).toMatchObject({ status: 'acknowledged' });
    expect((await stage.page(pageId)).acknowledgements).toMatchObject([{ userId: 'priya' }]);
    await sweepAfter(45 * minute);
    expect(await stage.page(pageId)).toMatchObject({ status: 'notifying' });
    expect(await stage.onlyAlert()).toMatchObject({ status: 'open' });
  });

  test('that is snoozed stays snoozed within the window', async () => {
    const pageId = await acknowledged();
    await stage.call('priya', 'snoozePage', { pageId, minutes: 10 });
    await plan();
    await sweepAfter(15 * minute);
    const { status, snoozedUntilAt = null } = await stage.page(pageId);
    expect(status).toBe('acknowledged');
    expect(snoozedUntilAt).toBeGreaterThan(now());
  });
});

test('a page shared by several alerts continues for those outside the window', async () => {
  await send('disk', 'trigger', 'db');
  await send('queue', 'trigger', 'mq');
  const [one, other] = await stage.newAlerts();
  expect(one?.pageId).toBe(other?.pageId);
  await plan({ matchers: [{ label: 'component', value: 'db' }] });
  await sweep(stage.server);
  const held = (await stage.newAlerts()).map(({ dedupKey, heldBy }) => `${dedupKey} ${heldBy}`);
  expect(held.toSorted()).toEqual(['disk upgrade', 'queue null']);
  await sweepAfter(minute);
  expect((await stage.page(one?.pageId ?? '')).status).toBe('notifying');
});

test('a window ended early pages at the next sweep for what still fires', async () => {
  await plan({ recurrence: { unit: 'day', every: 1 } });
  await send();
  await sweepAfter(minute);
  await stage.call('mei', 'endMaintenance', { maintenanceId: 'upgrade' });
  await sweep(stage.server);
  expect(await newPages()).toMatchObject([{ status: 'notifying' }]);
  expect(await window()).toMatchObject({ dueAt: null, endedAt: now() });
  await sweepAfter(24 * hour);
  await send('queue');
  expect((await stage.newAlerts()).every(({ heldBy }) => heldBy === null)).toBe(true);
});

test('a window with a reduced scope releases the alerts outside it', async () => {
  await plan({ serviceIds: null });
  await send();
  await plan({ serviceIds: ['search'] });
  await sweep(stage.server);
  expect(await stage.onlyAlert()).toMatchObject({ heldBy: null });
  expect(await newPages()).toMatchObject([{ status: 'notifying' }]);
});

test('another active window takes over when a window ends', async () => {
  await plan();
  await send();
  await plan({ maintenanceId: 'move', name: 'Move', endsAt: now() + 2 * hour });
  await sweepAfter(hour);
  expect(await stage.onlyAlert()).toMatchObject({ heldBy: 'move', pageId: null });
  await sweepAfter(hour);
  expect(await newPages()).toMatchObject([{ status: 'notifying' }]);
});

test('a recurring window holds alerts each time', async () => {
  await plan({ recurrence: { unit: 'day', every: 1 } });
  await sweepAfter(2 * hour);
  await send('between');
  expect(await newPages()).toHaveLength(1);
  await sweepAfter(22 * hour);
  await send('again');
  const again = (await stage.newAlerts()).find(({ dedupKey }) => dedupKey === 'again');
  expect(again?.heldBy).toBe('upgrade');
});

test('incidents and their pages are never held', async () => {
  await send();
  const { id, pageId } = await stage.onlyAlert();
  const { incidentId } = await stage.call('diego', 'declareIncident', {
    ...{ title: 'Disk', severity: 'SEV3', serviceIds: [], private: false, alertId: id },
    page: [{ kind: 'people', userIds: ['priya'] }],
  });
  await plan({ serviceIds: null });
  await sweep(stage.server);
  expect((await stage.page(pageId ?? '')).status).not.toBe('cancelled');
  const asking = (await newPages()).filter((page) => page.incidentId === incidentId);
  expect(asking.map(({ status }) => status)).toEqual(['notifying', 'notifying']);
});

test('an acknowledged alert keeps its holder at the end of the window and pages no member', async () => {
  await plan();
  await send();
  const { id } = await stage.onlyAlert();
  await stage.call('priya', 'acknowledgeAlert', { alertId: id });
  await sweepAfter(hour);
  expect(await newPages()).toEqual([]);
  expect(await stage.onlyAlert()).toMatchObject({ status: 'acknowledged', heldBy: null });
});

test('a snooze that ends within a window is held by it', async () => {
  await send();
  const { id } = await stage.onlyAlert();
  await stage.call('priya', 'snoozeAlert', { alertId: id, minutes: 10 });
  await plan();
  await sweepAfter(10 * minute);
  expect(await stage.onlyAlert()).toMatchObject({ status: 'open', heldBy: 'upgrade', pageId: null });
  await sweepAfter(hour);
  expect((await stage.onlyAlert()).pageId).not.toBeNull();
});

test('only admins plan and end windows, for existing services', async () => {
  const input = { maintenanceId: 'x', name: 'X', serviceIds: null, matchers: [], timezone: 'UTC' };
  const times = { startsAt: now(), endsAt: now() + hour, recurrence: null };
  const refused = await errorOf(stage.call('priya', 'saveMaintenance', { ...input, ...times }));
  expect(refused.error?.code).toBe('forbidden');
  const gone = await errorOf(plan({ serviceIds: ['gone'] }));
  expect(gone.error).toMatchObject({ code: 'invalid', field: 'serviceIds.0' });
  await plan();
  const end = await errorOf(stage.call('priya', 'endMaintenance', { maintenanceId: 'upgrade' }));
  expect(end.error?.code).toBe('forbidden');
});
