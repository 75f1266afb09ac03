/** A built app over a shaped network: Fast 4G, for every request of the browser, also those of a shared worker, which its own throttling misses. */
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
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

interface Content {
  readonly body: Buffer;
  readonly isCompressed: boolean;
}

const compress = promisify(brotliCompress);
const folders = new Map<string, Promise<ReadonlyMap<string, Content>>>();

/** All files of a folder, compressed beforehand, as hosting does: a request does not wait for it. */
const contentsOf = (folder: string): Promise<ReadonlyMap<string, Content>> => {
  const known = folders.get(folder);
  if (known) return known;
  const read = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && path.extname(entry.name) in types);
    return new Map(
      await Promise.all(
        files.map(async ({ parentPath, name }): Promise<[string, Content]> => {
          const file = path.join(parentPath, name);
          const content = await readFile(file);
          const isCompressed = !/\.(?:png|woff2)$/.test(name);
          return [
            path.relative(folder, file),
            { body: isCompressed ? await compress(content) : content, isCompressed },
          ];
        }),
      ),
    );
  };
  const reading = read();
  folders.set(folder, reading);
  return reading;
};

/** `shaped: false`: as fast as this machine. */
export async function serveShaped(folder: string, shaped: boolean): Promise<ShapedSite> {
  const headersOf = await hostedHeadersOf();
  const contents = await contentsOf(folder);
  let [bytes, requests, freeAt] = [0, 0, 0];
  let lastAt = performance.now();
  const server = createServer((request, response) => {
    lastAt = performance.now();
    void (async () => {
      const asked = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
      const file = path.extname(asked) === '' ? 'index.html' : asked;
      const content = contents.get(file);
      if (content) {
        bytes += content.body.length;
        requests++;
      }
      if (shaped) {
        const now = performance.now() + latencyMs;
        freeAt = Math.max(freeAt, now) + (content?.body.length ?? 0) / bytesPerMs;
        await new Promise((resolve) => setTimeout(resolve, freeAt - performance.now()));
      }
      // A policy of today would keep out the inline scripts of an earlier build.
      const { 'Content-Security-Policy': _, ...headers } = headersOf(`/${file}`);
      if (!content) return response.writeHead(404).end();
      return response
        .writeHead(200, {
          ...headers,
          'Content-Type': types[path.extname(file)] ?? 'application/octet-stream',
          ...(content.isCompressed ? { 'Content-Encoding': 'br' } : {}),
        })
        .end(content.body);
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
