/** Holder of an alert after its page changes hands. */
import { expectationOf } from '#domain/page/expectation.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { constants, minute } from '#domain/constants.ts';
import { collectionPaths } from '#api/paths.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const send = (key: string) =>
  stage.http('/v2/enqueue', {
    routing_key: demoKeys.payments,
    event_action: 'trigger',
    dedup_key: key,
    payload: { summary: `${key} is full`, source: 'db-1', severity: 'error' },
  });
const idOf = async (key: string) => {
  const found = (await stage.newAlerts()).find(({ dedupKey }) => dedupKey === key);
  if (!found) throw new Error(`There is no alert ${key}.`);
  return found.id;
};
/** The page of the alert, acknowledged by Diego, whom it asks first. */
async function taken(key = 'disk'): Promise<string> {
  await send(key);
  const { pageId } = await stage.alert(await idOf(key));
  await stage.call('diego', 'acknowledgePage', { pageId: pageId ?? '' });
  return pageId ?? '';
}

describe('an alert that was acknowledged with its page', () => {
  const open = { status: 'open', acknowledgedBy: null, acknowledgedAt: null };

  test.each<readonly [string, (pageId: string) => Promise<unknown>]>([
    ['is handed over', (pageId) => stage.call('diego', 'handOverPage', { pageId, userId: 'lena' })],
    ['is given back', (pageId) => stage.call('diego', 'handBackPage', { pageId })],
    ['is declined', (pageId) => stage.call('diego', 'declinePage', { pageId, reason: '' })],
    [
      'is escalated',
      async (pageId) =>
        stage.call('amara', 'escalatePage', {
          pageId,
          reason: '',
          expected: expectationOf(await stage.page(pageId)),
        }),
    ],
    ['is paged again', (pageId) => stage.call('amara', 'repage', { pageId })],
    [
      'asks again after its time',
      () => stage.cloud.advance(constants.acknowledgeTimeoutMinutes * minute + 1),
    ],
  ])('is open when the page %s, and belongs to the next acknowledger', async (_, pass) => {
    const pageId = await taken();
    const alertId = await idOf('disk');
    expect(await stage.alert(alertId)).toMatchObject({ status: 'acknowledged', acknowledgedBy: 'diego' });
    await pass(pageId);
    expect(await stage.page(pageId)).toMatchObject({ status: 'notifying' });
    expect(await stage.alert(alertId)).toMatchObject(open);
    await stage.call('lena', 'acknowledgePage', { pageId });
    expect(await stage.alert(alertId)).toMatchObject({ status: 'acknowledged', acknowledgedBy: 'lena' });
  });

  test('records the change in the timeline of its incident', async () => {
    const pageId = await taken();
    const { incidentId } = await stage.call('diego', 'declareIncident', {
      title: 'Disks',
      severity: 'SEV3',
      serviceIds: [],
      private: false,
      alertId: await idOf('disk'),
      page: [],
    });
    await stage.cloud.advance(1);
    await stage.call('diego', 'handOverPage', { pageId, userId: 'lena' });
    await stage.cloud.advance(1);
    await stage.call('lena', 'acknowledgePage', { pageId });
    const told = (await stage.timeline(incidentId)).flatMap((one) =>
      one.kind === 'alert' ? [`${one.change} ${one.createdBy}`] : [],
    );
    expect(told.slice(-2)).toEqual(['reopened diego', 'acknowledged lena']);
  });

  test('stays with its next holder when the earlier hand-back is repeated', async () => {
    const pageId = await taken();
    const commandId = 'queued-offline';
    await stage.call('diego', 'handBackPage', { pageId, commandId });
    await stage.call('lena', 'acknowledgeAlert', { alertId: await idOf('disk') });
    expect(await stage.page(pageId)).toMatchObject({ acknowledgements: [{ userId: 'lena' }] });
    const stored = stage.stored();
    await stage.call('diego', 'handBackPage', { pageId, commandId });
    expect(stage.stored()).toBe(stored);
    expect(await stage.alert(await idOf('disk'))).toMatchObject({ acknowledgedBy: 'lena' });
  });

  test('has no holder once no recipient is left', async () => {
    const pageId = await taken();
    await stage.cloud.advance(24 * 60 * minute);
    expect(await stage.page(pageId)).toMatchObject({ status: 'exhausted' });
    expect(await stage.alert(await idOf('disk'))).toMatchObject(open);
  });
});

describe('alerts that share a page', () => {
  const acknowledgers = async () =>
    Object.fromEntries((await stage.newAlerts()).map((one) => [one.dedupKey, one.acknowledgedBy]));
  async function storm(): Promise<string> {
    for (const key of ['disk-1', 'disk-2', 'disk-3']) await send(key);
    const [page] = (await stage.all(pageSchema, collectionPaths.pages(teamId))).filter(
      ({ id }) => !id.endsWith('-page'),
    );
    await stage.call('priya', 'acknowledgeAlert', { alertId: await idOf('disk-2') });
    await stage.call('diego', 'acknowledgePage', { pageId: page?.id ?? '' });
    await stage.cloud.advance(1);
    expect(await acknowledgers()).toEqual({ 'disk-1': 'diego', 'disk-2': 'priya', 'disk-3': 'diego' });
    return page?.id ?? '';
  }

  test('follow the page to its next holder, except those acknowledged by others', async () => {
    const pageId = await storm();
    await stage.call('diego', 'handOverPage', { pageId, userId: 'lena' });
    await stage.cloud.advance(1);
    expect(await acknowledgers()).toEqual({ 'disk-1': null, 'disk-2': 'priya', 'disk-3': null });
    await stage.call('lena', 'acknowledgePage', { pageId });
    await stage.cloud.advance(1);
    expect(await acknowledgers()).toEqual({ 'disk-1': 'lena', 'disk-2': 'priya', 'disk-3': 'lena' });
    expect(await stage.page(pageId)).toMatchObject({
      status: 'acknowledged',
      reviewAt: null,
      releasedBy: [],
    });
  });

  test('belong to the member who acknowledges the page before its review', async () => {
    const pageId = await storm();
    await stage.call('diego', 'handBackPage', { pageId });
    await stage.call('lena', 'acknowledgePage', { pageId });
    await stage.cloud.advance(1);
    expect(await acknowledgers()).toEqual({ 'disk-1': 'lena', 'disk-2': 'priya', 'disk-3': 'lena' });
  });

  test('are all open again', async () => {
    const pageId = await storm();
    await stage.call('diego', 'handBackPage', { pageId });
    await stage.cloud.advance(constants.pageReviewSeconds * 1000);
    expect(await acknowledgers()).toEqual({ 'disk-1': null, 'disk-2': 'priya', 'disk-3': null });
    expect(await stage.page(pageId)).toMatchObject({ status: 'notifying', acknowledgements: [] });
  });
});
