import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { minute } from '#domain/constants.ts';
import { hmacSha256Hex } from '#domain/digest.ts';
import { integrationEventSchema, integrationSchema } from '#domain/integration/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { query } from '#ports/docs/query.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { addSender } from '#tests/app/functions/senders.ts';

let stage: FunctionsStage;
let address: string;
beforeEach(async () => {
  stage = await FunctionsStage.open();
  address = `/in/grafana/${await addSender(stage, 'grafana')}`;
});
afterEach(() => stage.close());

type Status = 'firing' | 'resolved';
const one = (status: Status, instance: string, labels: object = {}, more: object = {}) => ({
  status,
  labels: { alertname: 'Memory', instance, ...labels },
  annotations: { summary: `Memory of ${instance}` },
  startsAt: '2026-01-05T08:59:00Z',
  endsAt: '0001-01-01T00:00:00Z',
  fingerprint: instance,
  ...more,
});
const group = (status: Status, alerts: readonly object[], more: object = {}) => ({
  receiver: 'muster',
  status,
  orgId: 1,
  alerts,
  groupLabels: { alertname: 'Memory' },
  commonLabels: { alertname: 'Memory' },
  commonAnnotations: {},
  externalURL: 'https://grafana.test/',
  version: '1',
  groupKey: '{}:{alertname="Memory"}',
  truncatedAlerts: 0,
  title: '[FIRING:2] Memory',
  state: status === 'firing' ? 'alerting' : 'ok',
  message: '**Firing**',
  ...more,
});
const send = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  stage.http(address, body, 'POST', headers);

describe('a group of managed alerts', () => {
  test('stays open while a part of it fires, and resolves as a whole', async () => {
    await send(group('firing', [one('firing', 'a'), one('firing', 'b')]));
    expect(await stage.onlyAlert()).toMatchObject({ firing: 2, summary: 'Memory of a (and 1 more)' });
    await send(group('firing', [one('resolved', 'a'), one('firing', 'b')]));
    expect(await stage.onlyAlert()).toMatchObject({
      status: 'open',
      firing: 1,
      count: 2,
      summary: 'Memory of b',
    });
    await send(group('resolved', [one('resolved', 'a'), one('resolved', 'b')]));
    expect(await stage.onlyAlert()).toMatchObject({ status: 'resolved', firing: 0 });
  });

  test('has the worst severity of its labels', async () => {
    await send(
      group('firing', [
        one('firing', 'a', { severity: 'warning' }),
        one('firing', 'b', { severity: 'critical' }),
      ]),
    );
    expect((await stage.onlyAlert()).severity).toBe('critical');
  });

  test('of a rule without data is an error that pages', async () => {
    const labels = { alertname: 'DatasourceNoData', rulename: 'Memory', datasource_uid: 'x' };
    await send(group('firing', [one('firing', 'a', labels, { annotations: {} })], { groupLabels: labels }));
    const alert = await stage.onlyAlert();
    expect(alert).toMatchObject({ severity: 'error', summary: 'DatasourceNoData Memory x' });
    expect((await stage.page(alert.pageId ?? '')).status).toBe('notifying');
  });

  test('that tests the contact point has severity info and pages accordingly', async () => {
    await send(
      group('firing', [one('firing', 'Grafana', { alertname: 'TestAlert' })], {
        groupKey: 'test-1f2e-1767600000',
      }),
    );
    expect(await stage.onlyAlert()).toMatchObject({ severity: 'info', status: 'open' });
  });
});

describe('a message of legacy alerting', () => {
  const legacy = (state: string, more: object = {}) => ({
    evalMatches: [{ value: 100, metric: 'High', tags: null }],
    orgId: 1,
    ruleId: 17,
    ruleName: 'Queue',
    ruleUrl: 'https://grafana.test/d/1',
    state,
    title: '[Alerting] Queue',
    message: 'The queue is long',
    tags: { zone: 'eu' },
    ...more,
  });

  test.each(['ok', 'paused'])('opens an alert by its rule, and %s resolves it', async (over) => {
    expect((await send(legacy('alerting'))).status).toBe(200);
    const alert = await stage.onlyAlert();
    expect(alert).toMatchObject({
      dedupKey: 'grafana:1:17',
      summary: 'The queue is long',
      labels: { zone: 'eu', rule: 'Queue', state: 'alerting' },
    });
    await send(legacy('no_data'));
    expect(await stage.onlyAlert()).toMatchObject({ id: alert.id, severity: 'warning', count: 2 });
    await send(legacy(over));
    expect((await stage.onlyAlert()).status).toBe('resolved');
  });

  test('with an unknown state is rejected', async () => {
    expect(await send(legacy('pending'))).toMatchObject({ status: 400 });
    expect(await stage.newAlerts()).toEqual([]);
  });
});

