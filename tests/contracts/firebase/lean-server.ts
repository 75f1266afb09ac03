/** The Admin SDK's adapter as it is deployed: a bundle with lean packages, on the ports of this process. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { openServer } from '#adapters/firebase-admin/server.ts';
import { leanPackages, namedScripts } from '#tools/lean-packages.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const own = /^#(?:ports|adapters\/firebase)\//;

interface Server {
  readonly openServer: typeof openServer;
}

/** With the folder of the bundle, for its caller to remove. */
export async function leanServer(): Promise<Server & { readonly folder: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-lean-'));
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      leanPackages(),
      {
        name: 'own-modules',
        enforce: 'pre',
        resolveId: (id) => (own.test(id) ? { id: path.join(root, id.slice(1)), external: true } : null),
      },
    ],
    build: {
      ssr: 'adapters/firebase-admin/server.ts',
      outDir: folder,
      emptyOutDir: true,
      target: 'node22',
      rolldownOptions: { output: { ...namedScripts, format: 'es', entryFileNames: 'server.mjs' } },
    },
    ssr: { noExternal: true },
  });
  const server = (await import(pathToFileURL(path.join(folder, 'server.mjs')).href)) as Server;
  return { ...server, folder };
}
