/**
 * A process with a PostgreSQL of its own and tables in it, until it is killed. Arguments: folder; exit code with which it ends by itself, or ``; `abrupt` for
 * an end without a stop, `busy` for a statement of 25 s under way.
 */
import { openDatabase } from '#adapters/postgres/database.ts';
import { startOwnServer } from '#adapters/postgres/own-server.ts';

const [, , folder = '', exitCode = '', how] = process.argv;
const report = (error: unknown) => console.error(error);
const { connection, stop } = await startOwnServer(folder, { report });
const database = await openDatabase({ connection, connections: 2, report });
// As a server does: others end after 10 s without a statement.
await database.listen('changes', () => {});
if (how === 'busy') {
  void database.rows('SELECT pg_sleep(25)').catch(() => {});
  const isBusy = "SELECT FROM pg_stat_activity WHERE state = 'active' AND query = 'SELECT pg_sleep(25)'";
  while ((await database.rows(isBusy)).length === 0);
}
console.log('Ready.');
if (how === 'abrupt') process.exit(Number(exitCode));
if (exitCode !== '') {
  await database.close();
  await stop();
  process.exitCode = Number(exitCode);
}
