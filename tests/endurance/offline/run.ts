/**
 * `npm run offline-test`: works a room through two cuts of the network, a reload without it, a killed browser and an update of the app, 50
 * times, and looks for what is lost, doubled or out of order. Goes on where it was stopped. `--runs=10`: so many in all. `--seed=7`:
 * with this seed. `--afresh`: forgets what an earlier run did.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { live } from './life.ts';
import { type OfflineStage, openOfflineStage } from './stage.ts';

/** A browser and a server live through so many, then the next ones begin. */
const runsOfStage = 5;

interface Progress {
  readonly seed: string;
  readonly runs: number;
  readonly given: number;
  readonly wrong: readonly string[];
}

const option = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1];
const own = path.resolve(import.meta.dirname, '../../../.offline-test');
const file = path.join(own, 'progress.json');
const all = Number(option('runs') ?? 50);

await mkdir(own, { recursive: true });
if (process.argv.includes('--afresh')) await rm(file, { force: true });
let progress = await readFile(file, 'utf8').then(
  (text) => JSON.parse(text) as Progress,
  (): Progress => ({ seed: '', runs: 0, given: 0, wrong: [] }),
);
const seed = option('seed') ?? (progress.seed || String(Date.now() % 100_000));
if (seed !== progress.seed) progress = { seed, runs: 0, given: 0, wrong: [] };

/** In one step: a run that is stopped meanwhile leaves the state before. */
async function keep(state: Progress): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(state, null, 2));
  await rename(`${file}.new`, file);
}

console.log(`Seed ${seed}; ${progress.runs} of ${all} runs are done.`);
let stage: OfflineStage | null = null;
// The server is a process of its own, which would outlive this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    console.log('Stopped. The same command goes on.');
    void (stage?.close() ?? Promise.resolve()).finally(() => process.exit(1));
  });
while (progress.runs < all) {
  stage = await openOfflineStage();
  try {
    for (let left = Math.min(runsOfStage, all - progress.runs); left > 0; left--) {
      const { given, wrong } = await live(stage, `${seed}-${progress.runs}`);
      progress = {
        seed,
        runs: progress.runs + 1,
        given: progress.given + given,
        wrong: [...progress.wrong, ...wrong.map((one) => `run ${progress.runs}: ${one}`)],
      };
      console.log(`run ${progress.runs}: ${given} changes, ${wrong.length} wrong`);
      for (const one of wrong) console.log(`  ${one}`);
      await keep(progress);
    }
  } finally {
    await stage.close();
  }
}
console.log(
  `${progress.runs} runs, ${progress.given} changes, ${progress.wrong.length} lost, doubled or out of order. Seed ${seed}.`,
);
await rm(file);
process.exitCode = progress.wrong.length > 0 ? 1 : 0;
