import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { day, hour, minute } from '#domain/constants.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { noticeSchema } from '#domain/notice/schema.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { webhookDeliverySchema, webhookSchema } from '#domain/webhook/schema.ts';
import { sentEventSchema } from '#domain/webhook/payload.ts';
import { webhookEventTypes } from '#domain/webhook/fields.ts';
import type { CommandInput } from '#api/commands.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import {
  type ScriptedAnswer,
  ScriptedNetwork,
  type ScriptedRequest,
} from '#fakes/cloud/http/scripted-network.ts';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import * as v from 'valibot';
import { createFunctions } from '../index.ts';
import { publishWebhookEventTask } from '../tasks.ts';

const keyBytes = Buffer.from('a key of thirty-four bytes, no less');
const secret = `whsec_${keyBytes.toString('base64')}`;
const address = 'https://receiver.test/hooks/very-secret-path?token=a-secret-token';

interface Received extends ScriptedRequest {
  readonly event: {
    readonly type: string;
    readonly data: Readonly<Record<string, unknown>>;
    readonly url: string;
  };
}

let stage: FunctionsStage;
let network: ScriptedNetwork;
let answer: (request: ScriptedRequest) => ScriptedAnswer;
let received: Received[];

beforeEach(async () => {
  const clock = new ManualClock();
  network = new ScriptedNetwork(clock);
  received = [];
  answer = () => ({});
  network.name('receiver.test', ['93.184.215.14']);
  network.serve('93.184.215.14', (request) => {
    received.push({ ...request, event: JSON.parse(request.body ?? '{}') as Received['event'] });
    return answer(request);
  });
  stage = await FunctionsStage.open(createFunctions(), { clock, http: network.http() });
});
afterEach(() => stage.close());

type Content = Omit<CommandInput<'saveWebhook'>, 'teamId' | 'commandId'>;
const save = (more: Partial<Content> = {}) =>
  stage.call('jonas', 'saveWebhook', {
    webhookId: 'ops',
    name: 'Operations',
    format: 'muster',
    enabled: true,
    events: [...webhookEventTypes],
    serviceIds: [],
    severities: [],
    linkOrigin: 'https://muster.test',
    access: { url: address, secret, matrix: null },
    ...more,
  });
const incident: Omit<CommandInput<'declareIncident'>, 'teamId' | 'commandId'> = {
  title: 'Checkout fails',
  severity: 'SEV2',
  serviceIds: ['checkout'],
  private: false,
  alertId: null,
  page: [],
};
const declare = (more: Partial<typeof incident> = {}) =>
  stage.call('jonas', 'declareIncident', { ...incident, ...more });
const alertmanagerMessage = (status: 'firing' | 'resolved') => ({
  version: '4',
  groupKey: '{}:{alertname="DiskFull"}',
  status,
  receiver: 'muster',
  groupLabels: { alertname: 'DiskFull' },
  commonLabels: { alertname: 'DiskFull', severity: 'critical' },
  commonAnnotations: { summary: 'The disk is full' },
  externalURL: 'http://alertmanager.test',
  alerts: [
    {
      status,
      labels: { alertname: 'DiskFull', severity: 'critical' },
      annotations: { summary: 'The disk is full' },
      startsAt: '2026-01-05T08:59:00Z',
      endsAt: status === 'resolved' ? '2026-01-05T09:10:00Z' : '0001-01-01T00:00:00Z',
      generatorURL: 'http://prometheus.test',
      fingerprint: 'a1b2c3d4',
    },
  ],
});
const types = () => received.map(({ event }) => event.type);
const arrived = async (count: number) => {
  for (let tries = 0; tries < 100 && received.length < count; tries++) await pass(10);
};
const pass = async (ms: number) => {
  await stage.cloud.advance(ms);
  await settle();
};
const log = async () =>
  (await stage.all(webhookDeliverySchema, collectionPaths.webhookDeliveries(teamId))).toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  );

