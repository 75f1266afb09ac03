/** The command line against Muster's own server code. */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addApiKey, apiFetch } from '#tests/app/functions/api-client.ts';
import { FunctionsStage } from '#tests/app/functions/stage.ts';
import { runCli } from './run.ts';

let stage: FunctionsStage;
let key = '';
beforeEach(async () => {
  stage = await FunctionsStage.open();
  key = await addApiKey(stage);
});
afterEach(() => stage.close());

async function muster(args: readonly string[], env: Record<string, string> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCli(args, {
    env: { MUSTER_URL: 'https://muster.example.com', MUSTER_API_KEY: key, MUSTER_CONFIG: '/nowhere', ...env },
    fetch: apiFetch(stage),
    now: () => stage.cloud.clock.now(),
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

test('an incident is declared, acknowledged, commented and read', async () => {
  const declared = await muster(['declare', 'Checkout', 'fails', '-s', 'sev2', '--page', 'Jonas']);
  expect(declared).toMatchObject({ code: 0, out: expect.stringContaining('Incident #42 is declared.') });
  expect(await muster(['ack'])).toMatchObject({ code: 0, out: expect.stringContaining('is acknowledged.') });
  expect(await muster(['log', '42', 'Rolled', 'back'])).toMatchObject({ code: 0 });
  const timeline = await muster(['log', '#42']);
  expect(timeline.out).toMatch(/declared · SEV2/u);
  expect(timeline.out).toContain('Rolled back');
  const paged = await muster(['page', '42', 'Mei Tanaka', '-m', 'Come']);
  expect(paged.out).toContain('asks now');
});

test('on-call members are printed by schedule and as JSON', async () => {
  const { out } = await muster(['oncall']);
  const data = JSON.parse((await muster(['oncall', '--json'])).out) as { readonly scheduleName: string }[];
  expect(out.split('\n').map((line) => line.split(':')[0])).toEqual(
    data.map(({ scheduleName }) => scheduleName),
  );
});

test('printed texts contain no control characters', async () => {
  await muster(['log', '41', 'red \u001B[31m']);
  expect((await muster(['log', '41'])).out).toContain('red \uFFFD[31m');
});

describe('an error names the next step and has an exit code by kind', () => {
  test.each([
    [['nothing'], 2, 'There is no command'],
    [['declare'], 2, 'Say what happens'],
    [['declare', 'x', '--severity', 'high'], 2, 'SEV1'],
    [['declare', 'x', '--nothing'], 2, 'Usage: muster declare'],
    [['log', 'x'], 2, 'no number'],
    [['log', '999'], 4, 'There is no incident 999'],
    [['declare', 'x', '--service', 'nothing'], 4, 'There are:'],
    [['ack'], 4, 'No page waits for'],
  ])('%j', async (args, code, sentence) => {
    expect(await muster(args)).toMatchObject({ code, out: '', err: expect.stringContaining(sentence) });
  });

  test('of a revoked key', async () => {
    await stage.call('jonas', 'revokeApiKey', { apiKeyId: 'key-1' });
    const { code, err } = await muster(['oncall']);
    expect([code, err]).toEqual([3, expect.stringContaining('was revoked')]);
    expect(err).not.toContain(key);
  });

  test('of an unreachable server', async () => {
    const code = await runCli(['oncall'], {
      env: { MUSTER_URL: 'https://muster.example.com', MUSTER_API_KEY: key },
      fetch: () => Promise.reject(new TypeError('fetch failed')),
      now: () => 0,
      out: () => undefined,
      err: () => undefined,
    });
    expect(code).toBe(6);
  });
});

describe('the configuration', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'muster-')), 'muster.json');
  const fromFile = { MUSTER_URL: '', MUSTER_API_KEY: '', MUSTER_CONFIG: file };

  test('is read from a file only if other users can’t read it', async () => {
    writeFileSync(file, JSON.stringify({ url: 'https://muster.example.com/', key }));
    chmodSync(file, 0o644);
    expect(await muster(['oncall'], fromFile)).toMatchObject({
      code: 2,
      err: expect.stringContaining('chmod 600'),
    });
    chmodSync(file, 0o600);
    expect(await muster(['oncall'], fromFile)).toMatchObject({ code: 0 });
  });

  test('requires a complete key and an https address', async () => {
    expect(await muster(['oncall'], { MUSTER_API_KEY: 'muster_' })).toMatchObject({ code: 2 });
    expect(await muster(['oncall'], { MUSTER_URL: 'http://muster.example.com' })).toMatchObject({ code: 2 });
  });
});

test('bash accepts the completion script', async () => {
  const { out } = await muster(['completion', 'bash']);
  expect(() => execFileSync('bash', ['-n'], { input: out })).not.toThrow();
  expect(out).toContain('declare');
});

test('zsh completion loads that of bash, and fish completion has a line per option', async () => {
  const [bash, zsh, fish, other] = await Promise.all(
    ['bash', 'zsh', 'fish', 'tcsh'].map((shell) => muster(['completion', shell])),
  );
  expect(zsh?.out).toBe(`autoload -U +X bashcompinit && bashcompinit\n${bash?.out}`);
  const lines = fish?.out.trim().split('\n') ?? [];
  expect(lines.filter((line) => !line.startsWith('complete -c muster -n '))).toEqual([]);
  expect(lines).toContain('complete -c muster -n __fish_use_subcommand -f -a declare');
  expect(other).toMatchObject({ code: 2, out: '' });
});
