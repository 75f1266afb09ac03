/** An embedded cloud with an application in it, on a machine's clock: restored from what was kept, else filled by the seed. */
import { type MovableClock } from '#provider-kit/movable-clock.ts';
import { type Host, RunningClock } from '#fakes/cloud/clock.ts';
import { CloudCore } from '#fakes/cloud/cloud-core.ts';
import type { CloudParts } from '#fakes/cloud/cloud-parts.ts';
import type { Keep } from '#fakes/cloud/journal.ts';
import type { SetAsideRecord } from '#fakes/cloud/snapshot.ts';
import { everyService } from '#fakes/cloud/every-service.ts';
import type { CloudOptions } from '#fakes/cloud/cloud-options.ts';
import type { EmbeddedApplication } from './application.ts';
import type { Found, Records } from './records.ts';

export interface HostedCloudOptions extends Pick<
  CloudOptions,
  | 'auth'
  | 'http'
  | 'mail'
  | 'onFailure'
  | 'onMessage'
  | 'onRefusal'
  | 'explainRefusals'
  | 'passwords'
  | 'quotas'
  | 'random'
  | 'socialAccounts'
  | 'webPush'
> {
  /** Address of the app, for links in messages. */
  readonly origin: string;
  readonly host: Host;
  readonly application: EmbeddedApplication;
  /** When the application's program starts: with the cloud, or with the first request that needs it. */
  readonly program: 'at-once' | 'when-used';
  readonly found: Found;
  /** Called for every change before it is acknowledged; `null`: nothing is stored. */
  readonly write: Records['write'] | null;
  /** Called with each record that could not be read: it is set aside, or left unread where documents are stored together. */
  onSetAside(record: SetAsideRecord): void;
}

export interface HostedCloud {
  readonly cloud: CloudCore;
  /** Stops the cloud and stores the changes that are not stored yet. */
  stop(): Promise<void>;
}

/** `reset` goes back to the seed as of today. */
export async function openHostedCloud(options: HostedCloudOptions): Promise<HostedCloud> {
  const { host, application, program, found, write, onSetAside, ...more } = options;
  const { accounts, config, indexes, rules, seed, update, workers } = application;
  const clock = new RunningClock(host, found.state === 'kept' ? found.aheadMs : 0);
  const startedAt = clock.now();
  // Moving time changes no service by itself, and must last all the same.
  const told: MovableClock = {
    now: () => clock.now(),
    setTimer: (run, delayMs) => clock.setTimer(run, delayMs),
    async advance(ms) {
      await clock.advance(ms);
      cloud.touch();
    },
  };
  let stopMembers = async (): Promise<void> => undefined;
  const load = async (): Promise<CloudParts> => {
    const { whole, functions, startMembers } = await application.loadProgram(startedAt);
    const start = () => {
      stopMembers = startMembers({
        connect: () => whole.connect(cloud),
        clock: cloud.clock,
        random: cloud.random.fork('teammates'),
      });
    };
    return { languages: whole.rulesLanguages, functions, onInstalled: start };
  };
  const cloud: CloudCore = new CloudCore(
    everyService,
    {
      clock: told,
      accounts,
      config,
      indexes,
      rules,
      ...(workers && { workers }),
      ...(update && { onImport: update }),
      ...more,
    },
    load,
  );
  try {
    await seed(cloud.server);
    cloud.keepAsInitial();
    if (write) {
      const kept = found.state === 'kept' ? found.cloud : null;
      const keep: Keep = (group) => write(group, clock.ahead());
      for (const record of cloud.keepWith(keep, kept, onSetAside)) onSetAside(record);
      if (kept) await update?.(cloud.server);
    }
    if (program === 'at-once') await cloud.complete();
  } catch (error) {
    cloud.dispose();
    throw error;
  }
  return {
    cloud,
    async stop() {
      await stopMembers();
      await cloud.close();
    },
  };
}
