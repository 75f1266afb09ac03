/** SCIM 2.0 over HTTP (RFC 7644): authentication, routing, answers. */
import { isPortError } from '#ports/errors.ts';
import type { Attempts } from '../attempts.ts';
import {
  resourceTypes,
  scimPageSize,
  scimSchemas,
  serviceProviderConfig,
  unknownResource,
  userSchemaId,
} from './scim-discovery.ts';
import { noSuchUser, ScimError } from './scim-error.ts';
import { patchedScimUser } from './scim-patch.ts';
import type { ScimKey, ScimRecord } from './scim-records.ts';
import type { ScimUsers } from './scim-service.ts';
import { type ScimProvider, scimTokenDigest } from './scim-tokens.ts';
import { parseScimUser } from './scim-user.ts';

/** Bytes of a request's body. */
export const largestScimBody = 65_536;

export interface ScimRequest {
  readonly method: string;
  /** Below `/scim/v2`, from its slash on. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string;
  readonly ifMatch: string | null;
  readonly body: string;
  readonly network: string | null;
}

export interface ScimAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty: no body. */
  readonly body: string;
}

export interface ScimAnswersOptions {
  readonly users: ScimUsers;
  readonly attempts: Attempts;
  /** By digest of their tokens. */
  readonly providers: ReadonlyMap<string, ScimProvider>;
  /** Address of `/scim/v2` here. */
  readonly base: string;
}

type Answered = readonly [status: number, value: unknown, headers?: Readonly<Record<string, string>>];

export class ScimAnswers {
  private readonly options: ScimAnswersOptions;

  constructor(options: ScimAnswersOptions) {
    this.options = options;
  }

  /** @throws PortError unavailable */
  async answer(request: ScimRequest): Promise<ScimAnswer> {
    try {
      const provider = await this.providerOf(request);
      const [status, value, headers = {}] = await this.routed(request, provider);
      return answerOf(status, value, headers);
    } catch (error) {
      if (error instanceof ScimError) return problem(error);
      if (isPortError(error, 'auth/too-many-requests'))
        return problem(new ScimError(429, 'Too many requests. Wait, then try again.'));
      throw error;
    }
  }

  private async providerOf({ authorization, network }: ScimRequest): Promise<ScimProvider> {
    const { attempts, providers } = this.options;
    const digest = scimTokenDigest(authorization);
    const provider = digest === null ? undefined : providers.get(digest);
    if (provider) {
      await attempts.take('scimOfProvider', provider.id);
      return provider;
    }
    if (network !== null) await attempts.take('scimGuessesFromNetwork', network);
    throw new ScimError(401, 'This is no token of this server.');
  }

  private async routed(request: ScimRequest, provider: ScimProvider): Promise<Answered> {
    const [, resource = '', id = null, ...more] = request.path.split('/');
    const list = discovery.get(resource);
    if (more.length > 0 || !(list || resource === 'Users')) throw unknownResource(resource);
    if (!list) return this.users(request, provider, id === '' ? null : id);
    if (request.method !== 'GET') throw notAllowed();
    if (resource === 'ServiceProviderConfig') return [200, serviceProviderConfig];
    if (id === null) return [200, listOf(list, list.length, 1)];
    const found = list.find((one) => 'id' in one && one.id === decoded(id));
    if (!found) throw unknownResource(resource);
    return [200, found];
  }

  private async users(request: ScimRequest, provider: ScimProvider, id: string | null): Promise<Answered> {
    const { users } = this.options;
    const { method } = request;
    if (id === null) {
      if (method === 'GET') return this.list(request, provider);
      if (method !== 'POST') throw notAllowed();
      const record = await users.create(provider, parseScimUser(jsonOf(request)));
      return [201, this.resource(record), { Location: this.address(record), ETag: etag(record) }];
    }
    const uid = decoded(id);
    if (uid.length > 128 || uid.includes('\0')) throw noSuchUser();
    const ifMatch = versionOf(request.ifMatch);
    if (method === 'DELETE') {
      await users.remove(provider, uid, ifMatch);
      return [204, null];
    }
    const record = await this.changed(request, provider, uid, ifMatch);
    return [200, this.resource(record), { ETag: etag(record) }];
  }

