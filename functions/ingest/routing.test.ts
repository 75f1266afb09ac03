/** A single key for a whole Alertmanager: its rules choose service, urgency and group of an alert, or drop it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandInput } from '#api/commands.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { integrationEventSchema, integrationSchema } from '#domain/integration/schema.ts';
import { pageSchema } from '#domain/page/schema.ts';
import { routingVersionSchema } from '#domain/routing/schema.ts';
import { query } from '#ports/docs/query.ts';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

type Rule = CommandInput<'saveRouting'>['rules'][number];
const integrationId = 'checkout-alertmanager';
const asSent = {
  ...{ kind: 'alert', service: { by: 'default' }, severity: null, urgency: null, group: null },
  ...{ summary: null, labels: [] },
} as const;
const byLabel = { ...asSent, service: { by: 'label', label: 'service' } } as const;
const rule = (more: object, id = 'one') =>
  ({ id, name: `Rule ${id}`, conditions: [], action: byLabel, ...more }) as unknown as Rule;
const inTest = { kind: 'equals', part: 'label', label: 'zone', value: 'test' } as const;
const save = (rules: readonly Rule[], more: { serviceId?: string; expectedRevision?: number } = {}) =>
  stage.call('jonas', 'saveRouting', { integrationId, serviceId: 'checkout', rules: [...rules], ...more });

const send = (labels: object, more: object = {}) =>
  stage.http(`/in/alertmanager/${demoKeys.checkout}`, {
    ...{ version: '4', groupKey: JSON.stringify(labels), status: 'firing', commonLabels: labels },
    alerts: [
      { status: 'firing', labels: { severity: 'critical', ...labels }, startsAt: '2026-01-05T09:00:00Z' },
    ],
    ...more,
  });
const over = (labels: object) =>
  send(labels, { status: 'resolved', alerts: [{ status: 'resolved', labels }] });
const notes = () => stage.all(integrationEventSchema, collectionPaths.integrationEvents(teamId));
const reasons = async () => (await notes()).map(({ reason }) => reason);

describe('one rule by a label', () => {
  test('routes the alerts of thirty services, created before and after it', async () => {
    const add = (n: number) =>
      stage.call('jonas', 'saveService', {
        ...{
          serviceId: `s${n}`,
          name: `Shop part ${n}`,
          description: '',
          policyId: 'shop',
          lowPolicyId: null,
        },
        ...{ ownerId: null, supportHours: null, dependsOn: [] },
      });
    for (let n = 0; n < 15; n++) await add(n);
    await save([rule({})]);
    for (let n = 15; n < 30; n++) await add(n);
    for (let n = 0; n < 30; n++) expect((await send({ service: `shop-part-${n}` })).status).toBe(200);
    const alerts = await stage.newAlerts();
    expect(new Set(alerts.map(({ serviceId }) => serviceId))).toEqual(
      new Set(Array.from({ length: 30 }, (_, n) => `s${n}`)),
    );
    expect(alerts.every(({ pageId }) => pageId !== null)).toBe(true);
    expect(alerts[0]?.route).toMatchObject({ ruleId: 'one', ruleName: 'Rule one', unknownService: null });
  });

  test('pages by the default service for an unknown name, and records it', async () => {
    await save([rule({})]);
    await send({ service: 'nowhere' });
    const alert = await stage.onlyAlert();
    expect(alert).toMatchObject({ serviceId: 'checkout', route: { unknownService: 'nowhere' } });
    expect(alert.pageId).not.toBeNull();
    expect(await reasons()).toContainEqual(expect.stringContaining('No service is named “nowhere”'));
  });

  test('pages by the default service for a message without the label', async () => {
    await save([rule({})]);
    await send({ zone: 'eu' });
    expect(await stage.onlyAlert()).toMatchObject({ serviceId: 'checkout', route: { unknownService: '' } });
  });

  test('does not follow a service’s former name', async () => {
    await save([rule({})]);
    const { description, policyId, ownerId } = { description: '', policyId: 'shop', ownerId: null };
    await stage.call('jonas', 'saveService', {
      ...{ serviceId: 'search', name: 'Finder', description, policyId, lowPolicyId: null, ownerId },
      ...{ supportHours: null, dependsOn: [], expectedRevision: 1 },
    });
    await send({ service: 'finder' });
    await send({ service: 'Search engine' });
    const alerts = await stage.newAlerts();
    expect(alerts.map(({ serviceId }) => serviceId).toSorted()).toEqual(['checkout', 'search']);
  });
});

describe('a drop rule', () => {
  test('opens no alert and stores the beginning of the message for admins', async () => {
    await save([rule({ conditions: [inTest], action: { kind: 'drop' } })]);
    const answer = await send({ zone: 'test' });
    expect(answer).toMatchObject({ status: 200, json: { message: 'Dropped by a rule of this key.' } });
    expect(await stage.newAlerts()).toEqual([]);
    expect(await notes()).toMatchObject([
      { result: 'filtered', reason: 'By the rule “Rule one”.', message: { labels: { zone: 'test' } } },
    ]);
  });

  test('does not affect an open alert', async () => {
    await send({ zone: 'test' });
    await save([rule({ conditions: [inTest], action: { kind: 'drop' } })]);
    await send({ zone: 'test' });
    expect(await stage.onlyAlert()).toMatchObject({ count: 2, status: 'open' });
    await over({ zone: 'test' });
    expect(await stage.onlyAlert()).toMatchObject({ status: 'resolved' });
  });
});

test('the urgency of a rule becomes the page’s, whatever the severity', async () => {
  await save([rule({ action: { ...asSent, urgency: 'low' } })]);
  await send({ zone: 'eu' });
  const alert = await stage.onlyAlert();
  expect(alert).toMatchObject({ severity: 'critical', urgency: 'low' });
  const page = await stage.get(pageSchema, documentPaths.page(teamId, alert.pageId ?? ''));
  expect(page).toMatchObject({ urgency: 'low' });
});

test('severity, summary and labels of a rule become the alert’s, beside the sent labels', async () => {
  const labels = [{ name: 'place', text: 'zone {zone}' }];
  await save([rule({ action: { ...asSent, severity: 'warning', summary: 'Disk in {zone}', labels } })]);
  await send({ zone: 'eu' });
  expect(await stage.onlyAlert()).toMatchObject({
    ...{ severity: 'warning', summary: 'Disk in eu', labels: { zone: 'eu', place: 'zone eu' } },
    route: { sentSeverity: 'critical' },
  });
});

describe('messages grouped by a rule', () => {
  const grouped = rule({ action: { ...asSent, group: 'rack {rack}' } });

  test('make one alert and one page, which end with the last message', async () => {
    await save([grouped]);
    for (const host of ['a', 'b', 'c']) await send({ rack: '7', host });
    expect(await stage.onlyAlert()).toMatchObject({ dedupKey: 'rack 7', firing: 3, count: 3 });
    for (const host of ['a', 'b']) await over({ rack: '7', host });
    expect(await stage.onlyAlert()).toMatchObject({ status: 'open', firing: 1 });
    // A resolve that says no more than its dedup key.
    await send({ rack: '7', host: 'c' }, { status: 'resolved', alerts: [], commonLabels: {} });
    expect(await stage.onlyAlert()).toMatchObject({ status: 'resolved', firing: 0 });
  });

  test('keep the worst severity of firing messages', async () => {
    await save([grouped]);
    await send({ rack: '7', host: 'a' });
    await send({ rack: '7', host: 'b', severity: 'warning' });
    expect(await stage.onlyAlert()).toMatchObject({ severity: 'critical' });
  });

  test('open a new alert once the previous one is over', async () => {
    await save([grouped]);
    await send({ rack: '7', host: 'a' });
    await over({ rack: '7', host: 'a' });
    await send({ rack: '7', host: 'a' });
    await over({ rack: '7', host: 'b' });
    const alerts = await stage.newAlerts();
    expect(alerts.map(({ status }) => status).toSorted()).toEqual(['open', 'resolved']);
  });
});

describe('rules that become invalid', () => {
  test('are skipped and reported: a pattern, a missing service, a shape of another version', async () => {
    const toSearch = { ...asSent, service: { by: 'id', serviceId: 'search' } } as const;
    const path = documentPaths.routing(teamId, integrationId);
    await save([rule({ action: toSearch })]);
    await stage.call('jonas', 'removeService', { serviceId: 'search' });
    await send({ n: '1' });
    const later = { id: 'later', name: 'Later', conditions: [{ kind: 'later' }], action: asSent };
    const stored = (await stage.server.docs.get(path)).data;
    await stage.server.docs.batch([{ type: 'set', path, data: { ...stored, rules: [later] } }]);
    await send({ n: '2' });
    await stage.server.docs.batch([{ type: 'set', path, data: { odd: true } }]);
    await send({ n: '3' });
    const alerts = await stage.newAlerts();
    expect(alerts.map(({ serviceId, pageId }) => [serviceId, pageId !== null])).toEqual(
      Array.from({ length: 3 }, () => ['checkout', true]),
    );
    const told = (await reasons()).join('\n');
    expect(told).toMatch(/service of its rule is gone/u);
    expect(told).toMatch(/Rule 1 “Later” is broken/u);
    expect(told).toMatch(/rules can’t be read/u);
  });
});

describe('saving rules', () => {
  test.each([
    [
      'a bad pattern',
      [rule({ conditions: [{ kind: 'matches', part: 'summary', label: '', pattern: '(' }] })],
      {},
      'rules.0.conditions.0.pattern',
    ],
    [
      'a service that is gone',
      [rule({ action: { ...asSent, service: { by: 'id', serviceId: 'gone' } } })],
      {},
      'rules.0.action.service.serviceId',
    ],
    ['a default that is gone', [rule({})], { serviceId: 'gone' }, 'serviceId'],
    ['a default that pages nobody', [rule({})], { serviceId: 'catalogue' }, 'serviceId'],
    ['a rule that drops everything', [rule({ action: { kind: 'drop' } })], {}, 'rules.0'],
  ] as const)('rejects %s with a sentence', async (_, rules, more, field) => {
    const { error } = await errorOf(save(rules, more));
    expect(error).toMatchObject({ code: 'invalid', field });
    expect(error?.message).toMatch(/\.$/u);
    expect(
      await stage.get(integrationSchema, documentPaths.integration(teamId, integrationId)),
    ).toMatchObject({
      revision: 1,
    });
  });

  test('keeps dated versions, drops the oldest and rejects a stale revision', async () => {
    for (let n = 0; n <= settingsLimits.routingVersions; n++)
      await save([rule({ name: `Version ${n + 1}` })], { expectedRevision: n });
    const { error } = await errorOf(save([], { expectedRevision: 3 }));
    expect(error?.code).toBe('conflict');
    const versions = await stage.all(routingVersionSchema, collectionPaths.routingVersions(teamId));
    expect(versions).toHaveLength(settingsLimits.routingVersions);
    const [first] = versions.toSorted((one, other) => one.version - other.version);
    expect(first).toMatchObject({ version: 2, createdBy: 'jonas', rules: [{ name: 'Version 2' }] });
  });

  test('without rules returns the key to its service', async () => {
    await save([rule({})]);
    await save([]);
    await send({ service: 'search' });
    expect(await stage.onlyAlert()).toMatchObject({ serviceId: 'checkout', route: null });
  });

  test('and reading rules are for members who may configure the team', async () => {
    const { error } = await errorOf(
      stage.call('diego', 'saveRouting', { integrationId, serviceId: 'checkout', rules: [] }),
    );
    expect(error?.code).toBe('forbidden');
    const { docs } = await stage.person('diego');
    await expect(docs.find(query(collectionPaths.routings(teamId)))).rejects.toMatchObject({
      code: 'permission-denied',
    });
  });
});
