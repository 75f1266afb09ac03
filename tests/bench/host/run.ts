/**
 * `npm run bench:host`: how long a comment takes from one browser's hands to the others' in its room on `npm run host` with a PostgreSQL of
 * its own, and the memory of both. `--clients=300` in `--rooms=30` for `--minutes=10`; `--pause=5`: a comment of each room every so many
 * seconds. All clients live in this process, whose own work is part of what is measured. Linux only: it reads /proc.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { startOwnServer } from '#adapters/postgres/own-server.ts';
import { demoPeople, demoTeamId } from '#demo/team/people.ts';
import type { Backend } from '#ports/backend.ts';
import { orderBy, query } from '#ports/docs/query.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import { keptServer, openProgram } from '../../app/desk/process.ts';
import { hostMember } from '../../app/host/host-member.ts';
import { postgresMemory, postgresTime, processMemory, processTime } from '../../app/host/process-usage.ts';
import { seedDatabase, signInTokens } from '../../app/host/seed-host.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '300' },
    rooms: { type: 'string', default: '30' },
    minutes: { type: 'string', default: '10' },
    pause: { type: 'string', default: '5' },
  },
});
const [clientCount, roomCount] = [Number(values.clients), Number(values.rooms)];
const [lastMs, pauseMs] = [Number(values.minutes) * 60_000, Number(values.pause) * 1000];
/** Milliseconds that shown comments are waited for at the end. */
const endMs = 60_000;

interface Room {
  readonly incidentId: string;
  readonly members: Backend[];
  comments: number;
}

const timelineOf = (incidentId: string) =>
  query(collectionPaths.timeline(demoTeamId, incidentId), orderBy('createdAt'), orderBy('sequence'));

/** Ids of people who may write. */
const people = demoPeople.filter(({ role }) => role !== 'viewer').map(({ id }) => id);

async function openMember(url: URL, number: number): Promise<Backend> {
  const member = hostMember(url);
  const token = tokens[number % tokens.length] ?? '';
  await member.auth.signIn({ kind: 'custom-token', token });
  return member;
}

async function openRoom(first: Backend, number: number): Promise<Room> {
  const declared = await first.functions.call<{ readonly incidentId: string }>('declareIncident', {
    ...{ teamId: demoTeamId, commandId: `bench-${number}`, title: `Measured ${number}`, severity: 'SEV4' },
    ...{ serviceIds: [], private: false, alertId: null, page: [] },
  });
  return { incidentId: declared.incidentId, members: [], comments: 0 };
}

const sentAt = new Map<string, number>();
const shownAfter: number[] = [];

/** Notes when comments of others are shown. */
function watch(member: Backend, { incidentId }: Room, own: string): Promise<void> {
  const seen = new Set<string>();
  return new Promise((resolve, reject) => {
    member.docs.watchQuery(timelineOf(incidentId), {
      next({ docs }) {
        resolve();
        for (const { id } of docs) {
          if (seen.has(id)) continue;
          seen.add(id);
          const at = sentAt.get(id);
          if (at !== undefined && !id.startsWith(own)) shownAfter.push(performance.now() - at);
        }
      },
      error: reject,
    });
  });
}

const nameOf = (room: number, member: number) => `r${room}m${member}x`;

function comment(room: Room, number: number): void {
  const at = room.comments++ % room.members.length;
  const member = room.members[at];
  if (!member) return;
  const id = `${nameOf(number, at)}${member.docs.newId()}`;
  sentAt.set(id, performance.now());
  const data = {
    ...{ kind: 'comment', body: `Comment ${room.comments}`, teamId: demoTeamId, incidentId: room.incidentId },
    ...{ createdBy: member.auth.currentUser()?.uid ?? '', createdAt: serverTimestamp(), revision: 1, id },
    sequence: room.comments,
  };
  const path = documentPaths.timelineEvent(demoTeamId, room.incidentId, id);
  member.docs.batch([{ type: 'set', path, data }]).catch((error: unknown) => console.error(error));
}

const folder = await mkdtemp(path.join(tmpdir(), 'muster-host-bench-'));
// PostgreSQL started by root runs as a user who needs the right to enter the folder.
await chmod(folder, 0o711);
const data = path.join(folder, 'data');
const own = await startOwnServer(data, { report: (error) => console.error(error) });
await seedDatabase(own.connection, data);
const tokens = await signInTokens(own.connection, data, people);
await own.stop();
const program = await openProgram(await keptServer('host'), undefined, {}, 'host');
const startAt = performance.now();
const host = program.run('--data', data, '--port', '0');
const url = await host.ready();
const startMs = performance.now() - startAt;
const hostPid = host.child.pid ?? 0;
const postgresPid = Number.parseInt(await readFile(path.join(data, 'postgres/postmaster.pid'), 'utf8'), 10);
const times = async () => [
  await processTime(hostPid),
  await postgresTime(postgresPid),
  process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
];
const memory = async () => {
  const mib = [await processMemory(hostPid), await postgresMemory(postgresPid)];
  return mib.map((size) => size.toFixed(0)).join(' + ');
};
const memories = [await memory()];

const rooms: Room[] = [];
for (let number = 0; number < clientCount; number++) {
  const member = await openMember(url, number);
  const room = rooms[number % roomCount] ?? (await openRoom(member, number));
  if (!rooms.includes(room)) rooms.push(room);
  await watch(member, room, nameOf(rooms.indexOf(room), room.members.length));
  room.members.push(member);
}
memories.push(await memory());
console.log(`${clientCount} clients are there.`);

const timesBefore = await times();
const until = performance.now() + lastMs;
let nextMemory = performance.now() + 60_000;
for (let turn = 0; performance.now() < until; turn++) {
  const number = turn % roomCount;
  const room = rooms[number];
  if (room) comment(room, number);
  await wait(pauseMs / roomCount);
  if (performance.now() < nextMemory) continue;
  memories.push(await memory());
  nextMemory += 60_000;
}
const expected = rooms.reduce((sum, { comments, members }) => sum + comments * (members.length - 1), 0);
for (const end = performance.now() + endMs; shownAfter.length < expected && performance.now() < end;)
  await wait(100);

const perComment = (await times()).map((ms, at) => ((ms - (timesBefore[at] ?? 0)) / sentAt.size).toFixed(1));
const sorted = shownAfter.toSorted((one, other) => one - other);
const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(0);
const [load = 0] = loadavg();
console.log(
  [
    `Node ${process.version}, ${cpus().length} cores, load ${load.toFixed(1)}. Started after ${startMs.toFixed(0)} ms.`,
    `${clientCount} clients in ${roomCount} rooms, ${sentAt.size} comments, shown ${sorted.length} of ${expected} times to others.`,
    `Half within ${at(0.5)} ms, 90% within ${at(0.9)}, 99% within ${at(0.99)}, all within ${at(1)} ms.`,
    `Processor time of a comment: host ${perComment[0]} ms, PostgreSQL ${perComment[1]} ms, all clients ${perComment[2]} ms.`,
    `Memory of the host + PostgreSQL in MiB, empty, with clients, then each minute: ${memories.join(', ')}`,
  ].join('\n'),
);
await Promise.all(rooms.flatMap(({ members }) => members.map((member) => member.dispose())));
host.child.kill('SIGTERM');
await host.ended;
await program.close();
await rm(folder, { recursive: true });
process.exitCode = sorted.length === expected ? 0 : 1;
