/**
 * The demonstration's cloud and what keeps it: restored from what was kept, filled with the demonstration team when there
 * was nothing. Every change is kept before anybody is told of it. A worker or a tab hosts it; it knows neither.
 */
import type { Channel } from '#fakes/cloud/channel.ts';
import { type Host, type MovableClock, RunningClock } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { KeepGroup } from '#fakes/cloud/journal.ts';
import { connect } from '#fakes/client/client.ts';
import { demoAccounts } from '#demo/accounts.ts';
import { projectRules } from '#demo/rules.ts';
import { demoConfig, seedDemo } from '#demo/team.ts';
import { startTeammates } from '#demo/teammates.ts';
import { createFunctions } from '#functions/index.ts';
import indexes from '../../../firestore.indexes.json?raw';
import type { Found, Records } from './records.ts';

export interface CloudHost {
  accept(channel: Channel): void;
  /** Sentences for the people looking, oldest first. */
  notices(): readonly string[];
  onNotice(next: (notice: string) => void): void;
  /** Ends, and keeps what is not kept yet. */
  stop(): Promise<void>;
}

export interface CloudHostOptions {
  /** Where the app is served, for links in messages. */
  readonly origin: string;
  readonly records: Records;
  readonly machine: Host;
}

const unreadable =
  'The demonstration started afresh: what this browser had kept was written by another version of Muster.';
const notKept =
  'This browser does not let Muster keep anything. The demonstration works, and is gone when its last tab is closed.';

export async function startCloudHost({ origin, records, machine }: CloudHostOptions): Promise<CloudHost> {
  const notices: string[] = [];
  const listeners = new Set<(notice: string) => void>();
  const say = (notice: string) => {
    if (notices.includes(notice)) return;
    notices.push(notice);
    for (const listener of [...listeners]) listener(notice);
  };
  const read = await records.read().catch(() => null);
  if (!read) say(notKept);
  const found = read ?? { state: 'nothing' };
  /** What could not be read is left as it is: what is there may be somebody's work. */
  const write: Write | null =
    read &&
    (async (group, aheadMs) => {
      try {
        await records.write(group, aheadMs);
      } catch (error) {
        say(notKept);
        throw error;
      }
    });

  const cloud = await raise(found, origin, machine, write).catch((error: unknown) => {
    if (found.state !== 'kept') throw error;
    say(unreadable);
    return raise({ state: 'nothing' }, origin, machine, write);
  });
  if (found.state === 'unreadable') say(unreadable);
  const stopTeammates = startTeammates({
    connect: () => connect(cloud),
    clock: cloud.clock,
    random: cloud.random.fork('teammates'),
  });

  return {
    accept: (channel) => cloud.accept(channel),
    notices: () => notices,
    onNotice: (next) => void listeners.add(next),
    async stop() {
      await stopTeammates();
      await cloud.close();
    },
  };
}

/** In a demonstration people wait for the next step of a page: it comes to the second. */
const sweepSeconds = 5;

type Write = (group: KeepGroup, aheadMs: number) => Promise<void>;

/**
 * A cloud that holds what was kept, or the demonstration team, and is kept by `write`. `reset` goes back to the team as it
 * would start today.
 */
async function raise(found: Found, origin: string, machine: Host, write: Write | null): Promise<FakeCloud> {
  const clock = new RunningClock(machine, found.state === 'kept' ? found.aheadMs : 0);
  // Moving time changes no service by itself, and must last all the same.
  const told: MovableClock = {
    now: () => clock.now(),
    setTimer: (run, delayMs) => clock.setTimer(run, delayMs),
    async advance(ms) {
      await clock.advance(ms);
      cloud.touch();
    },
  };
  const cloud: FakeCloud = new FakeCloud({
    clock: told,
    functions: createFunctions({ sweepSeconds }),
    accounts: demoAccounts,
    config: demoConfig,
    indexes,
    rules: projectRules,
    origin,
  });
  try {
    await seedDemo(cloud.server);
    cloud.keepAsInitial();
    if (write)
      cloud.keepWith((group) => write(group, clock.ahead()), found.state === 'kept' ? found.cloud : null);
    return cloud;
  } catch (error) {
    cloud.dispose();
    throw error;
  }
}
