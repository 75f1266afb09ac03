/**
 * Writes docs/webhook-events.schema.json, and the tables of docs/webhooks.md between its markers, from the domain:
 * `node tools/webhook-docs.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import { incidentEventTypes, alertEventTypes, pageEventTypes } from '#domain/webhook/fields.ts';
import {
  sentAlertSchema,
  sentEventSchema,
  sentIncidentSchema,
  sentPageSchema,
} from '#domain/webhook/payload.ts';

const docs = path.join(import.meta.dirname, '../docs');
export const webhookSchemasFile = path.join(docs, 'webhook-events.schema.json');
export const webhooksPageFile = path.join(docs, 'webhooks.md');

/** Limits that JSON Schema can't express, such as a count of characters, are left out. */
const options = { errorMode: 'ignore', typeMode: 'output' } as const;

/** JSON Schema of what receivers get. */
export const webhookSchemas = (): string =>
  `${JSON.stringify({ title: 'Event of a Muster webhook', ...toJsonSchema(sentEventSchema, options) }, null, 2)}\n`;

interface JsonSchemaNode {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly unknown[];
  readonly oneOf?: readonly unknown[];
  readonly items?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
}

const isNode = (value: unknown): value is JsonSchemaNode => typeof value === 'object' && value !== null;

function typeText(value: unknown): string {
  if (!isNode(value)) return 'anything';
  const { enum: options_, const: constant, anyOf, oneOf, items, properties } = value;
  if (options_) return options_.map((one) => JSON.stringify(one)).join(', ');
  if (constant !== undefined) return JSON.stringify(constant);
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return alternatives.map(typeText).join(' or ');
  if (items !== undefined) return `list of ${typeText(items)}`;
  if (properties) return `{ ${Object.keys(properties).join(', ')} }`;
  return typeof value.type === 'string' ? value.type : 'anything';
}

const meanings: Readonly<Record<string, string>> = {
  number: 'number',
  integer: 'whole number',
  string: 'text',
  null: 'null',
};
const readable = (text: string): string =>
  text.replaceAll(/\b(?:number|integer|string)\b/gu, (word) => meanings[word] ?? word);

const tables = [
  { name: 'Incident', key: 'incident', types: incidentEventTypes, schema: sentIncidentSchema },
  { name: 'Alert', key: 'alert', types: alertEventTypes, schema: sentAlertSchema },
  { name: 'Page', key: 'page', types: pageEventTypes, schema: sentPageSchema },
] as const;

const generated = (): string =>
  tables
    .flatMap(({ name, key, types, schema }) => {
      const node: unknown = toJsonSchema(schema, options);
      const properties = isNode(node) ? (node.properties ?? {}) : {};
      return [
        `### ${name}: \`data.${key}\``,
        '',
        `Events: ${types.map((type) => `\`${type}\``).join(', ')}.`,
        '',
        '| field | type |',
        '|---|---|',
        ...Object.entries(properties).map(
          ([field, value]) => `| \`${field}\` | ${readable(typeText(value)).replaceAll('|', '\\|')} |`,
        ),
        '',
      ];
    })
    .join('\n');

const [begin, end] = ['<!-- generated: node tools/webhook-docs.ts -->', '<!-- end of generated -->'];

/** The page with its tables as the domain has them. @throws Error for a page without markers */
export function webhooksPage(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/webhooks.md has no markers for its tables.');
  return `${page.slice(0, from + begin.length)}\n\n${generated()}\n${page.slice(to)}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(webhookSchemasFile, webhookSchemas());
  writeFileSync(webhooksPageFile, webhooksPage(readFileSync(webhooksPageFile, 'utf8')));
}
