/** Files of the project, for tests that read its source. A pattern or a path that finds nothing any more is an error: it guards nothing. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Paths from the root of the files that the patterns find, each of which has to find some; without those that `except` fits.
 * @throws Error for a pattern without a file, and for one with alternatives in braces before a slash: each folder is a pattern
 */
export function projectFiles(patterns: readonly string[], except?: RegExp): readonly string[] {
  const found = patterns.flatMap((pattern) => {
    if (/\{[^}]*\}[^{]*\//u.test(pattern))
      throw new Error(`${pattern}: give each folder a pattern of its own.`);
    const files = globSync(pattern, { cwd: root, exclude: (name) => name.endsWith('node_modules') }).filter(
      (file) => !except?.test(file),
    );
    if (files.length === 0) throw new Error(`${pattern} finds no file: was something renamed?`);
    return files.map((file) => file.split(path.sep).join('/'));
  });
  return [...new Set(found)].toSorted();
}

/** All modules in these folders; `except` as above. */
export const projectModules = (folders: readonly string[], except?: RegExp): readonly string[] =>
  projectFiles(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    except,
  );

/** The path, which names a file or a folder of the project. @throws Error when there is none */
export function projectPath(file: string): string {
  if (!existsSync(path.join(root, file))) throw new Error(`There is no ${file}: was it renamed?`);
  return file;
}

/** Text of a file by its path from the root. */
export const projectText = (file: string): string => readFileSync(path.join(root, projectPath(file)), 'utf8');

/** Paths from the root of the project's modules that a module imports. */
export function importedModules(file: string): readonly string[] {
  const imported = [...projectText(file).matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/gu)].map(
    ([, one, other]) => one ?? other ?? '',
  );
  return imported.flatMap((name) => {
    if (name.startsWith('#')) return [name.slice(1)];
    return name.startsWith('.') ? [path.posix.join(path.posix.dirname(file), name)] : [];
  });
}
