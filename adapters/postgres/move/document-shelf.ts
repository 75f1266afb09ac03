/** Documents of a move. A page is bounded in bytes, too: a document may have a mebibyte. */
import type { Clock } from '#provider-kit/clock.ts';
import type { MoveShelf } from '#provider-kit/move/move-backend.ts';
import type { MovedDoc } from '#provider-kit/move/moved-records.ts';
import { checkedPath } from '../docs/limits.ts';
import type { SqlDatabase } from '../database.ts';
import { type DocIndex, prepareIndexes } from '../docs/doc-indexes.ts';
import { docOfRow, type DocRow, readDocs, writeDocs } from '../docs/doc-rows.ts';
import { rowsAtOnce } from './row-pages.ts';

const bytesAtOnce = 8 * 1024 * 1024;

export async function documentShelf(
  database: SqlDatabase,
  clock: Clock,
  indexes: readonly DocIndex[],
): Promise<MoveShelf<MovedDoc>> {
  const { nested } = await prepareIndexes(database, indexes);
  return {
    async page(after) {
      const rows = await database.rows<DocRow & { readonly left: boolean }>(
        `SELECT path, data, version, created FROM (
          SELECT path, data, version, created, sum(octet_length(data)) OVER (ORDER BY path) - octet_length(data) AS before
          FROM (SELECT * FROM docs WHERE path > $1 ORDER BY path LIMIT ${rowsAtOnce}) AS first_rows
        ) AS sized WHERE before < $2 ORDER BY path`,
        [after ?? '', bytesAtOnce],
      );
      return { records: rows.map(movedDoc), next: rows.at(-1)?.path ?? null };
    },
    async get(paths) {
      const found = await readDocs(database, paths);
      return Array.from(found.values(), ({ path, data }) => ({ path, data }));
    },
    async write(records) {
      for (const { path } of records) checkedPath(path);
      await database.write(async (sql) => {
        const [store] = await sql.rows<{ version: string }>(
          'UPDATE store SET version = greatest(version + 1, $1) RETURNING version',
          [Math.ceil(clock.now() * 1000)],
        );
        await writeDocs(sql, records, Number(store?.version), nested);
      });
    },
  };
}

const movedDoc = (row: DocRow): MovedDoc => {
  const { path, data } = docOfRow(row);
  return { path, data };
};
