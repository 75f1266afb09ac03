/** docs/api.md names commands and addresses that there are, and every error of the API. */
import { expect, test } from 'vitest';
import { problemKinds } from '#api/http/api-problem.ts';
import { apiScopes } from '#domain/api-key/schema.ts';
import { settingsLimits } from '#domain/settings-limits.ts';
import { runCli } from '../../../cli/run.ts';
import { openApiDocument } from '../../../tools/openapi/document.ts';
import { read } from './pages.ts';

const page = await read('docs/api.md');

test('each command line of the page is one that there is', async () => {
  const names = new Set([...page.matchAll(/^(?:source <\()?muster (\w+)/gmu)].map(([, name = '']) => name));
  expect(names.size).toBeGreaterThan(6);
  for (const name of names) {
    const out: string[] = [];
    const world = {
      env: {},
      fetch,
      now: () => 0,
      out: (text: string) => void out.push(text),
      err: () => undefined,
    };
    const args = name === 'completion' ? [name, 'bash'] : [name, '--help'];
    expect([name, await runCli(args, world)]).toEqual([name, 0]);
  }
});

test('each address that it asks is one of the API', () => {
  const paths = Object.keys(openApiDocument().paths);
  const named = [...page.matchAll(/\$MUSTER_URL\/api\/v1(\/[\w/-]+)/gu)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(1);
  for (const path of named) expect(paths).toContain(path);
});

test('the API page names every code, every scope and the limits', () => {
  for (const code of Object.keys(problemKinds)) expect(page).toContain(`\`${code}\``);
  for (const scope of apiScopes) expect(page).toContain(`| \`${scope}\` |`);
  expect(page).toContain(`more than ${settingsLimits.apiRequestsPerMinute} requests`);
  expect(page).toContain(`${settingsLimits.apiKeyDays.min} to ${settingsLimits.apiKeyDays.max} days`);
});
