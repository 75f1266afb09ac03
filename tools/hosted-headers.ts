/** The headers of firebase.json, which every preview and every test in a browser keeps to. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sirv from 'sirv';
import type { Plugin } from 'vite';

interface Hosting {
  readonly hosting: {
    readonly headers: readonly {
      readonly source: string;
      readonly headers: readonly { readonly key: string; readonly value: string }[];
    }[];
  };
}

/** Production's response headers of a file, by its path from the root of the site (`/assets/a.js`). Of several values the last counts. */
export type HeadersOf = (file: string) => Readonly<Record<string, string>>;

export async function hostedHeadersOf(): Promise<HeadersOf> {
  const text = await readFile(path.resolve(import.meta.dirname, '../firebase.json'), 'utf8');
  const { headers: rules } = (JSON.parse(text) as Hosting).hosting;
  return (file) =>
    Object.fromEntries(
      rules
        .filter(({ source }) => path.posix.matchesGlob(file, source))
        .flatMap(({ headers }) => headers.map(({ key, value }) => [key, value] as const)),
    );
}

/** Production's response headers of pages, its content security policy among them. */
export async function hostedHeaders(): Promise<Record<string, string>> {
  return { ...(await hostedHeadersOf())('/index.html') };
}

/** `vite preview` with each file's own headers: what has a hash in its name is kept by the browser. Vite knows one set for all files. */
export const sendHostedHeaders = (headersOf: HeadersOf): Plugin => ({
  name: 'muster:hosted-headers',
  configurePreviewServer({ middlewares, config: { root, build } }) {
    const folder = path.resolve(root, build.outDir);
    if (!existsSync(folder)) return;
    const files = sirv(folder, {
      etag: true,
      brotli: true,
      gzip: true,
      extensions: [],
      setHeaders(response, file) {
        for (const [name, value] of Object.entries(headersOf(file))) response.setHeader(name, value);
      },
    });
    middlewares.use((request, response, next) => {
      // As hosting does: every address that is no file is the app's page.
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      if (request.headers.accept?.includes('text/html') && !path.posix.basename(pathname).includes('.'))
        request.url = '/index.html';
      files(request, response, next);
    });
  },
});
