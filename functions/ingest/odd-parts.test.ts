/** Odd values in the parts of a message: each costs that part alone, at every door. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { integrationEventSchema } from '#domain/integration/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { garbage } from '#tests/app/functions/hostile-stage.ts';
import { fieldsOf, replaced, type FieldPath } from '#tests/app/functions/inputs.ts';
import { addSender, keyOfSender } from '#tests/app/functions/senders.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { assertProperty } from '#tests/property.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
  for (const kind of ['grafana', 'json'] as const) await addSender(stage, kind);
});
afterEach(() => stage.close());

const webhook = `/in/alertmanager/${demoKeys.checkout}`;
const enqueue = '/v2/enqueue';
const startsAt = '2026-01-05T08:59:00Z';
const one = {
  status: 'firing',
  labels: { alertname: 'A', severity: 'critical' },
  annotations: { summary: 'Orders fail', runbook_url: 'https://a.test/run' },
  startsAt,
  generatorURL: 'https://a.test/g',
};
const group = (more: object = {}) => ({
  version: '4',
  groupKey: 'g',
  status: 'firing',
  groupLabels: { alertname: 'A' },
  commonLabels: { alertname: 'A', severity: 'critical' },
  commonAnnotations: { summary: 'Orders fail' },
  externalURL: 'https://a.test',
  truncatedAlerts: 0,
  alerts: [one, { ...one, labels: { ...one.labels, instance: 'b' } }],
  ...more,
});
const event = (more: object = {}, payload: object = {}) => ({
  routing_key: demoKeys.payments,
  event_action: 'trigger',
  dedup_key: 'g',
  client: 'Monitor',
  client_url: 'https://a.test',
  links: [{ href: 'https://a.test/l', text: 'Graph' }],
  payload: {
    summary: 'Orders fail',
    source: 'db-1',
    severity: 'critical',
    timestamp: startsAt,
    component: 'db',
    group: 'shop',
    class: 'disk',
    custom_details: { num_firing: '2', host: 'db-1' },
    ...payload,
  },
  ...more,
});

describe('Alertmanager', () => {
  test('labels and annotations of other types become text or are omitted', async () => {
    const labels = { severity: 'critical', replicas: 3, ready: false, zone: null, odd: { a: 1 } };
    const alerts = [
      { ...one, labels, annotations: null },
      { ...one, annotations: { summary: null, runs: 1 } },
    ];
    const { status, json } = await stage.http(webhook, group({ alerts, commonLabels: labels }));
    expect(status).toBe(200);
    expect(json).toMatchObject({ warnings: ['Left out, because it can’t be read: labels, commonLabels.'] });
    const alert = await stage.onlyAlert();
    expect(alert).toMatchObject({ severity: 'critical', firing: 2, summary: 'Orders fail' });
    expect(alert.labels).toEqual({ alertname: 'A', severity: 'critical', replicas: '3', ready: 'false' });
    const notes = await stage.all(integrationEventSchema, collectionPaths.integrationEvents(teamId));
    expect(notes).toMatchObject([{ result: 'opened', reason: expect.stringContaining('commonLabels') }]);
  });

  test.each<[string, object]>([
    [
      'a group of nulls',
      {
        groupLabels: null,
        commonLabels: null,
        commonAnnotations: null,
        externalURL: null,
        truncatedAlerts: null,
      },
    ],
    ['an alert of nulls', { alerts: [{ ...one, annotations: null, generatorURL: null, startsAt: null }] }],
    ['an empty start', { alerts: [{ ...one, startsAt: '' }] }],
    ['a start that is no time', { alerts: [{ ...one, startsAt: 'yesterday' }] }],
    ['a start of seconds', { alerts: [{ ...one, startsAt: 1767600000 }] }],
    ['no start', { alerts: [{ ...one, startsAt: undefined }] }],
    ['an alert that is none', { alerts: [null, 7, one] }],
    ['a number in place of a version', { version: 4 }],
    ['a count in a text', { truncatedAlerts: '7' }],
    ['a negative count', { truncatedAlerts: -1 }],
    ['no status', { status: undefined }],
  ])('%s', async (_, odd) => {
    expect((await stage.http(webhook, group(odd))).status).toBe(200);
    const alert = await stage.onlyAlert();
    expect(alert).toMatchObject({ severity: 'critical', status: 'open', dedupKey: 'g' });
    expect((await stage.page(alert.pageId ?? '')).status).toBe('notifying');
  });

  test('a group without a status is resolved when all its alerts are', async () => {
    await stage.http(webhook, group());
    const alerts = [{ ...one, status: 'resolved' }];
    expect((await stage.http(webhook, group({ status: null, alerts }))).status).toBe(200);
    expect((await stage.onlyAlert()).status).toBe('resolved');
  });
});

describe('PagerDuty', () => {
  test('an event without a known severity or source is an error, and the sender is told', async () => {
    const { status, json } = await stage.http(enqueue, event({}, { severity: 'red', source: null }));
    expect([status, json]).toEqual([
      202,
      expect.objectContaining({ warnings: ['Left out, because it can’t be read: payload.severity.'] }),
    ]);
    expect(await stage.onlyAlert()).toMatchObject({ severity: 'error', summary: 'Orders fail' });
  });

  test('a numeric key is accepted, and its resolve resolves the alert', async () => {
    await stage.http(enqueue, event({ dedup_key: 17 }));
    expect(await stage.onlyAlert()).toMatchObject({ dedupKey: '17', status: 'open' });
    await stage.http(enqueue, event({ dedup_key: 17, event_action: 'resolve' }));
    expect((await stage.onlyAlert()).status).toBe('resolved');
  });
});

describe('a start in the future is replaced by the time of receipt', () => {
  test.each([
    ['Alertmanager', webhook, () => group({ alerts: [{ ...one, startsAt: '2199-01-01T00:00:00Z' }] })],
    ['PagerDuty', enqueue, () => event({}, { timestamp: '2199-01-01T00:00:00+02:00' })],
    [
      'Grafana',
      `/in/grafana/${keyOfSender('grafana')}`,
      () => group({ version: '1', alerts: [{ ...one, startsAt: '2199-01-01T00:00:00Z' }] }),
    ],
  ])('%s', async (_, path, message) => {
    const { status } = await stage.http(path, message());
    expect(status).toBeLessThan(300);
    expect((await stage.onlyAlert()).startsAt).toBe(stage.cloud.clock.now());
  });
});

interface Door {
  readonly path: string;
  readonly message: object;
  /** Parts without which the message says nothing; what is in them, too. */
  readonly needed: readonly string[];
  /** Severity without the part; null: that of the whole message. */
  severityWithout(part: string): string | null;
}

