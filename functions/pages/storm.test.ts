/** Many alerts of one service: they join one page, which asks, is acknowledged and ends for all of them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { constants, minute } from '#domain/constants.ts';
import type { Alert } from '#domain/alert/schema.ts';
import type { Page } from '#domain/page/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const lag = constants.pageReviewSeconds * 1000;
const send = (key: string, action = 'trigger', severity = 'error') =>
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
async function onlyPage(): Promise<Page> {
  const [only, ...others] = await pages();
  if (!only || others.length > 0) throw new Error(`One page was expected.`);
  return only;
}
const storm = async (count: number) => {
  for (let n = 1; n <= count; n++) await send(`disk-${n}`);
};

describe('alerts of a service within five minutes', () => {
  test('join one page, update its count and ask no recipient again', async () => {
    await storm(30);
    await stage.cloud.advance(lag);
    const page = await onlyPage();
    expect(page).toMatchObject({
      summary: 'disk-1 is full',
      alertCount: 30,
      reviewAt: null,
      serviceId: 'payments',
    });
    expect((await stage.newAlerts()).every(({ pageId }) => pageId === page.id)).toBe(true);
    expect(page.notified.map(({ times }) => times)).toEqual([1]);
  });

  test('that arrive simultaneously make one page', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, n) => send(`disk-${n}`)));
    await stage.cloud.advance(lag);
    expect((await onlyPage()).alertCount).toBe(50);
  });

  test('make a new page afterwards', async () => {
    await storm(2);
    await stage.cloud.advance(constants.stormWindowMinutes * minute);
    await send('late');
    expect(await pages()).toHaveLength(2);
    expect((await alertOf('late')).pageId).toBe((await pages())[1]?.id);
  });

  test('of another urgency have another page, and a worsening alert moves to it', async () => {
    await send('mild', 'trigger', 'warning');
    await send('bad', 'trigger', 'critical');
    expect((await pages()).map(({ urgency }) => urgency).toSorted()).toEqual(['high', 'low']);
    await send('mild-2', 'trigger', 'warning');
    await send('mild', 'trigger', 'error');
    await stage.cloud.advance(lag);
    const mild = await alertOf('mild');
    const [low, high] = (await pages()).toSorted((one) => (one.urgency === 'low' ? -1 : 1));
    expect(mild.pageId).toBe(high?.id);
    expect([low?.alertCount, high?.alertCount, low?.status]).toEqual([1, 2, 'notifying']);
  });
});

test('a single alert that worsens pages again although it was acknowledged', async () => {
  await send('disk', 'trigger', 'warning');
  const before = await onlyPage();
  await stage.call('diego', 'acknowledgePage', { pageId: before.id });
  await send('disk', 'trigger', 'critical');
  const [low, high] = (await pages()).toSorted((one) => (one.urgency === 'low' ? -1 : 1));
  expect([low?.status, high?.status]).toEqual(['cancelled', 'notifying']);
  expect(await alertOf('disk')).toMatchObject({ status: 'open', acknowledgedBy: null, pageId: high?.id });
});

describe('acknowledging', () => {
  test('the page acknowledges alerts that joined before, and later alerts join without asking again', async () => {
    await storm(230);
    const { id } = await onlyPage();
    await stage.call('diego', 'acknowledgePage', { pageId: id });
    await stage.cloud.advance(1);
    const taken = await stage.newAlerts();
    expect(taken.map(({ acknowledgedBy }) => acknowledgedBy)).toEqual(Array(230).fill('diego'));
    await send('later');
    expect(await alertOf('later')).toMatchObject({
      status: 'joined',
      acknowledgedBy: null,
      pageId: id,
    });
    await stage.cloud.advance(lag);
    const page = await onlyPage();
    expect(page).toMatchObject({ status: 'acknowledged', alertCount: 231 });
    expect(page.notified.map(({ times }) => times)).toEqual([1]);
  });

  test('single alerts leaves the page open for the others, and the last one acknowledges it', async () => {
    await storm(3);
    const acknowledge = async (key: string) =>
      stage.call('priya', 'acknowledgeAlert', { alertId: (await alertOf(key)).id });
    await acknowledge('disk-1');
    await acknowledge('disk-2');
    await stage.cloud.advance(lag);
    expect((await onlyPage()).status).toBe('notifying');
    await acknowledge('disk-3');
    await stage.cloud.advance(lag);
    expect(await onlyPage()).toMatchObject({
      status: 'acknowledged',
      acknowledgements: [{ userId: 'priya' }],
    });
  });

  test('a page that asks again is not acknowledged by earlier acknowledgements of alerts', async () => {
    await storm(3);
    await stage.call('diego', 'acknowledgePage', { pageId: (await onlyPage()).id });
    await stage.cloud.advance(constants.acknowledgeTimeoutMinutes * minute + 1);
    expect((await onlyPage()).status).toBe('notifying');
    await send('disk-1', 'resolve');
    await stage.cloud.advance(lag);
    expect((await onlyPage()).status).toBe('notifying');
  });
});

describe('the page ends', () => {
  test('with the last of its alerts', async () => {
    await storm(3);
    await send('disk-1', 'resolve');
    await send('disk-2', 'resolve');
    await stage.cloud.advance(lag);
    expect((await onlyPage()).status).toBe('notifying');
    await send('disk-3', 'resolve');
    await stage.cloud.advance(lag);
    expect((await onlyPage()).status).toBe('cancelled');
  });

  test('without another notification before its review', async () => {
    await storm(2);
    const { nextAt } = await onlyPage();
    await stage.cloud.advance((nextAt ?? 0) - stage.cloud.clock.now() - 1_000);
    await send('disk-1', 'resolve');
    await send('disk-2', 'resolve');
    await stage.cloud.advance(1_000);
    const page = await onlyPage();
    expect([page.status, page.notified.length]).toEqual(['cancelled', 1]);
  });

  test('when its remaining alerts are snoozed, and a waking alert gets a page', async () => {
    await storm(2);
    await send('disk-1', 'resolve');
    await stage.call('priya', 'snoozeAlert', { alertId: (await alertOf('disk-2')).id, minutes: 30 });
    await stage.cloud.advance(lag);
    const [first] = await pages();
    expect(first?.status).toBe('cancelled');
    await stage.cloud.advance(30 * minute);
    const [, second] = await pages();
    expect(second?.status).toBe('notifying');
    expect((await alertOf('disk-2')).pageId).toBe(second?.id);
  });
});

test('a waking alert leaves a shared page and updates its count', async () => {
  await storm(3);
  await stage.call('priya', 'snoozeAlert', { alertId: (await alertOf('disk-1')).id, minutes: 15 });
  await stage.call('diego', 'acknowledgePage', { pageId: (await onlyPage()).id });
  await stage.cloud.advance(15 * minute + lag);
  const [first, second] = await pages();
  expect((await alertOf('disk-1')).pageId).toBe(second?.id);
  expect(first).toMatchObject({ status: 'acknowledged', alertCount: 2 });
});

describe('an alert linked to a private incident', () => {
  const declare = async (key: string) =>
    stage.call('diego', 'declareIncident', {
      title: 'Secret',
      severity: 'SEV3',
      serviceIds: [],
      private: true,
      alertId: (await alertOf(key)).id,
      page: [],
    });
  /** Texts that the whole team may read. */
  const publicText = async () =>
    JSON.stringify([...(await stage.newAlerts()), ...(await pages())].filter((one) => !one.private));

  test('leaves a shared page, which no longer mentions it', async () => {
    await storm(3);
    const before = await onlyPage();
    await declare('disk-1');
    await stage.cloud.advance(lag);
    const page = await onlyPage();
    expect(await alertOf('disk-1')).toMatchObject({ private: true, pageId: null });
    expect(page).toMatchObject({ status: 'notifying', private: false, incidentId: null, alertCount: 2 });
    expect(page.summary).not.toBe(before.summary);
    expect(await publicText()).not.toContain('disk-1');
    await send('disk-4');
    expect((await alertOf('disk-4')).pageId).toBe(page.id);
  });

  test('takes along a page that has no other alert and that accepts no more', async () => {
    await storm(2);
    await send('disk-1', 'resolve');
    await stage.cloud.advance(lag);
    const { incidentId } = await declare('disk-2');
    const page = await onlyPage();
    expect(page).toMatchObject({ private: true, incidentId, summary: 'disk-2 is full', status: 'notifying' });
    expect(await publicText()).not.toContain('disk-2');
    await send('disk-3');
    expect((await alertOf('disk-3')).pageId).not.toBe(page.id);
    await send('disk-2', 'resolve');
    await stage.cloud.advance(lag);
    expect((await stage.page(page.id)).status).toBe('cancelled');
  });

  test('leaves a page that is over', async () => {
    await storm(2);
    await send('disk-1', 'resolve');
    await send('disk-2', 'resolve');
    await stage.cloud.advance(lag);
    await declare('disk-1');
    await stage.cloud.advance(lag);
    expect(await onlyPage()).toMatchObject({ private: false, summary: 'disk-2 is full', alertCount: 1 });
    expect(await publicText()).not.toContain('disk-1');
  });
});

test('the pushes of later steps state the number of alerts and their service', async () => {
  const titles: string[] = [];
  for (const who of ['diego', 'priya', 'mei']) {
    const client = await stage.person(who);
    const { id: registration } = await client.messaging.register({ ask: true });
    await stage.call(who, 'registerDevice', {
      deviceId: `${who}-phone`,
      registration,
      label: 'Phone',
      userAgent: '',
    });
    client.messaging.onMessage((message) => titles.push(message.notification?.title ?? ''));
  }
  await storm(5);
  await stage.cloud.advance(lag);
  await stage.call('priya', 'escalatePage', { pageId: (await onlyPage()).id, reason: '' });
  await stage.cloud.advance(1);
  expect(titles[0]).toBe('disk-1 is full');
  expect(titles.at(-1)).toBe('disk-1 is full and 4 more on Payments');
});
