/** The demonstration's team in a PostgreSQL database, as `npm run host` keeps a team. */
import path from 'node:path';
import type pg from 'pg';
import { cryptoRandom } from '#adapters/node/crypto-random.ts';
import { machineClock } from '#adapters/node/machine-clock.ts';
import { openDatabase } from '#adapters/postgres/database.ts';
import { diskFileStore } from '#adapters/postgres/files/disk-file-store.ts';
import { openPostgresHost } from '#adapters/postgres/host/postgres-host.ts';
import { startOwnServer } from '#adapters/postgres/own-server.ts';
import { seedDemo } from '#demo/team.ts';
import { type DemoKeys, demoKeysFrom } from '#demo/team/sender-keys.ts';
import { createFunctions } from '#functions/index.ts';
import type { ServerPorts } from '#ports/server/server.ts';

/** Rules that allow nothing: no browser connects. */
const noRules = {
  firestore: 'service cloud.firestore { match /databases/{database}/documents {} }',
  storage: 'service firebase.storage { match /b/{bucket}/o {} }',
  database: '{ "rules": {} }',
};

const report = (error: unknown) => console.error(error);

/** Runs with the authority of a server, and without HTTP. `data`: folder of the files. */
async function withServer<T>(
  connection: string | pg.ClientConfig,
  data: string,
  run: (server: ServerPorts) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ connection, connections: 4, report });
  try {
    const host = await openPostgresHost({
      application: { functions: createFunctions(), rules: noRules, indexes: [] },
      database,
      files: diskFileStore(path.join(data, 'files')),
      origin: 'http://localhost',
      clock: machineClock,
      random: cryptoRandom,
      sendMail: () => {},
      push: { contact: 'mailto:test@example.com' },
      // Many hashes for tests that begin with many folders.
      auth: { passwordCost: { N: 1024, r: 8, p: 1 } },
      http: null,
      workers: null,
      report: (error, from) => console.error(from, error),
    });
    const result = await run(host.server);
    await host.stop();
    return result;
  } finally {
    await database.close();
  }
}

/** Returns the keys of its alert senders. `data`: folder of the files. */
export async function seedDatabase(connection: string | pg.ClientConfig, data: string): Promise<DemoKeys> {
  const secret = cryptoRandom.id(40);
  await withServer(connection, data, (server) => seedDemo(server, secret));
  return demoKeysFrom(secret);
}

/** Tokens that sign people in within the hour, without the time that a password takes. */
export const signInTokens = (
  connection: pg.ClientConfig,
  data: string,
  uids: readonly string[],
): Promise<readonly string[]> =>
  withServer(connection, data, ({ users }) => Promise.all(uids.map((uid) => users.customToken(uid))));

/** The same in a folder of `--data`, with a PostgreSQL of its own, which is stopped afterwards. */
export async function seedFolder(data: string): Promise<DemoKeys> {
  const server = await startOwnServer(data, { report });
  try {
    return await seedDatabase(server.connection, data);
  } finally {
    await server.stop();
  }
}
