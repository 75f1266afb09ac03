/** Space left on the disk of the files, and of a PostgreSQL of its own. */
import { statfs } from 'node:fs/promises';
import { PortError } from '#ports/errors.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';

const mebi = 1024 * 1024;
/** Bytes below which it is logged, and below which nothing more can be relied on to be written. */
const [lowBytes, leastBytes] = [512 * mebi, 16 * mebi];
const lookMs = 30_000;
/** Milliseconds between two lines of the log about it. */
const againMs = 10 * 60_000;

export interface DiskSpace {
  /** Bytes left; infinite where the system does not say. */
  freeBytes(): Promise<number>;
  isFull(): Promise<boolean>;
  /** Logs no more. */
  stop(): void;
}

export interface DiskSpaceOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
  /** Default: asks the system. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

export function watchDiskSpace({
  folder,
  clock,
  report,
  freeBytes = freeBytesOf,
}: DiskSpaceOptions): DiskSpace {
  let reportedAt = -Infinity;
  let cancel = () => {};
  const free = () => freeBytes(folder).catch(() => Infinity);
  const look = async () => {
    const bytes = await free();
    if (bytes >= lowBytes || clock.now() - reportedAt < againMs) return;
    reportedAt = clock.now();
    const left = `${Math.floor(bytes / mebi)} MiB`;
    report(new PortError('resource-exhausted', `The disk of ${folder} has ${left} left.`));
  };
  const again = () => {
    cancel = clock.setTimer(
      guardListener(() => {
        again();
        return look();
      }),
      lookMs,
    );
  };
  void look();
  again();
  return { freeBytes: free, isFull: async () => (await free()) < leastBytes, stop: () => cancel() };
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
