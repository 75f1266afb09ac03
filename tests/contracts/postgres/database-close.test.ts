/** Requests that are under way when a database is closed. */
import { expect, test } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
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

/** Moments between the last request of a database and its end, counted in turns of the queue of promises. */
const moments = Array.from({ length: 16 }, (_, turns) => turns);
test.each(moments)('a request that begins %i turns after the last one of a close ends', async (turns) => {
  const { database } = await openBareDatabase();
  const last = database.rows('SELECT pg_sleep(0.01)');
  let isSettled = false;
  const later = async () => {
    await last;
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    // The pool forgets a request that waits for a connection when it ends.
    const settled = () => (isSettled = true);
    void database.write((sql) => sql.rows('SELECT 1')).then(settled, settled);
  };
  await Promise.all([later(), database.close()]);
  await settle();
  expect(isSettled).toBe(true);
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
);
