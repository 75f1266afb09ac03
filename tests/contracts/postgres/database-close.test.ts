/** Requests that are under way when a database is closed. */
import { expect, test } from 'vitest';
import { openBareDatabase, withPostgres } from './provider.ts';

withPostgres();

test('closing a database waits for all earlier requests', async () => {
  const { database } = await openBareDatabase();
  const requests = Array.from({ length: 40 }, (_, number) =>
    number % 2 === 0
      ? database.rows('SELECT pg_sleep(0.01)')
      : database.write((sql) => sql.rows('SELECT pg_sleep(0.01)')),
  );
  const settled = Promise.allSettled(requests);
  await database.close();
  expect((await settled).filter(({ status }) => status === 'rejected')).toEqual([]);
  await expect(database.rows('SELECT 1')).rejects.toMatchObject({ code: 'unavailable' });
});

test.each(['a request', 'a transaction'])(
  'closing a database aborts %s that exceeds the closing time',
  async (kind) => {
    const { database } = await openBareDatabase();
    const asked =
      kind === 'a request'
        ? database.rows('SELECT pg_sleep(60)')
        : database.write((sql) => sql.rows('SELECT pg_sleep(60)'));
    const settled = Promise.allSettled([asked]);
    await database.close(50);
    expect(await settled).toMatchObject([{ status: 'rejected', reason: { code: 'unavailable' } }]);
  },
  30_000,
);
