/** Realtime values of several processes over one database: order, rules, and what is left for the end of a connection. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SqlDatabase } from '#adapters/postgres/database.ts';
import type { Requester } from '#adapters/postgres/docs/postgres-docs.ts';
import {
  openPostgresRealtime,
  type PostgresRealtime,
  type PostgresRealtimeOptions,
} from '#adapters/postgres/realtime/postgres-realtime.ts';
import { compileDatabaseRules } from '#firebase-rules/rules-realtime/rules.ts';
import { incrementBy, type RealtimeValue, serverTime } from '#ports/realtime/realtime.ts';
import type { Json } from '#ports/shared.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { normalQuery, pathKeys } from '#provider-kit/realtime/checks.ts';
import { settingsChange } from '#query/tree/change.ts';
import { empty } from '#query/tree/node.ts';
import { assertProperty } from '../../property.ts';
import { endConnections, openBareDatabase, withPostgres } from './provider.ts';

withPostgres();

const setting = (path: string, value: RealtimeValue) => ({ keys: pathKeys(path), value, priority: null });

/** Counts the requests under way, so that a clock can wait for them. */
class Busy {
  requests = 0;

  over(database: SqlDatabase): SqlDatabase {
    const counted =
      <A extends readonly unknown[], R>(run: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        this.requests++;
        try {
          return await run(...args);
        } finally {
          this.requests--;
        }
      };
    return {
      rows: (text, values) => counted(() => database.rows(text, values))() as never,
      read: (run) => counted(() => database.read(run))(),
      write: (run) => counted(() => database.write(run))(),
      listen: (channel, next) => database.listen(channel, next),
      channel: (name) => database.channel(name),
      close: () => database.close(),
    };
  }
}

async function processes(options: Partial<PostgresRealtimeOptions> = {}) {
  const busy = new Busy();
  const clock: ManualClock = new ManualClock(undefined, async () => {
    for (await settle(); busy.requests > 0; await settle()) await new Promise((next) => setImmediate(next));
  });
  const { database, schema } = await openBareDatabase();
  const other = await openBareDatabase(schema);
  const open = (under: SqlDatabase) =>
    openPostgresRealtime({ database: busy.over(under), clock, report: () => {}, ...options });
  const [one, two] = [await open(database), await open(other.database)];
  return {
    ...{ one, two, clock, schema, database },
    reopen: () => open(database),
    async close() {
      for (const each of [one, two]) each.close();
      await Promise.all([database.close(), other.database.close()]);
    },
  };
}

const valueAt = (process: PostgresRealtime, path: string, requester: Requester = 'server') =>
  process.get(normalQuery(path), requester).toJson();

/** Resolves once a place shows a value. */
const shows = (process: PostgresRealtime, path: string, value: Json) =>
  new Promise<void>((resolve, reject) => {
    const stop = process.listen(normalQuery(path), 'server', {
      next: (node) => {
        if (JSON.stringify(node.toJson()) !== JSON.stringify(value)) return;
        resolve();
        queueMicrotask(() => stop());
      },
      error: reject,
    });
  });

const path = fc
  .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
  .map((keys) => keys.join('/'));
const value = fc.oneof(
  fc.constantFrom<RealtimeValue>(null, 1, 'x', true, { b: 1, c: { a: 2 } }, { a: { a: { a: 1 } } }),
  fc.integer({ min: -3, max: 3 }).map(incrementBy),
);

test('writes of two processes produce the same tree in both', async () => {
  await assertProperty(
    fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), path, value), { maxLength: 20 }), async (writes) => {
      const { one, two, close, database, clock } = await processes();
      await Promise.all(
        writes.map(([first, at, given]) => (first ? one : two).set(setting(at, given), 'server')),
      );
      await Promise.all([one, two].map((process) => process.set(setting('end', 1), 'server')));
      const log = await database.rows<{ writes: string }>(
        'SELECT writes FROM realtime_writes ORDER BY version',
      );
      const replayed = log.reduce((tree, row) => {
        const settings = (JSON.parse(row.writes) as [string[], Json][]).map(([keys, left]) => ({
          ...{ keys, value: left, priority: null },
        }));
        return settingsChange(tree, settings, clock.now()).after;
      }, empty);
      for (const process of [one, two]) expect(valueAt(process, '')).toEqual(replayed.toJson());
      await close();
    }),
    { numRuns: 15 },
  );
});

test('increments of both processes count, and the server time is the clock’s', async () => {
  const { one, two, clock, close } = await processes();
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 2 ? one : two).set(setting('n', incrementBy(1)), 'server')),
  );
  await one.set(setting('at', serverTime()), 'server');
  await shows(two, '', { at: clock.now(), n: 20 });
  await close();
});

const rules = compileDatabaseRules(
  JSON.stringify({
    rules: {
      members: { '.write': false },
      rooms: {
        $uid: {
          '.read': "root.child('members').child(auth.uid).exists()",
          '.write': "auth.uid == $uid && root.child('members').child(auth.uid).exists()",
        },
      },
    },
  }),
);
const ben = { uid: 'ben', claims: {} };
const denied = { code: 'permission-denied' };

