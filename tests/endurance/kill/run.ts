/**
 * `npm run kill-test`: kills a browser full of writing tabs 300 times, and looks for every acknowledged write; `-- desk`, `-- host`,
 * `-- hosts` and `-- postgres` kill servers that three clients write to, and that are sent alerts (servers.ts), the last three 100 times. Goes on where it was stopped. `--kills=60`: so many in all. `--seed=7`: with this seed.
 * `--afresh`: forgets what an earlier run did.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Outcome } from './check-writes.ts';
import { live } from './life.ts';
import { liveServer } from './server-life.ts';
import { buildKillTarget, killVariants, type KillVariant } from './servers.ts';
import { serveKillPage } from './site.ts';

/** A folder is killed so often, then the next one begins; what is not through when the run is stopped is done again. */
const killsOfFolder = 10;

interface Progress {
  readonly seed: string;
  readonly kills: number;
  readonly acknowledged: number;
  readonly lost: readonly string[];
}

interface Part {
  readonly seed: string;
  readonly kills: number;
  told(outcome: Outcome): void;
}

interface Victim {
  /** Kills the processes of a folder repeatedly. */
  live(folder: string, part: Part): Promise<void>;
  close(): Promise<void>;
}

async function browser(): Promise<Victim> {
  const site = await serveKillPage();
  return { live: (profile, part) => live({ ...part, url: site.url, profile }), close: () => site.close() };
}

async function server(variant: KillVariant): Promise<Victim> {
  const target = await buildKillTarget(variant);
  return {
    live: (folder, part) => liveServer({ ...part, target, folder }),
    close: () => target.close(),
  };
}

const option = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1];
const variant = killVariants.find((name) => process.argv.includes(name)) ?? null;
const own = path.resolve(import.meta.dirname, '../../../.kill-test');
const file = path.join(own, variant ? `${variant}.json` : 'progress.json');
const all = Number(option('kills') ?? (variant === null || variant === 'desk' ? 300 : 100));

await mkdir(own, { recursive: true });
if (process.argv.includes('--afresh')) await rm(file, { force: true });
let progress = await readFile(file, 'utf8').then(
  (text) => JSON.parse(text) as Progress,
  (): Progress => ({ seed: '', kills: 0, acknowledged: 0, lost: [] }),
);
const seed = option('seed') ?? (progress.seed || String(Date.now() % 100_000));
if (seed !== progress.seed) progress = { seed, kills: 0, acknowledged: 0, lost: [] };

const victim = await (variant ? server(variant) : browser());
console.log(`Seed ${seed}; ${progress.kills} of ${all} kills are done.`);
while (progress.kills < all) {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-killed-'));
  const outcomes: Outcome[] = [];
  await victim.live(folder, {
    seed: `${seed}/${progress.kills}`,
    kills: Math.min(killsOfFolder, all - progress.kills),
    told(outcome) {
      outcomes.push(outcome);
      const { acknowledged, lost, pagedMs } = outcome;
      const paged = pagedMs === undefined ? '' : `, paged after ${pagedMs} ms`;
      console.log(
        `kill ${progress.kills + outcomes.length}: ${acknowledged} acknowledged, ${lost.length} lost${paged}`,
      );
      for (const one of lost) console.log(`  ${one}`);
    },
  });
  await rm(folder, { recursive: true, maxRetries: 20 });
  progress = {
    seed,
    kills: progress.kills + outcomes.length,
    acknowledged: progress.acknowledged + outcomes.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    lost: [...progress.lost, ...outcomes.flatMap(({ lost }) => lost)],
  };
  await writeFile(file, JSON.stringify(progress, null, 2));
}
await victim.close();
console.log(
  `${progress.kills} kills, ${progress.acknowledged} acknowledged writes, ${progress.lost.length} lost. Seed ${seed}.`,
);
await rm(file);
process.exitCode = progress.lost.length > 0 ? 1 : 0;
