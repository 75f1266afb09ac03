/** The OpenAPI document: paths of commands and reads. */
import { commandCatalogue } from '../../api/commands.ts';
import {
  type ApiCommandName,
  apiCommandOf,
  apiCommands,
  apiInputSchema,
} from '../../api/http/api-commands.ts';
import { problemKinds, problemMediaType, problemSchema } from '../../api/http/api-problem.ts';
import {
  type ApiCollectionName,
  apiCollectionOf,
  apiCollections,
  apiItems,
  apiPageSize,
} from '../../api/http/api-resources.ts';
import { memberLookupInput, memberLookupOutput } from '../../api/http/member-lookup.ts';
import type { ApiScope } from '../../domain/api-key/schema.ts';
import { settingsLimits } from '../../domain/settings-limits.ts';
import { inputSchemaOf, outputSchemaOf } from './schemas.ts';

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const problems = { default: { $ref: '#/components/responses/Problem' } };
const jsonOf = (schema: object) => ({ 'application/json': { schema } });
const answers = (description: string, schema: object) => ({
  200: {
    description,
    headers: Object.fromEntries(
      ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map((name) => [
        name,
        { $ref: `#/components/headers/${name}` },
      ]),
    ),
    content: jsonOf(schema),
  },
  ...problems,
});
const listOf = (name: string) => ({
  type: 'object',
  properties: {
    items: { type: 'array', items: reference(name) },
    next: {
      type: ['string', 'null'],
      description: 'Give it as `cursor` to get the next part; null on the last.',
    },
  },
  required: ['items', 'next'],
});

const cursorParameter = { $ref: '#/components/parameters/cursor' };
const limitParameter = { $ref: '#/components/parameters/limit' };
const idParameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

function commandPath(name: ApiCommandName) {
  const { labels } = commandCatalogue[name];
  const { scope, output } = apiCommandOf(name);
  return {
    post: {
      operationId: name,
      summary: labels.pending,
      description: `Scope: \`${scope}\`.`,
      tags: [scope],
      parameters: [{ $ref: '#/components/parameters/idempotencyKey' }],
      requestBody: { required: true, content: jsonOf(inputSchemaOf(apiInputSchema(name))) },
      responses: answers(
        'Carried out, now or with an earlier request of the same id.',
        outputSchemaOf(output),
      ),
    },
  };
}

function read(
  operationId: string,
  summary: string,
  parameters: readonly object[],
  schema: object,
  scope: ApiScope = 'read',
) {
  return {
    get: {
      operationId,
      summary,
      description: scope === 'read' ? 'Scope: `read`.' : 'Scopes: `read` and `configure`.',
      tags: [scope],
      parameters,
      responses: answers(summary, schema),
    },
  };
}

function collectionPaths(name: ApiCollectionName) {
  const { item, filters, hasSingle, order, forAdmins } = apiCollectionOf(name);
  const filterParameters = Object.entries(filters).map(([field, schema]) => ({
    name: field,
    in: 'query',
    required: false,
    schema: inputSchemaOf(schema),
  }));
  const ordered = order === null ? 'in the order of their ids' : `by ${order.field}, the newest first`;
  const parameters = [cursorParameter, limitParameter, ...filterParameters];
  const list = read(
    `list${capitalized(name)}`,
    `List ${name}, ${ordered}`,
    parameters,
    listOf(item),
    forAdmins ? 'configure' : 'read',
  );
  const single = hasSingle
    ? { [`/${name}/{id}`]: read(`get${item}`, `Read one of the ${name}`, [idParameter], reference(item)) }
    : {};
  return { [`/${name}`]: list, ...single };
}

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

export const openApiDocument = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Muster',
    version: '1',
    description:
      'Incidents, pages, alerts and who is on call. Times are milliseconds since 1970-01-01T00:00:00Z, in fields whose name ends in `At`. Private incidents are not reached by keys. See docs/api.md.',
  },
  servers: [{ url: '/api/v1' }],
  security: [{ key: [] }],
  paths: {
    '/key': {
      get: {
        operationId: 'getKey',
        summary: 'What this key is, and for whom it acts',
        tags: ['read'],
        responses: answers('The key', reference('Key')),
      },
    },
    '/on-call': read('listOnCall', 'Who is on call now, by schedule', [], {
      type: 'object',
      properties: { items: { type: 'array', items: reference('OnCall') } },
      required: ['items'],
    }),
    ...Object.assign({}, ...(Object.keys(apiCollections) as ApiCollectionName[]).map(collectionPaths)),
    '/members/lookup': {
      post: {
        operationId: 'lookUpMembers',
        summary: 'Members by their mail addresses',
        description: 'Scope: `configure`.',
        tags: ['configure'],
        requestBody: { required: true, content: jsonOf(inputSchemaOf(memberLookupInput)) },
        responses: answers('Those who are members', outputSchemaOf(memberLookupOutput)),
      },
    },
    '/incidents/{id}/timeline': read(
      'listTimeline',
      'Timeline of an incident, the oldest entries first',
      [idParameter, cursorParameter, limitParameter],
      listOf('TimelineEvent'),
    ),
    ...Object.fromEntries(
      (Object.keys(apiCommands) as ApiCommandName[]).map((name) => [`/commands/${name}`, commandPath(name)]),
    ),
  },
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key: `muster_…`.' } },
    parameters: {
      cursor: { name: 'cursor', in: 'query', required: false, schema: { type: 'string' } },
      limit: {
        name: 'limit',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 1, maximum: apiPageSize.most, default: apiPageSize.usual },
      },
      idempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description:
          'Id of the command, such as a UUID: the same request sent again with it is carried out once and gets the same answer.',
        schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' },
      },
    },
    headers: {
      'RateLimit-Limit': {
        description: `Requests with this key in a minute, over all processes: ${settingsLimits.apiRequestsPerMinute}.`,
        schema: { type: 'integer' },
      },
      'RateLimit-Remaining': {
        description:
          'Requests of this minute that the answering process can still accept, as of its last lease.',
        schema: { type: 'integer' },
      },
      'RateLimit-Reset': { description: 'Seconds until the next minute.', schema: { type: 'integer' } },
    },
    responses: {
      Problem: {
        description: `Not carried out; nothing has changed. Codes: ${Object.keys(problemKinds).join(', ')}, method_not_allowed.`,
        content: { [problemMediaType]: { schema: reference('Problem') } },
      },
    },
    schemas: {
      Problem: outputSchemaOf(problemSchema),
      ...Object.fromEntries(Object.entries(apiItems).map(([name, schema]) => [name, outputSchemaOf(schema)])),
    },
  },
});
