/** The description of the HTTP API (OpenAPI 3.1), made of the command catalogue and the domain's schemas; `npm run api-types` writes it. */
import { openApiDocument } from './openapi/document.ts';

export const openApiFile = new URL('../api/http/openapi.json', import.meta.url);

export const openApiText = (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`;