const keepsSeverity = () => null;
const doors: Readonly<Record<string, Door>> = {
  Alertmanager: {
    path: webhook,
    message: group(),
    needed: ['version', 'groupKey'],
    severityWithout: keepsSeverity,
  },
  Grafana: {
    path: `/in/grafana/${keyOfSender('grafana')}`,
    message: group({ version: '1', title: 'A group', orgId: 1 }),
    needed: ['version', 'groupKey'],
    severityWithout: keepsSeverity,
  },
  'Grafana before': {
    path: `/in/grafana/${keyOfSender('grafana')}`,
    message: {
      ...{ ruleName: 'Queue', ruleId: 7, orgId: 1, state: 'alerting', title: 'Queue', message: 'It is long' },
      ...{ tags: { zone: 'eu' }, evalMatches: [{}], ruleUrl: 'https://a.test', imageUrl: null },
    },
    needed: ['ruleName', 'state'],
    severityWithout: () => 'error',
  },
  PagerDuty: {
    path: enqueue,
    message: event(),
    needed: ['routing_key', 'event_action', 'payload', 'payload.summary'],
    severityWithout: (part) => (part === 'payload.severity' ? 'error' : null),
  },
  'plain JSON': {
    path: `/in/json/${keyOfSender('json')}`,
    message: {
      id: 'g',
      summary: 'Orders fail',
      severity: 'critical',
      status: 'failing',
      url: 'https://a.test',
    },
    needed: ['id', 'summary'],
    severityWithout: (part) => (part === 'severity' ? 'error' : null),
  },
};

describe.each(Object.entries(doors))('any JSON value in any part of a message of %s', (_, door) => {
  test('affects that part only: the alert opens and pages', async () => {
    const places = fieldsOf(door.message).filter(
      (place) => place.length > 0 && !door.needed.includes(place.join('.')),
    );
    const odd = fc.tuple(fc.constantFrom<FieldPath>(...places), garbage);
    let sent = 0;
    await assertProperty(
      fc.asyncProperty(odd, async ([place, value]) => {
        const message = replaced(door.message, place, value);
        const { status, json } = await stage.http(door.path, message);
        expect([status, json]).toEqual([status < 300 ? status : 'accepted', json]);
        sent += 1;
        const [alert, ...others] = (await stage.newAlerts()).filter(({ status: now }) => now !== 'resolved');
        expect(others).toEqual([]);
        expect(alert).toMatchObject({
          status: 'open',
          severity: door.severityWithout(place.join('.')) ?? 'critical',
        });
        expect(alert?.pageId).not.toBeNull();
        await stage.call('jonas', 'resolveAlert', { alertId: alert?.id ?? '' });
        // Time enough for the next one not to be flapping.
        await stage.standStill(11 * 60_000);
      }),
      { numRuns: 40 },
    );
    expect(sent).toBeGreaterThan(0);
  });
});
