/**
 * `npm run bench:presence -- NAME=FOLDER…`: one beat of everybody in a room, as one browser takes it in on the embedded cloud: processor time, with
 * 50 and 200 people; beside it a reader of the whole folder, who parses every entry at each change, also in checkouts of earlier
 * commits, which did so (`git archive`, with a link to `node_modules`). In turn, medians. `ROUNDS=3`.
 */
import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { RoomPresence } from '#src/data/queries/room-presence.ts';
import { beats, beatsOf, peopleCounts, presenceFolder, type PresenceReader } from './presence-beat.ts';
import { median } from './table.ts';

const rounds = Number(process.env['ROUNDS'] ?? 3);
const root = path.resolve(import.meta.dirname, '../..');
const script = 'tests/bench/presence-beat.ts';
const run = promisify(execFile);

const byChild: PresenceReader = (realtime) => {
  const presence = new RoomPresence({ readerId: 'person0', now: Date.now, changed: () => undefined });
  realtime.lists.watchChildren(presenceFolder, { next: (event) => presence.apply(event) });
};

const wholeIn = async (folder: string): Promise<readonly number[]> => {
  const { stdout } = await run(process.execPath, [path.join(folder, script)], { cwd: folder });
  return JSON.parse(stdout) as readonly number[];
};

const earlier = process.argv.slice(2).map((text) => text.split('=') as [string, string]);
for (const [, folder] of earlier) await copyFile(path.join(root, script), path.join(folder, script));
const readers: readonly (readonly [string, () => Promise<readonly number[]>])[] = [
  ['child by child', () => beatsOf(byChild)],
  ['the whole folder', () => wholeIn(root)],
  ...earlier.map(([name, folder]) => [`${name}: the whole folder`, () => wholeIn(folder)] as const),
];

const taken = new Map<string, (readonly number[])[]>();
for (let round = 0; round < rounds; round++)
  for (const [name, measure] of readers) taken.set(name, [...(taken.get(name) ?? []), await measure()]);

console.log(`One beat of everybody in a room, medians of ${rounds} rounds of ${beats}.\n`);
console.log(
  `| reader | ${peopleCounts.map((count) => `${count} people`).join(' | ')} | times |\n|---|---|---|---|`,
);
for (const [name, rows] of taken) {
  const [few = 0, many = 0] = peopleCounts.map((_, at) => median(rows.map((row) => row[at] ?? 0)));
  console.log(`| ${name} | ${few.toFixed(1)} ms | ${many.toFixed(1)} ms | ${(many / few).toFixed(1)} |`);
}
