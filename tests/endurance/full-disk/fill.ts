/** A disk of its own that can be filled: a file system in memory. Linux, as root. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SmallDisk {
  readonly folder: string;
  /** Takes all space but so many bytes. */
  fill(left: number): Promise<void>;
  free(): Promise<void>;
  close(): Promise<void>;
}

/** `null` where this user may not mount. */
export async function openSmallDisk(mebibytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]);
  } catch {
    await rmdir(folder);
    return null;
  }
  // Started by root, PostgreSQL runs as the user `postgres`, which needs to enter the folder.
  await chmod(folder, 0o711);
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    async fill(left) {
      const file = await open(ballast, 'a');
      const piece = Buffer.alloc(64 * 1024);
      try {
        for (;;) {
          const { bavail, bsize } = await statfs(folder);
          if (bavail * bsize <= left) return;
          await file.write(piece, 0, Math.min(piece.length, bavail * bsize - left));
        }
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    async close() {
      await run('umount', ['-l', folder]);
      await rmdir(folder);
    },
  };
}
