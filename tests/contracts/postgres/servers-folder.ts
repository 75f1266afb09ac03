/**
 * Folder of the PostgreSQL servers of a run, one a worker; servers that run at the end of the run are ended. It is in memory where the system has
 * room there: most of the time of a server on disk went into making files.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresFolder: string;
  }
}

const memory = '/dev/shm';
/** Three servers with a log of 64 MB each. */
const neededBytes = 1_000_000_000;

async function hasRoom(): Promise<boolean> {
  if (process.platform !== 'linux' || !existsSync(memory)) return false;
  const { bavail, bsize } = await statfs(memory);
  return bavail * bsize >= neededBytes;
}

export default async function provideFolder(project: Pick<TestProject, 'provide'>): Promise<() => void> {
  const folder = await mkdtemp(path.join((await hasRoom()) ? memory : tmpdir(), 'muster-pg-'));
  // Started by root, PostgreSQL runs as the user `postgres`, which needs to enter the folder.
  await chmod(folder, 0o711);
  project.provide('postgresFolder', folder);
  const end = () => {
    for (const worker of existsSync(folder) ? readdirSync(folder) : []) endServer(path.join(folder, worker));
    rmSync(folder, { recursive: true, force: true, maxRetries: 15, retryDelay: 100 });
  };
  // Of a run that is interrupted, too.
  process.once('exit', end);
  return () => {
    process.removeListener('exit', end);
    end();
  };
}

/** Immediate shutdown: nothing of the server is kept. */
function endServer(folder: string): void {
  const pidFile = path.join(folder, 'postgres/postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  try {
    if (pid > 0) process.kill(pid, 'SIGQUIT');
  } catch {
    // It has ended.
  }
}
