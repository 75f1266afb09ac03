import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { serveSite } from './site.ts';

const script = 'export {};\n'.repeat(200);

/** Address of a site with a page, and a script that its build has compressed. */
async function serve(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-site-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<html><head></head><body>Muster</body></html>');
  await writeFile(path.join(folder, 'assets/a.js'), script);
  await writeFile(path.join(folder, 'assets/a.js.br'), brotliCompressSync(script));
  await writeFile(path.join(folder, 'assets/a.js.gz'), gzipSync(script));
  const site = serveSite({ folder, headers: { 'X-Own': 'yes' }, label: 'Shared trial' });
  const server = createServer((request, response) =>
    site(request, response, new URL(request.url ?? '/', 'http://localhost').pathname),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0', 'gzip'],
  ['deflate', null],
  ['identity', null],
])('a browser that accepts “%s” gets pages and scripts encoded as %s', async (accepted, encoding) => {
  const address = await serve();
  for (const [file, content] of [
    ['/', 'Shared trial'],
    ['/incidents/7', 'Shared trial'],
    ['/assets/a.js', script],
  ] as const) {
    const response = await fetch(`${address}${file}`, { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(response.headers.get('x-own')).toBe('yes');
    expect(await response.text()).toContain(content);
  }
});

test('an encoding with quality 0 is not sent', async () => {
  const response = await fetch(await serve(), { headers: { 'accept-encoding': 'br;q=0, gzip;q=0' } });
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(await response.text()).toContain('Muster');
});
