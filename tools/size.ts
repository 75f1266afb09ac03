/**
 * `npm run size`: what a browser fetches until a screen is up, and the demonstration's worker, for both providers, and whether each build keeps to its own. Fails
 * over a ceiling, which only comes down, or rises by what a new major of the SDK has grown; a target that is not reached yet is said, and fails nothing. `--modules` adds what
 * the largest scripts are made of.
 */
import { sharedBuild } from './shared-builds.ts';
import type { Kind, Script } from './size-build.ts';
import {
  foreign,
  modulesIn,
  mostScripts,
  parts,
  screens,
  scriptsOf,
  sizeOf,
  type Worker,
  workers,
  workerScript,
} from './size-screens.ts';

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9);
const detailed = process.argv.includes('--modules');
let failures = 0;

const fail = (message: string) => {
  failures++;
  console.log(`  FAILED: ${message}`);
};

for (const kind of ['embedded', 'firebase'] as const) {
  const { scripts } = await sharedBuild(kind);
  for (const screen of screens) if (screen.kind === kind) report(scripts, screen);
  for (const worker of workers) if (worker.kind === kind) reportWorker(scripts, worker);
  reportNumber(scripts, mostScripts[kind]);
  keepsToItself(kind, scripts);
  if (kind === 'firebase') reportParts(scripts);
}

function report(
  scripts: readonly Script[],
  { name, asks, follows, ceiling, target, without }: (typeof screens)[number],
): void {
  const fetched = scriptsOf(scripts, asks);
  const size = sizeOf(fetched);
  const aim = size > target ? `target ${kB(target).trim()} is ${kB(size - target).trim()} away` : 'on target';
  console.log(`${kB(size)}  ${name} (at most ${kB(ceiling).trim()}; ${aim})`);
  if (size > ceiling) fail(`${name} has grown by ${kB(size - ceiling).trim()} past its ceiling.`);
  const later = scriptsOf(scripts, [...asks, ...follows]).filter((script) => !fetched.includes(script));
  console.log(`${kB(sizeOf(later))}  and, once it stands, at rest, in ${later.length} scripts`);
  if (without)
    for (const module of modulesIn(fetched, without)) fail(`${name} has ${module}, which should come later.`);
  if (detailed)
    for (const script of fetched.toSorted((a, b) => b.size - a.size).slice(0, 12)) describe(script);
}

/** Number of scripts: each is a request. */
function reportNumber({ length }: readonly Script[], ceiling: number): void {
  console.log(`${String(length).padStart(9)}  scripts in all (at most ${ceiling})`);
  if (length > ceiling)
    fail(`There are ${length - ceiling} scripts too many: see the groups of vite.config.ts.`);
}

/** Loaded in parallel with the first screen, which does not wait for its last byte. */
function reportWorker(scripts: readonly Script[], worker: Worker): void {
  const { name, ceiling } = worker;
  const script = workerScript(scripts, worker);
  console.log(`${kB(script.size)}  ${name} (at most ${kB(ceiling).trim()})`);
  if (script.size > ceiling)
    fail(`${name} has grown by ${kB(script.size - ceiling).trim()} past its ceiling.`);
  if (detailed) describe(script);
}

function describe({ file, size, modules }: Script): void {
  console.log(`    ${kB(size)}  ${file}`);
  for (const [name, length] of [...byPackage(modules)].toSorted(([, a], [, b]) => b - a).slice(0, 5))
    console.log(`                 ${kB(length)}  ${name}, before compression`);
}

function byPackage(modules: Script['modules']): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [name, length] of modules) {
    const group = /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;
    sums.set(group, (sums.get(group) ?? 0) + length);
  }
  return sums;
}

function keepsToItself(kind: Kind, scripts: readonly Script[]): void {
  for (const module of modulesIn(scripts, foreign[kind])) fail(`The ${kind} build carries ${module}.`);
}

/** Prints the size that the first use of each port adds. */
function reportParts(scripts: readonly Script[]): void {
  const opened = new Set(scriptsOf(scripts, ['src/app/firebase/open.ts', 'adapters/firebase/backend.ts']));
  for (const { port, asks } of parts(scripts)) {
    const added = scriptsOf(scripts, asks).filter((script) => !opened.has(script));
    console.log(`${kB(sizeOf(added))}  added by the first use of ${port}`);
  }
}

console.log(failures === 0 ? 'Within the budget.' : `${failures} over the budget.`);
process.exitCode = failures === 0 ? 0 : 1;
