/**
 * The demonstration's cloud and what keeps it: restored from what was kept, filled with the demonstration team when there
 * was nothing, written down after every change. A worker or a tab hosts it; it knows neither.
 */
import type { Channel } from '#fakes/cloud/channel.ts';
import { type Host, type MovableClock, RunningClock } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { connect } from '#fakes/client/client.ts';
import { demoAccounts } from '#demo/accounts.ts';
import { projectRules } from '#demo/rules.ts';
import { demoConfig, seedDemo } from '#demo/team.ts';
import { startTeammates } from '#demo/teammates.ts';
import { createFunctions } from '#functions/index.ts';
import indexes from '../../../firestore.indexes.json?raw';
import { allServices, type Found, type Records } from './records.ts';
import { createSaver, type Saver } from './saver.ts';

export interface CloudHost {
  accept(channel: Channel): void;
  /** Sentences for the people looking, oldest first. */
  notices(): readonly string[];
  onNotice(next: (notice: string) => void): void;
  /** Writes down what is not yet written, then ends. */
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
  const found = await records.read().catch((): Found => {
    say(notKept);
    return { state: 'nothing' };
  });

  let saver: Saver | null = null;
  const moved = () => saver?.touch();
  const { cloud, clock } = await raise(found, origin, machine, moved).catch((error: unknown) => {
    if (found.state !== 'kept') throw error;
    say(unreadable);
    return raise({ state: 'nothing' }, origin, machine, moved);
  });
  if (found.state === 'unreadable') say(unreadable);

  const keeper = createSaver(
    (changed) => records.write(cloud.snapshot(), changed, clock.ahead()),
    () => say(notKept),
    (run) => void machine.setTimeout(run, 0),
  );
  saver = keeper;
  cloud.onChange(keeper.changed);
  if (found.state !== 'kept' || notices.includes(unreadable))
    for (const service of allServices) keeper.changed(service);
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
      await keeper.flush();
      cloud.dispose();
    },
  };
}

/** In a demonstration people wait for the next step of a page: it comes to the second. */
const sweepSeconds = 5;

/** A cloud that holds what was kept, or the demonstration team. `reset` goes back to the team as it would start today. */
async function raise(
  found: Found,
  origin: string,
  machine: Host,
  moved: () => void,
): Promise<{ cloud: FakeCloud; clock: RunningClock }> {
  const clock = new RunningClock(machine, found.state === 'kept' ? found.kept.aheadMs : 0);
  // Moving time changes no service by itself, and must last all the same.
  const told: MovableClock = {
    now: () => clock.now(),
    setTimer: (run, delayMs) => clock.setTimer(run, delayMs),
    async advance(ms) {
      await clock.advance(ms);
      moved();
    },
  };
  const cloud = new FakeCloud({
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
    if (found.state === 'kept') cloud.restore(found.kept.snapshot);
    return { cloud, clock };
  } catch (error) {
    cloud.dispose();
    throw error;
  }
}
