/**
 * The embedded cloud of one browser and its storage: restored from what was kept, else filled by the application's seed. Every
 * change is stored before it is acknowledged. Hosted by a worker or a tab.
 */
import type { Channel } from '#fakes/cloud/channel.ts';
import { type Host, type MovableClock, RunningClock } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { KeepGroup } from '#fakes/cloud/journal.ts';
import { connect } from '#fakes/client/client.ts';
import type { EmbeddedApplication } from './application.ts';
import type { Found, Records } from './records.ts';

export interface CloudHost {
  accept(channel: Channel): void;
  /** Notices for the person, oldest first. */
  notices(): readonly string[];
  onNotice(next: (notice: string) => void): void;
  /** Stops after storing pending changes. */
  stop(): Promise<void>;
}

export interface CloudHostOptions {
  /** Where the app is served, for links in messages. */
  readonly origin: string;
  readonly records: Records;
  readonly host: Host;
  readonly application: EmbeddedApplication;
}

const unreadable =
  'The demonstration started afresh: what this browser had kept was written by another version of Muster.';
const notKept =
  'This browser does not let Muster keep anything. The demonstration works, and is gone when its last tab is closed.';

export async function startCloudHost(options: CloudHostOptions): Promise<CloudHost> {
  const { records, application } = options;
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
  /** Unreadable storage is left unchanged, because it may hold somebody's work. */
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

  const cloud = await openCloud(options, found, write).catch((error: unknown) => {
    if (found.state !== 'kept') throw error;
    say(unreadable);
    return openCloud(options, { state: 'nothing' }, write);
  });
  if (found.state === 'unreadable') say(unreadable);
  const stopMembers = application.startMembers({
    connect: () => connect(cloud),
    clock: cloud.clock,
    random: cloud.random.fork('teammates'),
  });

  return {
    accept: (channel) => cloud.accept(channel),
    notices: () => notices,
    onNotice: (next) => void listeners.add(next),
    async stop() {
      await stopMembers();
      await cloud.close();
    },
  };
}

type Write = (group: KeepGroup, aheadMs: number) => Promise<void>;

/** A cloud restored from storage or from the seed, whose changes go to `write`. `reset` restores the seed as of today. */
async function openCloud(
  { origin, host, application: { functions, accounts, config, indexes, rules, seed } }: CloudHostOptions,
  found: Found,
  write: Write | null,
): Promise<FakeCloud> {
  const clock = new RunningClock(host, found.state === 'kept' ? found.aheadMs : 0);
  // Moving the clock changes no service, and is stored too.
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
    functions,
    accounts,
    config,
    indexes,
    rules,
    origin,
  });
  try {
    await seed(cloud.server);
    cloud.keepAsInitial();
    if (write)
      cloud.keepWith((group) => write(group, clock.ahead()), found.state === 'kept' ? found.cloud : null);
    return cloud;
  } catch (error) {
    cloud.dispose();
    throw error;
  }
}
