/**
 * Run of everything that this machine can run, with one line of totals at the end, whatever happens. Tests on Firebase's SDK and on
 * its official parts wait for sockets and other processes much of the time: they run beside all others, and their output is
 * shown at the end. Without a
 * browser the browser tests are skipped, and without official parts theirs, except in CI (`CI=true`), where that fails the run.
 * Tests on missing recordings count as skipped. A program that crashes, or does not end, has failed. Files and tests run in a
 * random order, and property tests draw random cases; `TEST_SEED=N` repeats both.
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { buildsVariable } from '#tools/shared-builds.ts';
import { runProgram } from '#tools/run-program.ts';
import {
  add,
  none,
  oneFailed,
  playwrightFailures,
  playwrightTally,
  type Tally,
  tallied,
  vitestFailures,
  vitestTally,
} from '#tools/tally.ts';
import { testSeed } from '#tools/test-seed.ts';
import { findChromium } from './e2e/chromium.ts';
import { installParts } from './official/install.ts';
import { recordingAt, whyMissing } from './recordings.ts';

/** Against hanging, not against slowness: on two idle cores none takes more than six minutes. */
const longestMs = 60 * 60_000;

const root = path.resolve(import.meta.dirname, '..');
const seed = testSeed(process.env['TEST_SEED']);
console.log(`Order of files and tests, and cases of property tests: TEST_SEED=${seed}`);
const reports = await mkdtemp(path.join(tmpdir(), 'muster-tests-'));
// The app is built once a run.
process.env[buildsVariable] = await mkdtemp(path.join(tmpdir(), 'muster-builds-'));
// Modules are compiled once a run, for all Node processes: a sixth of the processor time of files with a worker of their own.
process.env['NODE_COMPILE_CACHE'] = path.join(reports, 'compiled');
/** Failures, repeated before the last line: the output of a whole run is long. */
const failures: string[] = [];
const told = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => told.abort());

/** Output file of a queue's programs; undefined: the output of this process. */
type OutputFile = string | undefined;

/** Runs a package's command; returns its exit code. */
async function run(
  outputFile: OutputFile,
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<number> {
  console.log(`\n> ${command} ${args.join(' ')}${outputFile ? ' (output below, once it has ended)' : ''}`);
  const bin = path.join(root, 'node_modules/.bin');
  return runProgram({
    command: path.join(bin, command),
    args,
    cwd: root,
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH']}`, ...env },
    longestMs,
    signal: told.signal,
    ...(outputFile && { outputFile }),
  });
}

async function check(command: string, ...args: readonly string[]): Promise<Tally> {
  if ((await run(undefined, command, args)) === 0) return { ...none, passed: 1 };
  failures.push([command, ...args].join(' '));
  return oneFailed;
}

const read = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null);

/** Runs some of the projects in vite.config.ts. */
async function vitest(outputFile: OutputFile, ...projects: readonly string[]): Promise<Tally> {
  const file = path.join(reports, `${projects.join('-')}.json`);
  const code = await run(outputFile, 'vitest', [
    'run',
    ...projects.map((project) => `--project=${project}`),
    `--sequence.seed=${seed}`,
    '--reporter=default',
    // Output of tests that pass is hundreds of pages long.
    '--silent=passed-only',
    '--slowTestThreshold=10000',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = await read(file);
  failures.push(...vitestFailures(report, root));
  return tallied(code, report, vitestTally);
}

function without(what: string): Tally {
  const inCi = Boolean(process.env['CI']);
  console.log(`\n${inCi ? 'FAILED' : 'SKIPPED'}: ${what}`);
  if (inCi) failures.push(what);
  return inCi ? oneFailed : { ...none, skipped: 1 };
}

/** Prints why tests on missing recordings are skipped; the runner's tally counts them. */
function sayMissingRecordings(): void {
  for (const name of ['oracles', 'fixtures'])
    if (recordingAt(name) === null) console.log(`\nSKIPPED, each test by itself: ${whyMissing(name)}`);
}

async function official(outputFile: OutputFile): Promise<Tally> {
  const problem = await installParts();
  if (problem !== null) return without(`the official parts of Firebase can’t be installed: ${problem}`);
  return vitest(outputFile, 'official');
}

/** Runs one of the projects in playwright.config.ts. */
async function browser(outputFile: OutputFile, project: string): Promise<Tally> {
  if (findChromium() === null)
    return without(
      `no Chromium was found for the browser tests (${project}). Install one, or set PLAYWRIGHT_CHROMIUM.`,
    );
  const file = path.join(reports, `playwright-${project}.json`);
  const args = [
    'test',
    `--project=${project}`,
    `--output=test-results/${project}`,
    '--reporter=list,json',
    `--shuffle=${seed}`,
  ];
  const code = await run(outputFile, 'playwright', args, { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const report = await read(file);
  failures.push(...playwrightFailures(report));
  return tallied(code, report, playwrightTally);
}

type Part = (outputFile: OutputFile) => Promise<Tally>;

/**
 * Runs parts one after the other. Projects whose files share workers run by themselves: between files of other projects their
 * workers would end.
 */
async function queue(parts: readonly Part[], outputFile?: string): Promise<Tally> {
  let total = none;
  for (const part of parts) {
    if (told.signal.aborted) break;
    const tally = await part(outputFile).catch((error: unknown) => {
      console.error(error);
      return oneFailed;
    });
    total = add(total, tally);
  }
  return total;
}

sayMissingRecordings();
const laterOutput = path.join(reports, 'output.txt');
const [checks, waiting] = await Promise.all([
  queue([
    // Four checkers, the default, check more twice: a fifth more processor time than two.
    () => check('tsc', '-p', 'tsconfig.pure.json', '--checkers', '2'),
    () => check('tsc', '-p', 'tsconfig.json', '--checkers', '2'),
    () => check('oxlint', '--deny-warnings'),
    () => check('oxfmt', '--check'),
    () => check('knip'),
    () => check('node', 'tools/size.ts'),
    () => vitest(undefined, 'screens'),
    () => vitest(undefined, 'logic'),
    () => browser(undefined, 'demonstration'),
  ]),
  queue(
    [
      official,
      (outputFile) => vitest(outputFile, 'isolated', 'browser-sdk'),
      (outputFile) => browser(outputFile, 'firebase'),
    ],
    laterOutput,
  ),
]);
await pipeline(createReadStream(laterOutput), process.stdout, { end: false }).catch(() => {});
const total = add(checks, waiting);
for (const folder of [reports, process.env[buildsVariable]])
  await rm(folder, { recursive: true, force: true }).catch((error: unknown) => console.error(error));

if (failures.length > 0) console.error(`\nFailed:\n${failures.map((failure) => `- ${failure}`).join('\n')}`);
if (told.signal.aborted) console.error('\nIt was told to end before all had run.');
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 || told.signal.aborted ? 1 : 0;
