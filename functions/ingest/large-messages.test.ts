/** Messages that are too large: they open what they can, and are noted under their key. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { limits } from '#domain/constants.ts';
import { hmacSha256Hex } from '#domain/digest.ts';
import { integrationEventSchema } from '#domain/integration/schema.ts';
import { collectionPaths } from '#api/paths.ts';
import { addSender } from '#tests/app/functions/senders.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const webhook = `/in/alertmanager/${demoKeys.checkout}`;
const enqueue = '/v2/enqueue';
/** In the order in which Alertmanager writes the fields: the key of the group is behind its alerts. */
const group = (
  count: number,
  more: object = {},
  textOf = (number: number) => 'x'.repeat(460 + (number % 7)),
) => ({
  receiver: 'muster',
  status: 'firing',
  alerts: Array.from({ length: count }, (_, number) => ({
    status: 'firing',
    labels: {
      alertname: 'NodeDown',
      instance: `node-${number}`,
      severity: number === count - 1 ? 'critical' : 'warning',
    },
    annotations: { summary: `node-${number} is down`, description: textOf(number) },
    startsAt: '2026-01-05T08:59:00Z',
    endsAt: '0001-01-01T00:00:00Z',
    generatorURL: `https://prometheus.test/graph?g0.expr=up&node=${number}`,
    fingerprint: number.toString(16).padStart(16, '0'),
  })),
  groupLabels: { alertname: 'NodeDown' },
  commonLabels: { alertname: 'NodeDown' },
  commonAnnotations: {},
  externalURL: 'https://alertmanager.test',
  version: '4',
  groupKey: '{}:{alertname="NodeDown"}',
  truncatedAlerts: 0,
  ...more,
});
const notes = () => stage.all(integrationEventSchema, collectionPaths.integrationEvents(teamId));

test('a group of 1,000 alerts makes one alert with its count and pages', async () => {
  const body = JSON.stringify(group(1_000));
  expect(body.length).toBeGreaterThan(700_000);
  const { status, json } = await stage.http(webhook, body);
  expect([status, json]).toEqual([200, expect.not.objectContaining({ warnings: expect.anything() })]);
  const alert = await stage.onlyAlert();
  expect(alert).toMatchObject({
    status: 'open',
    severity: 'critical',
    firing: 1_000,
    summary: 'node-0 is down (and 999 more)',
  });
  expect((await stage.page(alert.pageId ?? '')).status).toBe('notifying');
  expect(await notes()).toMatchObject([{ result: 'opened', alertId: alert.id, reason: '' }]);
});

