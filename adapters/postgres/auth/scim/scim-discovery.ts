/** What a SCIM client asks a server about itself (RFC 7644, section 4): configuration, resource types, schemas. */

export const userSchemaId = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** Users of a page: by default, and at most. */
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

/** Users alone: a team’s members and roles are the team’s to decide, so groups would change nothing. */
export const resourceTypes = [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...{ id: 'User', name: 'User', endpoint: '/Users', schema: userSchemaId },
    meta: { resourceType: 'ResourceType' },
  },
];

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
