/** Statements that write and remove the row of a file, guarded by its version. */
import { fileColumns, type StoredFile, valuesOf } from './file-rows.ts';

const columnsInOrder = '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11';

/** The statement that writes `after`, or removes the file, where it still is `before`; it returns a row where it did. */
export function fileStatement(
  path: string,
  before: StoredFile | null,
  after: StoredFile | null,
  isNew: boolean,
): readonly [statement: string, values: readonly unknown[]] {
  if (after === null)
    return [
      `DELETE FROM files WHERE ${asBefore('$1', '$2', '$3')} RETURNING path`,
      [path, ...versionOf(before)],
    ];
  const values = valuesOf(after);
  if (before === null)
    return [
      `INSERT INTO files (${fileColumns}) VALUES (${columnsInOrder}) ON CONFLICT DO NOTHING RETURNING path`,
      values,
    ];
  return [
    `UPDATE files SET (${fileColumns}) = (${columnsInOrder})${isNew ? ', token = NULL' : ''}
    WHERE ${asBefore('$1', '$12', '$13')} RETURNING path`,
    [...values, ...versionOf(before)],
  ];
}

const asBefore = (path: string, generation: string, metageneration: string) =>
  `path = ${path} AND generation = ${generation} AND metageneration = ${metageneration}`;

function versionOf(file: StoredFile | null): readonly unknown[] {
  return [file?.metadata.generation, file?.metadata.metageneration];
}
