/** The built app's files. Every other address is the app, which knows its own. */
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import sirv from 'sirv';
import { guardListener } from '#provider-kit/guard-listener.ts';

export interface SiteOptions {
  /** The folder with the built app. */
  readonly folder: string;
  /** Sent with every file. */
  readonly headers: Readonly<Record<string, string>>;
  /** A sentence that every screen shows; `null` for none, where the app reaches its server in its own way. */
  readonly label: string | null;
  /** Values that the page is given, by the names of `meta` elements. Default: none. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Paths of the files of a built app. */
export const siteFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(
      ({ parentPath, name }) =>
        `/${path.relative(folder, path.join(parentPath, name)).replaceAll('\\', '/')}`,
    );

type Answer = (request: IncomingMessage, response: ServerResponse, pathname: string) => void;

/** @throws Error when the folder has no app */
export function serveSite({ folder, headers, label, values = {} }: SiteOptions): Answer {
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const app = withValues(label === null ? page : withLabel(page, label), values);
  const files = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders(response, file) {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (file.startsWith('/assets/'))
        response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    },
  });
  const pages = { br: brotliCompressSync(app), gzip: gzipSync(app), identity: Buffer.from(app) } as const;
  const serveApp = (request: IncomingMessage, response: ServerResponse) => {
    const encoding = encodingFor(request.headers['accept-encoding']);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Vary', 'Accept-Encoding');
    if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
    response.end(pages[encoding]);
  };
  return (request, response, pathname) => {
    if (pathname === '/index.html') return serveApp(request, response);
    // sirv answers no other forms.
    if (!isRange(request.headers.range)) delete request.headers.range;
    endWithSource(response);
    files(request, response, () => serveApp(request, response));
  };
}

/** The smallest form that a client takes. A form with `q=0` is refused. */
function encodingFor(accepted: string | string[] = ''): 'br' | 'gzip' | 'identity' {
  const takes = (name: string) =>
    String(accepted)
      .split(',')
      .some((part) => new RegExp(`^\\s*${name}\\s*(?:;(?!\\s*q=0(?:\\.0*)?\\s*$).*)?$`, 'iu').test(part));
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

/** A range with a beginning, and an end that is not before it; any other is ignored, as HTTP says. */
function isRange(range = ''): boolean {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{0,15})$/u.exec(range) ?? [];
  return first !== undefined && (last === '' || Number(last) >= Number(first));
}

/** A file that can't be opened or read (it is gone, too many are open) ends this response; sirv does not listen. */
function endWithSource(response: ServerResponse): void {
  const close = () => response.destroy();
  response.once(
    'pipe',
    guardListener((source: Readable) => source.on('error', guardListener(close)), close),
  );
}

/** The page says by which way its app reaches the cloud, so one build serves all; and what it is, whatever the app does. */
const withLabel = (html: string, label: string): string =>
  html
    .replace('</head>', '<meta name="muster-cloud" content="shared" /></head>')
    .replace(
      '<body>',
      `<body><aside class="installation-label" aria-label="This installation">${label}</aside>`,
    );

const withValues = (html: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce(
    (page, [name, value]) =>
      page.replace('</head>', () => `<meta name="${name}" content="${attribute(value)}" /></head>`),
    html,
  );

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
