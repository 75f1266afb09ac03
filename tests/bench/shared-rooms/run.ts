/**
 * `npm run bench:backends`: the same rooms on `npm run host` with a PostgreSQL of its own, on `npm run desk`, and through Firebase's adapter
 * on the emulator, in turn in one run: from one browser's comment to the others', memory, start. `--clients=30` in `--rooms=3` for
 * `--minutes=1` each, `--pause=2`: a comment of each room every so many seconds, `--rounds=2`. All clients live in this process, whose own
 * work is part of what is measured. Exit code 1 if a write was rejected or lost, or a comment not shown. Linux only: it reads /proc.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { demoAccounts } from '#demo/accounts.ts';
import { deskMember, keptServer, openProgram } from '../../app/desk/process.ts';
import { processMemory, processTime } from '../../app/host/process-usage.ts';
import type { MemberClient } from '#fakes/client/client.ts';
import { median } from '../table.ts';
import { firebaseMember } from './firebase-member.ts';
import { openMeasuredHost } from './measured-host.ts';
import { declareRoom, quantile, type RoomMember, type RoomsOutcome, workInRooms, writers } from './rooms.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '30' },
    rooms: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '1' },
    pause: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '2' },
  },
});
const [clients, rooms, rounds] = [Number(values.clients), Number(values.rooms), Number(values.rounds)];

/** A backend while it is measured. */
interface Measured {
  /** Milliseconds until it was ready. */
  readonly startMs: number;
  /** Memory of its processes in MiB. */
  memory(): Promise<number>;
  /** Processor time of its processes in milliseconds. */
  time(): Promise<number>;
  openMember(number: number): Promise<RoomMember>;
  openRoom(number: number, first: RoomMember): Promise<string>;
  close(): Promise<void>;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

async function openHost(): Promise<Measured> {
  const host = await openMeasuredHost();
  return {
    startMs: host.startMs,
    memory: async () => sum(await host.memory()),
    time: async () => sum(await host.times()),
    openMember: host.openMember,
    openRoom: (number, first) => declareRoom(host.backendOf(first), number),
    close: host.close,
  };
}

/** The start of a folder with data is measured. */
async function openDesk(): Promise<Measured> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-desk-bench-'));
  const program = await openProgram(await keptServer());
  const start = async () => {
    const desk = program.run('--data', folder, '--port', '0');
    return { desk, url: await desk.ready() };
  };
  const { desk: first } = await start();
  first.child.kill('SIGTERM');
  await first.ended;
  const startAt = performance.now();
  const { desk, url } = await start();
  const startMs = performance.now() - startAt;
  const pid = desk.child.pid ?? 0;
  const backends = new Map<RoomMember, MemberClient>();
  return {
    startMs,
    memory: () => processMemory(pid),
    time: () => processTime(pid),
    async openMember(number) {
      const backend = deskMember(url);
      const account = demoAccounts[number % 4];
      if (!account) throw new Error('The demonstration has accounts.');
      await backend.auth.signIn(account.credential);
      const uid = backend.auth.currentUser()?.uid ?? '';
      const member = { docs: backend.docs, uid, dispose: () => backend.dispose() };
      backends.set(member, backend);
      return member;
    },
    async openRoom(number, member) {
      const backend = backends.get(member);
      if (!backend) throw new Error('This member is of another desk.');
      return declareRoom(backend, number);
    },
    async close() {
      desk.child.kill('SIGTERM');
      await desk.ended;
      await program.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The emulator starts from sources, with the team and its rooms. */
async function openFirebase(): Promise<Measured> {
  const startAt = performance.now();
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'emulator.ts'), String(rooms)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const startMs = performance.now() - startAt;
  const { docs, incidents } = JSON.parse(line) as { docs: string; incidents: readonly string[] };
  const pid = child.pid ?? 0;
  return {
    startMs,
    memory: () => processMemory(pid),
    time: () => processTime(pid),
    openMember: async (number) => firebaseMember(docs, writers[number % writers.length] ?? ''),
    openRoom: async (number) => incidents[number] ?? '',
    async close() {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

interface Row extends RoomsOutcome {
  readonly name: string;
  readonly startMs: number;
  readonly memory: readonly number[];
  /** Processor time of a comment in milliseconds. */
  readonly cost: number;
}

async function measure(name: string, open: () => Promise<Measured>): Promise<Row> {
  const backend = await open();
  const { startMs, openMember, openRoom } = backend;
  const memory = [await backend.memory()];
  let before = 0;
  const outcome = await workInRooms({
    ...{ clients, rooms, loadMs: Number(values.minutes) * 60_000, pauseMs: Number(values.pause) * 1000 },
    ...{ openMember, openRoom, onMinute: async () => {} },
    async onReady() {
      before = await backend.time();
    },
  });
  memory.push(await backend.memory());
  const cost = ((await backend.time()) - before) / outcome.comments;
  await backend.close();
  return { ...outcome, name, startMs, memory, cost };
}

const backends = { desk: openDesk, host: openHost, 'Firebase on the emulator': openFirebase };
const rows: Row[] = [];
for (let round = 0; round < rounds; round++)
  for (const [name, open] of Object.entries(backends)) {
    const row = await measure(name, open);
    rows.push(row);
    console.error(
      `${name}: ${row.comments} comments, shown ${row.shown} of ${row.expected} times; ${row.errors.length} errors, ${row.lost} lost. ${row.errors[0] ?? ''}`,
    );
  }

const figures: Readonly<Record<string, (row: Row) => number>> = {
  'half shown within, ms': ({ shownAfter }) => quantile(shownAfter, 0.5),
  '99% shown within, ms': ({ shownAfter }) => quantile(shownAfter, 0.99),
  'processor time of a comment, ms': ({ cost }) => cost,
  'memory at the start, MiB': ({ memory }) => memory[0] ?? Number.NaN,
  'memory at the end, MiB': ({ memory }) => memory[1] ?? Number.NaN,
  'start, ms': ({ startMs }) => startMs,
};
const names = Object.keys(backends);
const [load = 0] = loadavg();
console.log(
  `Node ${process.version}, ${cpus().length} cores, load ${load.toFixed(1)}; ${clients} clients in ${rooms} rooms, medians of ${rounds} rounds; in brackets the ratio to the desk.\n`,
);
console.log(`| | ${names.join(' | ')} |\n|---|${'---|'.repeat(names.length)}`);
for (const [label, of] of Object.entries(figures)) {
  const medians = names.map((name) => median(rows.filter((row) => row.name === name).map(of)));
  const cells = medians.map((value) => `${value.toFixed(0)} (${(value / (medians[0] ?? 1)).toFixed(1)} ×)`);
  console.log(`| ${label} | ${cells.join(' | ')} |`);
}
const isRight = rows.every(
  ({ shown, expected, errors, lost }) => shown === expected && errors.length === 0 && lost === 0,
);
process.exitCode = isRight ? 0 : 1;
