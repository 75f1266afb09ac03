/**
 * Settings of Vitest for mutants: the file that the variable `MUTANT` names has another text, in memory. With `PROBES`, a file of probes by
 * module, modules record which of their places are executed.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import settings from '../../vite.config.ts';
import { type Probe, withProbes } from './probes.ts';
import { changedSource, type SourceChange } from './source-changes.ts';

const root = path.resolve(import.meta.dirname, '../..');

const probesFile = process.env['PROBES'];
const probes: Readonly<Record<string, readonly Probe[]>> =
  probesFile === undefined ? {} : JSON.parse(await readFile(probesFile, 'utf8'));
const recorder = probesFile === undefined ? [] : [path.join(root, 'tests/mutants/record-executed.ts')];

const base = await settings({ mode: 'test', command: 'serve' });
const projects = base.test?.projects?.map((project) =>
  typeof project === 'object' && 'test' in project
    ? {
        ...project,
        extends: path.join(root, 'tests/mutants/vitest.config.ts'),
        test: { ...project.test, setupFiles: [project.test?.setupFiles ?? [], recorder].flat() },
      }
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
        const probed = probes[path.relative(root, id)];
        if (probed) return withProbes(await readFile(id, 'utf8'), probed);
        if (file === undefined || !change || id !== path.join(root, file)) return null;
        return changedSource(await readFile(id, 'utf8'), change);
      },
    },
    ...(base.plugins ?? []),
  ],
  // A cache on disk would hand out the text of another mutant, or none's.
  // A test that waits for what a mutant never does: shorter than of other runs.
  test: {
    ...base.test,
    testTimeout: 100_000,
    hookTimeout: 100_000,
    fsModuleCache: false,
    ...(projects && { projects }),
  },
});
