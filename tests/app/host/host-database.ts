/** Database of the hosts of a test: a PostgreSQL 18 in a folder, or a new database of the server that `TEST_POSTGRES` names. */
import { mkdir } from 'node:fs/promises';
import pg from 'pg';
import { cryptoRandom } from '#adapters/node/crypto-random.ts';
import { startOwnServer } from '#adapters/postgres/own-server.ts';
import { otherServer } from '../../contracts/postgres/other-server.ts';

export interface HostDatabase {
  /** `postgres://…`, as `--database` takes it. */
  readonly url: string;
  /** Stops the server, or drops the database: no host uses it any more. */
  close(): Promise<void>;
}

/** `data`: the folder of a server of its own. */
export async function openHostDatabase(data: string): Promise<HostDatabase> {
  const other = await newOtherDatabase();
  if (other) return other;
  await mkdir(data, { mode: 0o711 });
  const { connection, stop } = await startOwnServer(data, { report: (error) => console.error(error) });
  const { host = '', user } = connection;
  const url = `postgres://${user}@localhost/postgres?host=${encodeURIComponent(host)}`;
  return { url, close: stop };
}

/** A new database of the server that `TEST_POSTGRES` names; `null` without the variable. */
export async function newOtherDatabase(): Promise<HostDatabase | null> {
  if (otherServer === undefined) return null;
  const name = `muster_${cryptoRandom.id(12).toLowerCase()}`;
  await run(otherServer, `CREATE DATABASE ${name}`);
  const url = new URL(otherServer);
  url.pathname = name;
  return { url: url.href, close: () => run(otherServer, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function run(connection: string | undefined, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
