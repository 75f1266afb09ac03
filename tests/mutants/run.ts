/**
 * `npm run mutants -- --seed=1 --count=300 --minutes=60`: draws small changes of the product's modules, one at a time in memory, runs the unit
 * tests that execute the changed place, near and quick ones first, and records the tests that notice it (`.mutants.json`). Those tests are known
 * from a run of all unit tests, once for each commit and sample. Goes on where it was
 * stopped, on later commits too; another seed, another folder or `--afresh` begins again. `--below=domain` draws in one folder. `--enough=2`:
 * failed test files after which no more are run; 2 tell whether a file notices a change alone. `--longest=10`: minutes for one change; one whose
 * tests do not end in that time is undecided. The exit code is 1 when a change was noticed by none.
 */
import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as elapsed } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seededRandom } from '#provider-kit/random.ts';
import type { MutantResult, MutantOrder, Mutant } from './test-mutant.ts';
import { executedBy } from './executed-by.ts';
import { trackedModules } from './related-tests.ts';
import { sourceChanges } from './source-changes.ts';

interface TestedMutant extends Omit<MutantResult, 'noticedBy' | 'seconds'> {
  readonly what: string;
  readonly commit: string;
  /** `null`: the tests did not end in time. */
  readonly noticedBy: MutantResult['noticedBy'] | null;
}
interface MutantProgress {
  readonly key: string;
  readonly tested: readonly TestedMutant[];
  /** Last measured duration of each test file, seconds. */
  readonly seconds: Readonly<Record<string, number>>;
  /** Test files that execute each change of the sample, at one commit. */
  readonly executed?: {
    readonly sample: string;
    readonly files: readonly (readonly string[] | null)[];
  };
}

const root = path.resolve(import.meta.dirname, '../..');
const results = path.join(root, '.mutants.json');
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '300' },
    minutes: { type: 'string', default: '60' },
    longest: { type: 'string', default: '10' },
    enough: { type: 'string', default: '2' },
    below: { type: 'string', default: '' },
    afresh: { type: 'boolean', default: false },
  },
});
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());

const product =
  /^(?:domain|api|cli|ports|provider-kit|query|sync|firebase-rules|fakes|emulator|functions|adapters|react|src)\/.*\.tsx?$/u;
const noProduct = /\.(?:test|stories|fixture|d)\.tsx?$/u;
const files = trackedModules(values.below || '.').filter(
  (file) => product.test(file) && !noProduct.test(file),
);
const random = seededRandom(`mutants ${values.seed}`);

/** A module, then one of its changes. */
async function draw(): Promise<Mutant & { readonly what: string }> {
  for (;;) {
    const file = files[random.integer(files.length)] ?? '';
    const code = await readFile(path.join(root, file), 'utf8');
    const changes = sourceChanges(file, code);
    const change = changes[random.integer(changes.length)];
    if (!change) continue;
    const line = code.slice(0, change.start).split('\n').length;
    const what = `${file}:${line}: ${code.slice(change.start, change.end)} → ${change.text}`;
    return { file, change, what };
  }
}

let tester: ChildProcess | null = null;

async function openTester(): Promise<ChildProcess> {
  const opened = fork(path.join(import.meta.dirname, 'test-mutant.ts'), {
    cwd: root,
    detached: true,
    stdio: 'ignore',
  });
  await Promise.race([
    once(opened, 'message'),
    once(opened, 'exit').then(() => {
      throw new Error('The process that tests mutants ended before it was ready.');
    }),
  ]);
  return opened;
}

/** Ends the process with its workers. */
function endTester(): void {
  if (tester?.pid !== undefined && tester.exitCode === null) process.kill(-tester.pid, 'SIGKILL');
  tester = null;
}

/** `null`: the tests did not end in time, or ended their process. */
async function tested(order: MutantOrder): Promise<MutantResult | null> {
  tester ??= await openTester();
  const limit = new AbortController();
  const answer = once(tester, 'message', { signal: limit.signal }).then(
    ([message]) => message as MutantResult,
  );
  tester.send(order);
  const end = Promise.race([
    elapsed(Number(values.longest) * 60_000, null, { signal: limit.signal }),
    once(tester, 'exit', { signal: limit.signal }).then(() => null),
    once(stopped.signal, 'abort', { signal: limit.signal }).then(() => null),
  ]);
  const result = await Promise.race([answer, end]);
  answer.catch(() => {});
  end.catch(() => {});
  limit.abort();
  if (result === null) endTester();
  return result;
}

const key = `${values.seed} ${values.below}`;
const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
  cwd: root,
  encoding: 'utf8',
}).trim();
const kept = values.afresh ? null : await readFile(results, 'utf8').catch(() => null);
const earlier = kept === null ? null : (JSON.parse(kept) as MutantProgress);
let progress: MutantProgress = { key, tested: [], seconds: earlier?.seconds ?? {} };
if (earlier?.key === key) progress = earlier;

const drawn: (Mutant & { readonly what: string })[] = [];
while (drawn.length < Number(values.count)) drawn.push(await draw());

/** Draws, and the commit whose tests execute them. */
const sample = JSON.stringify([commit, ...drawn.map(({ what }) => what)]);
if (progress.executed?.sample !== sample) {
  console.log('Which tests execute the changes: a run of all unit tests.');
  progress = { ...progress, executed: { sample, files: await executedBy(drawn, stopped.signal) } };
  if (!stopped.signal.aborted) await writeFile(results, JSON.stringify(progress, null, 2));
}

const until = Date.now() + Number(values.minutes) * 60_000;
for (const [number, { file, change, what }] of drawn.entries()) {
  if (number < progress.tested.length) continue;
  if (Date.now() >= until || stopped.signal.aborted) break;
  const { seconds } = progress;
  const result = await tested({
    mutant: { file, change },
    executedBy: progress.executed?.files[number] ?? null,
    enough: Number(values.enough),
    seconds,
  });
  if (stopped.signal.aborted) break;
  const { related = 0, ran = 0, noticedBy = null } = result ?? {};
  progress = {
    ...progress,
    tested: [...progress.tested, { what, commit, noticedBy, related, ran }],
    seconds: { ...seconds, ...result?.seconds },
  };
  await writeFile(results, JSON.stringify(progress, null, 2));
  const by =
    noticedBy === null
      ? 'undecided: the tests did not end'
      : `${Object.keys(noticedBy).join(', ') || 'NOT NOTICED'} (${ran} of ${related} files run)`;
  console.log(`${number + 1}: ${what}\n   ${by}`);
}
endTester();

const noticing = progress.tested.map(({ noticedBy }) => noticedBy && Object.keys(noticedBy));
const unnoticed = progress.tested.filter((_, at) => noticing[at]?.length === 0);
const alone = new Set(noticing.flatMap((by) => (by?.length === 1 ? by : [])));
const undecided = noticing.filter((by) => by === null).length;
const noticed = progress.tested.length - unnoticed.length - undecided;
console.log(`\n${progress.tested.length} changes: ${noticed} noticed, ${undecided} undecided.`);
for (const { what } of unnoticed) console.log(`Not noticed: ${what}`);
console.log(`Files that alone noticed one: ${[...alone].toSorted().join(', ') || 'none'}`);
process.exitCode = unnoticed.length > 0 ? 1 : 0;
