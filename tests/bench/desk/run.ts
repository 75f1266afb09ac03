/**
 * `npm run bench:desk`: how long a comment takes from one browser's hands to the others' on a shared cloud that keeps everything in a
 * folder, and the memory of its process while 50 clients work on what stays as large as it is. `--clients=50,1000`, `--seconds=60` for
 * the first, `--minutes=60` for the second (default 2), `--heap=64` so many MiB for the process's old objects (default: Node's own limit). All clients live in this process, whose own work is part of what is measured.
 * Linux only: it reads /proc.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { demoAccounts } from '#demo/accounts.ts';
import { demoTeamId } from '#demo/team/people.ts';
import type { MemberClient } from '#fakes/client/client.ts';
import { orderBy, query } from '#ports/docs/query.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import { removals } from './removals.ts';
import {
  deskMember,
  type DeskProcess,
  type DeskProgram,
  keptServer,
  openProgram,
} from '../../app/desk/process.ts';

const option = (name: string, known: string) =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? known;
const counts = option('clients', '50,1000').split(',').filter(Boolean).map(Number);
const seconds = Number(option('seconds', '60'));
const minutes = Number(option('minutes', '2'));
const heap = option('heap', '');
/** Comments a second, of all clients together. */
const commentsPerSecond = 2;

interface Ground {
  readonly desk: DeskProcess;
  readonly url: URL;
  readonly members: readonly MemberClient[];
  readonly incidentId: string;
}

async function onDesk(
  program: DeskProgram,
  count: number,
  run: (ground: Ground) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-desk-bench-'));
  const desk = program.run('--data', folder, '--port', '0');
  const url = await desk.ready();
  const members: MemberClient[] = [];
  for (let n = 0; n < count; n++) {
    const member = deskMember(url);
    const account = demoAccounts[n % 4];
    if (!account) throw new Error('The demonstration has people.');
    await member.auth.signIn(account.credential);
    members.push(member);
  }
  const [first] = members;
  const declared = await first?.functions.call<{ readonly incidentId: string }>('declareIncident', {
    teamId: demoTeamId,
    commandId: `bench-${count}`,
    title: 'Measured',
    severity: 'SEV4',
    serviceIds: [],
    private: false,
    alertId: null,
    page: [],
  });
  await run({ desk, url, members, incidentId: declared?.incidentId ?? '' });
  await Promise.all(members.map((member) => member.dispose()));
  desk.child.kill('SIGTERM');
  await desk.ended;
  await rm(folder, { recursive: true });
}

const residentMiB = async ({ child }: DeskProcess) => {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024;
};

/** Query of a room's timeline, as the screen has it. */
const timelineOf = (incidentId: string) =>
  query(collectionPaths.timeline(demoTeamId, incidentId), orderBy('createdAt'), orderBy('sequence'));

/** Milliseconds until a comment was shown by each of the other clients. */
async function latencies({ members, incidentId }: Ground): Promise<readonly number[]> {
  const sentAt = new Map<string, number>();
  const taken: number[] = [];
  const timeline = timelineOf(incidentId);
  const stops = members.map((member) => {
    const seen = new Set<string>();
    return member.docs.watchQuery(timeline, {
      next({ docs }) {
        for (const { id } of docs) {
          if (seen.has(id)) continue;
          seen.add(id);
          const at = sentAt.get(id);
          if (at !== undefined && !id.startsWith(authorOf(member))) taken.push(performance.now() - at);
        }
      },
    });
  });
  await Promise.all(members.map(({ docs }) => docs.find(timeline, { source: 'server' })));
  for (let n = 0; n < seconds * commentsPerSecond; n++) {
    const member = members[(n * 7) % members.length];
    if (!member) continue;
    const id = `${authorOf(member)}${member.docs.newId()}`;
    sentAt.set(id, performance.now());
    const data = {
      kind: 'comment',
      body: `Comment ${n}`,
      teamId: demoTeamId,
      incidentId,
      createdBy: member.auth.currentUser()?.uid ?? '',
      createdAt: serverTimestamp(),
      revision: 1,
      id,
      sequence: n,
    };
    void member.docs.batch([
      { type: 'set', path: documentPaths.timelineEvent(demoTeamId, incidentId, id), data },
    ]);
    await wait(1000 / commentsPerSecond);
  }
  const expected = seconds * commentsPerSecond * (members.length - 1);
  const patience = performance.now() + 60_000;
  while (taken.length < expected && performance.now() < patience) await wait(100);
  if (taken.length !== expected) throw new Error(`${taken.length} of ${expected} were shown.`);
  for (const stop of stops) stop();
  return taken.toSorted((one, other) => one - other);
}

const authors = new Map<MemberClient, string>();
/** Author in the ids of a client's comments. */
function authorOf(member: MemberClient): string {
  const known = authors.get(member) ?? `c${authors.size}x`;
  authors.set(member, known);
  return known;
}

const at = (sorted: readonly number[], share: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(0);

/** Work that leaves as much as it finds: typing, looking, a value that changes. */
async function memory({ desk, members, incidentId }: Ground): Promise<readonly number[]> {
  const timeline = timelineOf(incidentId);
  const stops = members.map(({ docs }) => docs.watchQuery(timeline, { next: () => {} }));
  const resident: number[] = [];
  const end = performance.now() + minutes * 60_000;
  for (let round = 0; performance.now() < end; round++) {
    await Promise.all(
      members.map(async ({ auth, docs }, n) => {
        await docs.find(timeline, { source: 'server' });
        if ((n + round) % 10 === 0) await auth.reload();
      }),
    );
    if (round % 30 === 0) resident.push(await residentMiB(desk));
    await wait(1000);
  }
  for (const stop of stops) stop();
  return resident;
}

const program = await openProgram(
  await keptServer(),
  undefined,
  heap === '' ? {} : { NODE_OPTIONS: `--max-old-space-size=${heap}` },
);
const [load = 0] = loadavg();
console.log(`Node ${process.version}, ${cpus().length} cores, load ${load.toFixed(1)}.\n`);
console.log('| clients | comments | half within | 90% | 99% | slowest (ms) |\n|---|---|---|---|---|---|');
for (const count of counts)
  await onDesk(program, count, async (ground) => {
    const taken = await latencies(ground);
    const comments = seconds * commentsPerSecond;
    console.log(
      `| ${count} | ${comments} | ${at(taken, 0.5)} | ${at(taken, 0.9)} | ${at(taken, 0.99)} | ${at(taken, 1)} |`,
    );
  });
await onDesk(program, 0, async ({ url }) => {
  const { documents, realtime } = await removals(url, 20);
  const told = (times: readonly number[]) =>
    `half within ${at(times, 0.5)} ms, all within ${at(times, 1)} ms`;
  console.log(
    `\nListeners of 20 removed members end: documents ${told(documents)}; realtime ${told(realtime)}.`,
  );
});
if (minutes > 0)
  await onDesk(program, 50, async (ground) => {
    const resident = await memory(ground);
    console.log(
      `\nMemory of the process, MiB, every 30 s: ${resident.map((mib) => mib.toFixed(0)).join(' ')}`,
    );
  });
await program.close();
