/** Builds the service worker as one classic script, since not every browser takes modules there, with the list of the build's files. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { type FileManifest, pageUrl } from '../src/app/service-worker/manifest.ts';
import type { Kind } from './size-build.ts';

const root = path.resolve(import.meta.dirname, '..');
const fileName = 'sw.js';

/** `files`: of the build; null keeps none. */
export async function bundleServiceWorker(kind: Kind, files: FileManifest | null): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { MUSTER_FILES: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: path.join(root, `src/app/service-worker/${kind}.ts`),
        output: { format: 'iife', entryFileNames: fileName },
      },
    },
  });
  const script = 'output' in built ? built.output[0] : null;
  if (script?.type !== 'chunk') throw new Error('The service worker was not built.');
  return script.code;
}

/** Adds the service worker to the build, under a constant name; the development server answers that name with one that keeps no files. */
export const serviceWorker = (kind: Kind): Plugin => {
  let publicDir = '';
  return {
    name: 'muster:service-worker',
    enforce: 'post',
    configResolved(config) {
      publicDir = config.publicDir;
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${fileName}`, (_request, response, next) => {
        bundleServiceWorker(kind, null).then((code) => {
          response.setHeader('Content-Type', 'text/javascript');
          response.end(code);
        }, next);
      });
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = await manifestOf(Object.values(bundle), publicDir);
        this.emitFile({ type: 'asset', fileName, source: await bundleServiceWorker(kind, files) });
      },
    },
  };
};

/** Modules whose scripts a start of a signed-in person needs, with what they import. */
const startModules =
  /[\\/]src[\\/](?:app[\\/](?:main|inside|frame-later|(?:embedded|firebase|host|minimal)[\\/]open)\.tsx?|features[\\/](?:home[\\/]home-screen|sign-in[\\/](?:sign-in-screen|account-form)|page-alarm[\\/]page-alarm)\.tsx)$|[\\/]adapters[\\/](?:embedded-browser[\\/](?:worker-host|shared-server|tab-host)|firebase[\\/](?:backend|(?:auth|docs|realtime|functions)[\\/](?:driver|open)))\.ts$|[\\/]sign-in[\\/]screens\.ts$/;

/** The demonstration's cloud for browsers without shared workers: kept when it is used. */
const hostModule = /[\\/]src[\\/]app[\\/]embedded[\\/](?:application|demo-program)\.ts$/;

/** Files of the `public` folder that every start asks for. */
const publicFiles = ['favicon.svg', 'favicon-page.svg', 'manifest.webmanifest'];

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset;
type Chunk = Rolldown.OutputChunk & {
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
};

/** Null for a build without the app's page, as of a test's page. */
async function manifestOf(outputs: readonly Output[], publicDir: string): Promise<FileManifest | null> {
  const page = outputs.find(({ fileName: name }) => `/${name}` === pageUrl);
  if (page?.type !== 'asset') return null;
  const chunks = new Map<string, Chunk>();
  for (const output of outputs) if (output.type === 'chunk') chunks.set(output.fileName, output);
  const start = new Set<string>();
  const add = (name: string) => {
    const chunk = chunks.get(name);
    if (!chunk || start.has(name)) return;
    start.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) start.add(style);
    for (const imported of chunk.imports) add(imported);
  };
  for (const chunk of chunks.values())
    if (chunk.isEntry || modulesOf(chunk).some((id) => startModules.test(id))) add(chunk.fileName);
  const names = outputs.map(({ fileName: name }) => name);
  // The font's other alphabets are kept when a text needs one.
  for (const name of names) if (/(?:^|\/)inter-latin-(?!ext-)[^/]+\.woff2$/.test(name)) start.add(name);
  const isHost = (name: string) => modulesOf(chunks.get(name)).some((id) => hostModule.test(id));
  const files = names.filter(
    (name) => /^assets\/.+\.(?:js|css)$/.test(name) && !start.has(name) && !isHost(name),
  );
  // Workers are built apart: the demonstration's cloud, and the threads of its calendars.
  const cloud = files.filter((name) => name.endsWith('.js') && !chunks.has(name));
  const unhashed = await Promise.all(
    publicFiles.map(async (name) => revised(`/${name}`, await readFile(path.join(publicDir, name)))),
  );
  const listed: Omit<FileManifest, 'version'> = {
    start: [
      revised(pageUrl, page.source),
      ...unhashed,
      ...[...start].sort().map((name) => ({ url: `/${name}`, revision: null })),
    ],
    cloud: cloud.map(addressOf).sort(),
    later: files
      .filter((name) => !cloud.includes(name))
      .map(addressOf)
      .sort(),
    never: await neverAnswered(),
  };
  return { version: hashOf(JSON.stringify(listed)), ...listed };
}

/** A script may only re-export a module that is in another one. */
const modulesOf = (chunk: Chunk | undefined): readonly string[] =>
  chunk ? [...chunk.moduleIds, ...(chunk.facadeModuleId === null ? [] : [chunk.facadeModuleId])] : [];

const addressOf = (name: string) => `/${name}`;

const hashOf = (source: string | Uint8Array) =>
  createHash('sha256').update(source).digest('base64url').slice(0, 16);

const revised = (url: string, source: string | Uint8Array) => ({ url, revision: hashOf(source) });

interface Hosting {
  readonly hosting: { readonly rewrites: readonly { readonly source: string; readonly function?: object }[] };
}

/** The functions' routes, by firebase.json, and the paths of the hosts themselves: of Firebase, and of a shared cloud. */
async function neverAnswered(): Promise<readonly string[]> {
  const { hosting } = JSON.parse(await readFile(path.join(root, 'firebase.json'), 'utf8')) as Hosting;
  const doors = hosting.rewrites.filter((rewrite) => rewrite.function).map(({ source }) => source);
  return [...doors.map((source) => source.replace(/\*\*$/, '')), '/__/', '/shared/', '/healthz'];
}
