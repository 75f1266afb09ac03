import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { webhookSchemas, webhookSchemasFile, webhooksPage, webhooksPageFile } from '#tools/webhook-docs.ts';

test('docs/webhook-events.schema.json is what `node tools/webhook-docs.ts` writes', () => {
  expect(readFileSync(webhookSchemasFile, 'utf8')).toBe(webhookSchemas());
});

test('the tables of docs/webhooks.md are what `node tools/webhook-docs.ts` writes', () => {
  const page = readFileSync(webhooksPageFile, 'utf8');
  expect(page).toBe(webhooksPage(page));
});
