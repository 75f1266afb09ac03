/**
 * `npm run bench`: the embedded provider beside the engines that a developer would otherwise pick, in one run. Every engine
 * does each part of the work in a process of its own, round after round, so that what else the machine does hits all alike.
 *
 * `--quick`: 10,000 documents, fewer rounds and writes. `--only=limit,cloud`: only these. `--size=10000`: only this size.
 */
import { fork } from 'node:child_process';
import { cpus } from 'node:os';
import path from 'node:path';
import type { Results, Scale } from './cases.ts';
import { creation } from './creation.ts';
import { type Participant, participants } from './engines.ts';
import { median, type Summary, summary, table } from './table.ts';

const parts = ['prepared', 'unprepared', 'large-screen', 'large-all'];
const option = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1];
const quick = process.argv.includes('--quick');
const only = option('only')?.split(',');
const sizes = option('size') ? [Number(option('size'))] : quick ? [10_000] : [10_000, 100_000];
const rounds = quick ? 2 : 5;

/** Peers are slow enough that fewer rounds say the same. */
const roundsOf = ({ peer, name }: Participant, size: number) =>
  !peer || name === 'lokijs' ? rounds : quick || size > 10_000 ? 1 : 2;

const scaleOf = (size: number, { peer }: Participant): Scale => ({
  size,
  writes: quick ? 1000 : 2000,
  gets: 100_000,
  finds: quick ? 1000 : 2000,
  budgetMs: peer && quick ? 4000 : 20_000,
});

function part(participant: Participant, name: string, scale: Scale): Promise<Partial<Results>> {
  return new Promise((resolve, reject) => {
    const child = fork(
      path.join(import.meta.dirname, 'child.ts'),
      [participant.name, name, JSON.stringify(scale)],
      {
        execArgv: ['--expose-gc', '--max-old-space-size=6144', '--disable-warning=ExperimentalWarning'],
        env: { ...process.env, NODE_ENV: 'production' },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    );
    let results: Partial<Results> | null = null;
    child.on('message', (message) => {
      results = message as Partial<Results>;
    });
    child.on('exit', (code) =>
      results ? resolve(results) : reject(new Error(`${participant.name}, ${name}: ended with ${code}`)),
    );
  });
}

async function measure(size: number, takesPart: readonly Participant[]): Promise<Map<Participant, Summary>> {
  const all = new Map<Participant, Partial<Results>[]>(takesPart.map((one) => [one, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of parts)
      for (const participant of takesPart) {
        if (round >= roundsOf(participant, size)) continue;
        process.stderr.write(`${size} documents, round ${round + 1}: ${participant.title}, ${name}\n`);
        const results = await part(participant, name, scaleOf(size, participant));
        all.get(participant)?.push(results);
      }
  return new Map([...all].map(([participant, results]) => [participant, summary(results)]));
}

const takesPart = participants.filter(({ name }) => !only || only.includes(name));
console.log(
  `Node ${process.version}, ${cpus().length} cores, ${quick ? 'quick run, ' : ''}medians of ${rounds} rounds.`,
);
for (const size of sizes) {
  const summaries = await measure(size, takesPart);
  console.log(`\n${size.toLocaleString('en')} documents\n\n${table(summaries)}`);
}
const times = Array.from({ length: 50 }, creation);
console.log(`\nA cloud with its eight services: ${median(times.slice(10)).toFixed(2)} ms.`);
