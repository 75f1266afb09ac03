/** A PostgreSQL that is killed, with the settings that it has where it is deployed. `TEST_RUNS=20`: a hundred times. */
import { test } from 'vitest';
import { casesOf } from '../../property.ts';
import { countThrough } from './load.ts';
import { otherServer } from './other-server.ts';
import { killPostgres, openStore, withPostgres } from './provider.ts';

withPostgres(true);

const now = () => 1_700_000_000_000;

test.skipIf(otherServer)(
  'a killed PostgreSQL loses no acknowledged commit and executes none twice',
  async () => {
    const one = await openStore({ now });
    const other = await openStore({ now }, one.schema);
    await countThrough([one.store, other.store], killPostgres, casesOf(5));
    await Promise.all([one.database.close(), other.database.close()]);
  },
  600_000,
);
