/** Upkeep tasks of the host: backup, restoration, upgrade. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { machineClock } from '#adapters/node/machine-clock.ts';
import { restoreBackup } from '#adapters/postgres/backup/restore-backup.ts';
import { writeBackup } from '#adapters/postgres/backup/write-backup.ts';
import { upgradeDatabase } from '#adapters/postgres/upgrade/upgrade-database.ts';
import { logReport } from './log.ts';
import type { HostOptions } from './options.ts';
import { fileStoreOf, openStorage, startServer } from './storage.ts';

const now = () => machineClock.now();

/** Writes a backup, also of tables of an older version. @throws PortError */
export async function backUp(options: HostOptions): Promise<void> {
  const file = options.file ?? '';
  const { database, files, close } = await openStorage(options, 'any');
  try {
    const { rows, contents } = await writeBackup({ database, files, file, now });
    console.log(`${rows} rows and ${contents} files are copied into ${file}.`);
  } finally {
    await close();
  }
}

/** @throws PortError */
export async function restore(options: HostOptions): Promise<void> {
  const file = options.file ?? '';
  const { database, files, close } = await openStorage(options);
  try {
    const { rows, contents } = await restoreBackup({ database, files, file });
    console.log(`${rows} rows and ${contents} files are restored from ${file}.`);
  } finally {
    await close();
  }
}

/** Brings the tables to this program's version. @throws PortError */
export async function upgrade(options: HostOptions): Promise<void> {
  const backup = options.file ?? path.join(options.backups, `before-upgrade-${timeName(now())}.backup`);
  const files = fileStoreOf(options);
  const server = await startServer(options);
  try {
    await mkdir(path.dirname(backup), { recursive: true, mode: 0o700 });
    const { from, to } = await upgradeDatabase({
      ...{ connection: server.connection, isOwnServer: server.isOwn, backup, now, files },
      onStep: (sentence) => console.log(sentence),
      report: (error) => logReport(error, 'database'),
    });
    if (from === 0) console.log('There are no tables yet: the first start makes them.');
    else if (from === to) console.log(`The tables are of this program’s version, ${to}. Nothing was to do.`);
    else console.log(`The tables are of version ${to}. The backup of before is ${backup}.`);
  } finally {
    await server.stop();
  }
}

/** As `2026-11-28T11-45-00`. */
const timeName = (at: number): string => new Date(at).toISOString().slice(0, 19).replaceAll(':', '-');
