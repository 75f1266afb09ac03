/**
 * `npm run bench:host`: how long a comment takes from one browser's hands to the others' in its room on `npm run host` with a PostgreSQL of
 * its own, and the memory of both. `--clients=300` in `--rooms=30` for `--minutes=10`; `--pause=5`: a comment of each room every so many
 * seconds. All clients live in this process, whose own work is part of what is measured. Exit code 1 if a write was rejected or lost, or a
 * comment not shown. Linux only: it reads /proc.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { declareRoom, quantile, workInRooms } from '../shared-rooms/rooms.ts';
import { openMeasuredHost } from '../shared-rooms/measured-host.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '300' },
    rooms: { type: 'string', default: '30' },
    minutes: { type: 'string', default: '10' },
    pause: { type: 'string', default: '5' },
  },
});
const [clients, rooms] = [Number(values.clients), Number(values.rooms)];

const host = await openMeasuredHost();
const times = async () => [
  ...(await host.times()),
  process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
];
const memory = async () => (await host.memory()).map((size) => size.toFixed(0)).join(' + ');
const memories = [await memory()];
let timesBefore: readonly number[] = [];
const { comments, shown, expected, shownAfter, errors, lost } = await workInRooms({
  ...{ clients, rooms, loadMs: Number(values.minutes) * 60_000, pauseMs: Number(values.pause) * 1000 },
  openMember: host.openMember,
  openRoom: (number, member) => declareRoom(host.backendOf(member), number),
  async onReady() {
    memories.push(await memory());
    console.log(`${clients} clients are there.`);
    timesBefore = await times();
  },
  onMinute: async () => void memories.push(await memory()),
});
const perComment = (await times()).map((ms, at) => ((ms - (timesBefore[at] ?? 0)) / comments).toFixed(1));
const at = (share: number) => quantile(shownAfter, share).toFixed(0);
const [load = 0] = loadavg();
console.log(
  [
    `Node ${process.version}, ${cpus().length} cores, load ${load.toFixed(1)}. Started after ${host.startMs.toFixed(0)} ms.`,
    `${clients} clients in ${rooms} rooms, ${comments} comments, shown ${shown} of ${expected} times to others; ${errors.length} errors, ${lost} lost.`,
    `Half within ${at(0.5)} ms, 90% within ${at(0.9)}, 99% within ${at(0.99)}, all within ${at(1)} ms.`,
    `Processor time of a comment: host ${perComment[0]} ms, PostgreSQL ${perComment[1]} ms, all clients ${perComment[2]} ms.`,
    `Memory of the host + PostgreSQL in MiB, empty, with clients, then each minute: ${memories.join(', ')}`,
    ...errors.slice(0, 5),
  ].join('\n'),
);
await host.close();
process.exitCode = shown === expected && errors.length === 0 && lost === 0 ? 0 : 1;
