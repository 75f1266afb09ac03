/** Configuration as text, against Muster's own server code. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { policySchema } from '#domain/policy/schema.ts';
import { routingVersionSchema } from '#domain/routing/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { addApiKey } from '#tests/app/functions/api-client.ts';
import { runCliOn } from '#tests/app/functions/cli.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';

let stage: FunctionsStage;
let key = '';
const file = path.join(mkdtempSync(path.join(tmpdir(), 'muster-')), 'muster.yaml');
beforeEach(async () => {
  stage = await FunctionsStage.open();
  key = await addApiKey(stage, { scopes: ['read', 'configure'] });
});
afterEach(() => stage.close());

const muster = (...args: readonly string[]) => runCliOn(stage, key, args);

interface Exported {
  readonly schedules: Record<
    string,
    { layers: { people: string[]; restrictions: object[]; startsAt: string }[] }
  >;
  readonly [kind: string]: Record<string, object>;
}
const exported = async () => parse((await muster('export')).out) as Exported;
const write = (value: unknown) => writeFileSync(file, typeof value === 'string' ? value : stringify(value));

test('an unchanged export has an empty plan', async () => {
  write((await muster('export')).out);
  expect(readFileSync(file, 'utf8')).toContain('schedules:');
  expect(await muster('plan', file)).toMatchObject({ code: 0, out: 'Nothing to change.' });
});

test('additions are applied in the order of their references, and a second plan is empty', async () => {
  const { schedules } = await exported();
  const [schedule] = Object.values(schedules);
  const step = { delayMinutes: 5, mode: 'all', acknowledgedBy: 'any' };
  write({
    services: {
      shop: {
        name: 'Shop',
        description: '',
        policyId: 'days',
        ownerId: null,
        supportHours: null,
        dependsOn: ['stock'],
      },
      stock: {
        name: 'Stock',
        description: '',
        policyId: null,
        ownerId: null,
        supportHours: null,
        dependsOn: [],
      },
    },
    policies: {
      days: {
        name: 'Days',
        steps: [{ ...step, targets: [{ kind: 'schedule', scheduleId: 'day-rota' }] }],
        repeat: 1,
        thenPolicyId: 'team',
      },
      team: { name: 'Team', steps: [{ ...step, targets: [{ kind: 'team' }] }], repeat: 0 },
    },
    schedules: { 'day-rota': { ...schedule, name: 'Day rota' } },
  });
  expect((await muster('plan', file)).out.split('\n').map((line) => line.split(' “')[0])).toEqual([
    '+ schedules.day-rota',
    '+ policies.team',
    '+ policies.days',
    '+ services.stock',
    '+ services.shop',
  ]);
  expect(await muster('apply', file)).toMatchObject({ code: 0, err: '' });
  expect((await muster('plan', file)).out).toBe('Nothing to change.');
  expect(await stage.get(policySchema, documentPaths.policy(teamId, 'days'))).toMatchObject({
    thenPolicyId: 'team',
  });
});

test('a change names its field, and entities missing in the file stay', async () => {
  const before = await exported();
  const [[id = '', policy = {}] = []] = Object.entries(before['policies'] ?? {});
  write({ policies: { [id]: { ...policy, repeat: 7 } } });
  expect((await muster('plan', file)).out).toMatch(/^~ policies\.\S+ “.*”: repeat$/u);
  await muster('apply', file);
  expect(await exported()).toEqual({
    ...before,
    policies: { ...before['policies'], [id]: { ...policy, repeat: 7 } },
  });
});

test('a change that leaves nobody on call within a day is rejected as a whole', async () => {
  const { schedules, policies } = await exported();
  const [[id = '', schedule] = []] = Object.entries(schedules);
  const later = new Date(stage.cloud.clock.now() + 100 * 3_600_000).toISOString();
  const layers = schedule?.layers.map((layer) => ({ ...layer, startsAt: later }));
  const [[policyId = '', policy = {}] = []] = Object.entries(policies ?? {});
  write({ schedules: { [id]: { ...schedule, layers } }, policies: { [policyId]: { ...policy, repeat: 7 } } });
  const stored = stage.storedBesidesRates();
  expect((await muster('plan', file)).out).toContain('! Schedule');
  expect(await muster('apply', file)).toMatchObject({
    code: 5,
    err: expect.stringContaining('nobody on call'),
  });
  expect(stage.storedBesidesRates()).toBe(stored);
});

describe('integrations and routing rules', () => {
  const rule = (name: string, serviceId: string) => ({
    id: name,
    name,
    conditions: [{ kind: 'matches', part: 'label', label: 'team', value: '', pattern: 'pay.*' }],
    action: {
      ...{ kind: 'alert', service: { by: 'id', serviceId }, severity: null, urgency: 'high' },
      ...{ group: null, summary: null, labels: [] },
    },
  });
  const id = 'checkout-alertmanager';

  test('are applied, exported and stored as versions, and a second plan is empty', async () => {
    const before = await exported();
    write({
      routing: { [id]: { rules: [rule('payments', 'payments')] } },
      integrations: { [id]: { name: 'Alertmanager', serviceId: 'payments' } },
    });
    expect((await muster('plan', file)).out.split('\n')).toEqual([
      `~ integrations.${id} “Alertmanager”: name, serviceId`,
      `+ routing.${id} “Alertmanager”`,
    ]);
    expect(await muster('apply', file)).toMatchObject({ code: 0, err: '' });
    expect((await muster('plan', file)).out).toBe('Nothing to change.');
    write({ routing: { [id]: { rules: [rule('payments', 'payments'), rule('search', 'search')] } } });
    expect((await muster('plan', file)).out).toBe(`~ routing.${id} “Alertmanager”: rules`);
    expect(await muster('apply', file)).toMatchObject({ code: 0, err: '' });
    const after = await exported();
    expect(after['integrations']?.[id]).toEqual({ name: 'Alertmanager', serviceId: 'payments' });
    expect(after['routing']).toMatchObject({ [id]: { rules: [{ name: 'payments' }, { name: 'search' }] } });
    expect({ ...after, integrations: {}, routing: {} }).toEqual({ ...before, integrations: {}, routing: {} });
    for (const version of [1, 2])
      expect(
        await stage.get(routingVersionSchema, documentPaths.routingVersion(teamId, `${id}-${version}`)),
      ).toMatchObject({ serviceId: 'payments', version });
    write((await muster('export')).out);
    expect((await muster('plan', file)).out).toBe('Nothing to change.');
    write({ routing: { [id]: { rules: [] } } });
    expect(await muster('apply', file)).toMatchObject({ code: 0, err: '' });
    expect((await muster('plan', file)).out).toBe('Nothing to change.');
  });

  test('are exported without keys, to admins with the scope only', async () => {
    const { out } = await muster('export');
    expect(out).toContain(`${id}:`);
    expect(out).not.toMatch(/key/iu);
    key = await addApiKey(stage, { n: 2, scopes: ['read', 'respond'] });
    for (const path of ['integrations', 'routings'])
      expect(
        (await stage.http(`/api/v1/${path}`, '', 'GET', { authorization: `Bearer ${key}` })).json,
      ).toMatchObject({ code: 'forbidden' });
  });

  test('an unknown integration or invalid settings change nothing', async () => {
    write({ routing: { nothing: { rules: [rule('payments', 'payments')] } } });
    expect(await muster('apply', file)).toMatchObject({
      code: 5,
      err: expect.stringContaining('no integration'),
    });
    const broken = {
      ...rule('payments', 'payments'),
      conditions: [{ kind: 'matches', part: 'key', pattern: '(' }],
    };
    for (const rules of [[broken], [rule('payments', 'gone')]]) {
      write({ routing: { [id]: { rules } } });
      expect(await muster('apply', file)).toMatchObject({
        code: 2,
        err: expect.stringContaining('was refused'),
      });
      expect((await exported())['routing']).toEqual({});
    }
  });

  test('a mapping is saved after its integration, and one for another kind is rejected', async () => {
    await stage.call('jonas', 'createIntegration', {
      ...{ integrationId: 'json', name: 'JSON', serviceId: 'payments', kind: 'json' },
      ...{ keyId: 'a'.repeat(64), keyEnding: 'abcd' },
    });
    const { integrations } = await exported();
    const before = integrations?.['json'] as { readonly mapping: object } | undefined;
    const mapping = { ...before?.mapping, summary: 'text' };
    write({ integrations: { json: { name: 'Plain JSON', serviceId: 'search', mapping } } });
    expect(await muster('apply', file)).toMatchObject({ code: 0, err: '' });
    expect((await exported())['integrations']?.['json']).toMatchObject({ name: 'Plain JSON', mapping });
    write({ integrations: { [id]: { name: 'X', serviceId: 'checkout', mapping } } });
    expect(await muster('apply', file)).toMatchObject({
      code: 2,
      err: expect.stringContaining('plain JSON'),
    });
  });
});

describe('an invalid file changes nothing and names the place', () => {
  test.each([
    ['policies: [', 'is no YAML'],
    ['polices: {}', 'polices'],
    [
      'runbooks:\n  r:\n    name: x\n    severities: []\n    serviceIds: []\n    steps: []\n',
      'runbooks.r.steps',
    ],
    ['runbooks:\n  r: 1\n', 'runbooks.r'],
    ['services:\n  "a/b":\n    name: x\n', 'services.a/b'],
  ])('%s', async (text, sentence) => {
    write(text);
    const stored = stage.stored();
    expect(await muster('apply', file)).toMatchObject({ code: 2, err: expect.stringContaining(sentence) });
    expect(stage.stored()).toBe(stored);
  });

  test('a missing file changes nothing and names muster export', async () => {
    expect(await muster('plan', `${file}.not`)).toMatchObject({
      code: 2,
      err: expect.stringContaining('muster export'),
    });
  });
});
