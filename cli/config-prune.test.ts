/** Configuration as text: heartbeats, removals with `--prune`, and a whole export applied to an empty team. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { heartbeatSchema } from '#domain/heartbeat/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { query } from '#ports/docs/query.ts';
import { addApiKey, apiClient } from '#tests/app/functions/api-client.ts';
import { runCliOn } from '#tests/app/functions/cli.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

type Config = Record<string, Record<string, Record<string, unknown>>>;

let stage: FunctionsStage;
let key = '';
const file = path.join(mkdtempSync(path.join(tmpdir(), 'muster-')), 'muster.yaml');
const open = async () => {
  stage = await FunctionsStage.open();
  key = await addApiKey(stage, { scopes: ['read', 'configure'] });
};
beforeEach(open);
afterEach(() => stage.close());

const muster = (...args: readonly string[]) => runCliOn(stage, key, args);
const write = (value: unknown) => writeFileSync(file, typeof value === 'string' ? value : stringify(value));
const exported = async () => parse((await muster('export')).out) as Config;
const withoutEntry = (config: Config, kind: string, id: string): Config => ({
  ...config,
  [kind]: Object.fromEntries(Object.entries(config[kind] ?? {}).filter(([one]) => one !== id)),
});
let keys = 0;
const addSender = (integrationId: string, kind: 'heartbeat' | 'json', name: string, serviceId = 'payments') =>
  stage.call('jonas', 'createIntegration', {
    ...{ integrationId, name, serviceId, kind, keyEnding: 'abcd' },
    keyId: String((keys += 1)).padStart(64, 'a'),
  });

describe('heartbeats', () => {
  beforeEach(() => addSender('backup', 'heartbeat', 'Backup'));

  test('are exported and applied, and a second plan is empty', async () => {
    const before = await exported();
    expect(before['heartbeats']).toEqual({ backup: { intervalMinutes: 60, graceMinutes: 5 } });
    write({ heartbeats: { backup: { intervalMinutes: 1440, graceMinutes: 5 } } });
    expect((await muster('plan', file)).out).toBe('~ heartbeats.backup “Backup”: intervalMinutes');
    expect(await muster('apply', file)).toMatchObject({ code: 0, err: '' });
    expect((await muster('plan', file)).out).toBe('Nothing to change.');
    expect(await stage.get(heartbeatSchema, documentPaths.heartbeat(teamId, 'backup'))).toMatchObject({
      intervalMinutes: 1440,
      revision: 2,
    });
    const { data } = await apiClient(stage, key).GET('/heartbeats');
    expect(data?.items).toMatchObject([{ id: 'backup', intervalMinutes: 1440, missedAt: null }]);
  });

  test('of an unknown or revoked integration, or with invalid minutes, change nothing', async () => {
    await exported();
    const stored = stage.storedBesidesRates();
    write({ heartbeats: { other: { intervalMinutes: 10, graceMinutes: 1 } } });
    expect(await muster('apply', file)).toMatchObject({
      code: 5,
      err: expect.stringContaining('no heartbeat other'),
    });
    write({ heartbeats: { backup: { intervalMinutes: 0, graceMinutes: 1 } } });
    expect(await muster('apply', file)).toMatchObject({
      code: 2,
      err: expect.stringContaining('heartbeats.backup'),
    });
    expect(stage.storedBesidesRates()).toBe(stored);
    expect((await exported())['heartbeats']).toMatchObject({ backup: { intervalMinutes: 60 } });
    await stage.call('jonas', 'revokeIntegration', { integrationId: 'backup' });
    expect((await exported())['heartbeats']).toEqual({});
  });
});

describe('--prune', () => {
  const prune = (confirm?: number) =>
    muster('apply', file, '--prune', ...(confirm === undefined ? [] : ['--confirm', String(confirm)]));
  const lines = async () => (await muster('plan', file, '--prune')).out.split('\n');
  const addRunbook = async (id: string) => {
    const runbook = {
      name: `Runbook ${id}`,
      severities: ['SEV1'],
      serviceIds: [],
      steps: [{ id: 's', text: 'Look.' }],
    };
    write({ runbooks: { [id]: runbook } });
    await muster('apply', file);
  };

  test('removes entities missing in the file, within the file’s sections, once confirmed', async () => {
    await addRunbook('old');
    const before = await exported();
    const wanted = withoutEntry(before, 'runbooks', 'old');
    write({ runbooks: wanted['runbooks'] });
    expect((await muster('plan', file)).out).toBe('Nothing to change.');
    expect(await lines()).toEqual(['- runbooks.old “Runbook old”']);
    expect(await prune()).toMatchObject({ code: 2, err: expect.stringContaining('--confirm 1') });
    expect(await prune(2)).toMatchObject({ code: 2, err: expect.stringContaining('- runbooks.old') });
    expect(await exported()).toEqual(before);
    expect(await prune(1)).toMatchObject({ code: 0, err: '' });
    expect(await exported()).toEqual(wanted);
    expect(await lines()).toEqual(['Nothing to change.']);
    expect(await prune()).toMatchObject({ code: 0 });
  });

  test('removes referring entities first, after the changes', async () => {
    const before = await exported();
    const step = { delayMinutes: 5, mode: 'all', acknowledgedBy: 'any' };
    const service = { description: '', ownerId: null, supportHours: null, dependsOn: [] };
    const [schedule] = Object.values(before['schedules'] ?? {});
    write({
      schedules: { extra: { ...schedule, name: 'Extra' } },
      policies: {
        first: {
          ...{ name: 'First', repeat: 0, thenPolicyId: 'second' },
          steps: [{ ...step, targets: [{ kind: 'schedule', scheduleId: 'extra' }] }],
        },
        second: { name: 'Second', steps: [{ ...step, targets: [{ kind: 'team' }] }], repeat: 0 },
      },
      services: { extra: { ...service, name: 'Extra', policyId: 'first' } },
    });
    expect(await muster('apply', file)).toMatchObject({ code: 0, err: '' });
    write(before);
    expect(await lines()).toEqual([
      '- services.extra “Extra”',
      '- policies.first “First”',
      '- policies.second “Second”',
      '- schedules.extra “Extra”',
    ]);
    expect(await prune(4)).toMatchObject({ code: 0, err: '' });
    expect(await exported()).toEqual(before);
  });

  test('clears routing rules missing in the file, and keeps integrations and heartbeats', async () => {
    const id = 'checkout-alertmanager';
    const action = {
      ...{ kind: 'alert', service: { by: 'id', serviceId: 'payments' }, severity: null, urgency: null },
      ...{ group: null, summary: null, labels: [] },
    };
    write({ routing: { [id]: { rules: [{ id: 'all', name: 'All', conditions: [], action }] } } });
    await muster('apply', file);
    const before = await exported();
    write({ routing: {}, integrations: {}, heartbeats: {} });
    expect(await lines()).toEqual([`- routing.${id} “Alertmanager, shop”`]);
    expect(await prune(1)).toMatchObject({ code: 0, err: '' });
    expect(await exported()).toEqual({ ...before, routing: { [id]: { rules: [] } } });
    expect(await lines()).toEqual(['Nothing to change.']);
  });

  /** Reasons against the plan of a configuration, which `apply` gives too, changing nothing. */
  const rejection = async (config: Config) => {
    write(config);
    const before = await exported();
    const reasons = (await lines()).filter((line) => line.startsWith('! '));
    const { code, err } = await prune(1);
    for (const reason of reasons) expect(err).toContain(reason.slice(2));
    expect(await exported()).toEqual(before);
    return `${code} ${reasons.join(' ')}`;
  };

  test('is rejected for a policy or a schedule in use', async () => {
    const { policies, schedules, ...config } = await exported();
    expect(
      await rejection(withoutEntry({ ...config, policies: policies ?? {} }, 'policies', 'shop')),
    ).toContain('It pages for');
    expect(await rejection(withoutEntry({ schedules: schedules ?? {} }, 'schedules', 'shop'))).toContain(
      'asks this schedule',
    );
  });

  test('is rejected for a service with an integration', async () => {
    expect(
      await rejection(
        withoutEntry({ services: (await exported())['services'] ?? {} }, 'services', 'checkout'),
      ),
    ).toContain('integration “Alertmanager, shop” (checkout-alertmanager) would page nobody');
  });

  test('is rejected if the remaining schedule has nobody on call', async () => {
    const before = await exported();
    const [schedule] = Object.values(before['schedules'] ?? {});
    const later = new Date(stage.cloud.clock.now() + 100 * 3_600_000).toISOString();
    const layers = ((schedule?.['layers'] ?? []) as object[]).map((layer) => ({ ...layer, startsAt: later }));
    const step = { delayMinutes: 5, mode: 'all', acknowledgedBy: 'any' };
    const policies = {
      ...before['policies'],
      shop: {
        ...before['policies']?.['shop'],
        steps: [{ ...step, targets: [{ kind: 'schedule', scheduleId: 'later' }] }],
      },
    };
    const kept = withoutEntry(before, 'schedules', 'shop');
    // A new schedule that begins later is not added with a gap: it is there before.
    await stage.call('jonas', 'saveSchedule', {
      ...{ scheduleId: 'later', name: 'Later', timezone: 'Europe/Berlin', takesEffectAt: null },
      layers: layers.map((layer) => ({ ...layer, startsAt: Date.parse(later) })) as never,
    });
    const { later: added } = (await exported())['schedules'] ?? {};
    const schedules = { ...kept['schedules'], later: added ?? {} };
    expect(await rejection({ ...kept, schedules, policies })).toMatch(/^5 .*would page nobody/u);
  });
});

