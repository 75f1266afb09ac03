/** `npm run build:functions`: Muster's server code with the packages that it uses, as a package of its own, ready for `firebase deploy`. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import type { FirebaseOptions } from '../adapters/firebase/options.ts';
import { buildWorkerThread } from './build-worker-thread.ts';
import { loadInstallation } from './installation.ts';
import { leanPackages, namedScripts } from './lean-packages.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Packages that the platform installs, in the bundled versions: Firebase's deployment looks for them beside the bundle and runs one. */
const packages = ['firebase-admin', 'firebase-functions'];

/** `environment`: folder with `functions.env.local`. Default the project's. */
export async function buildFunctions(outDir: string, config?: string, environment = root): Promise<void> {
  const installation = await loadInstallation(root, config);
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [leanPackages()],
    define: {
      'import.meta.env.VITE_INSTALLATION': JSON.stringify(installation),
      'import.meta.env.VITE_MAIL_BY': JSON.stringify(await mailWay(environment)),
    },
    build: {
      ssr: 'src/app/firebase/functions.ts',
      outDir,
      emptyOutDir: true,
      target: 'node22',
      sourcemap: true,
      rolldownOptions: {
        // Firebase reads the names of the functions from the module itself, not from its default export.
        preserveEntrySignatures: 'strict',
        // Of accounts, which callables load at once.
        checks: { ineffectiveDynamicImport: false },
        // Modules that the first request of a service loads: a file of their own.
        output: {
          ...namedScripts,
          format: 'cjs',
          exports: 'auto',
          entryFileNames: 'index.js',
          chunkFileNames: '[name]-[hash].js',
          // Script group of the first request: shared with all later ones.
          codeSplitting: { groups: [{ name: 'server', test: /[\\/]functions[\\/]index\.ts$/ }] },
        },
      },
    },
    ssr: { noExternal: true },
  });
  await buildWorkerThread(root, outDir);
  await writeFile(
    path.join(outDir, 'package.json'),
    `${JSON.stringify(await manifestFor(installation), null, 2)}\n`,
  );
  await copyEnvironment(environment, outDir);
}

/** Name of the environment's way of mail: the functions are deployed with the secret that it needs. */
export async function mailWay(from: string): Promise<string> {
  const text = await readFile(path.join(from, 'functions.env.local'), 'utf8').catch(() => '');
  return /^MUSTER_MAIL_BY=["']?(\w+)/mu.exec(text)?.[1] ?? '';
}

/** Environment of the deployed functions, kept beside the project: `MUSTER_SWEEP_MONITOR=https://…`. Firebase reads `.env`. */
export async function copyEnvironment(from: string, outDir: string): Promise<void> {
  const text = await readFile(path.join(from, 'functions.env.local'), 'utf8').catch(() => null);
  if (text !== null) await writeFile(path.join(outDir, '.env'), text);
}

async function manifestFor({ project, region = 'us-central1' }: FirebaseOptions) {
  const versions = await Promise.all(
    packages.map(async (name) => [name, await installedVersion(name)] as const),
  );
  return {
    name: 'muster-functions',
    private: true,
    type: 'commonjs',
    main: 'index.js',
    engines: { node: '22' },
    // Project of the build, which the doctor compares.
    muster: { appId: project.appId, region },
    dependencies: Object.fromEntries(versions),
  };
}

async function installedVersion(name: string): Promise<string> {
  const text = await readFile(path.join(root, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

if (import.meta.main) {
  const outDir = path.join(root, 'dist-functions');
  try {
    await buildFunctions(outDir);
    console.log('dist-functions is built. Deploy it with “npx firebase deploy --only functions”.');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
