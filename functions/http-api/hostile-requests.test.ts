/** The HTTP API with hostile requests: each gets a typed answer, and none changes anything. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addApiKey, apiClient } from '#tests/app/functions/api-client.ts';
import { FunctionsStage } from '#tests/app/functions/stage.ts';
import { problemSchema } from '#api/http/api-problem.ts';
import * as v from 'valibot';

let stage: FunctionsStage;
let key = '';
beforeEach(async () => {
  stage = await FunctionsStage.open();
  key = await addApiKey(stage, { scopes: ['read', 'respond', 'configure'] });
  await apiClient(stage, key).GET('/key');
});
afterEach(() => stage.close());

async function sent(path: string, body: unknown = '', method = 'GET', more: Record<string, string> = {}) {
  const stored = stage.storedBesidesRates();
  const answer = await stage.http(`/api/v1/${path}`, body, method, {
    authorization: `Bearer ${key}`,
    ...more,
  });
  expect(stage.storedBesidesRates()).toBe(stored);
  expect(v.is(problemSchema, answer.json)).toBe(true);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  const { code, field } = answer.json as { readonly code: string; readonly field?: string };
  return [answer.status, code, ...(field === undefined ? [] : [field])];
}

describe('a request without a valid key is rejected', () => {
  test.each(
    [
      '',
      'Basic abc',
      'Bearer',
      'Bearer muster_',
      `Bearer muster_${'0'.repeat(40)}`,
      `Bearer ${'x'.repeat(5_000)}`,
      `Bearer ${' '.repeat(100_000)}x`,
      `Bearer MUSTER_${'0'.repeat(40)}`,
      `Bearer muster_${'0'.repeat(40)},muster_${'0'.repeat(40)}`,
    ].map((authorization) => ({ name: authorization.slice(0, 60), authorization })),
  )('$name', async ({ authorization }) => {
    expect(await sent('incidents', '', 'GET', { authorization })).toEqual([401, 'unauthenticated']);
  });
});

test('unknown addresses and methods are named in the error', async () => {
  for (const path of [
    '',
    'nothing',
    'incidents/a/b/c',
    'services/x',
    'key/x',
    'on-call/x',
    'incidents/__x__',
    'toString',
    '__proto__',
    '//key',
    'incidents/%2e%2e/x',
    'incidents/a%2fb',
    'incidents/constructor/timeline',
    `incidents/${'a'.repeat(5_000)}`,
  ])
    expect([path, await sent(path)]).toEqual([path, [404, 'not_found']]);
  expect(await sent('incidents', '', 'DELETE')).toEqual([405, 'method_not_allowed']);
  expect(await sent('commands/addComment')).toEqual([405, 'method_not_allowed']);
});

const named = (path: string, field: string) => ({ name: path.slice(0, 60), path, field });

test.each([
  named('incidents?limit=0', 'limit'),
  named('incidents?limit=201', 'limit'),
  named('incidents?limit=%00', 'limit'),
  named('incidents?limit=1&limit=2', 'limit'),
  named('incidents?status=%E0%A4%A', 'status'),
  named('incidents?status=', 'status'),
  named('alerts?status=toString', 'status'),
  named('incidents?number=1e3', 'number'),
  named('incidents?number=99999999999', 'number'),
  named('pages?incidentId=a/b', 'incidentId'),
  named(`pages?incidentId=${encodeURIComponent('😀')}`, 'incidentId'),
  named('incidents?private=true', 'private'),
  named('incidents?__proto__=1', '__proto__'),
  named('incidents?constructor', 'constructor'),
  named('incidents?cursor=', 'cursor'),
  named('incidents?cursor=1.../../secrets/x', 'cursor'),
  named('incidents?cursor=1.x%0a', 'cursor'),
  named('alerts?cursor=1.5.x', 'cursor'),
  named('alerts?cursor=999999999999999.x', 'cursor'),
  named('alerts?cursor=-999999999999999.x', 'cursor'),
  named('services?cursor=0.__proto__', 'cursor'),
  named('incidents/incident-41/timeline?cursor=0.gone', 'cursor'),
  named(`incidents?cursor=${'9'.repeat(1_000)}`, 'cursor'),
  named(`incidents?${'a&'.repeat(50_000)}`, ''),
  named(`incidents?${'x'.repeat(1_000_000)}`, ''),
])('the query of $name is rejected', async ({ path, field }) => {
  expect(await sent(path)).toEqual([422, 'invalid', field]);
});

test('bodies are limited and validated', async () => {
  const command = 'commands/addComment';
  for (const body of ['[]', '"x"', '{', 'null', '1', '\u0000'])
    expect([body, await sent(command, body, 'POST')]).toEqual([body, [422, 'invalid', '']]);
  expect(await sent(command, '', 'POST')).toEqual([422, 'invalid', 'incidentId']);
  expect(await sent(command, 'x'.repeat(300 * 1024), 'POST')).toEqual([413, 'payload_too_large']);
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  expect(await sent(command, `{"incidentId":${deep}}`, 'POST')).toEqual([422, 'invalid', expect.any(String)]);
  const hostile: readonly (readonly [string, string, string])[] = [
    ['addComment', '{"__proto__":{"incidentId":"incident-41"},"body":"x"}', 'incidentId'],
    ['addComment', '{"incidentId":["incident-41"],"body":{}}', 'incidentId'],
    ['addComment', JSON.stringify({ incidentId: 'incident-41', body: 'x'.repeat(200_000) }), 'body'],
    [
      'savePolicy',
      JSON.stringify({
        policyId: 'x',
        name: 'x',
        steps: Array.from({ length: 20_000 }, () => ({})),
        repeat: 1,
      }),
      'steps',
    ],
    [
      'declareIncident',
      JSON.stringify({ title: 'x', severity: 'SEV3', serviceIds: Array(30_000).fill('a'), page: [] }),
      'serviceIds',
    ],
  ];
  for (const [name, body, field] of hostile) {
    const answer = await sent(`commands/${name}`, body, 'POST');
    expect([answer[0], answer[1], String(answer[2]).split('.', 1)[0]]).toEqual([422, 'invalid', field]);
  }
  const ids = { incidentId: 'incident-41', body: 'x', teamId: 'other', commandId: '__x__', ageMs: -1 };
  for (const given of ['a/b', '__x__', 'é', ' ', 'x'.repeat(100_000)])
    expect(await sent(command, ids, 'POST', { 'idempotency-key': given })).toEqual([
      422,
      'invalid',
      'Idempotency-Key',
    ]);
});

test('fields that the API fills in are rejected', async () => {
  const declared = await stage.http(
    '/api/v1/commands/declareIncident',
    { title: 'x', severity: 'SEV3', serviceIds: [], private: true, alertId: null, page: [], teamId: 'other' },
    'POST',
    { authorization: `Bearer ${key}` },
  );
  const { incidentId } = declared.json as { readonly incidentId: string };
  expect(await stage.incident(incidentId)).toMatchObject({ private: false, createdBy: 'jonas' });
});

test('a list is paged without a gap or a duplicate', async () => {
  const client = apiClient(stage, key);
  const whole = await client.GET('/alerts', { params: { query: { limit: 200 } } });
  for (const path of ['/alerts', '/incidents', '/services', '/pages'] as const) {
    const all = (await client.GET(path, { params: { query: { limit: 200 } } })).data?.items ?? [];
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await client.GET(path, { params: { query: { limit: 2, ...(cursor && { cursor }) } } });
      ids.push(...(data?.items ?? []).map(({ id }) => id));
      cursor = data?.next ?? undefined;
    } while (cursor !== undefined && ids.length < 300);
    expect(ids).toEqual(all.map(({ id }) => id));
  }
  expect(whole.data?.items.length).toBeGreaterThan(2);
});

test('an incident is found by its number', async () => {
  const { data } = await apiClient(stage, key).GET('/incidents', { params: { query: { number: '41' } } });
  expect(data?.items.map(({ id }) => id)).toEqual(['incident-41']);
});

test('on-call members are answered by schedule', async () => {
  const { data } = await apiClient(stage, key).GET('/on-call');
  expect(data?.items.length).toBeGreaterThan(0);
  expect(data?.items[0]).toMatchObject({ scheduleName: expect.any(String), displayName: expect.any(String) });
});

test('the API description is public', async () => {
  const { status, json } = await stage.http('/api/v1/openapi.json', '', 'GET');
  expect([status, json]).toMatchObject([200, { openapi: '3.1.0' }]);
});

test('a look-up of members accepts addresses only and returns matches only', async () => {
  expect(await sent('members/lookup')).toEqual([405, 'method_not_allowed']);
  const many = Array.from({ length: 101 }, (_, n) => `${n}@example.com`);
  for (const body of [
    '[',
    '[]',
    {},
    { emails: 'a' },
    { emails: [1] },
    { emails: many },
    { emails: [], more: 1 },
  ])
    expect((await sent('members/lookup', body, 'POST')).slice(0, 2)).toEqual([422, 'invalid']);
  const long = { emails: ['x'.repeat(300_000)] };
  expect(await sent('members/lookup', long, 'POST')).toEqual([413, 'payload_too_large']);
  const emails = ['MEI@alder-and-finch.example ', 'nobody@example.com', 'no address', '\u0000', ''];
  const found = await stage.http('/api/v1/members/lookup', { emails }, 'POST', {
    authorization: `Bearer ${key}`,
  });
  expect(found.json).toEqual({
    items: [{ email: 'mei@alder-and-finch.example', userId: 'mei', displayName: 'Mei Tanaka' }],
  });
  await stage.cloud.server.users.create({ uid: 'outsider', email: 'outsider@example.com' });
  const outside = await stage.http('/api/v1/members/lookup', { emails: ['outsider@example.com'] }, 'POST', {
    authorization: `Bearer ${key}`,
  });
  expect(outside.json).toEqual({ items: [] });
});
