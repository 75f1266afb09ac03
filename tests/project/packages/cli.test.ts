/** The command line as a package: installed into an empty folder without a network, and used as its README says. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packCli } from '#tools/packages/pack-cli.ts';
import { addApiKey, apiFetch } from '#tests/app/functions/api-client.ts';
import { FunctionsStage } from '#tests/app/functions/stage.ts';
import { projectText } from '../../project-files.ts';

const run = promisify(execFile);
let folder = '';
let size = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'muster-cli-'));
  const packed = await packCli(folder);
  ({ size } = packed);
  await writeFile(path.join(folder, 'package.json'), '{"name":"outside","private":true}');
  const install = ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', packed.tarball];
  await run('npm', install, { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs with the Node that runs the test. */
const shell = (script: string, env: Readonly<Record<string, string>> = {}) =>
  run('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: {
      ...env,
      HOME: folder,
      PATH: [`${folder}/node_modules/.bin`, path.dirname(process.execPath), process.env['PATH']].join(':'),
    },
  });

test('the CLI package is a single file without dependencies', async () => {
  expect((await shell('ls node_modules/@muster/cli')).stdout.split('\n').toSorted()).toEqual([
    '',
    'README.md',
    'muster-config.schema.json',
    'muster.js',
    'package.json',
  ]);
  console.log(`@muster/cli: ${(size / 1000).toFixed(1)} kB`);
  expect(size).toBeLessThan(400_000);
  expect((await shell('muster --help')).stdout).toContain('muster import --from pagerduty|oncall');
});

test('its README works', async () => {
  const stage = await FunctionsStage.open();
  const key = await addApiKey(stage, { scopes: ['read', 'respond', 'configure'] });
  const answer = apiFetch(stage);
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = request;
      const body = await text(request);
      const asked = new Request(`https://muster.example.com${url}`, {
        ...{
          method,
          headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        },
        ...(body !== '' && { body }),
      });
      const answered = await answer(asked);
      response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text());
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const [, script = ''] = /^```sh run\n(.*?)^```$/ms.exec(projectText('cli/README.md')) ?? [];
  const own = script
    .replace('https://muster.example.com', `http://127.0.0.1:${port}`)
    .replace('muster_…', key);
  const { stdout } = await shell(own);
  expect(stdout).toContain('Incident #42 is declared.');
  expect(stdout.trimEnd().endsWith('Nothing to change.')).toBe(true);
  server.close();
  await stage.close();
});
