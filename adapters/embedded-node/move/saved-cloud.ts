/** A cloud saved in a file, as the rehearsal panel saves and loads it, as an end of a move. */
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { CloudCore } from '#fakes/cloud/cloud-core.ts';
import { everyService } from '#fakes/cloud/every-service.ts';
import { PortError } from '#ports/errors.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import type { Random } from '#provider-kit/random.ts';
import type { MoveSource, MoveTarget } from '#provider-kit/move/move-backend.ts';
import { MemoryRecordStore } from './memory-records.ts';
import { contentOfRecords, recordShelves } from './record-shelves.ts';

/** Bytes of a file at most: it is in memory as a whole. */
const largestFile = 512 * 1024 * 1024;

/** A cloud that runs nothing. */
const quietCloud = (now: number, random: Random) =>
  new CloudCore(everyService, { clock: new ManualClock(now), random }, async () => ({ languages: {} }));

/** @throws PortError not-found, out-of-range; invalid-argument for a file that is no saved cloud, or is damaged */
export async function openSavedSource(file: string, random: Random): Promise<MoveSource> {
  const facts = await stat(file).catch(() => null);
  if (!facts?.isFile())
    throw new PortError(
      'not-found',
      `${file} is not there. Name a file that was saved in the rehearsal panel.`,
    );
  if (facts.size > largestFile)
    throw new PortError(
      'out-of-range',
      `${file} is larger than ${largestFile} bytes, more than one is read of.`,
    );
  const store = new MemoryRecordStore();
  await readInto(store, await readFile(file, 'utf8'), random);
  return {
    name: `the cloud saved in ${file}`,
    shelves: recordShelves(store, 0),
    contentOf: contentOfRecords(store),
    unread: ['Secrets of authenticator apps are in no saved cloud: their people set them up again.'],
    aheadMs: 0,
    checkAtRest: async () => {},
    close: async () => {},
  };
}

async function readInto(store: MemoryRecordStore, text: string, random: Random): Promise<void> {
  const cloud = quietCloud(0, random);
  try {
    cloud.importText(text);
    cloud.keepWith(store.keep, null);
    await cloud.whenKept();
  } finally {
    await cloud.close();
  }
}

interface SavedTargetOptions {
  readonly now: number;
  readonly random: Random;
}

/** Written at the end, as a whole. @throws PortError already-exists */
export async function openSavedTarget(
  file: string,
  { now, random }: SavedTargetOptions,
): Promise<MoveTarget> {
  if (await stat(file).catch(() => null))
    throw new PortError('already-exists', `${file} is there already. Name a file that is not.`);
  const store = new MemoryRecordStore();
  let mark: string | null = null;
  return {
    name: `the cloud saved in ${file}`,
    shelves: recordShelves(store, now),
    blind: new Set(),
    keepsParts: false,
    mark: async () => mark,
    async setMark(id) {
      mark = id;
    },
    isEmpty: async () => store.isEmpty(),
    async finish() {
      const cloud = quietCloud(now, random);
      const aside = cloud.keepWith(async () => {}, {
        head: { version: 1, at: now, life: 0 },
        records: {
          auth: store.entries('auth'),
          docs: store.entries('docs'),
          realtime: store.entries('realtime'),
          functions: store.entries('functions'),
          storage: store.entries('storage'),
          messaging: [],
          config: store.entries('config'),
          performance: [],
        },
      });
      const [first] = aside;
      if (first)
        throw new PortError('data-loss', `${first.service}:${first.key} can’t be saved: ${first.reason}`);
      const text = cloud.exportText();
      await cloud.close();
      await writeFile(`${file}.part`, text, { flush: true, mode: 0o600 });
      await rename(`${file}.part`, file);
      // Compares the content of the file, not of the memory.
      store.clear();
      await readInto(store, await readFile(file, 'utf8'), random);
    },
    close: async () => {},
  };
}
