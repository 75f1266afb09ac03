/** The first process of a PostgreSQL in a folder, which may be of a program that is gone. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { PortError } from '#ports/errors.ts';

/** Number of the process that PostgreSQL has noted; `null` when there is none. */
async function firstProcess(databaseDir: string): Promise<number | null> {
  const noted = await readFile(path.join(databaseDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(noted, 10);
  try {
    return pid > 0 && process.kill(pid, 0) ? pid : null;
  } catch {
    return null;
  }
}

export const isRunning = async (databaseDir: string): Promise<boolean> =>
  (await firstProcess(databaseDir)) !== null;

/** Ends the server by a fast shutdown when this process ends, until the returned function is called. */
export function endAtExit(databaseDir: string): () => void {
  const end = () => {
    try {
      const pid = Number.parseInt(readFileSync(path.join(databaseDir, 'postmaster.pid'), 'utf8'), 10);
      if (pid > 0) process.kill(pid, 'SIGINT');
    } catch {
      // The server has ended.
    }
  };
  process.once('exit', end);
  return () => process.removeListener('exit', end);
}

const pauseMs = 100;
/** Tries until connections of a killed program have ended, or a server that is starting answers. */
const mostTries = 50;
/** Tries until a server that was told to end has ended. */
const mostEndTries = 300;

/**
 * Ends the server that a killed program has left running. Nothing happens when none runs.
 * @throws PortError failed-precondition while another program of this provider uses it
 */
export async function endLeftServer(databaseDir: string, connection: pg.ClientConfig): Promise<void> {
  for (let tries = 1; ; tries++) {
    if (!(await isRunning(databaseDir))) return;
    const users = await countUsers(connection);
    if (users === 0) break;
    if (tries === mostTries) {
      // Of another program, after the number was used again: the server's own check finds that out.
      if (users === null) return;
      throw new PortError(
        'failed-precondition',
        `The PostgreSQL in ${databaseDir} is in use: end the other program first.`,
      );
    }
    await pause(pauseMs);
  }
  const pid = await firstProcess(databaseDir);
  // Fast shutdown: open transactions are undone.
  if (pid !== null) process.kill(pid, 'SIGINT');
  for (let tries = 0; tries < mostEndTries && (await isRunning(databaseDir)); tries++) await pause(pauseMs);
}

/** Number of connections of programs of this provider; `null` when the server does not answer. */
async function countUsers(connection: pg.ClientConfig): Promise<number | null> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name LIKE 'muster %'",
    );
    return rows[0]?.count ?? null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}
