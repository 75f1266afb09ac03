/** Opens both ends of a move by what the command line names. */
import { access } from 'node:fs/promises';
import path from 'node:path';
import { openDeskSource, openDeskTarget } from '#adapters/embedded-node/move/desk.ts';
import { embeddedFits } from '#adapters/embedded-node/move/record-shelves.ts';
import { openSavedSource, openSavedTarget } from '#adapters/embedded-node/move/saved-cloud.ts';
import { adminApp } from '#adapters/firebase-admin/app.ts';
import {
  firebaseFits,
  openFirebaseSource,
  openFirebaseTarget,
} from '#adapters/firebase-admin/move/firebase-move.ts';
import { cryptoRandom } from '#adapters/node/crypto-random.ts';
import { machineClock } from '#adapters/node/machine-clock.ts';
import { openDatabase, type SqlDatabase } from '#adapters/postgres/database.ts';
import { indexesOfFile } from '#adapters/postgres/docs/index-file.ts';
import { diskFileStore } from '#adapters/postgres/files/disk-file-store.ts';
import { databaseFits } from '#adapters/postgres/move/database-fits.ts';
import { openDatabaseSource, openDatabaseTarget } from '#adapters/postgres/move/database-move.ts';
import { type OwnServer, startOwnServer } from '#adapters/postgres/own-server.ts';
import { collectionNames } from '#api/collection-names.ts';
import { PortError } from '#ports/errors.ts';
import type { MoveFits, MoveSource, MoveTarget } from '#provider-kit/move/move-backend.ts';
import indexes from '../../../firestore.indexes.json?raw';
import type { MoveEnd } from './options.ts';

type HostEnd = Extract<MoveEnd, { readonly kind: 'host' }>;

/** @throws PortError, FolderError: it is not there, or in use */
export async function openSource(end: MoveEnd): Promise<MoveSource> {
  switch (end.kind) {
    case 'desk':
      return openDeskSource(end.folder);
    case 'embedded':
      return openSavedSource(end.file, cryptoRandom);
    case 'host':
      await requireHost(end);
      return openHostEnd(end, openDatabaseSource);
    case 'firebase':
      return openFirebaseSource(firebaseOptions(end));
  }
}

/** @throws PortError, FolderError: it is something else, or in use */
export async function openTarget(end: MoveEnd): Promise<MoveTarget> {
  const now = machineClock.now();
  switch (end.kind) {
    case 'desk':
      return openDeskTarget(end.folder, now);
    case 'embedded':
      return openSavedTarget(end.file, { now, random: cryptoRandom });
    case 'host':
      return openHostEnd(end, openDatabaseTarget);
    case 'firebase':
      return openFirebaseTarget(firebaseOptions(end));
  }
}

/** Records that a kind of target can store. */
export const fitsOf = (end: MoveEnd): MoveFits => {
  switch (end.kind) {
    case 'desk':
      return embeddedFits({ saved: false });
    case 'embedded':
      return embeddedFits({ saved: true });
    case 'host':
      return databaseFits({ hostName: end.hostName });
    case 'firebase':
      return firebaseFits;
  }
};

const firebaseOptions = ({ project, bucket, realtime }: Extract<MoveEnd, { readonly kind: 'firebase' }>) => ({
  app: adminApp({
    project: { projectId: project, storageBucket: bucket, databaseURL: realtime },
    name: 'move',
  }),
  name: `the Firebase project ${project}`,
  collections: collectionNames.flatMap((names) => names.at(-1) ?? []),
});

async function requireHost({ data, database }: HostEnd): Promise<void> {
  if (database !== null) return;
  const isThere = await access(path.join(data, 'postgres', 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (!isThere)
    throw new PortError(
      'not-found',
      `${data} holds no host. Name the folder that it was started with (--data), or its database.`,
    );
}

async function openHostEnd<E extends { close(): Promise<void> }>(
  { data, database: address }: HostEnd,
  open: (options: Parameters<typeof openDatabaseSource>[0]) => Promise<E>,
): Promise<E> {
  const own: OwnServer | null =
    address === null ? await startOwnServer(data, { report: (error) => console.error(error) }) : null;
  let database: SqlDatabase | null = null;
  const closeAll = async () => {
    await database?.close();
    await own?.stop();
  };
  try {
    database = await openDatabase({
      connection: own ? own.connection : String(address),
      purpose: 'move',
      connections: 4,
      report: reportError,
    });
    const end = await open({
      database,
      files: diskFileStore(path.join(data, 'files')),
      name: address === null ? `the host in ${data}` : `the host of the database ${withoutPassword(address)}`,
      clock: machineClock,
      random: cryptoRandom,
      indexes: indexesOfFile(indexes),
      report: reportError,
    });
    return {
      ...end,
      async close() {
        await end.close();
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

const reportError = (error: unknown): void =>
  console.error(error instanceof Error ? error.message : String(error));

function withoutPassword(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.host}${url.pathname}` : 'given';
}
