/** The command line with hostile files and servers: it ends with a sentence and an exit code, and sends no command. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { apiKeyFrom } from '#api/api-key.ts';
import { runCli } from './run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'muster-'));
const key = apiKeyFrom(new Uint8Array(20));

async function muster(
  args: readonly string[],
  answer: (request: Request) => Response,
  env: Record<string, string> = {},
) {
  const [out, err, methods]: string[][] = [[], [], []];
  const code = await runCli(args, {
    env: { MUSTER_URL: 'https://muster.example.com', MUSTER_API_KEY: key, MUSTER_CONFIG: '/nowhere', ...env },
    async fetch(input) {
      const request = new Request(input);
      methods?.push(request.method);
      return answer(request);
    },
    now: () => 0,
    out: (text) => void out?.push(text),
    err: (text) => void err?.push(text),
  });
  return { code, out: out?.join('\n') ?? '', err: err?.join('\n') ?? '', methods };
}

const empty = () => Response.json({ items: [], next: null });

function fileOf(content: string | Uint8Array): string {
  const file = path.join(folder, 'muster.yaml');
  writeFileSync(file, content);
  chmodSync(file, 0o600);
  return file;
}

const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${Array.from('bcdefghi', (name, n) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefgh'[n]}`).join(', ')}]`).join('\n')}\npolicies: *i\n`;

describe('a file of configuration that is', () => {
  test.each<[string, string | Uint8Array]>([
    ['larger than 2 MiB', `# ${'x'.repeat(2_200_000)}`],
    ['a bomb of aliases', bomb],
    ['a circle of aliases', 'policies: &a\n  p: *a\n'],
    ['a list of great depth', `policies: ${'['.repeat(50_000)}`],
    ['a map of great depth', `policies: ${'{a: '.repeat(50_000)}`],
    ['blocks of great depth', Array.from({ length: 1_000 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')],
    ['a scalar', '42'],
    ['a list', '- policies'],
    ['several documents', 'policies: {}\n---\npolicies: {}\n'],
    ['of keys of prototypes', '__proto__:\n  policies: {}\n'],
    ['with a key twice', 'policies: {}\npolicies: {}\n'],
    ['of a type of its own', 'policies: !!js/function "function () {}"\n'],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00, 0x80])],
    ['with signs that control the terminal', '"\\e]0;owned\\a": {}\n'],
    ['of wrong types', 'policies:\n  p:\n    name: [1]\n    steps: yes\n    repeat: .inf\n'],
    ['of many faults', `policies:\n${Array.from({ length: 5_000 }, (_, n) => `  p${n}: 1`).join('\n')}\n`],
  ])('%s', async (_, content) => {
    const { code, out, err, methods } = await muster(['apply', fileOf(content)], empty);
    expect([code, out, methods]).toEqual([2, '', []]);
    expect(err).toMatch(/^muster: \S*muster\.yaml (?:is|does not fit)/u);
    expect(err.length).toBeLessThan(5_000);
    expect(err).not.toMatch(/[^\P{Cc}\n]/u);
  });

  test('an endless device', async () => {
    expect(await muster(['plan', '/dev/zero'], empty)).toMatchObject({
      code: 2,
      err: expect.stringContaining('larger than'),
    });
  });

  test('a pipe', async () => {
    const pipe = path.join(folder, 'pipe');
    const script = 'mkfifo "$0" && { (printf "policies: {}" > "$0") > /dev/null 2>&1 & }';
    execFileSync('bash', ['-c', script, pipe]);
    expect(await muster(['plan', pipe], empty)).toMatchObject({ code: 0, out: 'Nothing to change.' });
  });
});

describe('a file with a key that is', () => {
  test.each([
    ['empty', ''],
    ['no object', '"muster"'],
    ['of wrong types', '{"url":1,"key":{}}'],
    ['of prototypes', `{"__proto__":{"url":"https://muster.example.com","key":"${key}"}}`],
    ['of great depth', '['.repeat(60_000)],
    ['large', `{"url":"${'x'.repeat(70_000)}"}`],
  ])('%s', async (_, content) => {
    const env = { MUSTER_URL: '', MUSTER_API_KEY: '', MUSTER_CONFIG: fileOf(content) };
    const { code, methods } = await muster(['oncall'], empty, env);
    expect([code, methods]).toEqual([2, []]);
  });
});

let cursors = 0;
const page = '<!doctype html><title>Not a Muster</title>';
const endless = () => new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1_000_000)) });

describe('a server that answers with', () => {
  test.each<[string, () => Response]>([
    ['a page', () => new Response(page, { headers: { 'content-type': 'text/html' } })],
    ['nothing', () => new Response(null, { status: 204 })],
    ['an empty object', () => Response.json({})],
    ['a list', () => Response.json([])],
    ['null', () => Response.json(null)],
    ['a text', () => Response.json('on call')],
    ['entries of another kind', () => Response.json({ items: [null, 1], next: null })],
    ['entries that are none', () => Response.json({ items: { length: 3 }, next: null })],
    ['the same cursor again and again', () => Response.json({ items: [], next: 'a' })],
    ['another cursor again and again', () => Response.json({ items: [], next: `${(cursors += 1)}` })],
    ['a cursor of another type', () => Response.json({ items: [], next: {} })],
    ['a body without an end', () => new Response(endless())],
    ['deep JSON', () => new Response('['.repeat(1_000_000))],
    ['an error as a page', () => new Response(page, { status: 502 })],
    ['an error of prototypes', () => new Response('{"__proto__":{"detail":"x"}}', { status: 500 })],
    ['an error of another type', () => Response.json({ detail: { text: 'x' } }, { status: 500 })],
  ])('%s', async (_, answer) => {
    const { code, out, err } = await muster(['export'], answer);
    expect([2, 6]).toContain(code);
    expect(out).toBe('');
    expect(err).toMatch(/^muster: .*(?:MUSTER_URL|parts)/u);
  });

  test('control characters of the terminal, in an error and in data', async () => {
    const evil = '\u001B]0;owned\u0007\u009B31m';
    const refused = await muster(['oncall'], () => Response.json({ detail: evil }, { status: 403 }));
    expect(refused.err).toBe('muster: �]0;owned��31m');
    const items = [{ scheduleId: 'a', scheduleName: evil, userId: null, displayName: null, untilAt: null }];
    for (const args of [['oncall'], ['oncall', '--json']])
      expect((await muster(args, () => Response.json({ items }))).out).not.toMatch(/[^\P{Cc}\n]/u);
  });
});
