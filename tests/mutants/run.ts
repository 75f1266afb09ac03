/**
 * `npm run mutants -- --seed=1 --count=300 --minutes=60`: draws small changes of the product's modules, one at a time in memory, runs the unit
 * tests that import the changed module, and records which test files notice it (`.mutants.json`). Goes on where it was stopped; another seed or
 * `--afresh` begins again. `--below=domain` draws in one folder. `--longest=10`: minutes for one change; one whose tests do not end in
 * that time is undecided.
 * The exit code is 1 when a change was noticed by none.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '#provider-kit/random.ts';
import { runProgram } from '#tools/run-program.ts';
import { type SourceChange, sourceChanges } from './source-changes.ts';

interface DrawnChange {
  readonly file: string;
  readonly line: number;
  readonly change: SourceChange;
  readonly from: string;
}
interface Judged {
  readonly what: string;
  /** Files of tests that failed; `null`: the tests did not end in time. */
  readonly noticedBy: readonly string[] | null;
  readonly seconds: number;
}
interface MutantProgress {
  readonly key: string;
  readonly judged: readonly Judged[];
}

const root = path.resolve(import.meta.dirname, '../..');
const results = path.join(root, '.mutants.json');
const bin = path.join(root, 'node_modules/.bin');
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '300' },
    minutes: { type: 'string', default: '60' },
    longest: { type: 'string', default: '10' },
    below: { type: 'string', default: '' },
    afresh: { type: 'boolean', default: false },
  },
});
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());

const product =
  /^(?:domain|api|cli|ports|provider-kit|query|sync|firebase-rules|fakes|emulator|functions|adapters|react|src)\/.*\.tsx?$/u;
const noProduct = /\.(?:test|stories|fixture|d)\.tsx?$/u;

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const files = git('ls-files', values.below || '.')
  .split('\n')
  .filter((file) => product.test(file) && !noProduct.test(file))
  .toSorted();
const random = seededRandom(`mutants ${values.seed}`);

/** A module, then one of its changes. */
async function draw(): Promise<DrawnChange> {
  for (;;) {
    const file = files[random.integer(files.length)] ?? '';
    const code = await readFile(path.join(root, file), 'utf8');
    const changes = sourceChanges(file, code);
    const change = changes[random.integer(changes.length)];
    if (!change) continue;
    const line = code.slice(0, change.start).split('\n').length;
    return { file, line, change, from: code.slice(change.start, change.end) };
  }
}

/** Runs the tests that import the module. */
async function judge({ file, change }: DrawnChange): Promise<Judged['noticedBy']> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-mutants-'));
  const report = path.join(folder, 'report.json');
  await runProgram({
    command: path.join(bin, 'vitest'),
    args: [
      ...['related', file, '--run', '--config=tests/mutants/vitest.config.ts', '--sequence.seed=1'],
      ...['logic', 'isolated', 'browser-sdk', 'screens'].map((project) => `--project=${project}`),
      ...['--reporter=json', `--outputFile.json=${report}`, '--silent', '--passWithNoTests'],
    ],
    cwd: root,
    env: {
      ...process.env,
      PATH: `${bin}${path.delimiter}${process.env['PATH']}`,
      MUTANT: JSON.stringify({ file, change }),
    },
    longestMs: Number(values.longest) * 60_000,
    signal: stopped.signal,
    outputFile: path.join(folder, 'output.txt'),
  });
  const text = await readFile(report, 'utf8').catch(() => null);
  await rm(folder, { recursive: true, force: true });
  if (text === null) return null;
  const { testResults } = JSON.parse(text) as {
    readonly testResults: readonly { readonly name: string; readonly status: string }[];
  };
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => path.relative(root, name));
}

const key = `${git('rev-parse', '--short=12', 'HEAD').trim()} ${values.seed} ${values.below}`;
const begun: MutantProgress = { key, judged: [] };
const kept = values.afresh ? null : await readFile(results, 'utf8').catch(() => null);
const earlier = kept === null ? begun : (JSON.parse(kept) as MutantProgress);
let progress = earlier.key === key ? earlier : begun;

const until = Date.now() + Number(values.minutes) * 60_000;
for (let number = 0; number < Number(values.count); number++) {
  const drawn = await draw();
  if (number < progress.judged.length) continue;
  if (Date.now() >= until) break;
  const startedAt = Date.now();
  const noticedBy = await judge(drawn);
  if (stopped.signal.aborted) break;
  const what = `${drawn.file}:${drawn.line}: ${drawn.from} → ${drawn.change.text}`;
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  progress = { key, judged: [...progress.judged, { what, noticedBy, seconds }] };
  await writeFile(results, JSON.stringify(progress, null, 2));
  const by = noticedBy === null ? 'undecided: the tests did not end' : `noticed by ${noticedBy.length} files`;
  console.log(`${number + 1}: ${what}\n   ${by} (${seconds} s) ${noticedBy?.slice(0, 3).join(', ') ?? ''}`);
}

const { judged } = progress;
const unnoticed = judged.filter(({ noticedBy }) => noticedBy?.length === 0);
const alone = judged.flatMap(({ noticedBy }) => (noticedBy?.length === 1 ? noticedBy : []));
const undecided = judged.filter(({ noticedBy }) => noticedBy === null);
const noticed = judged.length - unnoticed.length - undecided.length;
console.log(`\n${judged.length} changes: ${noticed} noticed, ${undecided.length} undecided.`);
for (const { what } of unnoticed) console.log(`Not noticed: ${what}`);
console.log(`Files that alone noticed one: ${[...new Set(alone)].toSorted().join(', ') || 'none'}`);
process.exitCode = unnoticed.length > 0 ? 1 : 0;