test.each([
  ['a custom payload', { hello: 'world' }],
  ['text', 'Memory is short'],
  ['another version', group('firing', [one('firing', 'a')], { version: '2' })],
])('%s is rejected with a sentence and recorded', async (_, body) => {
  const { status, json } = await send(body);
  expect([status, json]).toEqual([400, expect.objectContaining({ message: expect.stringMatching(/\S/u) })]);
  const noted = await stage.all(integrationEventSchema, collectionPaths.integrationEvents(teamId));
  expect(noted).toMatchObject([{ integrationId: 'grafana', result: 'refused' }]);
});

describe('with a signing secret', () => {
  const secret = 'a secret of Grafana'.replaceAll(' ', '-');
  const set = (value: string | null) =>
    stage.call('jonas', 'setSigningSecret', { integrationId: 'grafana', secret: value });
  const body = JSON.stringify(group('firing', [one('firing', 'a')]));
  const header = 'x-grafana-alerting-signature';
  const timeHeader = 'x-grafana-alerting-timestamp';
  const seconds = (ms = 0) => String(Math.floor((stage.cloud.clock.now() + ms) / 1000));
  const timed = (time: string, by = secret) => ({
    [header]: hmacSha256Hex(by, `${time}:${body}`),
    [timeHeader]: time,
  });
  beforeEach(async () => void (await set(secret)));

  test('accepts a signed message with and without a time', async () => {
    expect((await send(body, { [header]: hmacSha256Hex(secret, body) })).status).toBe(200);
    expect((await send(body, timed(seconds()))).status).toBe(200);
    expect((await send(body, timed(seconds(-4 * minute)))).status).toBe(200);
    expect((await stage.onlyAlert()).count).toBe(3);
  });

  test.each<[string, () => Readonly<Record<string, string>>]>([
    ['not signed', () => ({})],
    ['signed with an empty signature', () => ({ [header]: '' })],
    ['signed with another secret', () => ({ [header]: hmacSha256Hex('another secret of theirs', body) })],
    ['signed for another body', () => ({ [header]: hmacSha256Hex(secret, `${body} `) })],
    ['signed with a part of a signature', () => ({ [header]: hmacSha256Hex(secret, body).slice(0, 63) })],
    ['signed long ago', () => timed(seconds(-6 * minute))],
    ['signed ahead of time', () => timed(seconds(6 * minute))],
    ['signed at no time', () => timed('yesterday')],
    [
      'signed with a time that was changed',
      () => ({ ...timed(seconds(-6 * minute)), [timeHeader]: seconds() }),
    ],
    ['stripped of its time', () => ({ [header]: timed(seconds(-6 * minute))[header] ?? '' })],
  ])('rejects a message that is %s', async (_, headers) => {
    const { status, json } = await send(body, headers());
    expect([status, json]).toEqual([401, expect.objectContaining({ error: 'unauthenticated' })]);
    expect(await stage.newAlerts()).toEqual([]);
  });

  test('does not accept the signature of time and body as that of a body', async () => {
    const time = seconds(-6 * minute);
    const headers = { [header]: hmacSha256Hex(secret, `${time}:${body}`) };
    expect((await send(`${time}:${body}`, headers)).status).toBe(400);
    expect(await stage.newAlerts()).toEqual([]);
  });

  test('replaces the secret at once, and accepts unsigned messages after its removal', async () => {
    await set('the secret after it'.replaceAll(' ', '-'));
    expect((await send(body, { [header]: hmacSha256Hex(secret, body) })).status).toBe(401);
    await set(null);
    expect((await send(body)).status).toBe(200);
    expect(stage.stored()).not.toContain('the-secret-after-it');
  });

  test('hides the secret from members, in documents and in the audit', async () => {
    const owner = await stage.person('amara');
    const path = serverPaths.integrationSecret(teamId, 'grafana');
    await expect(owner.docs.get(path)).rejects.toMatchObject({ code: 'permission-denied' });
    const audit = await stage.server.docs.find(query(collectionPaths.audit(teamId)));
    expect(JSON.stringify(audit)).toContain('setSigningSecret');
    expect(JSON.stringify(audit)).not.toContain(secret);
    const known = await stage.get(integrationSchema, documentPaths.integration(teamId, 'grafana'));
    expect(JSON.stringify(known)).not.toContain(secret);
    expect(known?.signatureSetAt).toBe(stage.cloud.clock.now());
  });

  test('is available for signing senders only, and set by admins only', async () => {
    const other = stage.call('jonas', 'setSigningSecret', { integrationId: 'search-alertmanager', secret });
    expect((await errorOf(other)).error).toMatchObject({ code: 'invalid', field: 'secret' });
    const responder = stage.call('priya', 'setSigningSecret', { integrationId: 'grafana', secret: null });
    expect((await errorOf(responder)).error?.code).toBe('forbidden');
    const short = stage.call('jonas', 'setSigningSecret', { integrationId: 'grafana', secret: 'short' });
    expect((await errorOf(short)).error).toMatchObject({ code: 'invalid', field: 'secret' });
    expect((await send(body)).status).toBe(401);
  });
});
