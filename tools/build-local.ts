/** Bundle of `npm run local` as one file: loading its modules one by one takes longer than all its other work. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { INamespace } from 'protobufjs';
import { build, type Plugin } from 'vite';
import { notingSources, writeSources } from './bundle-sources.ts';
import { neededProtos } from './needed-protos.ts';

const root = path.resolve(import.meta.dirname, '..');
const program = path.join(root, 'emulator/local/program.ts');
const protos = '@google-cloud/firestore-api/build/protos/protos.json';

/** Writes `program.cjs` and, as the last file, `sources.json`, which is what makes a bundle valid. */
export async function buildLocal(outDir: string): Promise<void> {
  const modules = new Set<string>([
    'package-lock.json',
    'tools/build-local.ts',
    'tools/bundle-sources.ts',
    'tools/needed-protos.ts',
  ]);
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withProtos(), notingSources(modules)],
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
  await writeSources(outDir, modules);
}

/** Replaces the protos read from their package by the needed ones, as a part of the bundle. */
const withProtos = (): Plugin => ({
  name: 'muster-protos',
  async load(id) {
    if (id !== path.join(root, 'emulator/docs/descriptor.ts')) return null;
    const text = await readFile(createRequire(import.meta.url).resolve(protos), 'utf8');
    const needed = neededProtos(JSON.parse(text) as INamespace, 'google.firestore.v1.Firestore');
    return `export const publishedDescriptor = () => JSON.parse(${JSON.stringify(JSON.stringify(needed))});`;
  },
});
