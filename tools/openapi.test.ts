import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiTypesFile, apiTypesMark } from './api-types.ts';
import { configSchemaFile, configSchemaText, openApiFile, openApiText } from './openapi.ts';

test('api/http/openapi.json is what the catalogue and the schemas say: `npm run api-types` writes it', () => {
  expect(readFileSync(openApiFile, 'utf8')).toBe(openApiText());
});

test('the types of the API are made of its description', () => {
  expect(readFileSync(apiTypesFile, 'utf8').split('\n', 1)[0]).toBe(apiTypesMark(openApiText()));
});

test('the JSON Schema of configuration as text is what the domain says', () => {
  expect(readFileSync(configSchemaFile, 'utf8')).toBe(configSchemaText());
});
