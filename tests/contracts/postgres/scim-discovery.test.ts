/** Description of the SCIM server: configuration, resource types and schemas; requests for what they leave out. */
import { expect, test } from 'vitest';
import { withPostgres } from './provider.ts';
import { openScimStage } from './scim-stage.ts';

withPostgres();

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

test('configuration, resource types and schemas state users, changes and filters, and no groups', async () => {
  const { ask } = await openScimStage();
  expect((await ask('GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    etag: { supported: true },
  });
  const types = (await ask('GET', '/ResourceTypes')).body as {
    readonly totalResults: number;
    readonly Resources: readonly {
      readonly id: string;
      readonly endpoint: string;
      readonly schema: string;
    }[];
  };
  expect(types).toMatchObject({ totalResults: 1, Resources: [{ id: 'User', endpoint: '/Users' }] });
  for (const { endpoint, schema } of types.Resources) {
    expect((await ask('GET', endpoint)).status).toBe(200);
    expect((await ask('GET', `/Schemas/${schema}`)).body).toMatchObject({ id: schema });
  }
  expect((await ask('GET', '/Schemas')).body).toMatchObject({ totalResults: types.totalResults });
  for (const place of ['/ResourceTypes/Group', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:Group'])
    expect((await ask('GET', place)).status).toBe(404);
});

// Requests as Okta (push groups) and Entra ID send them.
const group = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  ...{ displayName: 'On-call', members: [{ value: 'ada' }] },
};
const change = { Operations: [{ op: 'Add', path: 'members', value: [{ value: 'ada' }] }] };

test.each<readonly [string, string, unknown]>([
  ['GET', '/Groups?filter=displayName%20eq%20%22On-call%22', null],
  ['POST', '/Groups', group],
  ['POST', '/Groups', '{'],
  ['POST', '/groups/.search', {}],
  ['PUT', '/Groups/1', group],
  ['PATCH', '/Groups/1', change],
  ['PATCH', '/Groups/1/members', change],
  ['DELETE', '/Groups/1', null],
])(
  '%s %s is answered by an error that states what to turn off, and changes nothing',
  async (method, place, body) => {
    const { ask, database } = await openScimStage();
    const { status, body: answer, headers } = await ask(method, place, body);
    expect([status, headers.get('content-type')]).toEqual([404, 'application/scim+json']);
    expect(answer).toEqual({
      schemas: [errorSchema],
      status: '404',
      detail:
        'Groups are not supported: members and roles are assigned in Muster. Turn off the provisioning of groups at the provider.',
    });
    expect(await database.rows('SELECT uid FROM auth_accounts')).toEqual([]);
  },
);

test('requests for groups without a valid token are answered with 401', async () => {
  const { ask } = await openScimStage();
  expect((await ask('POST', '/Groups', group, { token: 'x' })).status).toBe(401);
});

test.each([
  ['POST', '/Bulk', 501, /one request for each user/u],
  ['GET', '/Me', 501, /no user of its own/u],
  ['GET', '/Roles', 404, /nothing at this address/u],
])('%s %s is answered by %i', async (method, place, status, sentence) => {
  const { ask } = await openScimStage();
  expect(await ask(method, place)).toMatchObject({
    status,
    body: { schemas: [errorSchema], status: String(status), detail: expect.stringMatching(sentence) },
  });
});
