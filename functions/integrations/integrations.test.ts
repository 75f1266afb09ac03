import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { day, hour, minute } from '#domain/constants.ts';
import { integrationEventSchema, integrationSchema } from '#domain/integration/schema.ts';
import { ingestKeyFrom, ingestKeyId } from '#api/ingest-key.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { sweep } from '../sweep.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const keys = Array.from({ length: 3 }, (_, n) => ingestKeyFrom(`secret ${n}`));
const keyFields = (n: number) => {
  const key = keys[n] ?? '';
  return { keyId: ingestKeyId(key), keyEnding: key.slice(-4) };
};
const mail = { integrationId: 'mail', name: 'Mail', serviceId: 'checkout', kind: 'alertmanager' } as const;
const create = () => stage.call('jonas', 'createIntegration', { ...mail, ...keyFields(0) });
const path = documentPaths.integration(teamId, 'mail');

const firing = {
  version: '4',
  groupKey: 'queue',
  status: 'firing',
  alerts: [{ status: 'firing', labels: { severity: 'info' }, startsAt: '2026-01-05T08:59:00Z' }],
};
const sent = async (n: number, body: object | string = firing) =>
  (await stage.http(`/in/alertmanager/${keys[n]}`, body)).status;
const events = async () =>
  (await stage.all(integrationEventSchema, collectionPaths.integrationEvents(teamId)))
    .filter(({ integrationId }) => integrationId === 'mail')
    .toSorted((one, other) => one.createdAt - other.createdAt);

test('a key is accepted once its integration exists, and is not stored', async () => {
  expect(await sent(0)).toBe(404);
  expect(await create()).toEqual({ revision: 1 });
  expect(await sent(0)).toBe(200);
  expect(await stage.onlyAlert()).toMatchObject({ serviceId: 'checkout', integrationId: 'mail' });
  expect(stage.stored()).not.toContain(keys[0]);
  expect(await stage.get(integrationSchema, path)).toMatchObject({
    keyEnding: keys[0]?.slice(-4),
    revokedAt: null,
  });
});

describe('a rotated key', () => {
  test('works for a day beside its successor', async () => {
    await create();
    await stage.call('mei', 'rotateKey', { integrationId: 'mail', ...keyFields(1), keepPrevious: true });
    expect([await sent(0), await sent(1)]).toEqual([200, 200]);
    await stage.standStill(day - minute);
    expect(await sent(0)).toBe(200);
    await stage.cloud.advance(minute);
    expect([await sent(0), await sent(1)]).toEqual([401, 200]);
  });

  test('ends at once on request, together with earlier keys', async () => {
    await create();
    await stage.call('mei', 'rotateKey', { integrationId: 'mail', ...keyFields(1), keepPrevious: true });
    await stage.call('mei', 'rotateKey', { integrationId: 'mail', ...keyFields(2), keepPrevious: false });
    expect([await sent(0), await sent(1), await sent(2)]).toEqual([401, 401, 200]);
  });

  test('rotating twice within a day leaves two valid keys', async () => {
    await create();
    for (const n of [1, 2])
      await stage.call('mei', 'rotateKey', { integrationId: 'mail', ...keyFields(n), keepPrevious: true });
    expect([await sent(0), await sent(1), await sent(2)]).toEqual([401, 200, 200]);
  });
});

test('a revoked integration accepts nothing permanently', async () => {
  await create();
  await stage.call('mei', 'rotateKey', { integrationId: 'mail', ...keyFields(1), keepPrevious: true });
  expect(await stage.call('mei', 'revokeIntegration', { integrationId: 'mail' })).toEqual({ revision: 3 });
  expect(await stage.call('mei', 'revokeIntegration', { integrationId: 'mail' })).toEqual({ revision: 3 });
  expect([await sent(0), await sent(1)]).toEqual([401, 401]);
  for (const [name, input] of [
    ['rotateKey', { ...keyFields(2), keepPrevious: false }],
    ['saveIntegration', { name: 'Again', serviceId: 'checkout' }],
    ['sendTestMessage', {}],
  ] as const) {
    const refused = await errorOf(stage.call('mei', name, { integrationId: 'mail', ...input } as never));
    expect(refused.error?.code).toBe('illegal_transition');
  }
});

test('an integration’s alerts go to its new service', async () => {
  await create();
  await stage.call('jonas', 'saveIntegration', {
    integrationId: 'mail',
    name: 'Shop mail',
    serviceId: 'search',
  });
  await sent(0);
  expect(await stage.onlyAlert()).toMatchObject({ serviceId: 'search' });
  expect(await stage.get(integrationSchema, path)).toMatchObject({ name: 'Shop mail', revision: 2 });
});

