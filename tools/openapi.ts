/** The description of the HTTP API (OpenAPI 3.1), made of the command catalogue and the domain's schemas; `npm run api-types` writes it. */
import { configTextSchema } from '../cli/config-text/schema.ts';
import { openApiDocument } from './openapi/document.ts';
import { inputSchemaOf } from './openapi/schemas.ts';

export const openApiFile = new URL('../api/http/openapi.json', import.meta.url);

export const openApiText = (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`;

export const configSchemaFile = new URL('../cli/muster-config.schema.json', import.meta.url);

/** JSON Schema of a team's configuration as text. */
export const configSchemaText = (): string =>
  `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Configuration of a Muster team', ...inputSchemaOf(configTextSchema) }, null, 2)}\n`;
