/** Life of one folder: a shared cloud on it is written to, killed and restarted, and its acknowledged writes are looked for. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '#provider-kit/random.ts';
import { buildTeamServer } from '#tools/build-team-program.ts';
import { deskMember, type DeskProgram, openProgram } from '../desk/process.ts';
import { freePort } from '../free-port.ts';
import { incidentsOf, checkWrites, type Outcome } from './check-writes.ts';
import type { Acknowledged } from './protocol.ts';
import { openWriter, type Writer } from './writer.ts';

export interface DeskLife {
  readonly program: DeskProgram;
  /** Folder of the cloud's records. */
  readonly folder: string;
  /** Seed of all chance: the writes, and the time of the kill. */
  readonly seed: string;
  readonly kills: number;
  /** Called after each restart that follows a kill. */
  told(outcome: Outcome): void;
}

const clients = 3;
/** Range of the writing time. */
const [shortestMs, longestMs] = [50, 700];
/** Percentage of kills during the start. */
const earlyPercent = 15;
const [earliestMs, latestMs] = [20, 400];

export interface KillableDesk {
  readonly program: DeskProgram;
  close(): Promise<void>;
}

/** Server with a place that everybody may write to. */
export async function buildKillableDesk(): Promise<KillableDesk> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-killable-'));
  await buildTeamServer('desk', folder, [
    { find: /^#demo\/rules\.ts$/, replacement: path.join(import.meta.dirname, 'rules.ts') },
  ]);
  const program = await openProgram(folder);
  return {
    program,
    async close() {
      await program.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The clients outlive each kill: they send unanswered writes again, which must not be applied twice. */
export async function liveDesk({ program, folder, seed, kills, told }: DeskLife): Promise<void> {
  const random = seededRandom(seed);
  const port = await freePort();
  const start = () => program.run('--data', folder, '--port', String(port));
  let desk = start();
  const url = await desk.ready();
  const acknowledged = new Map<number, Acknowledged[]>();
  let round = 0;
  const note = (write: Acknowledged) => acknowledged.get(round)?.push(write);
  const members = Array.from({ length: clients }, () => deskMember(url));
  const writers: Writer[] = [];
  for (const member of members) writers.push(await openWriter(member, note));

  const kill = async () => {
    desk.child.kill('SIGKILL');
    await desk.ended;
  };
  for (; round < kills; round++) {
    acknowledged.set(round, []);
    for (const [number, writer] of writers.entries())
      writer.load(round, `${seed}/${round}/${number}`, number === 0);
    await wait(shortestMs + random.integer(longestMs - shortestMs));
    await kill();
    for (const writer of writers) writer.stop();
    if (random.integer(100) < earlyPercent) {
      desk = start();
      await wait(earliestMs + random.integer(latestMs - earliestMs));
      await kill();
    }
    desk = start();
    await desk.ready();
    await Promise.all(members.map(({ docs }) => docs.offline.waitForPendingWrites()));
    const witness = deskMember(url);
    const { found } = await openWriter(witness, () => {});
    const writes = acknowledged.get(round) ?? [];
    told(checkWrites(await found(round, incidentsOf(writes)), writes));
    await witness.dispose();
  }
  await Promise.all(members.map((member) => member.dispose()));
  desk.child.kill('SIGTERM');
  await desk.ended;
}