  private changed(request: ScimRequest, provider: ScimProvider, id: string, ifMatch: number | null) {
    const { users } = this.options;
    if (request.method === 'GET') return users.get(provider, id);
    if (request.method !== 'PUT' && request.method !== 'PATCH') throw notAllowed();
    const body = jsonOf(request);
    if (request.method === 'PATCH')
      return users.change(provider, { id, ifMatch, next: (user) => patchedScimUser(user, body) });
    const replaced = parseScimUser(body);
    return users.change(provider, { id, ifMatch, next: () => replaced });
  }

  private async list({ query }: ScimRequest, provider: ScimProvider): Promise<Answered> {
    const start = Math.max(1, wholeNumber(query, 'startIndex', 1));
    const most = Math.min(scimPageSize.most, Math.max(0, wholeNumber(query, 'count', scimPageSize.standard)));
    const page = { skip: start - 1, most };
    const { total, records } = await this.options.users.list(provider, filterOf(query.get('filter')), page);
    return [
      200,
      listOf(
        records.map((record) => this.resource(record)),
        total,
        start,
      ),
    ];
  }

  private resource(record: ScimRecord) {
    const { externalId, displayName, name, ...user } = record.user;
    return {
      schemas: [userSchemaId],
      id: record.account.uid,
      ...user,
      ...(externalId !== null && { externalId }),
      ...(displayName !== null && { displayName }),
      ...(name && { name: present(name) }),
      emails: user.emails.map(present),
      meta: {
        resourceType: 'User',
        created: new Date(record.createdAt).toISOString(),
        lastModified: new Date(record.modifiedAt).toISOString(),
        location: this.address(record),
        version: etag(record),
      },
    };
  }

  private address({ account }: ScimRecord): string {
    return `${this.options.base}/Users/${encodeURIComponent(account.uid)}`;
  }
}

const discovery = new Map<string, readonly object[]>([
  ['ServiceProviderConfig', [serviceProviderConfig]],
  ['ResourceTypes', resourceTypes],
  ['Schemas', scimSchemas],
]);

const etag = ({ version }: ScimRecord) => `W/"${version}"`;

/** Version of an `If-Match` header; `null` where there is none. @throws ScimError 412 for any other text */
function versionOf(header: string | null): number | null {
  if (header === null || header.trim() === '*') return null;
  const [, version = null] = /^(?:W\/)?"(\d{1,15})"$/u.exec(header.trim()) ?? [];
  if (version === null) throw new ScimError(412, 'This user was changed meanwhile.');
  return Number(version);
}

const present = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

const listOf = (resources: readonly object[], total: number, start: number) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  ...{ totalResults: total, startIndex: start, itemsPerPage: resources.length, Resources: resources },
});

const keys: Readonly<Record<string, ScimKey>> = { username: 'userName', externalid: 'externalId', id: 'id' };

/** @throws ScimError invalidFilter */
function filterOf(text: string | null): { readonly key: ScimKey; readonly value: string } | null {
  if (text === null || text.trim() === '') return null;
  const [, name = '', quoted = ''] =
    /^\s*(\w{1,20})\s+eq\s+("(?:[^"\\]|\\.){0,300}")\s*$/iu.exec(text.slice(0, 500)) ?? [];
  const key = Object.hasOwn(keys, name.toLowerCase()) ? keys[name.toLowerCase()] : undefined;
  const value = key && parsedJson(quoted);
  if (!key || typeof value !== 'string' || value.includes('\0'))
    throw new ScimError(
      400,
      'Filters are userName eq "…", externalId eq "…" and id eq "…".',
      'invalidFilter',
    );
  return { key, value };
}

function wholeNumber(query: URLSearchParams, name: string, standard: number): number {
  const text = query.get(name);
  if (text === null) return standard;
  if (!/^-?\d{1,9}$/u.test(text)) throw new ScimError(400, `${name} is a whole number.`, 'invalidValue');
  return Number(text);
}

function jsonOf({ body }: ScimRequest): unknown {
  const value = parsedJson(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScimError(400, 'The body is no JSON object.', 'invalidSyntax');
  return value;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw noSuchUser();
  }
}

const notAllowed = () => new ScimError(405, 'This can’t be done here.');

const answerOf = (status: number, value: unknown, headers: Readonly<Record<string, string>>): ScimAnswer => ({
  status,
  headers: { 'Content-Type': 'application/scim+json', 'Cache-Control': 'no-store', ...headers },
  body: value === null ? '' : JSON.stringify(value),
});

export const problem = ({ status, message, scimType }: ScimError): ScimAnswer =>
  answerOf(
    status,
    {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      ...{ status: String(status), detail: message },
      ...(scimType && { scimType }),
    },
    status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {},
  );
