/** Files of a move: their times and their writers stay. */
import { PortError } from '#ports/errors.ts';
import type { MoveShelf, OpenContent } from '#provider-kit/move/move-backend.ts';
import type { MovedFile } from '#provider-kit/move/moved-records.ts';
import { settingsOfMetadata } from '#provider-kit/storage/metadata-settings.ts';
import type { SqlDatabase } from '../database.ts';
import { fileColumns, type StoredFile, storedFileOf, type StoredFileRow } from '../files/file-rows.ts';
import type { PostgresFiles } from '../files/postgres-files.ts';
import { pageOfRows, rowsAtOnce } from './row-pages.ts';

export function fileShelf(database: SqlDatabase, files: PostgresFiles): MoveShelf<MovedFile> {
  const isThere = async (record: MovedFile): Promise<boolean> => {
    const found = await files.get(record.path);
    return found !== null && JSON.stringify(movedFileOf(found)) === JSON.stringify(record);
  };
  return {
    async page(after) {
      const rows = await database.rows<StoredFileRow>(
        `SELECT ${fileColumns} FROM files WHERE path > $1 ORDER BY path LIMIT ${rowsAtOnce}`,
        [after ?? ''],
      );
      return pageOfRows(
        rows,
        ({ path }) => path,
        (row) => movedFileOf(storedFileOf(row)),
      );
    },
    async get(paths) {
      const rows = await database.rows<StoredFileRow>(
        `SELECT ${fileColumns} FROM files WHERE path = ANY($1)`,
        [paths],
      );
      return rows.map((row) => movedFileOf(storedFileOf(row)));
    },
    async write(records, contentOf) {
      for (const record of records) {
        // A move that goes on: its content is here.
        if (await isThere(record)) continue;
        const { path, md5Hash, settings, owner, createdAt, updatedAt } = record;
        await files.put(
          path,
          contentOf(path),
          { ...settings, md5Hash },
          {
            owner,
            async alongside(sql) {
              await sql.rows('UPDATE files SET settings = $2, created = $3, updated = $4 WHERE path = $1', [
                path,
                JSON.stringify(settings),
                createdAt,
                updatedAt,
              ]);
            },
          },
        );
      }
    },
  };
}

function movedFileOf({ metadata, owner }: StoredFile): MovedFile {
  const { path, size, md5Hash, createdAt, updatedAt } = metadata;
  return { path, size, md5Hash, settings: settingsOfMetadata(metadata), owner, createdAt, updatedAt };
}

/** @throws PortError data-loss for a file without its content */
export const contentOfFiles = (files: PostgresFiles): OpenContent =>
  async function* contentOf(path) {
    const file = await files.get(path);
    const content = file && (await files.open(file));
    if (!content) throw new PortError('data-loss', `The content of the file ${path} is missing.`);
    for await (const piece of content) if (piece instanceof Uint8Array) yield piece;
  };
