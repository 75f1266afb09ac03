/** The project's pages of documentation. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectFiles } from '../../project-files.ts';

export const root = path.resolve(import.meta.dirname, '../../..');

/** A file of the project, by its path from the root. */
export const read = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');

/** Paths from the root. */
export const pages: readonly string[] = projectFiles([
  '*.md',
  'docs/**/*.md',
  'adapters/**/README.md',
  'emulator/*.md',
  ...['ports', 'provider-kit', 'query', 'sync', 'firebase-rules', 'contracts', 'fakes', 'react'].map(
    (folder) => `${folder}/README.md`,
  ),
  'tests/official/*.md',
]);
