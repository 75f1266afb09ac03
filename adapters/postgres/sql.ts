/** Rows by SQL with `$1`, `$2`, … for values. */
import type pg from 'pg';

export interface Sql {
  /** @throws PortError */
  rows<T extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly T[]>;
}
