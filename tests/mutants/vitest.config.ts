/** Settings of Vitest for mutants: the file that the variable `MUTANT` names has another text, in memory. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import settings from '../../vite.config.ts';
import { changedSource, type SourceChange } from './source-changes.ts';

const root = path.resolve(import.meta.dirname, '../..');

const base = await settings({ mode: 'test', command: 'serve' });
const projects = base.test?.projects?.map((project) =>
  typeof project === 'object'
    ? { ...project, extends: path.join(root, 'tests/mutants/vitest.config.ts') }
    : project,
);

export default defineConfig({
  ...base,
  root,
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      /** The variable is another one for each mutant of a run. */
      async load(id) {
        const { file, change } = JSON.parse(process.env['MUTANT'] ?? '{}') as {
          readonly file?: string;
          readonly change?: SourceChange;
        };
        if (file === undefined || !change || id !== path.join(root, file)) return null;
        return changedSource(await readFile(id, 'utf8'), change);
      },
    },
    ...(base.plugins ?? []),
  ],
  // A cache on disk would hand out the text of another mutant, or none's.
  test: { ...base.test, fsModuleCache: false, ...(projects && { projects }) },
});
