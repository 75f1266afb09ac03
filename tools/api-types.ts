/**
 * `npm run api-types`: writes the description of the HTTP API and, by openapi-typescript, its types for clients. The types name the
 * digest of the description that they are made of; a test compares it.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configSchemaFile, configSchemaText, openApiFile, openApiText } from './openapi.ts';

export const apiTypesFile = new URL('../cli/openapi.gen.d.ts', import.meta.url);

/** First line of the types. */
export const apiTypesMark = (description: string): string =>
  `// Types of the HTTP API: made by \`npm run api-types\` of api/http/openapi.json, sha256 ${createHash('sha256').update(description).digest('hex')}.`;

if (import.meta.main) {
  const text = openApiText();
  writeFileSync(openApiFile, text);
  writeFileSync(configSchemaFile, configSchemaText());
  const [input, output] = [fileURLToPath(openApiFile), fileURLToPath(apiTypesFile)];
  const generator = fileURLToPath(new URL('../cli/generator/', import.meta.url));
  execFileSync('npm', ['ci', '--prefix', generator, '--no-audit', '--no-fund'], { stdio: 'inherit' });
  execFileSync(`${generator}node_modules/.bin/openapi-typescript`, [input, '-o', output], {
    stdio: 'inherit',
  });
  writeFileSync(apiTypesFile, `${apiTypesMark(text)}\n${readFileSync(apiTypesFile, 'utf8')}`);
}
