/** Tasks of a move: those that wait, and ids of those done within the hour. */
import type { Json } from '#ports/shared.ts';
import type { MoveShelf } from '#provider-kit/move/move-backend.ts';
import type { MovedTask } from '#provider-kit/move/moved-records.ts';
import type { SqlDatabase } from '../database.ts';
import { pageOfRows, rowsAtOnce } from './row-pages.ts';

interface TaskRow {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly payload: string;
  readonly due: string;
  readonly runs: number;
  readonly done: string | null;
}

const columns = 'id, number, name, payload, due, runs, done';

export function taskShelf(database: SqlDatabase): MoveShelf<MovedTask> {
  return {
    async page(after) {
      const rows = await database.rows<TaskRow>(
        `SELECT ${columns} FROM tasks WHERE id > $1 ORDER BY id LIMIT ${rowsAtOnce}`,
        [after ?? ''],
      );
      return pageOfRows(rows, ({ id }) => id, movedTaskOf);
    },
    async get(ids) {
      const rows = await database.rows<TaskRow>(`SELECT ${columns} FROM tasks WHERE id = ANY($1)`, [ids]);
      return rows.map(movedTaskOf);
    },
    async write(records) {
      const rows = records.map(({ id, order, waiting, doneAt }) => ({
        ...{ id, number: order, done: doneAt },
        ...(waiting
          ? {
              name: waiting.name,
              payload: JSON.stringify(waiting.payload),
              due: waiting.due,
              runs: waiting.runs,
            }
          : { name: '', payload: 'null', due: doneAt, runs: 0 }),
      }));
      await database.write(async (sql) => {
        // A number can't be changed, only given.
        await sql.rows('DELETE FROM tasks WHERE id = ANY($1)', [records.map(({ id }) => id)]);
        await sql.rows(
          `INSERT INTO tasks (${columns}) OVERRIDING SYSTEM VALUE
            SELECT ${columns} FROM jsonb_to_recordset($1) AS row(
              id text, number bigint, name text, payload text, due bigint, runs int, done bigint)`,
          [JSON.stringify(rows)],
        );
        await sql.rows(
          `SELECT setval(pg_get_serial_sequence('tasks', 'number'),
            greatest((SELECT max(number) FROM tasks), nextval(pg_get_serial_sequence('tasks', 'number'))))`,
        );
      });
    },
  };
}

const movedTaskOf = ({ id, number, name, payload, due, runs, done }: TaskRow): MovedTask => ({
  id,
  order: Number(number),
  waiting: done === null ? { name, payload: JSON.parse(payload) as Json, due: Number(due), runs } : null,
  doneAt: done === null ? null : Number(done),
});
