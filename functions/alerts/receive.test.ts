import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { constants, minute } from '#domain/constants.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { FunctionsStage, errorOf, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const send = (action: string, key = 'disk/db-1') =>
  stage.http('/v2/enqueue', {
    routing_key: demoKeys.payments,
    event_action: action,
    dedup_key: key,
    payload: { summary: 'Disk is full', source: 'db-1', severity: 'error' },
  });
const pages = async () =>
  (await stage.all(pageSchema, collectionPaths.pages(teamId))).filter(({ id }) => !id.endsWith('-page'));

test('simultaneous signals make one alert and one page', async () => {
  await Promise.all(Array.from({ length: 8 }, () => send('trigger')));
  expect(await stage.onlyAlert()).toMatchObject({ count: 8, status: 'open' });
  expect(await pages()).toHaveLength(1);
});

test('keys that differ only in characters invalid in paths are different keys', async () => {
  await send('trigger', 'a/b');
  await send('trigger', 'a%2Fb');
  expect((await stage.newAlerts()).map((one) => one.dedupKey).sort()).toEqual(['a%2Fb', 'a/b']);
});

test('a trigger after a resolve opens a new alert with its own page', async () => {
  await send('trigger');
  const first = await stage.onlyAlert();
  await send('resolve');
  await send('trigger');
  const alerts = await stage.newAlerts();
  expect(alerts.map((one) => one.status).sort()).toEqual(['open', 'resolved']);
  expect((await stage.page(first.pageId ?? '')).status).toBe('cancelled');
  expect((await pages()).map((one) => one.status).sort()).toEqual(['cancelled', 'notifying']);
});

test('events of a linked alert are recorded in its incident’s timeline', async () => {
  await send('trigger');
  const { id } = await stage.onlyAlert();
  await stage.cloud.advance(1);
  const { incidentId } = await stage.call('diego', 'declareIncident', {
    title: 'Disk',
    severity: 'SEV3',
    serviceIds: [],
    private: false,
    alertId: id,
    page: [],
  });
  await stage.cloud.advance(1);
  await send('resolve');
  const told = (await stage.timeline(incidentId)).map(
    (one) => 'change' in one && `${one.kind} ${one.change}`,
  );
  expect(told).toEqual([
    ...['page started', 'page notified', false],
    ...['alert linked', 'alert resolved', 'page cancelled'],
  ]);
});

test('an alert can’t join an incident that is over', async () => {
  await send('trigger');
  const { id } = await stage.onlyAlert();
  const { incidentId } = await stage.call('diego', 'declareIncident', {
    title: 'Disk',
    severity: 'SEV3',
    serviceIds: [],
    private: false,
    alertId: null,
    page: [],
  });
  await stage.call('diego', 'transitionIncident', { incidentId, to: 'declined', note: '' });
  const before = await stage.timeline(incidentId);
  expect(await errorOf(stage.call('diego', 'linkAlert', { alertId: id, incidentId }))).toMatchObject({
    error: { code: 'already_resolved' },
  });
  expect((await stage.onlyAlert()).incidentId).toBeNull();
  expect(await stage.timeline(incidentId)).toEqual(before);
});

test('acknowledging an alert acknowledges its page, and acknowledging a page its alert', async () => {
  await send('trigger', 'one');
  const one = await stage.onlyAlert();
  await stage.call('priya', 'acknowledgeAlert', { alertId: one.id });
  expect(await stage.page(one.pageId ?? '')).toMatchObject({
    status: 'acknowledged',
    acknowledgements: [{ userId: 'priya' }],
  });
  // Later than alerts join the page.
  await stage.cloud.advance(constants.stormWindowMinutes * minute);
  await send('trigger', 'two');
  const two = (await stage.newAlerts()).find(({ dedupKey }) => dedupKey === 'two');
  await stage.call('diego', 'acknowledgePage', { pageId: two?.pageId ?? '' });
  expect(await stage.alert(two?.id ?? '')).toMatchObject({ status: 'acknowledged', acknowledgedBy: 'diego' });
  expect(
    (await errorOf(stage.call('priya', 'acknowledgeAlert', { alertId: two?.id ?? '' }))).error,
  ).toMatchObject({ code: 'already_acknowledged', by: 'diego' });
});

test('a snoozed alert is quiet, reopens on time and pages again', async () => {
  await send('trigger');
  const { id, pageId } = await stage.onlyAlert();
  await stage.call('priya', 'snoozeAlert', { alertId: id, minutes: 30 });
  expect((await stage.page(pageId ?? '')).status).toBe('cancelled');
  await stage.cloud.advance(30 * minute - 1);
  expect((await stage.alert(id)).status).toBe('suppressed');
  await stage.cloud.advance(1);
  const woken = await stage.alert(id);
  expect(woken.status).toBe('open');
  expect(woken.pageId).not.toBe(pageId);
  expect((await stage.page(woken.pageId ?? '')).status).toBe('notifying');
});

test('a service without a policy pages no member', async () => {
  const alerts = [{ status: 'firing', labels: { alertname: 'X' }, startsAt: '2026-01-05T09:00:00Z' }];
  const message = { version: '4', groupKey: 'g', status: 'firing', alerts };
  await stage.http(`/in/alertmanager/${demoKeys.catalogue}`, message);
  expect(await stage.onlyAlert()).toMatchObject({ status: 'open', pageId: null });
});
