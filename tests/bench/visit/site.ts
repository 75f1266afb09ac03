/** A built app over a shaped network: Fast 4G, for every request of the browser, also those of a shared worker, which its own throttling misses. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { hostedHeadersOf } from '../../../tools/hosted-headers.ts';

/** Round trip of Chromium's "Fast 4G", in ms, and its bytes per ms. */
const latencyMs = 165;
const bytesPerMs = 1012;

export interface ShapedSite {
  readonly url: string;
  /** Bytes sent (brotli) and requests since the last call. */
  take(): { readonly bytes: number; readonly requests: number };
  /** Resolves once no request has come for `ms`; what follows the first screen begins within that time. */
  quiet(ms: number): Promise<void>;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/** `shaped: false`: as fast as this machine. Files are compressed beforehand, as hosting does. */
export async function serveShaped(folder: string, shaped: boolean): Promise<ShapedSite> {
  const headersOf = await hostedHeadersOf();
  const compressed = new Map<string, Buffer>();
  let [bytes, requests, freeAt] = [0, 0, 0];
  let lastAt = performance.now();
  const contentOf = async (file: string): Promise<Buffer> => {
    const known = compressed.get(file);
    if (known) return known;
    const content = await readFile(path.join(folder, file));
    const made = /\.(?:png|woff2)$/.test(file) ? content : brotliCompressSync(content);
    compressed.set(file, made);
    return made;
  };
  for (const file of ['index.html']) await contentOf(file);
  const server = createServer((request, response) => {
    lastAt = performance.now();
    void (async () => {
      const asked = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
      const file = path.extname(asked) === '' ? 'index.html' : asked;
      const content = await contentOf(file).catch(() => null);
      if (content) {
        bytes += content.length;
        requests++;
      }
      if (shaped) {
        const now = performance.now() + latencyMs;
        freeAt = Math.max(freeAt, now) + (content?.length ?? 0) / bytesPerMs;
        await new Promise((resolve) => setTimeout(resolve, freeAt - performance.now()));
      }
      // A policy of today would keep out the inline scripts of an earlier build.
      const { 'Content-Security-Policy': _, ...headers } = headersOf(`/${file}`);
      if (!content) return response.writeHead(404).end();
      return response
        .writeHead(200, {
          ...headers,
          'Content-Type': types[path.extname(file)] ?? 'application/octet-stream',
          ...(/\.(?:png|woff2)$/.test(file) ? {} : { 'Content-Encoding': 'br' }),
        })
        .end(content);
    })();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = { bytes, requests };
      [bytes, requests] = [0, 0];
      return taken;
    },
    async quiet(ms) {
      for (let left = ms; left > 0; left = lastAt + ms - performance.now())
        await new Promise((resolve) => setTimeout(resolve, left));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
