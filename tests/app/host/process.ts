/** `npm run host` as processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type HostDatabase, newOtherDatabase, openHostDatabase } from './host-database.ts';

const program = path.resolve(import.meta.dirname, '../../../tools/host.js');

export interface HostProcess {
  readonly child: ChildProcess;
  /** Output on stdout and stderr. */
  said(): string;
  /** Resolves with its address once it is ready; rejects with its output if it ends before. */
  ready(): Promise<URL>;
  /** Exit code. */
  readonly ended: Promise<number | null>;
}

export interface HostStage {
  /** A folder for `--data`, removed at the end. */
  readonly folder: string;
  start(...args: readonly string[]): HostProcess;
  /** A database for `--database`, with its files in the folder `data`. */
  openDatabase(): Promise<HostDatabase>;
  /** Ends the processes that still run, then the databases. */
  close(): Promise<void>;
}

/**
 * With `TEST_POSTGRES` the hosts have a new database of that server, otherwise a PostgreSQL of their own. `env`: beside this process's own
 * variables.
 */
export async function openHostStage(env: Readonly<Record<string, string>> = {}): Promise<HostStage> {
  const database = await newOtherDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-host-'));
  // PostgreSQL started by root runs as the user `postgres`, who needs the right to enter the folder.
  await chmod(folder, 0o711);
  const started: HostProcess[] = [];
  const databases: HostDatabase[] = database ? [database] : [];
  return {
    folder,
    start(...args) {
      const shared = database ? ['--database', database.url] : [];
      const host = startHost(env, ['--port', '0', '--data', path.join(folder, 'data'), ...shared, ...args]);
      started.push(host);
      return host;
    },
    async openDatabase() {
      const opened = await openHostDatabase(path.join(folder, 'data'));
      databases.push(opened);
      return opened;
    },
    async close() {
      for (const { child } of started) child.kill('SIGTERM');
      await Promise.all(started.map(({ ended }) => ended));
      for (const one of databases) await one.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function startHost(env: Readonly<Record<string, string>>, args: readonly string[]): HostProcess {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let said = '';
  const ready = Promise.withResolvers<URL>();
  ready.promise.catch(() => {});
  const hear = (piece: Buffer) => {
    said += String(piece);
    const [, address] = /^Muster: (\S+)$/mu.exec(said) ?? [];
    if (address !== undefined && /^Ready\.$/mu.test(said)) ready.resolve(new URL(address));
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = once(child, 'close').then(([code]) => {
    ready.reject(new Error(`It ended with ${String(code)}:\n${said}`));
    return code as number | null;
  });
  return { child, said: () => said, ready: () => ready.promise, ended };
}
