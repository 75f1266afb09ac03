/** Built pages, served as hosting serves them (firebase.json), policy included; local parts have to be let in by name. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { hostedHeadersOf } from '#tools/hosted-headers.ts';

export interface Site {
  /** Origin without a slash at its end. */
  readonly origin: string;
  /** Allows the pages to connect to these local parts, `host:port` each. */
  allow(...hosts: readonly string[]): void;
  /** Serves another folder from now on. */
  publish(next: string): void;
  /** Leaves requests for such paths without an answer from now on; those of pages are answered when only `workers` are held. */
  hold(paths: RegExp, of: 'all' | 'workers'): void;
  /** How many requests were left without an answer. */
  held(): number;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

export async function serveSite(folder: string): Promise<Site> {
  const headersOf = await hostedHeadersOf();
  if (!headersOf('/index.html')['Content-Security-Policy']?.includes("connect-src 'self'"))
    throw new Error('There is no content security policy in firebase.json.');
  /** Files as they are sent, by path. */
  const zipped = new Map<string, Buffer>();
  const allowed = new Set<string>();
  let served = folder;
  let holds: { readonly paths: RegExp; readonly of: 'all' | 'workers' } | null = null;
  let held = 0;
  /** The policy, and that parts may be talked to. */
  const open = (value: string) =>
    value
      .replace("connect-src 'self'", ["connect-src 'self'", ...[...allowed].flatMap(connections)].join(' '))
      .replace(
        "frame-src 'self'",
        ["frame-src 'self'", ...[...allowed].map((host) => `http://${host}`)].join(' '),
      );

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here');
    const isHeldPath = holds?.paths.test(pathname) ?? false;
    // A service worker that fetches by itself says `empty`, also where a page's request went through it `script`.
    if (isHeldPath && (holds?.of === 'all' || request.headers['sec-fetch-dest'] === 'empty'))
      return void held++;
    const serve = async () => {
      const asked = path.join(served, path.normalize(decodeURIComponent(pathname)));
      // A path without a file is one of the application's own addresses.
      const [file, content] = await read(asked).catch(() => read(path.join(served, 'index.html')));
      for (const [name, value] of Object.entries(headersOf(`/${path.relative(served, file)}`)))
        response.setHeader(name, open(value));
      response.setHeader('Content-Type', types[path.extname(file)] ?? 'application/octet-stream');
      response.setHeader('Content-Encoding', 'gzip');
      // Else the service worker would have it from the browser's cache.
      if (isHeldPath) response.setHeader('Cache-Control', 'no-store');
      const body = zipped.get(file) ?? gzipSync(content, { level: 9 });
      zipped.set(file, body);
      response.end(body);
    };
    serve().catch(() => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    allow(...hosts) {
      for (const host of hosts) allowed.add(host);
    },
    publish(next) {
      served = next;
    },
    hold(paths, of) {
      holds = { paths, of };
    },
    held: () => held,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const connections = (host: string): readonly string[] => [`http://${host}`, `ws://${host}`];

const read = async (file: string): Promise<[string, Buffer]> => [file, await readFile(file)];
