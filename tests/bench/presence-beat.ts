/**
 * A beat of everybody in a room, as received by one browser. Run as a program it prints the milliseconds of a reader of the whole folder
 * with 50 and 200 people: `presence.ts` runs it so in a checkout of an earlier commit too, into which it is copied.
 */
import * as v from 'valibot';
import { presenceSchema } from '#domain/presence/schema.ts';
import { connect } from '#fakes/client/client.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Complete } from '#ports/complete.ts';
import type { Realtime } from '#ports/realtime/realtime.ts';
import { median } from './table.ts';

export const beats = 15;
export const peopleCounts = [50, 200] as const;
export const presenceFolder = 'room';

export type PresenceReader = (realtime: Complete<Realtime>) => void;

/** Parses every entry at each change. */
const wholeFolder: PresenceReader = (realtime) => {
  realtime.watch(presenceFolder, {
    next: ({ children }) => {
      for (const { value } of children) v.safeParse(presenceSchema, value);
    },
  });
};

const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function beatWith(count: number, read: PresenceReader | null): Promise<number> {
  const cloud = new FakeCloud();
  const { realtime, dispose } = connect(cloud);
  const beat = async () => {
    for (let at = 0; at < count; at++) {
      const userId = `person${at}`;
      const entry = { userId, connectionId: userId, doing: 'looking', seenAt: Date.now() };
      await cloud.server.realtime.update({ [`${presenceFolder}/${userId}_0`]: entry });
    }
    await settle();
  };
  await beat();
  read?.(realtime);
  await settle();
  const taken: number[] = [];
  for (let round = 0; round < beats; round++) {
    const from = processorMs();
    await beat();
    taken.push(processorMs() - from);
  }
  await dispose();
  cloud.dispose();
  return median(taken);
}

/** Milliseconds of one beat for each of `peopleCounts`; the cloud's own part, measured without a reader, is taken off. */
export async function beatsOf(read: PresenceReader): Promise<readonly number[]> {
  const taken: number[] = [];
  for (const count of peopleCounts) {
    await beatWith(count, read);
    taken.push(Math.max(0, (await beatWith(count, read)) - (await beatWith(count, null))));
  }
  return taken;
}

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(await beatsOf(wholeFolder)));
