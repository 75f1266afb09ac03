/** A package as it is published: modules as JavaScript with declarations, and a package.json that names nothing of the repository. */
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transformWithOxc } from 'vite';
import { withPublishedSpecifiers } from './specifiers.ts';

type Texts = Readonly<Record<string, string>>;

/** Fields of a package.json that are read. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly imports?: Texts;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Texts;
  readonly devDependencies?: Texts;
  readonly peerDependencies?: Texts;
}

export interface BuiltPackage {
  readonly folder: string;
  /** As published. */
  readonly manifest: PackageManifest;
  /** Its modules, as they are imported. */
  readonly modules: readonly string[];
}

export interface BuildPlaces {
  readonly root: string;
  /** Folder with the declarations that tsc wrote. */
  readonly declarations: string;
  readonly outDir: string;
}

export const manifestIn = async (folder: string): Promise<PackageManifest> =>
  JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as PackageManifest;

/** Builds the package of a folder into `outDir`. */
export async function buildPackage(folder: string, places: BuildPlaces): Promise<BuiltPackage> {
  const source = path.join(places.root, folder);
  const manifest = await manifestIn(source);
  const from = { folder, imports: manifest.imports ?? {} };
  const files = modulesIn(source);
  for (const file of files) {
    const stem = file.replace(/\.tsx?$/u, '');
    const full = path.join(source, file);
    const { code } = await transformWithOxc(await readFile(full, 'utf8'), full, {
      target: 'es2024',
      sourcemap: false,
      jsx: { runtime: 'automatic', development: false },
    });
    const declaration = await readFile(path.join(places.declarations, folder, `${stem}.d.ts`), 'utf8');
    const out = path.join(places.outDir, 'dist', stem);
    await mkdir(path.dirname(out), { recursive: true });
    await writeFile(`${out}.js`, withPublishedSpecifiers(code, file, from));
    await writeFile(`${out}.d.ts`, withPublishedSpecifiers(declaration, file, from));
  }
  const published = publishedManifest(manifest, files.includes('index.ts'));
  await writeFile(path.join(places.outDir, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  await cp(path.join(source, 'README.md'), path.join(places.outDir, 'README.md'));
  return { folder, manifest: published, modules: files.map((file) => specifierOf(manifest.name, file)) };
}

/** Tests and what only they use stay in the repository. */
const modulesIn = (folder: string): readonly string[] =>
  globSync('**/*.{ts,tsx}', { cwd: folder, exclude: (name) => name === 'node_modules' })
    .filter((file) => !/\.(?:test|fixture)\.tsx?$/u.test(file))
    .map((file) => file.split(path.sep).join('/'))
    .toSorted();

function specifierOf(name: string, file: string): string {
  const stem = file.replace(/\.tsx?$/u, '');
  return stem === 'index' ? name : `${name}/${stem}`;
}

/**
 * Without what serves the repository: imports of sources, sources among the exports, and what tests need. The index is added here: with
 * it in the folder, vite would take `react/` beside index.html for the package `react`.
 */
function publishedManifest(manifest: PackageManifest, hasIndex: boolean): PackageManifest {
  const { name, version } = manifest;
  const kept = Object.entries(manifest).filter(([key]) => key !== 'imports' && key !== 'devDependencies');
  const built = Object.entries(manifest.exports).filter(([subpath]) => !/\.tsx?$/u.test(subpath));
  const index = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
  const exports = { ...(hasIndex && index), ...Object.fromEntries(built) };
  return { ...Object.fromEntries(kept), name, version, exports };
}
