/**
 * Repeated runs in random orders and with random cases, to find tests that depend on order, and cases that fail:
 * `npm run test:shuffled -- --unit=20 --official=3 --browser=3`; `official` are the tests on official parts of Firebase, `unit` the
 * other projects of vitest, as `npm test` groups them (`--isolated=5` says another number for one of those groups). Resumable: runs of the commit at hand are kept in `.shuffled-runs.json` and count; a run that failed is kept with its seed, and repeated with
 * `vitest run --sequence.seed=N` or `playwright test --shuffle=N`. Exit code 1 while any run of this commit has failed.
 */
import { execFileSync } from 'node:child_process';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runProgram } from '#tools/run-program.ts';
import { testSeed } from '#tools/test-seed.ts';

/** Parts by the vitest projects that run together; none: the browser's tests. */
const projects = {
  screens: ['screens'],
  logic: ['logic'],
  isolated: ['isolated', 'browser-sdk'],
  official: ['official'],
  browser: [],
} as const;
type Runner = keyof typeof projects;
const runners = Object.keys(projects) as readonly Runner[];
interface Run {
  readonly runner: Runner;
  readonly commit: string;
  readonly seed: number;
  readonly passed: boolean;
  readonly seconds: number;
}

const root = path.resolve(import.meta.dirname, '..');
const file = path.join(root, '.shuffled-runs.json');
const bin = path.join(root, 'node_modules/.bin');
/** Against hanging, not against slowness. */
const longestMs = 60 * 60_000;

const { values } = parseArgs({
  options: {
    unit: { type: 'string', default: '20' },
    screens: { type: 'string' },
    logic: { type: 'string' },
    isolated: { type: 'string' },
    official: { type: 'string', default: '3' },
    browser: { type: 'string', default: '3' },
  },
});
const wanted: Readonly<Record<Runner, number>> = {
  screens: Number(values.screens ?? values.unit),
  logic: Number(values.logic ?? values.unit),
  isolated: Number(values.isolated ?? values.unit),
  official: Number(values.official),
  browser: Number(values.browser),
};

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const commit = git('rev-parse', '--short=12', 'HEAD');
if (git('status', '--porcelain') !== '') throw new Error('Commit first: runs are counted by commit.');

const told = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => told.abort());

const command = (runner: Runner, seed: number): readonly [string, readonly string[]] => {
  if (runner === 'browser') return ['playwright', ['test', '--reporter=line', `--shuffle=${seed}`]];
  const chosen = projects[runner].map((project) => `--project=${project}`);
  return ['vitest', ['run', '--reporter=dot', ...chosen, `--sequence.seed=${seed}`]];
};

let runs: readonly Run[] = await readFile(file, 'utf8').then(
  (text) => JSON.parse(text) as Run[],
  () => [],
);
const done = (runner: Runner) => runs.filter((run) => run.runner === runner && run.commit === commit);

/** The one that is furthest behind; undefined once all are done. */
const next = () =>
  runners
    .filter((runner) => done(runner).length < wanted[runner])
    .toSorted((one, other) => done(one).length / wanted[one] - done(other).length / wanted[other])[0];

for (let runner = next(); runner && !told.signal.aborted; runner = next()) {
  const seed = testSeed(undefined);
  console.log(`\n${runner} ${done(runner).length + 1} of ${wanted[runner]}, seed ${seed}`);
  const [program, args] = command(runner, seed);
  const startedAt = Date.now();
  const code = await runProgram({
    command: path.join(bin, program),
    args,
    cwd: root,
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH']}` },
    longestMs,
    signal: told.signal,
  });
  if (told.signal.aborted) break;
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  runs = [...runs, { runner, commit, seed, passed: code === 0, seconds }];
  await writeFile(`${file}.new`, JSON.stringify(runs, null, 2));
  await rename(`${file}.new`, file);
}

for (const runner of runners) {
  const failed = done(runner).filter((run) => !run.passed);
  console.log(
    `${runner}: ${done(runner).length} of ${wanted[runner]} runs of ${commit}, ${failed.length} failed`,
  );
  for (const { seed } of failed) console.log(`  failed with seed ${seed}`);
}
process.exitCode = runs.some((run) => run.commit === commit && !run.passed) ? 1 : 0;