test('an export applied to an empty team exports the same', async () => {
  await addSender('backup', 'heartbeat', 'Backup', 'search');
  await addSender('json', 'json', 'Plain JSON', 'search');
  const action = {
    ...{ kind: 'alert', service: { by: 'id', serviceId: 'payments' }, severity: null, urgency: 'high' },
    ...{ group: null, summary: null, labels: [] },
  };
  write({
    heartbeats: { backup: { intervalMinutes: 15, graceMinutes: 2 } },
    routing: { json: { rules: [{ id: 'all', name: 'All', conditions: [], action }] } },
  });
  expect(await muster('apply', file)).toMatchObject({ code: 0, err: '' });
  const text = (await muster('export')).out;
  const config = parse(text) as Config;
  await stage.close();
  await open();
  for (const of of ['schedules', 'policies', 'services', 'runbooks', 'integrations', 'overrides'] as const) {
    const found = await stage.server.docs.find(query(collectionPaths[of](teamId)));
    await stage.server.docs.batch(found.map(({ path: at }) => ({ type: 'delete', path: at })));
  }
  expect(Object.values(await exported()).flatMap(Object.keys)).toEqual([]);
  // Integrations are created in Muster, where their keys are shown.
  const { integrations = {}, heartbeats = {} } = config;
  write({ ...config, integrations: {}, heartbeats: {}, routing: {} });
  expect(await muster('apply', file)).toMatchObject({ code: 0, err: '' });
  for (const [id, { mapping }] of Object.entries(integrations)) {
    const kind = Object.hasOwn(heartbeats, id)
      ? 'heartbeat'
      : mapping === undefined
        ? 'alertmanager'
        : 'json';
    await addSender(id, kind as 'json', 'New', 'search');
  }
  write(text);
  expect(await muster('apply', file)).toMatchObject({ code: 0, err: '' });
  expect((await muster('export')).out).toBe(text);
  expect((await muster('plan', file, '--prune')).out).toBe('Nothing to change.');
});
