/** Locks of a process that is gone without notice, or stands still, in the middle of a transaction. */
import { expect, test } from 'vitest';
import { openPostgresDocs } from '#adapters/postgres/docs/postgres-docs.ts';
import { openDatabase, type SqlDatabase } from '#adapters/postgres/database.ts';
import { openBareDatabase, testConnection, withPostgres } from './provider.ts';

withPostgres();

const limitsOf = async (database: SqlDatabase) => ({
  ...(await database.rows('SHOW idle_in_transaction_session_timeout'))[0],
  ...(await database.rows('SHOW statement_timeout'))[0],
});

test('a transaction that stands still holds up commits of other processes for a limited time', async () => {
  const { database: still, schema } = await openBareDatabase(undefined, { idleTransactionMs: 100 });
  const { database } = await openBareDatabase(schema);
  const docs = await openPostgresDocs({ database, now: () => Date.now() });
  const locked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const stuck = still.write(async (sql) => {
    await sql.rows('UPDATE store SET version = version + 1');
    locked.resolve();
    await goOn.promise;
    return sql.rows('SELECT 1');
  });
  await locked.promise;
  const write = { type: 'set', path: 'alerts/one', data: { severity: 'critical' } } as const;
  await docs.commit({ id: 'one', queue: null, writes: [write], expects: [] }, 'server');
  expect((await docs.get('alerts/one', 'server'))?.data).toEqual(write.data);
  goOn.resolve();
  await expect(stuck).rejects.toMatchObject({ code: 'unavailable' });
  // The lost connection is replaced.
  expect(await still.rows('SELECT 1 AS number')).toEqual([{ number: 1 }]);
  await still.close();
  await database.close();
});

test('connections of serving processes have limits by default, those of upkeep have none', async () => {
  const { database, schema } = await openBareDatabase();
  expect(await limitsOf(database)).toEqual({
    idle_in_transaction_session_timeout: '15s',
    statement_timeout: '30s',
  });
  const connection = testConnection();
  for (const options of [{ tables: 'any' }, { purpose: 'move' }] as const) {
    const upkeep = await openDatabase({ connection, schema, ...options, report: () => {} });
    expect(await limitsOf(upkeep)).toEqual({
      idle_in_transaction_session_timeout: '0',
      statement_timeout: '0',
    });
    await upkeep.close();
  }
  await database.close();
});
