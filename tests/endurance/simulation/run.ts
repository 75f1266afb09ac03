/**
 * `npm run simulate -- --minutes=30`: histories of the simulation, seed after seed, until so many minutes have been spent on this commit.
 * Goes on where it was stopped (`.simulation.json`). `--seed=500`: the first seed. `--afresh` forgets an earlier run. Each seed is printed;
 * a failing one with its shortest story, and the exit code is 1.
 */
import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runProgram } from '#tools/run-program.ts';

interface Progress {
  readonly commit: string;
  readonly next: number;
  readonly seconds: number;
  readonly failed: readonly number[];
}

const root = path.resolve(import.meta.dirname, '../../..');
const file = path.join(root, '.simulation.json');
const bin = path.join(root, 'node_modules/.bin');
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    afresh: { type: 'boolean', default: false },
  },
});
const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
  cwd: root,
  encoding: 'utf8',
}).trim();
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort());

if (values.afresh) await rm(file, { force: true });
const begun: Progress = { commit, next: Number(values.seed), seconds: 0, failed: [] };
let progress = await readFile(file, 'utf8').then(
  (text) => {
    const kept = JSON.parse(text) as Progress;
    return kept.commit === commit ? kept : begun;
  },
  () => begun,
);
while (progress.seconds < Number(values.minutes) * 60 && !stopped.signal.aborted) {
  const { next } = progress;
  const startedAt = Date.now();
  const code = await runProgram({
    command: path.join(bin, 'vitest'),
    args: ['run', '--project=logic', '--reporter=dot', 'tests/endurance/simulation/seeds-', '-t', '^seeds '],
    cwd: root,
    env: {
      ...process.env,
      PATH: `${bin}${path.delimiter}${process.env['PATH']}`,
      SIMULATION_SEED: String(next),
      SIMULATION_RUNS: '1',
    },
    longestMs: 30 * 60_000,
    signal: stopped.signal,
  });
  if (stopped.signal.aborted) break;
  const seconds = progress.seconds + (Date.now() - startedAt) / 1000;
  const failed = code === 0 ? progress.failed : [...progress.failed, next];
  progress = { commit, next: next + 1, seconds, failed };
  await writeFile(file, JSON.stringify(progress, null, 2));
  console.log(
    `seed ${next}: ${code === 0 ? 'nothing found' : 'FAILED'}; ${Math.round(seconds / 6) / 10} min in all`,
  );
}
console.log(`Up to seed ${progress.next - 1}; failed: ${progress.failed.join(', ') || 'none'}.`);
process.exitCode = progress.failed.length > 0 ? 1 : 0;
