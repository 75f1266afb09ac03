/** Makes one file of `npm run local`: loading its modules one by one takes longer than everything else that it does. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { INamespace } from 'protobufjs';
import { build, type Plugin } from 'vite';
import { neededProtos } from './needed-protos.ts';

const root = path.resolve(import.meta.dirname, '..');
const program = path.join(root, 'emulator/local/program.ts');
const protos = '@google-cloud/firestore-api/build/protos/protos.json';

/** What a bundle was made of, with the hash of each file as it was then. Paths are relative to the root. */
export interface BundleSources {
  readonly [file: string]: string;
}

/** Writes `program.cjs` and, as the last file, `sources.json`, which is what makes a bundle valid. */
export async function buildLocal(outDir: string): Promise<void> {
  const modules = new Set<string>(['package-lock.json', 'tools/build-local.ts', 'tools/needed-protos.ts']);
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withProtos(), noting(modules)],
    build: {
      ssr: program,
      outDir,
      emptyOutDir: true,
      target: 'node22',
      minify: true,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'program.cjs', codeSplitting: false } },
    },
    ssr: { noExternal: true },
  });
  const hashes = await Promise.all([...modules].toSorted().map(async (file) => [file, await hashOf(file)]));
  await writeFile(path.join(outDir, 'sources.json'), JSON.stringify(Object.fromEntries(hashes), null, 1));
}

const hashOf = async (file: string) =>
  createHash('sha256')
    .update(await readFile(path.join(root, file)))
    .digest('hex');

/** Where the protos are read from their package, those that are needed are a part of the bundle. */
const withProtos = (): Plugin => ({
  name: 'muster-protos',
  async load(id) {
    if (id !== path.join(root, 'emulator/docs/descriptor.ts')) return null;
    const text = await readFile(createRequire(import.meta.url).resolve(protos), 'utf8');
    const needed = neededProtos(JSON.parse(text) as INamespace, 'google.firestore.v1.Firestore');
    return `export const publishedDescriptor = () => JSON.parse(${JSON.stringify(JSON.stringify(needed))});`;
  },
});

/** Of packages, package-lock.json says which they are. */
const noting = (modules: Set<string>): Plugin => ({
  name: 'muster-sources',
  moduleParsed({ id }) {
    if (path.isAbsolute(id) && !id.includes('node_modules')) modules.add(path.relative(root, id));
  },
});
