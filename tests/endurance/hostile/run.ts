/**
 * `npm run hostile -- --minutes=10`: garbage of every kind for a kept desk that is started again every few seconds, while another client is
 * paged; `-- host`: for a host with a PostgreSQL of its own. Goes on where it was stopped, until it has run so long in all. `--seed=7`: with this seed. `--afresh`: forgets what an earlier run
 * did. Exit code 1 at the first finding, which is printed with its seed and the last inputs.
 */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { deskTarget } from './desk-target.ts';
import { hostTarget } from './host-target.ts';
import { besiege } from './siege.ts';

/** A folder is attacked for so many rounds, then the next one begins. */
const roundsOfFolder = 12;

interface Progress {
  readonly seed: string;
  readonly folders: number;
  readonly rounds: number;
  readonly inputs: number;
  readonly runMs: number;
  readonly slowestPageMs: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    afresh: { type: 'boolean', default: false },
  },
});
const own = path.resolve(import.meta.dirname, '../../../.hostile');
const isHost = positionals.includes('host');
const file = path.join(own, isHost ? 'host.json' : 'progress.json');
await mkdir(own, { recursive: true });
if (values.afresh) await rm(file, { force: true });
const begun = (seed: string): Progress => ({
  seed,
  folders: 0,
  rounds: 0,
  inputs: 0,
  runMs: 0,
  slowestPageMs: 0,
});
let progress = await readFile(file, 'utf8').then(
  (text) => JSON.parse(text) as Progress,
  () => begun(String(Date.now() % 100_000)),
);
if (values.seed !== undefined && values.seed !== progress.seed) progress = begun(values.seed);
const wholeMs = Number(values.minutes) * 60_000;
const { seed } = progress;
console.log(`Seed ${seed}; ${Math.round(progress.runMs / 1000)} of ${wholeMs / 1000} s are done.`);

const target = await (isHost ? hostTarget() : deskTarget());
let isClean = true;
const contained = new Set<string>();
while (isClean && progress.runMs < wholeMs) {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-hostile-'));
  // Started by root, PostgreSQL runs as the user `postgres`, which needs to enter the folder.
  await chmod(folder, 0o711);
  const data = path.join(folder, 'data');
  const startedAt = Date.now();
  const before = progress;
  const folderSeed = `${seed}/${progress.folders}`;
  const runMs = () => before.runMs + Date.now() - startedAt;
  const finding = await besiege({
    target,
    folder: data,
    seed: folderSeed,
    rounds: roundsOfFolder,
    goesOn: () => runMs() < wholeMs,
    onRound({ inputs, pagedMs, contained: lines }) {
      progress = {
        ...progress,
        rounds: progress.rounds + 1,
        inputs: progress.inputs + inputs,
        slowestPageMs: Math.max(progress.slowestPageMs, pagedMs),
      };
      for (const line of lines) contained.add(line);
      console.log(`${folderSeed}, round ${progress.rounds}: ${inputs} inputs, paged after ${pagedMs} ms`);
    },
  });
  progress = { ...progress, folders: progress.folders + 1, runMs: runMs() };
  await writeFile(file, JSON.stringify(progress, null, 2));
  if (finding) {
    isClean = false;
    const report = path.join(own, `finding-${folderSeed.replace('/', '-')}.json`);
    await writeFile(report, JSON.stringify(finding, null, 2));
    console.error(
      `\nFinding with seed ${folderSeed}: ${finding.message}\n\nThe server printed:\n${finding.output.join('\n')}\n\nLast inputs:\n${finding.inputs
        .slice(-12)
        .map((input) => input.slice(0, 600))
        .join(
          '\n',
        )}\n\nAll of it is in ${path.relative(process.cwd(), report)}; its data are kept in ${data}.`,
    );
  } else await rm(folder, { recursive: true, maxRetries: 20 });
}
await target.program.close();
for (const line of contained) console.log(`Contained: ${line}`);
console.log(
  `Seed ${seed}: ${progress.rounds} rounds, ${progress.inputs} inputs, the slowest page after ${progress.slowestPageMs} ms, ${isClean ? 'no finding' : 'a finding'}.`,
);
if (isClean) await rm(file, { force: true });
process.exitCode = isClean ? 0 : 1;
