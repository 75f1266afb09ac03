/** A process that serves a schema of a database, until it is stopped by SIGTERM or killed. `busy`: one of its connections runs a statement of 30 s. */
import type pg from 'pg';
import { openDatabase } from '#adapters/postgres/database.ts';

const [, , connection = '', schema = '', work] = process.argv;
const database = await openDatabase({
  ...{ connection: JSON.parse(connection) as string | pg.ClientConfig, schema, connections: 2 },
  report: () => {},
});
await database.listen('docs', () => {});
process.once('SIGTERM', () => void database.close().then(() => process.exit(0)));
// Without the check of PostgreSQL servers of one's own for clients that are gone.
if (work === 'busy')
  void database
    .rows("SELECT set_config('client_connection_check_interval', '0', false), pg_sleep(30)")
    .catch(() => {});
console.log('Ready.');