test.each([
  ['serviceId', { serviceId: 'gone' }],
  ['keyId', { keyId: 'short' }],
  ['keyEnding', { keyEnding: 'toolong' }],
  ['kind', { kind: 'smoke signals' }],
])('%s that is invalid is rejected', async (field, change) => {
  const refused = await errorOf(
    stage.call('jonas', 'createIntegration', { ...mail, ...keyFields(0), ...change } as never),
  );
  expect(refused.error).toMatchObject({ code: 'invalid', field });
  expect(await sent(0)).toBe(404);
});

test('a key in use by another integration is rejected and stays with it', async () => {
  await create();
  const twice = await errorOf(
    stage.call('jonas', 'createIntegration', { ...mail, integrationId: 'other', ...keyFields(0) }),
  );
  expect(twice.error).toMatchObject({ code: 'invalid', field: 'keyId' });
  await stage.call('jonas', 'createIntegration', { ...mail, integrationId: 'other', ...keyFields(1) });
  const taken = await errorOf(
    stage.call('jonas', 'rotateKey', { integrationId: 'other', ...keyFields(0), keepPrevious: false }),
  );
  expect(taken.error).toMatchObject({ code: 'invalid', field: 'keyId' });
  expect([await sent(0), await sent(1)]).toEqual([200, 200]);
});

describe('the result of a message', () => {
  test('is recorded without the message’s content', async () => {
    await create();
    await sent(0);
    await stage.cloud.advance(minute);
    await sent(0);
    await stage.cloud.advance(minute);
    await sent(0, { ...firing, status: 'resolved' });
    await stage.cloud.advance(minute);
    await sent(0, { ...firing, status: 'resolved' });
    await stage.cloud.advance(minute);
    expect(await sent(0, { version: '4' })).toBe(400);
    const alert = await stage.onlyAlert();
    const noted = await events();
    expect(noted.map(({ result }) => result)).toEqual([
      'opened',
      'repeated',
      'resolved',
      'dropped',
      'refused',
    ]);
    expect(noted.map(({ alertId }) => alertId)).toEqual([alert.id, alert.id, alert.id, null, null]);
    expect(noted.at(-1)?.reason).toMatch(/./u);
    const { summary } = alert;
    expect(JSON.stringify(noted)).not.toContain(summary);
  });

  test('is kept for a week', async () => {
    await create();
    await sent(0);
    await stage.standStill(7 * day - hour);
    await sweep(stage.server);
    expect(await events()).toHaveLength(1);
    await stage.cloud.advance(2 * hour);
    await sweep(stage.server);
    expect(await events()).toHaveLength(0);
  });

  test('is not recorded for an invalid key', async () => {
    await create();
    await stage.call('mei', 'revokeIntegration', { integrationId: 'mail' });
    await sent(0);
    await sent(0, { version: '4' });
    await sent(1, { version: '4' });
    expect(await events()).toEqual([]);
  });

  test('that is not JSON or not of PagerDuty’s format contains the reason', async () => {
    await create();
    await sent(0, 'not JSON');
    await stage.call('jonas', 'createIntegration', {
      ...mail,
      integrationId: 'events',
      kind: 'pagerduty',
      ...keyFields(1),
    });
    await stage.http('/v2/enqueue', { routing_key: keys[1], event_action: 'trigger' });
    const all = await stage.all(integrationEventSchema, collectionPaths.integrationEvents(teamId));
    expect(all.map(({ integrationId, result }) => `${integrationId} ${result}`).toSorted()).toEqual([
      'events refused',
      'mail refused',
    ]);
    expect(all.every(({ reason }) => reason.length > 0)).toBe(true);
  });
});

test('updates the last event once a minute only', async () => {
  await create();
  await sent(0);
  const first = (await stage.get(integrationSchema, path))?.lastEventAt;
  await stage.cloud.advance(minute - 1_000);
  await sent(0);
  expect((await stage.get(integrationSchema, path))?.lastEventAt).toBe(first);
  await stage.cloud.advance(2_000);
  await sent(0);
  expect((await stage.get(integrationSchema, path))?.lastEventAt).toBe(stage.cloud.clock.now());
});

test('a test message opens an alert without paging', async () => {
  await create();
  const before = await stage.server.docs.find(query(collectionPaths.pages(teamId)));
  const answer = await stage.call('jonas', 'sendTestMessage', { integrationId: 'mail' });
  const alert = await stage.onlyAlert();
  expect(answer).toEqual({ revision: 1, alertId: alert.id });
  expect(alert).toMatchObject({ severity: 'info', summary: 'Test message of Mail', pageId: null });
  expect(await stage.server.docs.find(query(collectionPaths.pages(teamId)))).toEqual(before);
});
