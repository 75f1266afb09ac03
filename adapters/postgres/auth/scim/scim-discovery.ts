/** Description of the server for SCIM clients (RFC 7644, section 4): configuration, resource types, schemas; errors for the rest of the protocol. */
import { ScimError } from './scim-error.ts';

export const userSchemaId = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** Number of users per page: default and maximum. */
export const scimPageSize = { standard: 100, most: 200 } as const;

export const serviceProviderConfig = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: scimPageSize.most },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      ...{ type: 'oauthbearertoken', name: 'Bearer token', primary: true },
      description: 'A token made by npm run host -- --scim-token',
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig' },
};

/** Users only. Groups would have to give roles, and each team assigns its members and roles in Muster. */
export const resourceTypes = [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...{ id: 'User', name: 'User', endpoint: '/Users', schema: userSchemaId },
    meta: { resourceType: 'ResourceType' },
  },
];

/**
 * Errors of the protocol's endpoints that this server lacks, by name in lower case. Groups: 404, which clients, unlike an error of the server,
 * do not repeat.
 */
const lacking: ReadonlyMap<string, () => ScimError> = new Map([
  [
    'groups',
    () =>
      new ScimError(
        404,
        'Groups are not supported: members and roles are assigned in Muster. Turn off the provisioning of groups at the provider.',
      ),
  ],
  ['bulk', () => new ScimError(501, 'Bulk requests are not supported: send one request for each user.')],
  ['me', () => new ScimError(501, 'A token has no user of its own: ask for /Users.')],
]);

/** `resource`: first name of a path. */
export const unknownResource = (resource: string): ScimError =>
  lacking.get(resource.toLowerCase())?.() ?? new ScimError(404, 'There is nothing at this address.');

const attribute = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ name, type: 'string', multiValued: false, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
  ...more,
});

export const scimSchemas = [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...{ id: userSchemaId, name: 'User' },
    attributes: [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('externalId', { caseExact: true }),
      attribute('displayName'),
      attribute('active', { type: 'boolean' }),
      attribute('name', {
        type: 'complex',
        subAttributes: ['formatted', 'givenName', 'familyName'].map((name) => attribute(name)),
      }),
      attribute('emails', {
        ...{ type: 'complex', multiValued: true },
        subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
      }),
    ],
    meta: { resourceType: 'Schema' },
  },
];