describe('a webhook', () => {
  test('gets every change of an incident in order, each signed', async () => {
    await save();
    const { incidentId } = await declare();
    await arrived(1);
    await stage.call('jonas', 'transitionIncident', { incidentId, to: 'investigating', note: '' });
    await stage.call('jonas', 'setSeverity', { incidentId, severity: 'SEV1' });
    await stage.call('jonas', 'transitionIncident', { incidentId, to: 'resolved', note: '' });
    await arrived(4);
    expect(types()).toEqual([
      'incident.declared',
      'incident.status_changed',
      'incident.severity_changed',
      'incident.resolved',
    ]);
    expect(received[2]?.event).toMatchObject({
      data: {
        teamId,
        changed: ['severity'],
        incident: { id: incidentId, severity: 'SEV1', title: 'Checkout fails' },
      },
      url: expect.stringMatching(/^https:\/\/muster\.test\/t\/[^/]+\/incidents\/\d+$/u),
    });
    for (const { headers, body, event } of received) {
      expect(v.is(sentEventSchema, event)).toBe(true);
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      const signature = createHmac('sha256', keyBytes).update(signed).digest('base64');
      expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    }
    expect((await log()).map(({ status, answered, attempts }) => [status, answered, attempts])).toEqual(
      Array.from({ length: 4 }, () => ['delivered', 200, 1]),
    );
  });

  test('has the signature of the Standard Webhooks library', async () => {
    await save();
    await declare();
    await arrived(1);
    const [first] = received;
    if (first === undefined) throw new Error('Nothing arrived.');
    const { headers, body } = first;
    const time = new Date(Number(headers['webhook-timestamp']) * 1000);
    const id = headers['webhook-id'] ?? '';
    expect(id).toMatch(/^evt_/u);
    expect(headers['webhook-signature']).toBe(new StandardWebhook(secret).sign(id, time, body ?? ''));
  });

  test('gets changes of alerts and pages, and its chosen events only', async () => {
    await save({ events: ['alert.triggered', 'alert.resolved', 'page.started', 'page.acknowledged'] });
    await stage.http(`/in/alertmanager/${demoKeys.checkout}`, alertmanagerMessage('firing'));
    await arrived(2);
    expect(types().toSorted()).toEqual(['alert.triggered', 'page.started']);
    const { pageId } = await stage.onlyAlert();
    await stage.call('jonas', 'acknowledgePage', { pageId: pageId ?? '' });
    await arrived(3);
    await stage.http(`/in/alertmanager/${demoKeys.checkout}`, alertmanagerMessage('resolved'));
    await arrived(4);
    expect(types().slice(2)).toEqual(['page.acknowledged', 'alert.resolved']);
    expect(received.every(({ event }) => v.is(sentEventSchema, event))).toBe(true);
  });

  test('gets events of its services and severities only', async () => {
    await save({ serviceIds: ['checkout'], severities: ['SEV1', 'SEV2'], events: ['incident.declared'] });
    await declare({ title: 'Search fails', serviceIds: ['search'] });
    await declare({ title: 'A colour is off', severity: 'SEV4' });
    await declare({ title: 'Checkout fails' });
    await pass(minute);
    expect(received.map(({ event }) => event.data)).toMatchObject([
      { incident: { title: 'Checkout fails' } },
    ]);
  });

  test('gets nothing of a private incident, including events waiting when it becomes private', async () => {
    await save();
    await declare({
      title: 'A private matter',
      private: true,
      page: [{ kind: 'people', userIds: ['lena'] }],
    });
    await pass(minute);
    expect(received).toEqual([]);
    await stage.call('jonas', 'declareIncident', { ...incident, title: 'A secret', private: true });
    const secretIncident = (await stage.all(incidentSchema, collectionPaths.incidents(teamId))).find(
      ({ title }) => title === 'A secret',
    );
    answer = () => ({ status: 503 });
    await stage.http(`/in/alertmanager/${demoKeys.checkout}`, alertmanagerMessage('firing'));
    await arrived(2);
    const { id: alertId } = await stage.onlyAlert();
    await stage.call('jonas', 'linkAlert', { alertId, incidentId: secretIncident?.id ?? '' });
    answer = () => ({});
    received = [];
    await pass(hour);
    expect(received).toEqual([]);
    const stored = await log();
    expect(new Set(stored.map(({ status }) => status))).toEqual(new Set(['dropped']));
    expect(JSON.stringify(stored)).not.toContain('DiskFull');
  });

  test('is retried with growing pauses under one id, and continues when the receiver is back', async () => {
    await save({ events: ['incident.declared'] });
    answer = () => ({ status: 500 });
    await declare();
    await pass(3 * hour);
    const attempts = received.length;
    expect(attempts).toBeGreaterThan(5);
    expect(attempts).toBeLessThan(12);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(attempts);
    expect(await log()).toMatchObject([{ status: 'waiting', answered: 500, attempts }]);
    answer = () => ({});
    await pass(4 * hour);
    expect(await log()).toMatchObject([{ status: 'delivered', attempts: attempts + 1, problem: '' }]);
  });

  test('is disabled after a day of failures, and members who may configure it are notified', async () => {
    await save({ events: ['incident.declared'] });
    answer = () => ({ status: 404 });
    await declare();
    await pass(3 * hour);
    await stage.standStill(day);
    await declare({ title: 'Another' });
    await pass(5 * minute);
    expect(await stage.get(webhookSchema, documentPaths.webhook(teamId, 'ops'))).toMatchObject({
      enabled: false,
      disabledAt: expect.any(Number),
    });
    const notices = (await stage.all(noticeSchema, collectionPaths.notices(teamId))).filter(
      ({ content }) => content.kind === 'webhookDisabled',
    );
    expect(notices.map(({ userId }) => userId).toSorted()).toEqual(['amara', 'jonas', 'mei']);
    expect((await log()).every(({ status }) => status === 'failed')).toBe(true);
    const before = received.length;
    await declare({ title: 'After that' });
    await pass(hour);
    expect(received).toHaveLength(before);
    answer = () => ({});
    await save({ enabled: true, access: null, expectedRevision: 2 });
    await declare({ title: 'Mended' });
    await arrived(before + 1);
    expect(received.at(-1)?.event.data).toMatchObject({ incident: { title: 'Mended' } });
  });

  test('gets a test event and a redelivery with the same event', async () => {
    await save({ events: ['incident.declared'] });
    await stage.call('jonas', 'tryWebhook', { webhookId: 'ops' });
    await arrived(1);
    expect(types()).toEqual(['webhook.test']);
    expect(v.is(sentEventSchema, received[0]?.event)).toBe(true);
    await declare();
    await arrived(2);
    const [, delivery] = await log();
    await stage.call('jonas', 'redeliverWebhook', { deliveryId: delivery?.id ?? '' });
    await arrived(3);
    expect(received[2]?.body).toBe(received[1]?.body);
    expect(received[2]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id']);
  });

  test('has a limited log and a limited queue', async () => {
    await save({ events: ['incident.declared'] });
    for (let count = 0; count < settingsLimits.webhookLog + 5; count++)
      await stage.call('jonas', 'tryWebhook', { webhookId: 'ops' });
    await pass(10 * minute);
    expect(received).toHaveLength(settingsLimits.webhookLog + 5);
    expect(await log()).toHaveLength(settingsLimits.webhookLog);
    await stage.standStill((settingsLimits.webhookLogDays + 1) * day);
    await pass(2 * minute);
    expect(await log()).toEqual([]);
  });
});

describe('hostile receivers', () => {
  const hostile: Readonly<Record<string, () => ScriptedAnswer>> = {
    'one that redirects inside': () => ({ status: 307, headers: { location: 'http://127.0.0.1:9090/' } }),
    'one with an endless answer': () => ({ body: [new Uint8Array(10), 'never'] }),
    'one with a huge answer': () => ({ body: Array.from({ length: 80 }, () => new Uint8Array(1_000)) }),
    'one that says nothing sensible': () => ({ status: 299, body: '{"__proto__": ' }),
    'one that asks to wait forever': () => ({ status: 429, headers: { 'retry-after': '999999999' } }),
  };

  test.each(Object.entries(hostile))('%s delays no other webhook and no page', async (_, misbehave) => {
    const others: string[] = [];
    network.name('good.test', ['93.184.215.15']);
    network.serve('93.184.215.15', ({ body }) => {
      others.push(body ?? '');
      return {};
    });
    const inside: string[] = [];
    network.serve('127.0.0.1', ({ path }) => {
      inside.push(path);
      return {};
    });
    answer = misbehave;
    await save();
    await save({ webhookId: 'good', access: { url: 'https://good.test/', secret, matrix: null } });
    const { incidentId } = await declare({ page: [{ kind: 'people', userIds: ['lena'] }] });
    await pass(1_000);
    const pages = await stage.all(pageSchema, collectionPaths.pages(teamId));
    const page = pages.find((one) => one.incidentId === incidentId);
    expect(page?.status).toBe('notifying');
    expect(others.length).toBeGreaterThanOrEqual(2);
    await pass(hour);
    expect(inside).toEqual([]);
    expect(received.length).toBeLessThan(20);
  });

  test('whose name resolves to an internal address is not contacted', async () => {
    network.name('inside.test', ['10.0.0.5']);
    let calls = 0;
    network.serve('10.0.0.5', () => {
      calls++;
      return {};
    });
    await save({ access: { url: 'https://inside.test/', secret, matrix: null } });
    await stage.call('jonas', 'tryWebhook', { webhookId: 'ops' });
    await pass(minute);
    expect(calls).toBe(0);
    expect(await log()).toMatchObject([{ status: 'waiting', answered: null }]);
  });

  test('an event whose tasks are lost is sent by the sweep', async () => {
    await stage.close();
    const functions = createFunctions();
    const clock = new ManualClock();
    const sent: string[] = [];
    const outside = new ScriptedNetwork(clock);
    outside.name('receiver.test', ['93.184.215.14']);
    outside.serve('93.184.215.14', ({ body }) => {
      sent.push(body ?? '');
      return {};
    });
    const lost = () => Promise.resolve();
    stage = await FunctionsStage.open(
      { ...functions, tasks: { ...functions.tasks, [publishWebhookEventTask]: lost } },
      { clock, http: outside.http() },
    );
    await save({ events: ['incident.declared'] });
    await declare();
    expect(sent).toEqual([]);
    await pass(2 * minute);
    expect(sent).toHaveLength(1);
  });
});

test('address and secret are in no document that a client reads, no log, notice or audit entry', async () => {
  const logged: string[] = [];
  const spies = (['log', 'info', 'warn', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...parts) => void logged.push(parts.map(String).join(' '))),
  );
  answer = ({ headers }) => ({ status: 500, body: JSON.stringify(headers) });
  await save();
  await stage.call('jonas', 'tryWebhook', { webhookId: 'ops' });
  await pass(hour);
  await stage.standStill(day);
  await declare();
  await pass(10 * minute);
  await save({
    enabled: true,
    expectedRevision: 2,
    access: { url: `${address}2`, secret, matrix: null },
  });
  await stage.call('jonas', 'removeWebhook', { webhookId: 'ops' });
  for (const spy of spies) spy.mockRestore();
  const told = stage.stored() + logged.join('\n');
  for (const part of ['very-secret-path', 'a-secret-token', secret.slice(6)])
    expect(told).not.toContain(part);
  expect(told).toContain('saveWebhook');
});

test('an invalid webhook is answered with a typed error and changes nothing', async () => {
  const stored = stage.stored();
  const refused = async (more: Partial<Content>) => (await errorOf(save(more))).error?.code;
  expect(await refused({ access: null })).toBe('invalid');
  expect(await refused({ access: { url: 'ftp://receiver.test', secret, matrix: null } })).toBe('invalid');
  expect(await refused({ access: { url: address, secret: null, matrix: null } })).toBe('invalid');
  expect(await refused({ access: { url: address, secret: 'short', matrix: null } })).toBe('invalid');
  expect(await refused({ format: 'slack', access: { url: address, secret: null, matrix: null } })).toBe(
    'invalid',
  );
  expect(await refused({ events: [] })).toBe('invalid');
  expect(await refused({ expectedRevision: 7 })).toBe('conflict');
  expect((await errorOf(stage.call('lena', 'tryWebhook', { webhookId: 'ops' }))).error?.code).toBe(
    'forbidden',
  );
  expect((await errorOf(stage.call('jonas', 'tryWebhook', { webhookId: 'ops' }))).error?.code).toBe(
    'not_found',
  );
  expect(stage.stored()).toBe(stored);
});
