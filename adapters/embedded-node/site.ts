/** The built app's files. Every other address is the app, which knows its own. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';

export interface SiteOptions {
  /** The folder with the built app. */
  readonly folder: string;
  /** Sent with every file. */
  readonly headers: Readonly<Record<string, string>>;
  /** A sentence that every screen shows. */
  readonly label: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** @throws Error when the folder has no app */
export function serveSite({ folder, headers, label }: SiteOptions): Answer {
  const app = withLabel(readFileSync(path.join(folder, 'index.html'), 'utf8'), label);
  const files = sirv(folder, {
    etag: true,
    extensions: [],
    setHeaders(response, file) {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (file.startsWith('/assets/'))
        response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    },
  });
  const serveApp: Answer = (_request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(app);
  };
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://here');
    if (pathname === '/index.html') serveApp(request, response);
    else files(request, response, () => serveApp(request, response));
  };
}

/** The page says by which way its app reaches the cloud, so one build serves all; and what it is, whatever the app does. */
const withLabel = (html: string, label: string): string =>
  html
    .replace('</head>', '<meta name="muster-cloud" content="shared" /></head>')
    .replace(
      '<body>',
      `<body><aside class="installation-label" aria-label="This installation">${label}</aside>`,
    );
