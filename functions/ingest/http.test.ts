import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { sampleAlerts } from '#demo/alerts.ts';
import { constants, limits, minute } from '#domain/constants.ts';
import { integrationSchema } from '#domain/integration/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { createFunctions } from '#functions/index.ts';
import { PortError } from '#ports/errors.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const webhook = `/in/alertmanager/${demoKeys.checkout}`;
const enqueue = '/v2/enqueue';
const [group] = sampleAlerts(Date.UTC(2026, 0, 5, 9));
const firing: unknown = JSON.parse(group?.request(demoKeys).body ?? '');
const event = (more: object = {}) => ({
  routing_key: demoKeys.payments,
  event_action: 'trigger',
  dedup_key: 'k',
  payload: { summary: 'Disk is full', source: 'db-1', severity: 'error' },
  ...more,
});

test('every sample of the demonstration is accepted', async () => {
  for (const { request } of sampleAlerts(stage.cloud.clock.now())) {
    const { path, body } = request(demoKeys);
    expect((await stage.http(path, body)).status).toBe(path === enqueue ? 202 : 200);
  }
  expect((await stage.newAlerts()).map((one) => one.serviceId).sort()).toEqual([
    'checkout',
    'identity',
    'payments',
    'search',
  ]);
});

test('an event is answered in PagerDuty’s format', async () => {
  const { status, json } = await stage.http(enqueue, event());
  expect(status).toBe(202);
  expect(json).toEqual({ status: 'success', message: 'Event processed', dedup_key: 'k' });
});

test('a trigger without a key gets a new UUID', async () => {
  const first = await stage.http(enqueue, event({ dedup_key: undefined }));
  const second = await stage.http(enqueue, event({ dedup_key: undefined }));
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;
  expect(first.json).toMatchObject({ dedup_key: expect.stringMatching(uuid) });
  expect(second.json).not.toEqual(first.json);
  expect(await stage.newAlerts()).toHaveLength(2);
});

test('an invalid event is rejected with every fault and opens no alert', async () => {
  const answer = await stage.http(enqueue, event({ payload: { source: 'x', severity: 'bad' } }));
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ status: 'invalid event', message: 'Event object is invalid' });
  expect((answer.json as { errors: string[] }).errors).toHaveLength(2);
  expect((await stage.http(enqueue, 'not json')).status).toBe(400);
  expect((await stage.http(webhook, { version: '3' })).status).toBe(400);
  expect((await stage.http(webhook, '{')).status).toBe(400);
  expect(await stage.newAlerts()).toEqual([]);
});

test('an unknown key opens no alert, whatever its form', async () => {
  const unknown = await stage.http(enqueue, event({ routing_key: 'x'.repeat(32) }));
  expect([unknown.status, unknown.json]).toEqual([
    400,
    expect.objectContaining({ errors: [expect.stringContaining("'routing_key' is unknown")] }),
  ]);
  expect((await stage.http('/in/alertmanager/alder-alertmanager-nowhere', firing)).status).toBe(404);
  expect((await stage.http('/in/alertmanager/..', firing)).status).toBe(404);
  // A key opens the route of its own kind only.
  expect((await stage.http(`/in/alertmanager/${demoKeys.payments}`, firing)).status).toBe(404);
  expect(await stage.newAlerts()).toEqual([]);
});

test('a revoked key is rejected', async () => {
  for (const id of ['checkout-alertmanager', 'payments-pagerduty']) {
    const path = documentPaths.integration(teamId, id);
    const now = stage.cloud.clock.now();
    await stage.save(path, { ...(await stage.get(integrationSchema, path)), revokedAt: now });
  }
  expect((await stage.http(webhook, firing)).status).toBe(401);
  expect((await stage.http(enqueue, event())).status).toBe(400);
  expect(await stage.newAlerts()).toEqual([]);
});

test('other paths and methods are rejected', async () => {
  expect((await stage.http('/nowhere', {})).status).toBe(404);
  expect((await stage.http('/in/alertmanager/', firing)).status).toBe(404);
  const wrong = await stage.http(enqueue, '', 'GET');
  expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'POST']);
  expect((await stage.http(`${enqueue}?trace=1`, event())).status).toBe(202);
});

