/** SCIM 2.0 on PostgreSQL over HTTP: what providers ask, what becomes of accounts, and requests that are wrong. */
import { expect, test, vi } from 'vitest';
import { rejection } from '#contracts/harness.ts';
import { withPostgres } from './provider.ts';
import { company, openScimStage, type ScimStage, signInByCompany } from './scim-stage.ts';

withPostgres();

const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
const robin = {
  ...{ schemas, userName: 'Robin@example.com', externalId: 'ext-1', active: true },
  name: { givenName: 'Robin', familyName: 'Castillo' },
  emails: [{ value: 'robin@example.com', type: 'work', primary: true }],
};
const person = { subject: 'ext-1', email: 'robin@example.com' };
const patch = (...Operations: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});

async function withRobin(more: object = {}) {
  const stage = await openScimStage();
  const { body, status, headers } = await stage.ask('POST', '/Users', { ...robin, ...more });
  expect(status).toBe(201);
  return { ...stage, id: String(body['id']), created: body, headers };
}

const userOf = async ({ ask }: Pick<ScimStage, 'ask'>, id: string) => (await ask('GET', `/Users/${id}`)).body;

test('a user is created with an account, and found by id, case-insensitive userName and externalId', async () => {
  const { ask, id, created, headers, host } = await withRobin();
  expect(created).toMatchObject({
    ...robin,
    meta: { resourceType: 'User', version: 'W/"1"' },
  });
  expect(headers.get('location')).toBe(`http://localhost/scim/v2/Users/${id}`);
  expect(await host.server.users.get(id)).toMatchObject({
    email: 'robin@example.com',
    displayName: 'Robin Castillo',
  });
  for (const filter of [`id eq "${id}"`, 'userName eq "ROBIN@example.com"', 'externalId eq "ext-1"']) {
    const { body } = await ask('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
  }
  const none = await ask('GET', `/Users?filter=${encodeURIComponent('userName eq "casey@example.com"')}`);
  expect(none.body).toMatchObject({ totalResults: 0, Resources: [] });
});

test('a person signs in to the account that the provider created', async () => {
  const stage = await withRobin();
  const signedIn = await signInByCompany(stage, stage.wire(), person);
  expect(signedIn).toMatchObject({ isNewUser: false, user: { uid: stage.id } });
});

test.each([
  ['its id of the person', { subject: 'ext-1', email: 'other@example.com' }],
  ['its userName', { subject: 'robin@EXAMPLE.com', email: 'other@example.com' }],
  ['a verified address', { subject: 'nothing known', email: 'robin@example.com' }],
])('a provider signs a person in to an account that it created by %s', async (_, proof) => {
  const stage = await withRobin();
  expect((await signInByCompany(stage, stage.wire(), proof)).user.uid).toBe(stage.id);
});

test('after the first sign-in, another person with the same address can’t sign in to the account', async () => {
  const stage = await withRobin();
  await signInByCompany(stage, stage.wire(), person);
  const other = signInByCompany(stage, stage.wire(), { subject: 'ext-2', email: 'robin@example.com' });
  expect(await rejection(other)).toMatchObject({ code: 'auth/account-exists-with-different-credential' });
});

test('deactivation ends sessions and memberships and disables the account, and activation enables it', async () => {
  const ended: string[] = [];
  const stage = await openScimStage({ endMemberships: async (_, uid) => void ended.push(uid) });
  const { body } = await stage.ask('POST', '/Users', robin);
  const id = String(body['id']);
  const wire = stage.wire();
  const { secret } = await signInByCompany(stage, wire, person);
  wire.signedIn(secret);
  expect(await wire.call('auth.reload', { session: secret })).toMatchObject({ uid: id });
  expect(await stage.host.auth.sessionOf(secret)).not.toBeNull();
  const hints = wire.open('docs.watch', null, { next: () => {}, failed: () => {} });
  const off = await stage.ask('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } }));
  expect(off).toMatchObject({ status: 200, body: { active: false } });
  expect(await stage.host.auth.sessionOf(secret)).toBeNull();
  await expect.poll(() => wire.over).toEqual([secret]);
  hints();
  await expect.poll(() => ended).toEqual([id]);
  expect(await rejection(signInByCompany(stage, stage.wire(), person))).toMatchObject({
    code: 'auth/user-disabled',
  });
  await stage.ask('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: true } }));
  expect((await signInByCompany(stage, stage.wire(), person)).user.uid).toBe(id);
  expect(await stage.host.auth.sessionOf(secret)).toBeNull();
  expect(ended).toEqual([id]);
});

test('a failed removal of memberships is repeated each minute until it succeeds', async () => {
  let failures = 1;
  const ended: string[] = [];
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const stage = await openScimStage({
    async endMemberships(_, uid) {
      if (failures-- > 0) throw new Error('The database is away.');
      ended.push(uid);
    },
  });
  const { body } = await stage.ask('POST', '/Users', robin);
  // Each change is followed by a search for memberships to end: that of the creation would be the first to find the deactivation.
  await stage.heard.rest();
  await stage.ask(
    'PATCH',
    `/Users/${String(body['id'])}`,
    patch({ op: 'replace', path: 'active', value: false }),
  );
  await stage.heard.rest();
  await expect.poll(() => logged).toHaveBeenCalled();
  expect(ended).toEqual([]);
  await stage.clock.advance(60_000);
  await expect.poll(() => ended).toEqual([body['id']]);
  logged.mockRestore();
});

test('deletion removes the account and ends memberships', async () => {
  const ended: string[] = [];
  const stage = await openScimStage({ endMemberships: async (_, uid) => void ended.push(uid) });
  const { body } = await stage.ask('POST', '/Users', robin);
  const id = String(body['id']);
  const { secret } = await signInByCompany(stage, stage.wire(), person);
  expect((await stage.ask('DELETE', `/Users/${id}`)).status).toBe(204);
  expect(await stage.host.server.users.get(id)).toBeNull();
  expect(await stage.host.auth.sessionOf(secret)).toBeNull();
  await expect.poll(() => ended).toEqual([id]);
  expect((await stage.ask('GET', `/Users/${id}`)).status).toBe(404);
  expect((await stage.ask('DELETE', `/Users/${id}`)).status).toBe(404);
  // The name is free again.
  expect((await stage.ask('POST', '/Users', robin)).status).toBe(201);
});

// Requests as Okta and Entra ID send them.
test.each([
  ['Okta: deactivation', [{ op: 'replace', value: { active: false } }], { active: false }],
  ['Entra ID: deactivation', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
  [
    'Entra ID: names and address',
    [
      { op: 'Replace', path: 'name.givenName', value: 'Rob' },
      { op: 'Add', path: 'displayName', value: 'Rob C.' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'rob@example.com' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'Harbour',
      },
    ],
    {
      displayName: 'Rob C.',
      name: { givenName: 'Rob', familyName: 'Castillo' },
      emails: [{ value: 'rob@example.com', type: 'work', primary: true }],
    },
  ],
  [
    'Entra ID: paths as keys',
    [{ op: 'replace', value: { 'name.familyName': 'Stone', displayName: 'Robin Stone' } }],
    { displayName: 'Robin Stone', name: { givenName: 'Robin', familyName: 'Stone' } },
  ],
  [
    'Okta: the whole of a name and of addresses',
    [
      {
        op: 'replace',
        value: {
          name: { givenName: 'R', familyName: 'C' },
          emails: [{ value: 'r@example.com', primary: true }],
        },
      },
    ],
    { name: { givenName: 'R', familyName: 'C' }, emails: [{ value: 'r@example.com', primary: true }] },
  ],
  ['a removed attribute', [{ op: 'remove', path: 'name' }], { name: {} }],
  ['a new userName', [{ op: 'replace', path: 'userName', value: 'rob' }], { userName: 'rob' }],
])('%s is applied', async (_, operations, changed) => {
  const stage = await withRobin();
  const answer = await stage.ask('PATCH', `/Users/${stage.id}`, patch(...operations));
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject(changed);
  expect(await userOf(stage, stage.id)).toEqual(answer.body);
});

test('a replaced user has the sent attributes, and its account the new address', async () => {
  const stage = await withRobin();
  const sent = { userName: 'rob', emails: [{ value: 'rob@example.com' }] };
  const { body } = await stage.ask('PUT', `/Users/${stage.id}`, sent);
  expect(body).toMatchObject({ userName: 'rob', active: true });
  expect(body).not.toHaveProperty('externalId');
  expect(await stage.host.server.users.get(stage.id)).toMatchObject({ email: 'rob@example.com' });
});

test('an existing account is adopted only once its person has connected the provider', async () => {
  const stage = await openScimStage();
  const { uid } = await stage.host.server.users.create({ email: 'robin@example.com', emailVerified: true });
  expect(await stage.ask('POST', '/Users', robin)).toMatchObject({
    status: 409,
    body: { status: '409', scimType: 'uniqueness', detail: expect.stringContaining('connects Example ID') },
  });
  const identity = [{ provider: company, subject: 'ext-1', email: null, displayName: null }];
  await stage.database.rows('UPDATE auth_accounts SET identities = $1', [JSON.stringify(identity)]);
  expect(await stage.ask('POST', '/Users', robin)).toMatchObject({ status: 201, body: { id: uid } });
});

test('user names and addresses are unique', async () => {
  const stage = await withRobin();
  await stage.host.server.users.create({ email: 'ada@example.com' });
  const casey = await stage.ask('POST', '/Users', { userName: 'casey@example.com' });
  const uniqueness = { status: 409, body: { scimType: 'uniqueness' } };
  expect(await stage.ask('POST', '/Users', { ...robin, emails: [] })).toMatchObject(uniqueness);
  const place = `/Users/${String(casey.body['id'])}`;
  for (const change of [
    { op: 'replace', path: 'userName', value: 'ROBIN@example.com' },
    { op: 'replace', path: 'emails', value: [{ value: 'ada@example.com' }] },
  ])
    expect(await stage.ask('PATCH', place, patch(change))).toMatchObject(uniqueness);
});

test('a provider reads and changes its own users only', async () => {
  const { ask, others, id } = await withRobin();
  const by = { token: others };
  expect((await ask('GET', '/Users', null, by)).body).toMatchObject({ totalResults: 0 });
  for (const [method, body] of [
    ['GET', null],
    ['PUT', robin],
    ['PATCH', patch({ op: 'replace', value: { active: false } })],
    ['DELETE', null],
  ] as const)
    expect((await ask(method, `/Users/${id}`, body, by)).status).toBe(404);
  expect((await ask('GET', `/Users/${id}`)).body).toMatchObject({ active: true });
});

test('startIndex and count page the list of users', async () => {
  const { ask } = await openScimStage();
  for (const name of ['a', 'b', 'c']) await ask('POST', '/Users', { userName: name });
  const page = async (query: string) => (await ask('GET', `/Users?${query}`)).body;
  expect(await page('startIndex=2&count=1')).toMatchObject({
    totalResults: 3,
    startIndex: 2,
    itemsPerPage: 1,
  });
  expect(await page('count=0')).toMatchObject({ totalResults: 3, Resources: [] });
  expect(await page('startIndex=-5&count=99999')).toMatchObject({ startIndex: 1, itemsPerPage: 3 });
  expect(await page('startIndex=100')).toMatchObject({ totalResults: 3, Resources: [] });
});

test('an outdated version is rejected with 412', async () => {
  const { ask, id } = await withRobin();
  const change = patch({ op: 'replace', path: 'displayName', value: 'Rob' });
  const first = { headers: { 'if-match': 'W/"1"' } };
  expect((await ask('PATCH', `/Users/${id}`, change, first)).headers.get('etag')).toBe('W/"2"');
  expect((await ask('PATCH', `/Users/${id}`, change, first)).status).toBe(412);
  expect((await ask('DELETE', `/Users/${id}`, null, { headers: { 'if-match': 'garbage' } })).status).toBe(
    412,
  );
});

test('a missing or wrong token is answered with 401, and attempts are limited', async () => {
  const { ask } = await openScimStage();
  for (const token of ['', 'x', `muster-scim-${'x'.repeat(43)}`, 'x'.repeat(5000)]) {
    const { status, headers, body } = await ask('GET', '/Users', null, { token });
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' });
  }
  for (let guess = 5; guess <= 100; guess++) await ask('GET', '/Users', null, { token: 'x' });
  expect((await ask('GET', '/Users', null, { token: 'x' })).status).toBe(429);
  expect((await ask('GET', '/Users')).status).toBe(200);
});

test('a body above 64 KiB is rejected with 413', async () => {
  const { ask } = await openScimStage();
  expect((await ask('POST', '/Users', `{"userName":"${'x'.repeat(66_000)}"}`)).status).toBe(413);
});

const bad: readonly (readonly [string, string, unknown, string])[] = [
  ['no JSON', 'POST', '{', 'invalidSyntax'],
  ['a list', 'POST', [], 'invalidSyntax'],
  ['deep nesting', 'POST', '['.repeat(60_000), 'invalidSyntax'],
  ['no userName', 'POST', {}, 'invalidValue'],
  ['a userName that is a number', 'POST', { userName: 1 }, 'invalidValue'],
  ['a NUL', 'POST', { userName: 'a\u0000b' }, 'invalidValue'],
  ['a long userName', 'POST', { userName: 'x'.repeat(255) }, 'invalidValue'],
  ['an address that is none', 'POST', { userName: 'a', emails: [{ value: 'no address' }] }, 'invalidValue'],
  [
    'many addresses',
    'POST',
    { userName: 'a', emails: Array.from({ length: 21 }, () => ({ value: 'a@b.example' })) },
    'invalidValue',
  ],
  ['active as a word', 'POST', { userName: 'a', active: 'perhaps' }, 'invalidValue'],
  ['no operations', 'PATCH', {}, 'invalidSyntax'],
  ['an unknown operation', 'PATCH', patch({ op: 'test', path: 'active' }), 'invalidSyntax'],
  [
    'many operations',
    'PATCH',
    patch(...Array.from({ length: 101 }, () => ({ op: 'remove', path: 'externalId' }))),
    'invalidSyntax',
  ],
  ['a removed userName', 'PATCH', patch({ op: 'remove', path: 'userName' }), 'invalidValue'],
  [
    'a filter of addresses that is none',
    'PATCH',
    patch({ op: 'replace', path: 'emails[x].value', value: 'a' }),
    'invalidPath',
  ],
  [
    'a path of control characters',
    'PATCH',
    patch({ op: 'replace', path: '\u0001', value: 'a' }),
    'invalidPath',
  ],
  ['a text without a path', 'PATCH', patch({ op: 'replace', value: 'x' }), 'invalidValue'],
  [
    '__proto__',
    'PATCH',
    '{"Operations":[{"op":"replace","value":{"userName":{"__proto__":{"x":1}}}}]}',
    'invalidValue',
  ],
];

test.each(bad)('%s is answered by 400 and changes nothing', async (_, method, body, scimType) => {
  const stage = await withRobin();
  const place = method === 'POST' ? '/Users' : `/Users/${stage.id}`;
  const answer = await stage.ask(method, place, body);
  expect(answer).toMatchObject({
    status: 400,
    body: { status: '400', scimType, detail: expect.any(String) },
  });
  expect((await stage.ask('GET', '/Users')).body).toMatchObject({ totalResults: 1 });
  expect(await userOf(stage, stage.id)).toEqual(stage.created);
});

test('unsupported filters are answered with invalidFilter', async () => {
  const { ask } = await openScimStage();
  for (const filter of [
    'userName co "a"',
    'emails.value eq "a"',
    'userName eq a',
    'constructor eq "a"',
    'x'.repeat(9000),
    'userName eq "\u0000"',
  ])
    expect(await ask('GET', `/Users?filter=${encodeURIComponent(filter)}`)).toMatchObject({
      status: 400,
      body: { scimType: 'invalidFilter' },
    });
});
