/**
 * `npm run bench:presence`: one beat of everybody in a room, as one browser takes it in on the embedded cloud: processor time, with 50 and
 * 200 people; beside it a reader of the whole folder, who parses every entry at each change. Medians.
 */
import * as v from 'valibot';
import { presenceSchema } from '#domain/presence/schema.ts';
import { connect } from '#fakes/client/client.ts';
import { settle } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Complete } from '#ports/complete.ts';
import type { Realtime } from '#ports/realtime/realtime.ts';
import { RoomPresence } from '#src/data/queries/room-presence.ts';
import { median } from './table.ts';

const rounds = 15;
const sizes = [50, 200] as const;
const folder = 'room';

type Reader = (realtime: Complete<Realtime>) => void;

const byChild: Reader = (realtime) => {
  const presence = new RoomPresence({ readerId: 'person0', now: Date.now, changed: () => undefined });
  realtime.lists.watchChildren(folder, { next: (event) => presence.apply(event) });
};

const wholeFolder: Reader = (realtime) => {
  realtime.watch(folder, {
    next: ({ children }) => {
      for (const { value } of children) v.safeParse(presenceSchema, value);
    },
  });
};

const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Milliseconds of one beat of everybody; the cloud's own part, measured without a reader, is taken off. */
async function beatOf(count: number, read: Reader | null): Promise<number> {
  const cloud = new FakeCloud();
  const { realtime, dispose } = connect(cloud);
  const beat = async () => {
    for (let at = 0; at < count; at++) {
      const userId = `person${at}`;
      const entry = { userId, connectionId: userId, doing: 'looking', seenAt: Date.now() };
      await cloud.server.realtime.update({ [`${folder}/${userId}_0`]: entry });
    }
    await settle();
  };
  await beat();
  read?.(realtime);
  await settle();
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const from = processorMs();
    await beat();
    taken.push(processorMs() - from);
  }
  await dispose();
  cloud.dispose();
  return median(taken);
}

const rows = new Map<string, number[]>();
for (const [name, read] of [
  ['child by child', byChild],
  ['the whole folder', wholeFolder],
] as const)
  for (const count of sizes) {
    await beatOf(count, read);
    const ms = (await beatOf(count, read)) - (await beatOf(count, null));
    rows.set(name, [...(rows.get(name) ?? []), Math.max(0, ms)]);
  }

console.log(`One beat of everybody in a room, medians of ${rounds}.\n`);
console.log(`| reader | ${sizes.map((count) => `${count} people`).join(' | ')} | times |\n|---|---|---|---|`);
for (const [name, [few = 0, many = 0]] of rows)
  console.log(`| ${name} | ${few.toFixed(1)} ms | ${many.toFixed(1)} ms | ${(many / few).toFixed(1)} |`);
