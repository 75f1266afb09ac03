/**
 * The embedded cloud of one browser and its storage: restored from what was kept, else filled by the application's seed. Every
 * change is stored before it is acknowledged. Hosted by a worker or a tab.
 */
import type { Channel } from '#fakes/cloud/channel.ts';
import type { Host } from '#fakes/cloud/clock.ts';
import type { EmbeddedApplication } from '#fakes/host/application.ts';
import { openHostedCloud } from '#fakes/host/hosted-cloud.ts';
import type { Found, Records } from '#fakes/host/records.ts';

export interface CloudHost {
  accept(channel: Channel): void;
  /** Notices for the person, oldest first. */
  notices(): readonly string[];
  onNotice(next: (notice: string) => void): void;
  /** Stops after storing pending changes. */
  stop(): Promise<void>;
}

export interface CloudHostOptions {
  /** Origin of the app, for links in messages. */
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
  const { records } = options;
  const notices: string[] = [];
  const listeners = new Set<(notice: string) => void>();
  const say = (notice: string) => {
    if (notices.includes(notice)) return;
    notices.push(notice);
    for (const listener of [...listeners]) listener(notice);
  };
  const read = await records.read().catch(() => null);
  if (!read) say(notKept);
  const found: Found = read ?? { state: 'nothing' };
  /** Unreadable storage is left unchanged, because it may hold somebody's work. */
  const write: Records['write'] | null =
    read &&
    (async (group, aheadMs) => {
      try {
        await records.write(group, aheadMs);
      } catch (error) {
        say(notKept);
        throw error;
      }
    });

  const { origin, host, application } = options;
  const open = (from: Found) => openHostedCloud({ origin, host, application, found: from, write });
  const { cloud, stop } = await open(found).catch((error: unknown) => {
    if (found.state !== 'kept') throw error;
    say(unreadable);
    return open({ state: 'nothing' });
  });
  if (found.state === 'unreadable') say(unreadable);

  return {
    accept: (channel) => cloud.accept(channel),
    notices: () => notices,
    onNotice: (next) => void listeners.add(next),
    stop,
  };
}
