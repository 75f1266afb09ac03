/** Desks, hosts and saved clouds of tests of moves. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openFolder } from '#adapters/embedded-node/folder.ts';
import { openDeskSource, openDeskTarget } from '#adapters/embedded-node/move/desk.ts';
import { embeddedFits } from '#adapters/embedded-node/move/record-shelves.ts';
import { openSavedSource, openSavedTarget } from '#adapters/embedded-node/move/saved-cloud.ts';
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import { diskFileStore } from '#adapters/postgres/files/disk-file-store.ts';
import type { FileStore } from '#adapters/postgres/files/file-store.ts';
import { databaseFits } from '#adapters/postgres/move/database-fits.ts';
import { openDatabaseSource, openDatabaseTarget } from '#adapters/postgres/move/database-move.ts';
import type { CloudCore } from '#fakes/cloud/cloud-core.ts';
import type { MoveFits, MoveSource, MoveTarget } from '#provider-kit/move/move-backend.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { movePolicy } from '#src/app/move/move-policy.ts';
import { carryOutMove, type MoveOptions } from '#src/app/move/mover.ts';
import { stateFile } from '#src/app/move/state-file.ts';
import { openBareDatabase } from '#tests/contracts/postgres/provider.ts';

export async function newPlace(): Promise<string> {
  const place = await mkdtemp(path.join(tmpdir(), 'muster-move-'));
  onTestFinished(() => rm(place, { recursive: true }));
  return place;
}

/** A backend that can be moved from and to, again and again. */
export interface MovableEnd {
  readonly fits: MoveFits;
  source(): Promise<MoveSource>;
  target(): Promise<MoveTarget>;
}

let opened = 0;
/** A minute after what clouds of tests hold was written. */
const now = new ManualClock().now() + 60_000;

export async function newDesk(): Promise<MovableEnd & { readonly folder: string }> {
  const folder = path.join(await newPlace(), 'desk');
  return {
    folder,
    fits: embeddedFits({ saved: false }),
    source: async () => openDeskSource(folder),
    target: async () => openDeskTarget(folder, now),
  };
}

/** Stored content of a cloud, in a desk's folder. */
export async function keptInDesk(cloud: CloudCore) {
  const desk = await newDesk();
  const folder = openFolder(desk.folder);
  cloud.keepWith((group) => folder.write(group, 0), null);
  await cloud.close();
  folder.close();
  return desk;
}

export async function newSavedCloud(): Promise<MovableEnd & { readonly file: string }> {
  const file = path.join(await newPlace(), 'cloud.json');
  const random = seededRandom(file);
  return {
    file,
    fits: embeddedFits({ saved: true }),
    source: () => openSavedSource(file, random),
    target: () => openSavedTarget(file, { now, random }),
  };
}

export interface HostEnd extends MovableEnd {
  readonly schema: string;
  readonly files: FileStore;
  /** As a server opens it. The test closes it. */
  open(): Promise<SqlDatabase>;
}

/** `pause`: between looks whether servers have ended. Default: the product's. */
export async function newHost(pause?: () => Promise<unknown>): Promise<HostEnd> {
  const files = diskFileStore(path.join(await newPlace(), 'files'));
  // For a move: a connection that is ending does not count as a server's.
  const { database: first, schema } = await openBareDatabase(undefined, { purpose: 'move' });
  await first.close();
  const options = async () => {
    const { database } = await openBareDatabase(schema, { purpose: 'move' });
    return {
      ...{ database, files, name: `the host ${schema}`, indexes: [] },
      clock: new ManualClock(now),
      random: seededRandom(`${schema} ${++opened}`),
      report(error: unknown) {
        throw error;
      },
      ...(pause && { pause }),
    };
  };
  const closing = async <E extends { close(): Promise<void> }>(
    open: (given: Awaited<ReturnType<typeof options>>) => Promise<E>,
  ): Promise<E> => {
    const given = await options();
    try {
      const end = await open(given);
      return {
        ...end,
        async close() {
          await end.close();
          await given.database.close();
        },
      };
    } catch (error) {
      await given.database.close();
      throw error;
    }
  };
  return {
    ...{ schema, files, fits: databaseFits({ hostName: null }) },
    source: () => closing(openDatabaseSource),
    target: () => closing(openDatabaseTarget),
    open: async () => (await openBareDatabase(schema, { connections: 20 })).database,
  };
}

/** A move of everything, the demonstration team too. */
export async function moveBetween(
  from: MovableEnd,
  to: MovableEnd,
  more: Partial<MoveOptions> & { readonly file?: string } = {},
) {
  const source = more.source ?? (await from.source());
  try {
    const target = more.target ?? (await to.target());
    try {
      return await carryOutMove({
        ...{ source, target, targetFits: to.fits, at: now },
        policy: movePolicy({ demonstration: true, at: now }),
        state: stateFile(more.file ?? path.join(await newPlace(), 'state.json')),
        newId: () => 'move-1',
        print: () => {},
        acceptDifferences: false,
        ...more,
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
