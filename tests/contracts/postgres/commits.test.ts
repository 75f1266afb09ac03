/** Commits of several processes over one database: order, once, hints, and what a lost connection does. */
import { expect, test } from 'vitest';
import type { PostgresDocs } from '#adapters/postgres/docs/postgres-docs.ts';
import { postgresServerDocs } from '#adapters/postgres/docs/server-docs.ts';
import { compileDocRules } from '#firebase-rules/rules/rules.ts';
import type { Write } from '#ports/docs/docs.ts';
import { query } from '#ports/docs/query.ts';
import { increment, serverTimestamp, type Timestamp, type WriteData } from '#ports/docs/values.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { countThrough } from './load.ts';
import { drawn } from '../../property.ts';
import { otherServer } from './other-server.ts';
import { endConnections, openStore, restartPostgres, withPostgres } from './provider.ts';

withPostgres();

const now = () => 1_700_000_000_000;
const set = (path: string, data: WriteData): Write => ({ type: 'set', path, data });
const commit = (id: string, ...writes: readonly Write[]) => ({ id, queue: null, writes, expects: [] });
const add = (path: string): Write => ({ type: 'set', path, data: { n: increment(1) }, merge: true });

/** Two processes over one schema. */
async function twoProcesses() {
  const one = await openStore({ now });
  const other = await openStore({ now }, one.schema);
  return {
    stores: [one.store, other.store] as const,
    one,
    close: () => Promise.all([one.database.close(), other.database.close()]),
  };
}

test('transactions of two processes keep a constant sum, and a reader sees whole commits only', async () => {
  const { stores, close } = await twoProcesses();
  const accounts = ['a', 'b', 'c', 'd'].map((name) => `accounts/${name}`);
  await stores[0].commit(commit('start', ...accounts.map((path) => set(path, { money: 100 }))), 'server');
  const random = seededRandom(drawn().seed);
  const clock = new ManualClock();
  const sides = stores.map((store, at) => postgresServerDocs(store, clock, random.fork(`${at}`)));
  const move = async (docs: (typeof sides)[number], name: string) => {
    const chance = random.fork(name);
    const [from = '', to = ''] = [accounts[chance.integer(4)], accounts[chance.integer(4)]];
    await docs.transaction(async (transaction) => {
      const [left, right] = [await transaction.get(from), await transaction.get(to)];
      if (from === to) return;
      transaction.write(set(from, { money: Number(left.data?.['money']) - 7 }));
      transaction.write(set(to, { money: Number(right.data?.['money']) + 7 }));
    });
    const found = await docs.find(query('accounts'));
    return found.reduce((sum, { data }) => sum + Number(data?.['money']), 0);
  };
  const totals = await Promise.all(
    sides.flatMap((docs, side) => Array.from({ length: 15 }, (_, at) => move(docs, `${side}/${at}`))),
  );
  expect(new Set(totals)).toEqual(new Set([400]));
  await close();
});

test('server versions and times grow in the order in which commits become visible', async () => {
  const { stores, close } = await twoProcesses();
  const seen: (readonly [version: number, at: number])[] = [];
  await Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      const [doc] = await stores[at % 2 === 0 ? 0 : 1].commit(
        commit(`c${at}`, {
          type: 'set',
          path: 'log/one',
          data: { at: serverTimestamp(), n: increment(1) },
          merge: true,
        }),
        'server',
      );
      const time = doc?.data?.['at'] as Timestamp;
      seen[Number(doc?.data?.['n'])] = [doc?.version ?? 0, time.seconds * 1e6 + time.nanoseconds / 1000];
    }),
  );
  const inOrder = seen.slice(1);
  expect(inOrder).toHaveLength(30);
  expect(inOrder.map(([version]) => version)).toEqual(
    inOrder.map(([version]) => version).toSorted((a, b) => a - b),
  );
  expect(new Set(inOrder.map(([version]) => version)).size).toBe(30);
  expect(inOrder.every(([version, time]) => version === time)).toBe(true);
  await close();
});

test('a commit sent to two processes at once is executed once and answered identically', async () => {
  const { stores, close } = await twoProcesses();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      stores[at % 2 === 0 ? 0 : 1].commit(commit('same', add('n/a')), 'server'),
    ),
  );
  expect(answers.every((docs) => docs[0]?.version === answers[0]?.[0]?.version)).toBe(true);
  expect((await stores[1].get('n/a', 'server'))?.data).toEqual({ n: 1 });
  await close();
});

