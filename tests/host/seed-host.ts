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

/** Nobody but the server may do anything: no browser connects. */
const noRules = {
  firestore: 'service cloud.firestore { match /databases/{database}/documents {} }',
  storage: 'service firebase.storage { match /b/{bucket}/o {} }',
  database: '{ "rules": {} }',
};

const report = (error: unknown) => console.error(error);

/** Returns the keys of its alert senders. `data`: folder of the files. */
export async function seedDatabase(connection: string | pg.ClientConfig, data: string): Promise<DemoKeys> {
  const database = await openDatabase({ connection, connections: 4, report });
  const secret = cryptoRandom.id(40);
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
    await seedDemo(host.server, secret);
    await host.stop();
  } finally {
    await database.close();
  }
  return demoKeysFrom(secret);
}

/** The same in a folder of `--data`, with a PostgreSQL of its own, which is stopped afterwards. */
export async function seedFolder(data: string): Promise<DemoKeys> {
  const server = await startOwnServer(data, { report });
  try {
    return await seedDatabase(server.connection, data);
  } finally {
    await server.stop();
  }
}
