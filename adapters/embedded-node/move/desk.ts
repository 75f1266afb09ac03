/** Folder of a desk as an end of a move, locked as by a running desk: neither can be started meanwhile. */
import { foundIn, headKey } from '#fakes/host/records.ts';
import type { DatabaseSync } from 'node:sqlite';
import { decodeMessage } from '#query/value-codec.ts';
import type { MoveSource, MoveTarget } from '#provider-kit/move/move-backend.ts';
import { FolderError } from '../folder-database.ts';
import { holdRecords, holdsCloud } from '../folder.ts';
import { valueOfRow } from '../rows.ts';
import { folderRecords } from './folder-records.ts';
import { contentOfRecords, recordShelves } from './record-shelves.ts';

/** Text of a folder: id of a move into it that has not ended. A desk does not start meanwhile. */
export const moveMark = 'move';

/** @throws FolderError when it is in use, or no desk's folder; PortError failed-precondition */
export function openDeskSource(folder: string): MoveSource {
  if (!holdsCloud(folder))
    throw new FolderError(`${folder} holds no desk. Name the folder that the desk was started with: --data.`);
  const held = holdRecords(folder);
  try {
    const aheadMs = checkedHead(held.database, folder);
    const store = folderRecords(held.database, { version: 1, at: 0, life: 0 });
    return {
      name: `the desk in ${folder}`,
      shelves: recordShelves(store, 0),
      contentOf: contentOfRecords(store),
      unread: [],
      aheadMs,
      // The folder's lock is held.
      checkAtRest: async () => {},
      close: async () => held.close(),
    };
  } catch (error) {
    held.close();
    throw error;
  }
}

/** `now`: epoch milliseconds. @throws FolderError when it is in use, or holds other things */
export function openDeskTarget(folder: string, now: number): MoveTarget {
  const held = holdRecords(folder);
  const store = folderRecords(held.database, { version: 1, at: now, life: 0 });
  return {
    name: `the desk in ${folder}`,
    shelves: recordShelves(store, now),
    blind: new Set(),
    keepsParts: true,
    mark: async () => held.text(moveMark) || null,
    setMark: async (id) => held.setText(moveMark, id ?? ''),
    isEmpty: async () => store.isEmpty(),
    finish: async () => {},
    close: async () => held.close(),
  };
}

/** @throws FolderError for records that this version can't read */
function checkedHead(database: DatabaseSync, folder: string): number {
  const row = database.prepare('SELECT value, crc FROM record WHERE key = ?').get(headKey);
  if (!row) return 0;
  const value = row['value'] instanceof Uint8Array ? row['value'] : new Uint8Array();
  const found = foundIn(new Map([[headKey, decodeMessage(valueOfRow(headKey, value, row['crc']))]]));
  if (found.state === 'kept') return found.aheadMs;
  throw new FolderError(
    `${folder} was written by another version of Muster, whose records this one can’t read. Move with that version.`,
  );
}
