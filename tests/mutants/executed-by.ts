/** Test files by the changes whose place they execute: one run of all unit tests with a probe at each change. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProgram } from '#tools/run-program.ts';
import type { Probe } from './probes.ts';
import { canProbe } from './probes.ts';
import type { ExecutedChanges } from './record-executed.ts';
import type { Mutant } from './test-mutant.ts';

const root = path.resolve(import.meta.dirname, '../..');

export const unitProjects = ['logic', 'isolated', 'browser-sdk', 'screens'] as const;

/** Against hanging. */
const longestMs = 60 * 60_000;

/**
 * One entry for each mutant: the test files that execute its place in a test, or `null` where that is not known: the place takes no probe, or is
 * executed when its module is loaded, which a worker of several files does only once.
 * @throws Error when no test file has recorded anything
 */
export async function executedBy(
  mutants: readonly Mutant[],
  signal: AbortSignal,
): Promise<readonly (readonly string[] | null)[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-executed-'));
  const probes: Record<string, Probe[]> = {};
  const probed = new Set<number>();
  for (const [number, { file, change }] of mutants.entries()) {
    const probe = { number, change };
    if (!canProbe(file, await readFile(path.join(root, file), 'utf8'), probe)) continue;
    probed.add(number);
    (probes[file] ??= []).push(probe);
  }
  const probesFile = path.join(folder, 'probes.txt');
  await writeFile(probesFile, JSON.stringify(probes));
  // Projects whose files share workers run by themselves: between files of other projects their workers would end.
  for (const project of unitProjects)
    await runProgram({
      command: path.join(root, 'node_modules/.bin/vitest'),
      args: [
        'run',
        '--config=tests/mutants/vitest.config.ts',
        `--project=${project}`,
        '--silent',
        '--reporter=dot',
      ],
      cwd: root,
      env: { ...process.env, PROBES: probesFile, EXECUTED: folder },
      longestMs,
      signal,
    });
  const recorded: ExecutedChanges[] = [];
  for (const name of await readdir(folder))
    if (name.endsWith('.json'))
      recorded.push(JSON.parse(await readFile(path.join(folder, name), 'utf8')) as ExecutedChanges);
  await rm(folder, { recursive: true });
  if (recorded.length === 0) throw new Error('No test file has recorded what it executes.');
  const loaded = new Set(recorded.flatMap(({ loading }) => loading));
  return mutants.map((_, number) =>
    !probed.has(number) || loaded.has(number)
      ? null
      : [...new Set(recorded.flatMap(({ file, testing }) => (testing.includes(number) ? [file] : [])))],
  );
}
