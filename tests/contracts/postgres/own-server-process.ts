/** A process with a PostgreSQL of its own and tables in it, until it is killed. */
import { openDatabase } from '#adapters/postgres/database.ts';
import { startOwnServer } from '#adapters/postgres/own-server.ts';

const [, , folder = ''] = process.argv;
const report = (error: unknown) => console.error(error);
const { connection } = await startOwnServer(folder, { report });
await openDatabase({ connection, connections: 2, report });
console.log('Ready.');
