/** Where everything of the host is kept: a database, and contents of files. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { machineClock } from '#adapters/node/machine-clock.ts';
import { type DatabaseOptions, openDatabase, type SqlDatabase } from '#adapters/postgres/database.ts';
import { diskFileStore } from '#adapters/postgres/files/disk-file-store.ts';
import { s3FileStore } from '#adapters/postgres/files/s3-file-store.ts';
import type { FileStore } from '#adapters/postgres/files/file-store.ts';
import { startOwnServer } from '#adapters/postgres/own-server.ts';
import { bucketCredentials } from './bucket-options.ts';
import { logReport } from './log.ts';
import type { HostOptions } from './options.ts';

const reportDatabase = (error: unknown) => logReport(error, 'database');

export interface HostServer {
  readonly connection: string | pg.ClientConfig;
  /** Whether the database is in the folder and used by this installation alone. */
  readonly isOwn: boolean;
  stop(): Promise<void>;
}

/** The PostgreSQL that the options name, else one of its own. @throws PortError failed-precondition when that does not start */
export async function startServer({ data, database }: HostOptions): Promise<HostServer> {
  await mkdir(data, { recursive: true, mode: 0o700 });
  if (database !== null) return { connection: database, isOwn: false, stop: async () => {} };
  const { connection, stop } = await startOwnServer(data, { report: reportDatabase });
  return { connection, isOwn: true, stop };
}

export interface HostStorage {
  readonly database: SqlDatabase;
  readonly files: FileStore;
  /** Whether the database is used by this process alone. */
  readonly isSole: boolean;
  /** `waitMs`: for requests under way. Default: 10,000. */
  close(waitMs?: number): Promise<void>;
}

/** @throws PortError */
export async function openStorage(
  options: HostOptions,
  tables: DatabaseOptions['tables'] = 'current',
): Promise<HostStorage> {
  const files = fileStoreOf(options);
  const server = await startServer(options);
  try {
    const database = await openDatabase({
      ...{ connection: server.connection, connections: 20, tables },
      report: reportDatabase,
    });
    return {
      database,
      files,
      isSole: server.isOwn,
      async close(waitMs) {
        await database.close(waitMs);
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** @throws CommandLineError for a bucket without credentials in the environment */
export function fileStoreOf({ data, bucket }: HostOptions): FileStore {
  if (bucket === null) return diskFileStore(path.join(data, 'files'));
  const { address, prefix, region } = bucket;
  const credentials = bucketCredentials(process.env);
  return s3FileStore({ ...{ bucket: address, prefix, region, credentials }, clock: machineClock });
}
