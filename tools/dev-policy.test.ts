/** `vite dev` sends production's content security policy, with a nonce for its inline scripts. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createServer, type ViteDevServer } from 'vite';
import { devPolicy } from './dev-policy.ts';

const root = path.resolve(import.meta.dirname, '..');
let server: ViteDevServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function production(): Promise<string> {
  const { hosting } = JSON.parse(await readFile(path.join(root, 'firebase.json'), 'utf8')) as {
    hosting: { headers: { source: string; headers: { key: string; value: string }[] }[] };
  };
  const all = hosting.headers.find(({ source }) => source === '**')?.headers ?? [];
  return all.find(({ key }) => key === 'Content-Security-Policy')?.value ?? '';
}

async function serve(): Promise<string> {
  server = await createServer({
    root,
    mode: 'development',
    logLevel: 'silent',
    // No dependency is bundled ahead: the test requests the page itself.
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { port: 0, host: 'localhost', watch: null },
  });
  await server.listen();
  const [address] = server.resolvedUrls?.local ?? [];
  if (address === undefined) throw new Error('The development server has no address.');
  return address;
}

const directives = (policy: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources.join(' ')];
    }),
  );

/** Attributes of the scripts in the page. */
const inlineScripts = (html: string): readonly string[] =>
  [...html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)].flatMap(([, attributes = '', text = '']) =>
    text.trim() === '' ? [] : [attributes],
  );

test('each page has the production policy and a new nonce on every inline script', async () => {
  const address = await serve();
  const expected = directives(await production());
  const nonces = new Set<string>();
  for (const place of ['', 'signin', 'incidents/7', 't/demo/me']) {
    const response = await fetch(`${address}${place}`, { headers: { accept: 'text/html' } });
    const html = await response.text();
    const policy = directives(response.headers.get('content-security-policy') ?? '');
    const nonce = /'nonce-([\w+/=]{22,})'$/.exec(policy['script-src'] ?? '')?.[1] ?? '';
    expect(policy).toEqual({
      ...expected,
      'script-src': `${expected['script-src']} 'nonce-${nonce}'`,
      'connect-src': `${expected['connect-src']} ws://${new URL(address).host} wss://${new URL(address).host}`,
    });
    const scripts = inlineScripts(html);
    expect(scripts.length).toBeGreaterThan(0);
    for (const attributes of scripts) expect(attributes).toContain(`nonce="${nonce}"`);
    expect(html).not.toContain('nonce-of-this-answer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(4);
});

test('a cached page is sent again with a new nonce', async () => {
  const address = await serve();
  const first = await fetch(address, { headers: { accept: 'text/html' } });
  const again = await fetch(address, {
    headers: { accept: 'text/html', 'if-none-match': first.headers.get('etag') ?? '*' },
  });
  expect(again.status).toBe(200);
  expect(await again.text()).not.toBe(await first.text());
});

test('scripts have the policy for their workers', async () => {
  const response = await fetch(`${await serve()}src/app/main.tsx`, { headers: { accept: '*/*' } });
  expect(directives(response.headers.get('content-security-policy') ?? '')['object-src']).toBe("'none'");
});

test('an invalid host adds nothing to the policy', () => {
  const policy = "script-src 'self'; connect-src 'self'";
  expect(devPolicy(policy, 'abc', "evil.example; script-src 'unsafe-inline'")).toBe(
    "script-src 'self' 'nonce-abc'; connect-src 'self'",
  );
  expect(devPolicy(policy, 'abc', '[::1]:5173')).toBe(
    "script-src 'self' 'nonce-abc'; connect-src 'self' ws://[::1]:5173 wss://[::1]:5173",
  );
});