test('a commit id and a queue belong to their first user', async () => {
  const { store, database } = await openStore({ now });
  const ada = { uid: 'ada', claims: {} };
  const ben = { uid: 'ben', claims: {} };
  await store.commit({ ...commit('id', add('n/a')), queue: 'q' }, ada);
  await expect(store.commit(commit('id', add('n/a')), ben)).rejects.toMatchObject({
    code: 'invalid-argument',
  });
  expect((await store.landed('q', 0, ada)).map(({ id }) => id)).toEqual(['id']);
  expect(await store.landed('q', 0, ben)).toEqual([]);
  await database.close();
});

test('a member removed by an earlier commit can neither write nor read', async () => {
  const rules = compileDocRules(`rules_version = '2';
    service cloud.firestore { match /databases/{d}/documents {
      match /teams/{team}/{document=**} {
        allow read, write: if exists(/databases/$(d)/documents/members/$(request.auth.uid));
      }
    } }`);
  const first = await openStore({ now, guard: { rules } });
  const second = await openStore({ now, guard: { rules } }, first.schema);
  const ben = { uid: 'ben', claims: {} };
  await first.store.commit(commit('join', set('members/ben', {})), 'server');
  const [, ...written] = await Promise.all([
    first.store.commit(commit('remove', { type: 'delete', path: 'members/ben' }), 'server'),
    ...Array.from({ length: 10 }, (_, at) =>
      second.store.commit(commit(`w${at}`, set(`teams/t/log/${at}`, {})), ben).then(
        (docs) => docs[0]?.version ?? 0,
        () => 0,
      ),
    ),
  ]);
  const [removal] = await first.database.rows<{ version: string }>(
    "SELECT version FROM commits WHERE id = 'remove'",
  );
  expect(written.every((version) => version < Number(removal?.version))).toBe(true);
  const late = [
    () => second.store.commit(commit('late', set('teams/t/log/x', {})), ben),
    () => second.store.get('teams/t/log/0', ben),
    () => second.store.find(query('teams/t/log'), ben),
  ];
  for (const request of late) await expect(request()).rejects.toMatchObject({ code: 'permission-denied' });
  await Promise.all([first.database.close(), second.database.close()]);
});

/** Collects hints; `next` waits for one more. */
async function hintsOf(store: PostgresDocs) {
  const heard: (readonly string[] | null)[] = [];
  let wake = () => {};
  const unsubscribe = await store.watch((hint) => {
    heard.push(hint);
    wake();
  });
  return {
    unsubscribe,
    async next() {
      while (heard.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return heard.shift();
    },
  };
}

test('another process is notified which documents changed, or of a large commit that any may have', async () => {
  const { stores, close } = await twoProcesses();
  const hints = await hintsOf(stores[1]);
  await stores[0].commit(commit('one', set('n/ü\0"\ud800', {})), 'server');
  expect(await hints.next()).toEqual(['n/ü\0"\ud800']);
  const many = Array.from({ length: 400 }, (_, at) => set(`n/a-name-of-some-length-${at}`, {}));
  await stores[0].commit(commit('many', ...many), 'server');
  expect(await hints.next()).toBeNull();
  hints.unsubscribe();
  await close();
});

test('a process continues after its connections ended, and is notified that any document may have changed', async () => {
  const { stores, one, close } = await twoProcesses();
  const hints = await hintsOf(stores[1]);
  await endConnections(one.schema);
  expect(await hints.next()).toBeNull();
  await stores[1]
    .commit(commit('after', add('n/a')), 'server')
    .catch(() => stores[1].commit(commit('after', add('n/a')), 'server'));
  expect(await hints.next()).toEqual(['n/a']);
  expect((await stores[0].get('n/a', 'server'))?.data).toEqual({ n: 1 });
  hints.unsubscribe();
  await close();
});

test.skipIf(otherServer)(
  'a restart of PostgreSQL under load loses no acknowledged commit and executes none twice',
  async () => {
    const { stores, close } = await twoProcesses();
    await countThrough(stores, restartPostgres, 3);
    await close();
  },
);

test('damaged data rejects with `data-loss`, and tables of a newer version are not opened', async () => {
  const { store, database, schema } = await openStore({ now });
  await store.commit(commit('a', set('n/a', {})), 'server');
  await database.rows("UPDATE docs SET data = '{'");
  await expect(store.get('n/a', 'server')).rejects.toMatchObject({ code: 'data-loss' });
  await database.rows('INSERT INTO migrations VALUES (1000, now())');
  await expect(openStore({ now }, schema)).rejects.toMatchObject({ code: 'failed-precondition' });
  await database.close();
});