test('a denied listen ends, and rules see writes of the other process', async () => {
  const { one, two, close } = await processes({ guard: { rules } });
  await one.set(setting('members/ben', true), 'server');
  await shows(two, 'members/ben', true);
  const heard: Json[] = [];
  const ended = new Promise<unknown>((resolve) =>
    two.listen(normalQuery('rooms/ben'), ben, { next: (node) => heard.push(node.toJson()), error: resolve }),
  );
  await two.set(setting('rooms/ben', 'here'), ben);
  await expect(two.set(setting('rooms/ada', 'here'), ben)).rejects.toMatchObject(denied);
  await one.set(setting('members/ben', null), 'server');
  expect(await ended).toMatchObject(denied);
  expect(heard).toEqual([null, 'here']);
  // At once, also where the removal has not been heard of yet.
  await one.set(setting('members/ben', true), 'server');
  await shows(two, 'members/ben', true);
  await one.set(setting('members/ben', null), 'server');
  await expect(two.set(setting('rooms/ben', 'again'), ben)).rejects.toMatchObject(denied);
  await shows(two, 'members/ben', null);
  expect(() => two.get(normalQuery('rooms/ben'), ben)).toThrow('You are not allowed to do this.');
  await close();
});

test('disconnect writes are applied once at the end of a connection, and cancelled ones are not', async () => {
  const { one, two, close } = await processes();
  await one.set(setting('online', { ada: true, ben: true }), 'server');
  const leave = (name: string, left: RealtimeValue) =>
    one.leave('c1', { action: 'set', ...setting(`online/${name}`, left) }, 'server');
  await leave('ada', null);
  await leave('ben', { left: serverTime() });
  await one.leave('c1', { action: 'cancel', keys: pathKeys('online/ben') }, 'server');
  await one.ended('c1');
  await shows(two, 'online', { ben: true });
  await one.set(setting('online/ada', true), 'server');
  await one.ended('c1');
  expect(valueAt(one, 'online')).toEqual({ ada: true, ben: true });
  await close();
});

test('disconnect writes of an ended process are applied by another after 30 s, and live processes renew their leases', async () => {
  const { one, two, clock, close } = await processes();
  await one.set(setting('online', { ada: true, ben: true }), 'server');
  await shows(two, 'online', { ada: true, ben: true });
  await one.leave('of one', { action: 'set', ...setting('online/ada', null) }, 'server');
  await two.leave('of two', { action: 'set', ...setting('online/ben', null) }, 'server');
  // As `kill -9`: nothing is made, and nothing is renewed.
  one.close();
  await clock.advance(29_000);
  expect(valueAt(two, 'online')).toEqual({ ada: true, ben: true });
  for (let seconds = 0; seconds < 30; seconds += 10) await clock.advance(10_000);
  await shows(two, 'online', { ben: true });
  await clock.advance(60_000);
  expect(valueAt(two, 'online')).toEqual({ ben: true });
  await two.ended('of two');
  expect(valueAt(two, 'online')).toBeNull();
  await close();
});

test('disconnect writes are authorized as their user', async () => {
  const { one, close } = await processes({ guard: { rules } });
  await one.set(setting('members/ben', true), 'server');
  await one.set(setting('rooms/ben', 'here'), ben);
  await one.leave('c1', { action: 'set', ...setting('rooms/ben', null) }, ben);
  await expect(one.leave('c1', { action: 'set', ...setting('rooms/ada', null) }, ben)).rejects.toMatchObject(
    denied,
  );
  await one.set(setting('members/ben', null), 'server');
  await one.ended('c1');
  expect(valueAt(one, 'rooms/ben')).toBe('here');
  await close();
});

test('a process that missed a removed part of the log, or starts late, loads the stored tree', async () => {
  const { one, database, clock, reopen, close } = await processes();
  await one.set(setting('first', 1), 'server');
  let wake = (_payload: string | null) => {};
  const late = await openPostgresRealtime({
    ...{ clock, report: () => {} },
    database: Object.assign(Object.create(database) as SqlDatabase, {
      listen: async (_channel: string, next: typeof wake) => {
        wake = next;
        return () => {};
      },
    }),
  });
  const latest = shows(late, '', { first: 1, n: 1100 });
  for (let n = 1; n <= 1100; n++) await one.set(setting('n', n), 'server');
  expect(valueAt(late, '')).toEqual({ first: 1 });
  wake(null);
  await latest;
  const third = await reopen();
  expect(valueAt(third, '')).toEqual({ first: 1, n: 1100 });
  // A write of a process that is behind is one of the tree as it is.
  await one.set(setting('n', incrementBy(1)), 'server');
  await late.set(setting('n', incrementBy(1)), 'server');
  expect(valueAt(late, 'n')).toBe(1102);
  for (const process of [late, third]) process.close();
  await close();
});

test('a process whose connections ended receives writes made meanwhile', async () => {
  const { one, two, schema, close } = await processes();
  await one.set(setting('n', 1), 'server');
  await shows(two, 'n', 1);
  const latest = shows(two, 'n', 2);
  await endConnections(schema);
  while (!(await one.set(setting('n', 2), 'server').then(() => true, isUnavailable)));
  await latest;
  await close();
});

function isUnavailable(error: unknown): false {
  expect(error).toMatchObject({ code: 'unavailable' });
  return false;
}
