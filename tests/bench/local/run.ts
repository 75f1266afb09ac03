/**
 * `npm run bench:local`: what `npm run local` costs until it is ready, and what it takes when nobody asks it anything, by process. npm
 * itself is not counted. Its first start, which makes the bundle, is not measured. Linux only: it reads /proc.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { median } from '../table.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const rounds = 9;
/** Ticks of processor time in /proc/PID/stat: 100 a second, unless the kernel was built otherwise. */
const ticksPerSecond = 100;
/** Idle time before its memory is read. */
const idleMs = 2000;

interface Figures {
  /** Milliseconds of processor time, of all its threads, until it said that it is ready. */
  readonly processorMs: number;
  /** Milliseconds that went by. */
  readonly wallMs: number;
  /** Mebibytes that it holds in memory (resident set), left alone. */
  readonly idleMiB: number;
}

async function start(args: readonly string[]): Promise<Figures> {
  const began = performance.now();
  const child = spawn(process.execPath, [...args, '--docs-port=0', '--realtime-port=0'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const part of child.stdout) {
    said += String(part);
    if (said.includes('Ready.')) break;
  }
  const wallMs = performance.now() - began;
  // The name of the program, in brackets, may hold spaces; times are the 14th and the 15th.
  const [, rest = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number);
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  const [, kibi = '0'] = /VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  return { processorMs: ((user + system) * 1000) / ticksPerSecond, wallMs, idleMiB: Number(kibi) / 1024 };
}

if (!existsSync('/proc/self/stat')) throw new Error('This reads /proc, which only Linux has.');
const program = [path.join(root, 'tools/local.js')];
await start(program);
const all: Figures[] = [];
for (let round = 0; round < rounds; round++) all.push(await start(program));
const row = (name: string, of: (figures: Figures) => number) => {
  const values = all.map(of);
  return `| ${name} | ${median(values).toFixed(0)} | ${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)} |`;
};
const [load = 0] = loadavg();
console.log(
  `Node ${process.version}, ${cpus().length} cores, load ${load.toFixed(1)}, ${rounds} starts.\n\n| | median | all |\n|---|---|---|`,
);
console.log(row('ms of processor until ready', ({ processorMs }) => processorMs));
console.log(row('ms until ready', ({ wallMs }) => wallMs));
console.log(row('MiB idle', ({ idleMiB }) => idleMiB));
