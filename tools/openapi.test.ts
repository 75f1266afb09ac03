import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiTypesFile, apiTypesMark } from './api-types.ts';
import { configSchemaFile, configSchemaText, openApiFile, openApiText } from './openapi.ts';

test('api/http/openapi.json equals the output of `npm run api-types`', () => {
  expect(readFileSync(openApiFile, 'utf8')).toBe(openApiText());
});

test('the types of the API equal its description', () => {
  expect(readFileSync(apiTypesFile, 'utf8').split('\n', 1)[0]).toBe(apiTypesMark(openApiText()));
});

test('the JSON Schema of configuration files equals the domain’s schemas', () => {
  expect(readFileSync(configSchemaFile, 'utf8')).toBe(configSchemaText());
});
