/** Snooze of an acknowledged page, by its holder. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { minute } from '#domain/constants.ts';
import { FunctionsStage, errorOf } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
let pageId: string;
let alertId: string;
/** A page of an alert that Diego, whom it asks first, has acknowledged. */
beforeEach(async () => {
  stage = await FunctionsStage.open();
  await send('trigger');
  const alert = await stage.onlyAlert();
  alertId = alert.id;
  pageId = alert.pageId ?? '';
  await stage.call('diego', 'acknowledgePage', { pageId });
});
afterEach(() => stage.close());

const send = (action: 'trigger' | 'resolve') =>
  stage.http('/v2/enqueue', {
    routing_key: demoKeys.payments,
    event_action: action,
    dedup_key: 'disk',
    payload: { summary: 'Disk full', source: 'db-1', severity: 'error' },
  });

test('a snoozed page keeps its alert acknowledged, and reopens it and asks the on-call member at its end', async () => {
  const now = stage.cloud.clock.now();
  await stage.call('diego', 'snoozePage', { pageId, minutes: 120 });
  const asleep = await stage.page(pageId);
  expect(asleep).toMatchObject({ status: 'acknowledged', snoozedUntilAt: now + 120 * minute });
  await stage.cloud.advance(119 * minute);
  expect(await stage.page(pageId)).toEqual(asleep);
  expect(await stage.alert(alertId)).toMatchObject({ status: 'acknowledged', acknowledgedBy: 'diego' });
  await stage.cloud.advance(minute + 1);
  expect(await stage.page(pageId)).toMatchObject({
    ...{ status: 'notifying', step: 0, waitingFor: ['priya'], acknowledgements: [] },
    ...{ snoozedUntilAt: null, snoozeEndedAt: now + 120 * minute },
  });
  expect(await stage.alert(alertId)).toMatchObject({ status: 'open', acknowledgedBy: null, pageId });
});

test('the holder can change and end the snooze', async () => {
  await stage.call('diego', 'snoozePage', { pageId, minutes: 120 });
  await stage.call('diego', 'snoozePage', { pageId, minutes: 15 });
  await stage.cloud.advance(15 * minute + 1);
  expect(await stage.page(pageId)).toMatchObject({ status: 'notifying' });
  await stage.call('lena', 'acknowledgePage', { pageId });
  await stage.call('lena', 'snoozePage', { pageId, minutes: 15 });
  await stage.call('lena', 'snoozePage', { pageId, minutes: null });
  await stage.cloud.advance(16 * minute);
  expect(await stage.page(pageId)).toMatchObject({ status: 'acknowledged', snoozedUntilAt: null });
  expect(await stage.alert(alertId)).toMatchObject({ acknowledgedBy: 'lena' });
});

test('only the holder can snooze a page or end its snooze', async () => {
  await stage.call('diego', 'snoozePage', { pageId, minutes: 30 });
  const before = await stage.page(pageId);
  for (const minutes of [60, null])
    expect(await errorOf(stage.call('priya', 'snoozePage', { pageId, minutes }))).toMatchObject({
      error: { code: 'forbidden', message: 'Only who has acknowledged a page snoozes it.' },
    });
  expect(await errorOf(stage.call('tom', 'snoozePage', { pageId, minutes: 60 }))).toMatchObject({
    error: { code: 'forbidden' },
  });
  expect(await errorOf(stage.call('diego', 'snoozePage', { pageId, minutes: 0 }))).toMatchObject({
    error: { code: 'invalid' },
  });
  expect(await stage.page(pageId)).toEqual(before);
});

test('a snoozed page ends with its alert and does not ask afterwards', async () => {
  await stage.call('diego', 'snoozePage', { pageId, minutes: 30 });
  await send('resolve');
  const over = await stage.page(pageId);
  expect(over).toMatchObject({ status: 'cancelled', snoozedUntilAt: null, nextAt: null });
  await stage.cloud.advance(31 * minute);
  expect(await stage.page(pageId)).toEqual(over);
});

test('the incident’s timeline records the snooze, its end and the restart', async () => {
  const { incidentId } = await stage.call('diego', 'declareIncident', {
    ...{ title: 'Disks', severity: 'SEV3', serviceIds: [], private: false, page: [] },
    alertId,
  });
  const now = stage.cloud.clock.now();
  await stage.call('diego', 'snoozePage', { pageId, minutes: 30 });
  await stage.cloud.advance(30 * minute + 1);
  const told = (await stage.timeline(incidentId)).flatMap((one) =>
    one.kind === 'page' ? [{ change: one.change, by: one.createdBy, untilAt: one.untilAt }] : [],
  );
  expect(told.filter(({ change }) => change.startsWith('snooze'))).toEqual([
    { change: 'snoozed', by: 'diego', untilAt: now + 30 * minute },
    { change: 'snooze-ended', by: 'system', untilAt: null },
  ]);
});
