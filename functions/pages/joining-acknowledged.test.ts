/** Alerts that join a page which somebody holds: joined, never acknowledged; the holder is notified, or the alert pages by itself. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import type { Alert, AlertSeverity } from '#domain/alert/schema.ts';
import { constants, minute } from '#domain/constants.ts';
import { noticeSchema } from '#domain/notice/schema.ts';
import { type Page, pageSchema } from '#domain/page/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { serviceSchema } from '#domain/service/schema.ts';

import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const lag = constants.pageReviewSeconds * 1000;
const send = (key: string, severity: AlertSeverity = 'error', action = 'trigger') =>
  stage.http('/v2/enqueue', {
    routing_key: demoKeys.payments,
    event_action: action,
    dedup_key: key,
    payload: { summary: `${key} is full`, source: 'db-1', severity },
  });
async function pages(): Promise<readonly Page[]> {
  const all = await stage.all(pageSchema, collectionPaths.pages(teamId));
  return all
    .filter(({ id }) => !id.endsWith('-page'))
    .toSorted((one, other) => one.createdAt - other.createdAt);
}
async function alertOf(key: string): Promise<Alert> {
  const found = (await stage.newAlerts()).findLast(({ dedupKey }) => dedupKey === key);
  if (!found) throw new Error(`There is no alert ${key}.`);
  return found;
}
async function held(severity: AlertSeverity = 'critical'): Promise<Page> {
  await send('first', severity);
  const [page] = await pages();
  if (!page) throw new Error('A page was expected.');
  await stage.call('diego', 'acknowledgePage', { pageId: page.id });
  await stage.cloud.advance(minute);
  return page;
}
const notices = async () =>
  (await stage.all(noticeSchema, collectionPaths.notices(teamId))).filter(
    ({ content }) => content.kind === 'alertJoined',
  );

describe('an alert that joins an acknowledged page', () => {
  test('is joined without an acknowledgement, and its holder is notified once', async () => {
    const page = await held('error');
    await send('second');
    await send('third');
    expect(await alertOf('second')).toMatchObject({
      status: 'joined',
      acknowledgedBy: null,
      acknowledgedAt: null,
      pageId: page.id,
    });
    await stage.cloud.advance(lag);
    expect((await alertOf('second')).status).toBe('joined');
    expect(await notices()).toMatchObject([{ userId: 'diego', content: { pageId: page.id, worse: false } }]);
    expect((await pages())[0]).toMatchObject({ status: 'acknowledged', alertCount: 3, joinedCount: 2 });
  });
  test('can be acknowledged separately', async () => {
    await held('error');
    await send('second');
    await stage.call('priya', 'acknowledgeAlert', { alertId: (await alertOf('second')).id });
    expect(await alertOf('second')).toMatchObject({ status: 'acknowledged', acknowledgedBy: 'priya' });
  });
  test('is open when the page asks again, and acknowledged with it', async () => {
    const page = await held('error');
    await send('second');
    await stage.call('diego', 'handBackPage', { pageId: page.id });
    await stage.cloud.advance(lag);
    expect((await alertOf('second')).status).toBe('open');
    await stage.call('priya', 'acknowledgePage', { pageId: page.id });
    await stage.cloud.advance(lag);
    expect(await alertOf('second')).toMatchObject({ status: 'acknowledged', acknowledgedBy: 'priya' });
  });
});

describe('a new critical alert', () => {
  test('pages separately without a sign of life of the holder', async () => {
    const page = await held();
    await send('second', 'critical');
    const second = await alertOf('second');
    expect(second).toMatchObject({ status: 'open', acknowledgedBy: null });
    expect(second.pageId).not.toBe(page.id);
    expect((await pages()).map(({ status }) => status)).toEqual(['acknowledged', 'notifying']);
  });

  test('joins after the holder has used Muster', async () => {
    const page = await held();
    await stage.call('diego', 'recordSignOfLife', { pageId: page.id });
    await send('second', 'critical');
    expect(await alertOf('second')).toMatchObject({ status: 'joined', pageId: page.id });
  });

  test('joins after a device of the holder has shown a notification', async () => {
    await held();
    const { id: registration } = await (await stage.person('diego')).messaging.register({ ask: true });
    const device = { deviceId: 'diego-phone', registration, label: 'Phone', userAgent: '' };
    await stage.call('diego', 'registerDevice', device);
    const { pageId } = await stage.call('diego', 'sendDrill', { deviceId: 'diego-phone' });
    const [delivery] = await stage.deliveries(pageId);
    await stage.call('diego', 'recordReceipt', { pageId, deliveryId: delivery?.id ?? '', receipt: 'shown' });
    await send('second', 'critical');
    expect((await alertOf('second')).status).toBe('joined');
  });

  test('pages separately when the last sign of life is old', async () => {
    const page = await held();
    await stage.call('diego', 'recordSignOfLife', { pageId: page.id });
    await stage.cloud.advance(constants.signOfLifeMinutes * minute + 1);
    await send('second', 'critical');
    expect((await alertOf('second')).status).toBe('open');
  });

  test('of a higher severity notifies the holder audibly', async () => {
    const page = await held('error');
    await stage.call('diego', 'recordSignOfLife', { pageId: page.id });
    await send('second', 'critical');
    expect(await notices()).toMatchObject([{ userId: 'diego', content: { worse: true } }]);
  });

  test('that had joined as an error is treated as new', async () => {
    const page = await held('error');
    await send('second');
    expect((await alertOf('second')).pageId).toBe(page.id);
    await send('second', 'critical');
    const second = await alertOf('second');
    expect(second).toMatchObject({ status: 'open' });
    expect(second.pageId).not.toBe(page.id);
  });
});

test('a sign of life by a member who does not hold the page is rejected', async () => {
  const page = await held();
  const refused = await errorOf(stage.call('priya', 'recordSignOfLife', { pageId: page.id }));
  expect(refused.error?.code).toBe('forbidden');
});

describe('a service', () => {
  async function setJoining(joining: { severities: AlertSeverity[]; minutes: number } | null) {
    const [payments] = (await stage.all(serviceSchema, collectionPaths.services(teamId))).filter(
      ({ id }) => id === 'payments',
    );
    if (!payments) throw new Error('The service was expected.');
    const { revision: expectedRevision, id: serviceId, name, description, policyId, ownerId } = payments;
    const { supportHours = null, dependsOn = [], lowPolicyId = null } = payments;
    await stage.call('jonas', 'saveService', {
      ...{ serviceId, name, description, policyId, lowPolicyId, ownerId: ownerId ?? null },
      ...{ supportHours, dependsOn, expectedRevision, joining },
    });
  }

  test('without joining pages for each alert', async () => {
    await setJoining(null);
    await send('first');
    await send('second');
    expect(await pages()).toHaveLength(2);
  });

  test('joins alerts of its configured severities', async () => {
    await setJoining({ severities: ['error'], minutes: 5 });
    await send('first');
    await send('second', 'critical');
    await send('third');
    expect(await pages()).toHaveLength(2);
    expect((await alertOf('third')).pageId).toBe((await alertOf('first')).pageId);
  });

  test('joins alerts for its configured minutes', async () => {
    await setJoining({ severities: ['error'], minutes: 1 });
    await send('first');
    await stage.cloud.advance(minute);
    await send('second');
    expect(await pages()).toHaveLength(2);
  });
});