test('a body of 4 MiB is read completely', async () => {
  const plain = JSON.stringify(event({ padding: '' }));
  const padding = 'x'.repeat(limits.ingestBytes - plain.length);
  const { status, json } = await stage.http(enqueue, event({ padding }));
  expect([status, json]).toEqual([202, { status: 'success', message: 'Event processed', dedup_key: 'k' }]);
});

test('above 120 messages per minute and group, one sender gets 429 and the one that never retries 429 gets 503', async () => {
  for (let sent = 0; sent < constants.ingestPerMinute; sent++) {
    expect((await stage.http(enqueue, event())).status).toBe(202);
    expect((await stage.http(webhook, firing)).status).toBe(200);
  }
  const throttled = await stage.http(enqueue, event());
  expect([throttled.status, throttled.headers['retry-after']]).toEqual([429, '60']);
  expect((await stage.http(webhook, firing)).status).toBe(503);
  expect((await stage.newAlerts()).map(({ count }) => count)).toEqual([120, 120]);
  // Another group under the same key is not limited, nor is another key.
  expect((await stage.http(enqueue, event({ dedup_key: 'other' }))).status).toBe(202);
  expect((await stage.http(enqueue, event({ routing_key: demoKeys.identity }))).status).toBe(202);
  await stage.cloud.advance(minute);
  expect((await stage.http(enqueue, event())).status).toBe(202);
  expect((await stage.http(webhook, firing)).status).toBe(200);
});

test('above its limit a group is accepted only with new content', async () => {
  const payload = (severity: string) => ({ payload: { summary: 'Disk is full', source: 'db-1', severity } });
  const say = async (more: object) => (await stage.http(enqueue, event(more))).status;
  for (let sent = 0; sent < constants.ingestPerMinute; sent++) await say(payload('warning'));
  expect(await say(payload('info'))).toBe(429);
  expect(await say(payload('critical'))).toBe(202);
  expect(await say(payload('critical'))).toBe(429);
  expect(await stage.onlyAlert()).toMatchObject({ severity: 'critical', count: 121 });
  expect(await say({ event_action: 'acknowledge' })).toBe(202);
  expect(await say({ event_action: 'acknowledge' })).toBe(429);
  expect(await say({ event_action: 'resolve' })).toBe(202);
  expect((await stage.onlyAlert()).status).toBe('resolved');
  expect(await say({ event_action: 'resolve' })).toBe(429);
  expect(await say(payload('critical'))).toBe(429);
});

test('an acknowledge or a resolve without an alert is dropped', async () => {
  expect((await stage.http(enqueue, event({ event_action: 'resolve' }))).status).toBe(202);
  expect((await stage.http(enqueue, event({ event_action: 'acknowledge' }))).status).toBe(202);
  expect(await stage.newAlerts()).toEqual([]);
});

test('the integration stores its last event, and no key', async () => {
  await stage.http(enqueue, event());
  const known = await stage.get(integrationSchema, documentPaths.integration(teamId, 'payments-pagerduty'));
  expect(known).toMatchObject({
    lastEventAt: stage.cloud.clock.now(),
    keyEnding: demoKeys.payments.slice(-4),
  });
  expect(JSON.stringify(known)).not.toContain(demoKeys.payments);
});

test('an overloaded backend is reported to each sender with a status that it retries', async () => {
  const busy = () => Promise.reject(new PortError('aborted', 'Too many transactions met.'));
  const server = { ...stage.server, docs: { ...stage.server.docs, transaction: busy } };
  const { http } = createFunctions();
  const ask = (path: string, body: unknown) =>
    http({ method: 'POST', path, headers: {}, body: JSON.stringify(body) }, server);
  expect(await ask(webhook, firing)).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(await ask(enqueue, event())).toMatchObject({ status: 429, headers: { 'retry-after': '5' } });
});

test('a key between double underscores is unknown and no server error', async () => {
  expect((await stage.http('/in/alertmanager/__12345678__', firing)).status).toBe(404);
  expect((await stage.http(enqueue, event({ routing_key: '__12345678__' }))).status).toBeLessThan(500);
});
