import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { preview } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { compressFolder } from './compressed-files.ts';
import { hostedHeaders, hostedHeadersOf, sendHostedHeaders } from './hosted-headers.ts';

const script = 'export {};\n'.repeat(200);

/** Address of a preview of a site with one page and one script. */
async function serve(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'muster-preview-'));
  await mkdir(path.join(root, 'dist/assets'), { recursive: true });
  await writeFile(
    path.join(root, 'dist/index.html'),
    `<!doctype html><title>Muster</title>${' '.repeat(2000)}`,
  );
  await writeFile(path.join(root, 'dist/assets/a.js'), script);
  await compressFolder(path.join(root, 'dist'));
  const site = await preview({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [sendHostedHeaders(await hostedHeadersOf())],
    preview: { port: 0, host: 'localhost', headers: await hostedHeaders() },
  });
  onTestFinished(async () => {
    await site.close();
    await rm(root, { recursive: true });
  });
  const [address] = site.resolvedUrls?.local ?? [];
  if (address === undefined) throw new Error('The site is not served.');
  return address;
}

test('a preview lets browsers cache only files with a hash in their name', async () => {
  const address = await serve();
  const caching = async (file: string) => (await fetch(`${address}${file}`)).headers.get('cache-control');
  expect(await caching('assets/a.js')).toBe('public, max-age=31536000, immutable');
  for (const page of ['', 'index.html', 'incidents/7']) expect(await caching(page)).toBe('no-cache');
});

test('pages and scripts have the policy of production', async () => {
  const address = await serve();
  const { 'Content-Security-Policy': policy } = await hostedHeaders();
  expect(policy).toContain("connect-src 'self'");
  for (const file of ['', 'incidents/7', 'assets/a.js'])
    expect((await fetch(`${address}${file}`)).headers.get('content-security-policy')).toBe(policy);
});

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('a browser that accepts %s gets pages and scripts as %s from a preview', async (accepted, encoding) => {
  const address = await serve();
  const headers = { accept: 'text/html', 'accept-encoding': accepted };
  for (const [file, type, content] of [
    ['', 'text/html', '<title>Muster</title>'],
    ['incidents/7', 'text/html', '<title>Muster</title>'],
    ['assets/a.js', 'text/javascript', script],
  ] as const) {
    const response = await fetch(`${address}${file}`, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(response.headers.get('content-type')).toMatch(type);
    expect(await response.text()).toContain(content);
    const tag = response.headers.get('etag') ?? '';
    const again = await fetch(`${address}${file}`, { headers: { ...headers, 'if-none-match': tag } });
    expect(again.status).toBe(304);
  }
});
