/**
 * The embedded cloud of one browser and its storage: restored from what was kept, else filled by the application's seed. Every
 * change is stored before it is acknowledged. Hosted by a worker or a tab.
 */
import type { Channel } from '#fakes/cloud/channel.ts';
import type { Host } from '#fakes/cloud/clock.ts';
import type { SetAsideRecord } from '#fakes/cloud/snapshot.ts';
import type { EmbeddedApplication } from '#fakes/host/application.ts';
import { openHostedCloud } from '#fakes/host/hosted-cloud.ts';
import { packDocuments } from './doc-packing.ts';
import { asideSentence, type Found, type Records } from '#fakes/host/records.ts';

export interface CloudHost {
  accept(channel: Channel): void;
  /** Loads the application's program, which the first request that needs it else does. */
  prepare(): Promise<void>;
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
const newer =
  'A newer version of Muster kept the demonstration in this browser. It is left as it is for that version: reload to get it. Until then this page starts afresh, and keeps nothing.';
const someUnreadable =
  'Some of what this browser had kept of the demonstration can’t be read. It is set aside, and everything else is there.';
const notKept =
  'This browser does not let Muster keep anything. The demonstration works, and is gone when its last tab is closed.';

export async function startCloudHost(options: CloudHostOptions): Promise<CloudHost> {
  const { origin, records, host, application } = options;
  const packing = packDocuments(records, host);
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
  const isNewer = found.state === 'unreadable' && found.isNewer;
  /** Storage that can't be read, or that a newer version wrote, is left unchanged, because it may hold somebody's work. */
  const write: Records['write'] | null =
    read && !isNewer
      ? async (group, aheadMs) => {
          try {
            await records.write(group, aheadMs);
            packing.soon();
          } catch (error) {
            say(notKept);
            throw error;
          }
        }
      : null;

  const onSetAside = (record: SetAsideRecord) => {
    console.warn(asideSentence(record));
    say(someUnreadable);
  };
  const { cloud, stop } = await openHostedCloud({
    origin,
    host,
    application: {
      ...application,
      async loadProgram(startedAt) {
        const program = await application.loadProgram(startedAt);
        packing.begin(program.whole.docPacker);
        return program;
      },
    },
    program: 'when-used',
    found,
    write,
    onSetAside,
  });
  if (found.state === 'unreadable') say(isNewer ? newer : unreadable);

  return {
    accept: (channel) => cloud.accept(channel),
    prepare: () => cloud.complete(),
    notices: () => notices,
    onNotice: (next) => void listeners.add(next),
    async stop() {
      await packing.stop();
      await stop();
    },
  };
}
