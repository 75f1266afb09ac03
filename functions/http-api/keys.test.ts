/** API keys: what ends one, what one may do, and that its secret is nowhere. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addApiKey, apiClient, apiKeyOf } from '#tests/app/functions/api-client.ts';
import { errorOf, FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { day, minute } from '#domain/constants.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { apiKeySchema } from '#domain/api-key/schema.ts';
import { auditEntrySchema } from '#domain/audit/schema.ts';
import { memberSchema } from '#domain/team/schema.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
});
afterEach(() => stage.close());

const declaration = {
  title: 'Search is slow',
  severity: 'SEV4' as const,
  serviceIds: [],
  alertId: null,
  page: [],
};
const declare = (key: string) =>
  apiClient(stage, key).POST('/commands/declareIncident', { body: declaration });
const statusOf = async (key: string) => (await apiClient(stage, key).GET('/key')).response.status;
const setMaker = async (change: object) => {
  const path = documentPaths.member(teamId, 'jonas');
  await stage.save(path, { ...(await stage.get(memberSchema, path)), ...change });
};

test('a key’s own description names its scopes and the member it acts for', async () => {
  const { data } = await apiClient(stage, await addApiKey(stage)).GET('/key');
  expect(data).toMatchObject({ name: 'Deploys 1', scopes: ['read', 'respond'], actsFor: { id: 'jonas' } });
});

test('responders can’t create a key', async () => {
  const { error } = await errorOf(addApiKey(stage, { by: 'lena' }));
  expect(error?.code).toBe('forbidden');
});

test('a team has a limited number of valid keys, not counting expired and revoked ones', async () => {
  await addApiKey(stage);
  const [first] = await stage.all(apiKeySchema, collectionPaths.apiKeys(teamId));
  const copies = async (prefix: string, change: object) => {
    for (let n = 1; n < settingsLimits.apiKeys; n++) {
      const id = `${prefix}-${n}`;
      await stage.save(documentPaths.apiKey(teamId, id), { ...first, ...change, id });
    }
  };
  const now = stage.cloud.clock.now();
  await copies('expired', { expiresAt: now });
  await copies('revoked', { revokedAt: now });
  await addApiKey(stage, { n: 2 });
  await copies('in-use', {});
  expect((await errorOf(addApiKey(stage, { n: 3 }))).error).toMatchObject({
    code: 'limit_reached',
    limit: settingsLimits.apiKeys,
  });
});

describe('a key is invalid', () => {
  test('after its expiry', async () => {
    const key = await addApiKey(stage, { days: 1 });
    expect(await statusOf(key)).toBe(200);
    await stage.standStill(day);
    const { error, response } = await declare(key);
    expect([response.status, error?.code]).toEqual([401, 'unauthenticated']);
    expect(error?.detail).toContain('expired');
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
  });

  test('after an admin revoked it', async () => {
    const key = await addApiKey(stage);
    await stage.call('mei', 'revokeApiKey', { apiKeyId: 'key-1' });
    expect((await declare(key)).error?.detail).toContain('revoked');
  });

  test('after its document was removed', async () => {
    const key = await addApiKey(stage);
    await stage.server.docs.batch([{ type: 'delete', path: documentPaths.apiKey(teamId, 'key-1') }]);
    expect(await statusOf(key)).toBe(401);
  });

  test('after its creator left the team', async () => {
    const key = await addApiKey(stage);
    await stage.server.docs.batch([{ type: 'delete', path: documentPaths.member(teamId, 'jonas') }]);
    expect(await statusOf(key)).toBe(401);
  });

  test('after its team was deleted', async () => {
    const key = await addApiKey(stage);
    await setMaker({ teamDeletedAt: 1 });
    expect(await statusOf(key)).toBe(403);
  });
});

describe('a key may do', () => {
  test('what its scopes allow', async () => {
    const { error, response } = await declare(await addApiKey(stage, { scopes: ['read'] }));
    expect([response.status, error?.detail]).toEqual([403, expect.stringContaining('“respond”')]);
    const writer = apiClient(stage, await addApiKey(stage, { n: 2, scopes: ['respond'] }));
    expect((await writer.GET('/incidents')).response.status).toBe(403);
  });

  test('no more than its creator at the time of the request', async () => {
    const key = await addApiKey(stage, { scopes: ['respond', 'configure'] });
    await setMaker({ role: 'viewer' });
    const { error } = await declare(key);
    expect(error).toMatchObject({
      status: 403,
      code: 'forbidden',
      detail: expect.stringContaining('viewer'),
    });
  });

  test('nothing with private incidents', async () => {
    const { incidentId, pageIds } = await stage.call('mei', 'declareIncident', {
      ...declaration,
      title: 'A secret matter',
      serviceIds: [],
      private: true,
      page: [{ kind: 'people', userIds: ['jonas'] }],
    });
    const client = apiClient(stage, await addApiKey(stage, { scopes: ['read', 'respond'] }));
    const params = { path: { id: incidentId } };
    expect((await client.GET('/incidents/{id}', { params })).response.status).toBe(404);
    expect((await client.GET('/incidents/{id}/timeline', { params })).response.status).toBe(404);
    const body = { incidentId, body: 'I was here.' };
    expect((await client.POST('/commands/addComment', { body })).response.status).toBe(404);
    const page = { pageId: pageIds[0] ?? '' };
    expect((await client.POST('/commands/acknowledgePage', { body: page })).response.status).toBe(404);
    const lists = [await client.GET('/incidents'), await client.GET('/pages'), await client.GET('/alerts')];
    expect(lists.map(({ response }) => response.status)).toEqual([200, 200, 200]);
    expect(JSON.stringify(lists.map(({ data }) => data))).not.toContain(incidentId);
  });

  test('no commands about accounts, members or keys', async () => {
    const key = await addApiKey(stage, { scopes: ['read', 'respond', 'configure'] });
    for (const name of ['createApiKey', 'deleteTeam', 'registerDevice', 'constructor', '__proto__']) {
      const headers = { authorization: `Bearer ${key}` };
      const { status } = await stage.http(`/api/v1/commands/${name}`, {}, 'POST', headers);
      expect([name, status]).toEqual([name, 404]);
    }
  });
});

test('a request is executed once per Idempotency-Key and API key', async () => {
  const key = await addApiKey(stage);
  const params = { header: { 'Idempotency-Key': '7f1c' } };
  const send = (secret: string) =>
    apiClient(stage, secret).POST('/commands/declareIncident', { body: declaration, params });
  const [first, second] = [await send(key), await send(key)];
  expect(second.data).toEqual(first.data);
  const other = await send(await addApiKey(stage, { n: 2 }));
  expect(other.data?.number).toBe((first.data?.number ?? 0) + 1);
});

test('requests are limited per key, and headers state the remaining number', async () => {
  const key = await addApiKey(stage);
  const { apiRequestsPerMinute } = settingsLimits;
  const first = await apiClient(stage, key).GET('/key');
  expect(first.response.headers.get('ratelimit-remaining')).toBe(String(apiRequestsPerMinute - 1));
  for (let n = 1; n < apiRequestsPerMinute; n += 1) await statusOf(apiKeyOf(1));
  const { response } = await apiClient(stage, key).GET('/key');
  expect([response.status, response.headers.get('ratelimit-remaining')]).toEqual([429, '0']);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await statusOf(await addApiKey(stage, { n: 2 }))).toBe(200);
  await stage.standStill(minute);
  expect(await statusOf(key)).toBe(200);
});

test('the last use is stored to the minute, and the secret is not stored', async () => {
  const key = await addApiKey(stage);
  const stored = () => stage.get(apiKeySchema, documentPaths.apiKey(teamId, 'key-1'));
  expect((await stored()).lastUsedAt).toBeNull();
  await declare(key);
  const usedAt = (await stored()).lastUsedAt;
  expect(usedAt).toBe(stage.cloud.clock.now());
  expect(stage.stored()).not.toContain(key.slice('muster_'.length));
  const entries = await stage.all(auditEntrySchema, collectionPaths.audit(teamId));
  expect(entries.find(({ command }) => command === 'declareIncident')).toMatchObject({
    createdBy: 'jonas',
    byName: expect.stringMatching(/^API key Deploys 1 \(/u),
  });
});
