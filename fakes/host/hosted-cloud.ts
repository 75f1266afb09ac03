/** An embedded cloud with an application in it, on a machine's clock: restored from what was kept, else filled by the seed. */
import { type Host, type MovableClock, RunningClock } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { CloudOptions } from '#fakes/cloud/service.ts';
import { connect } from '#fakes/client/client.ts';
import type { EmbeddedApplication } from './application.ts';
import type { Found, Records } from './records.ts';

export interface HostedCloudOptions extends Pick<
  CloudOptions,
  'auth' | 'http' | 'onFailure' | 'onMessage' | 'passwords' | 'random' | 'socialAccounts' | 'webPush'
> {
  /** Address of the app, for links in messages. */
  readonly origin: string;
  readonly host: Host;
  readonly application: EmbeddedApplication;
  readonly found: Found;
  /** Called for every change before it is acknowledged; `null`: nothing is stored. */
  readonly write: Records['write'] | null;
}

export interface HostedCloud {
  readonly cloud: FakeCloud;
  /** Stops the cloud and stores the changes that are not stored yet. */
  stop(): Promise<void>;
}

/**
 * `reset` goes back to the seed as of today.
 * @throws PortError invalid-argument when what was found can't be read
 */
export async function openHostedCloud(options: HostedCloudOptions): Promise<HostedCloud> {
  const { host, application, found, write, ...more } = options;
  const { functions, accounts, config, indexes, rules, seed } = application;
  const clock = new RunningClock(host, found.state === 'kept' ? found.aheadMs : 0);
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
    functions,
    accounts,
    config,
    indexes,
    rules,
    ...more,
  });
  try {
    await seed(cloud.server);
    cloud.keepAsInitial();
    if (write)
      cloud.keepWith((group) => write(group, clock.ahead()), found.state === 'kept' ? found.cloud : null);
  } catch (error) {
    cloud.dispose();
    throw error;
  }
  const stopMembers = application.startMembers({
    connect: () => connect(cloud),
    clock: cloud.clock,
    random: cloud.random.fork('teammates'),
  });
  return {
    cloud,
    async stop() {
      await stopMembers();
      await cloud.close();
    },
  };
}
