/** Test files that a module can influence, by the imports of the project. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { importedModules } from '#tests/project-files.ts';

export interface RelatedTest {
  readonly file: string;
  /** Imports between the test file and the module; 0 for the module itself. */
  readonly distance: number;
}

const root = path.resolve(import.meta.dirname, '../..');

/** Paths from the root of the modules that git tracks, below a folder. */
export const trackedModules = (folder = '.'): readonly string[] =>
  execFileSync('git', ['ls-files', folder], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/u.test(file))
    .toSorted();

/** Modules by the modules that they import. */
export function importersOf(modules: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const file of modules)
    for (const imported of importedModules(file)) {
      const name = path.posix.normalize(imported);
      const known = importers.get(name);
      if (known) known.push(file);
      else importers.set(name, [file]);
    }
  return importers;
}

/** Nearest first. */
export function relatedTests(
  module: string,
  importers: ReadonlyMap<string, readonly string[]>,
): readonly RelatedTest[] {
  const distances = new Map([[module, 0]]);
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return [...distances]
    .map(([file, distance]) => ({ file, distance }))
    .filter(({ file }) => /\.test\.tsx?$/u.test(file));
}
