/** A process with a PostgreSQL of its own and tables in it, until it is killed; with an exit code as second argument it ends by itself, and with `abrupt` as third without a stop. */
import { openDatabase } from '#adapters/postgres/database.ts';
import { startOwnServer } from '#adapters/postgres/own-server.ts';

const [, , folder = '', exitCode, end] = process.argv;
const report = (error: unknown) => console.error(error);
const { connection, stop } = await startOwnServer(folder, { report });
const database = await openDatabase({ connection, connections: 2, report });
// As a server does: others end after 10 s without a statement.
await database.listen('changes', () => {});
console.log('Ready.');
if (end === 'abrupt') process.exit(Number(exitCode));
if (exitCode !== undefined) {
  await database.close();
  await stop();
  process.exitCode = Number(exitCode);
}
