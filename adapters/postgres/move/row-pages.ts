/** Pages of rows in the order of their key. */
import type { MovePage } from '#provider-kit/move/move-backend.ts';

/** Rows of a page at most. */
export const rowsAtOnce = 500;

export function pageOfRows<Row, R>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  read: (row: Row) => R,
): MovePage<R> {
  const last = rows.at(-1);
  return { records: rows.map(read), next: last && rows.length === rowsAtOnce ? keyOf(last) : null };
}