describe('a message above 4 MiB', () => {
  test('opens the group with its whole count, pages, and is recorded with advice', async () => {
    const body = JSON.stringify(group(7_000));
    expect(body.length).toBeGreaterThan(limits.ingestBytes);
    const { status, json } = await stage.http(webhook, body);
    const warning = expect.stringMatching(
      /larger than 4 MiB \(5\.\d\).*of [\d,]+ alerts.*max_alerts/u,
    ) as unknown;
    expect([status, json]).toEqual([200, expect.objectContaining({ warnings: [warning] })]);
    const alert = await stage.onlyAlert();
    expect(alert).toMatchObject({ status: 'open', severity: 'critical', firing: 7_000 });
    expect((await stage.page(alert.pageId ?? '')).status).toBe('notifying');
    expect(await notes()).toMatchObject([{ result: 'opened', alertId: alert.id, reason: warning }]);
  });

  test('resolves the same group', async () => {
    await stage.http(webhook, group(7_000));
    const resolved = group(7_000, { status: 'resolved' });
    const alerts = resolved.alerts.map((alert) => ({ ...alert, status: 'resolved' }));
    expect((await stage.http(webhook, { ...resolved, alerts })).status).toBe(200);
    expect(await stage.onlyAlert()).toMatchObject({ status: 'resolved', firing: 0 });
  });

  test('is measured in bytes', async () => {
    const body = JSON.stringify(group(2_000, {}, () => 'é'.repeat(1_100)));
    expect(body.length).toBeLessThan(limits.ingestBytes);
    const { json } = await stage.http(webhook, body);
    expect(json).toMatchObject({ warnings: [expect.stringContaining('larger than 4 MiB')] });
    expect(await stage.onlyAlert()).toMatchObject({ firing: 2_000, severity: 'critical' });
  });

  test('opens Grafana’s group, also when signed', async () => {
    const key = await addSender(stage, 'grafana');
    const secret = 'a-secret-of-Grafana';
    await stage.call('jonas', 'setSigningSecret', { integrationId: 'grafana', secret });
    const body = JSON.stringify(group(7_000, { version: '1', title: 'Nodes' }));
    const headers = { 'x-grafana-alerting-signature': hmacSha256Hex(secret, body) };
    expect((await stage.http(`/in/grafana/${key}`, body, 'POST', headers)).status).toBe(200);
    expect(await stage.onlyAlert()).toMatchObject({ firing: 7_000, severity: 'critical' });
  });

  test('opens an event without its long details, wherever its key is', async () => {
    const event = {
      payload: {
        summary: 'Disk is full',
        source: 'db-1',
        severity: 'critical',
        custom_details: { host: 'db-1', log: 'x'.repeat(5 * 1024 * 1024) },
      },
      event_action: 'trigger',
      dedup_key: 'k',
      routing_key: demoKeys.payments,
    };
    const { status, json } = await stage.http(enqueue, event);
    expect([status, json]).toEqual([
      202,
      expect.objectContaining({ dedup_key: 'k', warnings: [expect.stringContaining('without 1 field')] }),
    ]);
    const alert = await stage.onlyAlert();
    expect(alert).toMatchObject({ severity: 'critical', labels: { host: 'db-1' } });
    expect(await notes()).toMatchObject([{ reason: expect.stringContaining('larger than 4 MiB') }]);
  });

  test('opens plain JSON by the small fields of its mapping', async () => {
    const key = await addSender(stage, 'json');
    const message = { log: ['x'.repeat(5 * 1024 * 1024)], id: 'q', summary: 'Queue', severity: 'critical' };
    expect((await stage.http(`/in/json/${key}`, message)).status).toBe(200);
    expect(await stage.onlyAlert()).toMatchObject({ dedupKey: 'q', severity: 'critical' });
  });

  test.each(['alertmanager', 'grafana', 'json', 'pagerduty'] as const)(
    'with unreadable %s is rejected and recorded with its size',
    async (kind) => {
      const key = await addSender(stage, kind);
      const path = kind === 'pagerduty' ? enqueue : `/in/${kind}/${key}`;
      const body = { routing_key: key, padding: 'x'.repeat(limits.ingestBytes) };
      expect((await stage.http(path, body)).status).toBe(400);
      expect(await notes()).toMatchObject([
        { integrationId: kind, result: 'refused', reason: expect.stringContaining('larger than 4 MiB') },
      ]);
      expect(await stage.newAlerts()).toEqual([]);
    },
  );
});

test('a body that is not JSON is recorded under the key it contains', async () => {
  expect((await stage.http(enqueue, `{"routing_key": "${demoKeys.payments}", "payload": {`)).status).toBe(
    400,
  );
  expect(await notes()).toMatchObject([
    { integrationId: 'payments-pagerduty', result: 'refused', reason: 'The body is not JSON.' },
  ]);
});

test('an alert with the longest texts of a message fits a document', async () => {
  const wide = '🔥';
  const labels = Object.fromEntries(
    Array.from({ length: 120 }, (_, number) => [`${number}${wide.repeat(340)}`, wide.repeat(8_000)]),
  );
  const links = Array.from({ length: 60 }, (_, number) => ({
    href: `https://a.test/${number}/${'x'.repeat(2_000)}`,
    text: wide.repeat(3_000),
  }));
  const payload = { summary: wide.repeat(2_000), source: 'db-1', severity: 'critical' };
  const event = {
    routing_key: demoKeys.payments,
    event_action: 'trigger',
    dedup_key: wide.repeat(300),
    payload,
    links,
  };
  expect((await stage.http(enqueue, event)).status).toBe(202);
  const { status, json } = await stage.http(webhook, group(1, { commonLabels: labels }));
  expect([status, json]).toEqual([
    200,
    expect.objectContaining({
      warnings: expect.arrayContaining(['99 labels were cut: 1,024 characters are kept.']),
    }),
  ]);
  expect(await stage.newAlerts()).toHaveLength(2);
});
