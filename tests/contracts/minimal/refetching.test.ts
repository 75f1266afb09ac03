/** `refetching` on a slow store with unreliable hints: a query shows only results that the store once had, and in the end the last. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { connectStore } from '#contracts/minimal/docs-backend.ts';
import { PlainStore } from '#contracts/minimal/plain-store.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { defaultSettings } from '#provider-kit/settings.ts';
import type { Write } from '#ports/docs/docs.ts';
import { limit, orderBy, type Query, query, where } from '#ports/docs/query.ts';
import { increment } from '#ports/docs/values.ts';
import { countSubscriptions } from '#provider-kit/subscriptions.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { type Random, seededRandom } from '#provider-kit/random.ts';
import { noObserver, StorageHealth } from '#provider-kit/storage-health.ts';
import type { TabStore } from '#provider-kit/tab-store.ts';
import { browserCaches } from '#sync/browser-caches.ts';
import { syncDocs } from '#sync/docs.ts';
import { aroundRequests, type HintingBackend } from '#sync/hinting-backend.ts';
import { refetching } from '#sync/refetching.ts';
import { assertProperty } from '#tests/property.ts';
import { withUnreliableHints } from './unreliable-hints.ts';

const ids = ['a', 'b', 'c', 'd'];
const queries: readonly Query[] = [
  query('notes', orderBy('n')),
  query('notes', where('group', '==', 1)),
  query('notes', orderBy('n'), limit(2)),
];
const mostLatencyMs = 40;

/** Requests reach the store, and answers the client, after a while. */
const slow = (backend: HintingBackend, clock: Clock, random: Random): HintingBackend => {
  const pause = () =>
    new Promise<void>((resolve) => clock.setTimer(() => resolve(), random.integer(mostLatencyMs)));
  return aroundRequests(backend, async (_operation, run) => {
    await pause();
    const answer = await run();
    await pause();
    return answer;
  });
};

function clientOf(store: PlainStore, clock: Clock, random: Random, tab: TabStore | null) {
  const report = (error: unknown) => console.error(error);
  const backend = slow(connectStore(store).backend, clock, random.fork('latency'));
  return syncDocs(
    {
      transport: refetching(withUnreliableHints(backend, clock, random.fork('hints')), { clock, report }),
      clock,
      random: random.fork('client'),
      settings: defaultSettings,
      caches: tab && browserCaches(tab, new StorageHealth(noObserver)),
      report,
    },
    countSubscriptions(),
  );
}

/** A tab that stores after a while, and so tells the other tabs of its writes after they were sent. */
const withSlowDisk = (tab: TabStore, clock: Clock, random: Random): TabStore => {
  const write: TabStore['write'] = async (changes) => {
    await new Promise<void>((resolve) => clock.setTimer(resolve, random.integer(3 * mostLatencyMs)));
    await tab.write(changes);
  };
  return new Proxy(tab, {
    get: (_tab, name: keyof TabStore) => (name === 'write' ? write : tab[name].bind(tab)),
  });
};

/** Two documents change together, by others or by this client, after a while. */
const change = fc.record({
  one: fc.constantFrom(...ids),
  other: fc.constantFrom(...ids),
  group: fc.integer({ min: 0, max: 1 }),
  by: fc.integer({ min: 1, max: 3 }),
  own: fc.boolean(),
  afterMs: fc.integer({ min: 0, max: 60 }),
});

const rowsOf = (docs: readonly { readonly path: string; readonly data: unknown }[]) =>
  JSON.stringify(docs.map(({ path, data }) => [path, data]));

it('shows only results that existed, and the last one in the end', () =>
  assertProperty(
    fc.asyncProperty(
      fc.integer(),
      fc.array(change, { minLength: 1, maxLength: 12 }),
      async (seed, changes) => {
        const random = seededRandom(seed);
        const clock = new ManualClock();
        const store = new PlainStore(() => clock.now());
        const results = queries.map(() => new Set<string>());
        const note = () => {
          for (const [at, asked] of queries.entries()) results[at]?.add(rowsOf(store.find(asked)));
        };
        store.watch(note);
        let commits = 0;
        const commit = (writes: readonly Write[]) =>
          void store.commit({ id: `other/${commits++}`, queue: null, writes, expects: [] });
        commit(ids.map((id) => ({ type: 'set', path: `notes/${id}`, data: { n: 0, group: 0 } })));
        const { docs, dispose } = clientOf(store, clock, random, null);
        const shown = queries.map((): string[] => []);
        const last = queries.map(() => '');
        /** Own writes that are not accepted: they show at once, and may take documents out of a result. */
        let waiting = 0;
        for (const [at, asked] of queries.entries())
          docs.watchQuery(asked, {
            next({ docs: found, metadata }) {
              last[at] = rowsOf(found);
              if (waiting === 0 && !metadata.fromCache) shown[at]?.push(rowsOf(found));
            },
          });
        const landed: Promise<void>[] = [];
        for (const { one, other, group, by, own, afterMs } of changes) {
          await clock.advance(afterMs);
          const writes: readonly Write[] = [
            { type: 'update', path: `notes/${one}`, changes: { n: increment(by), group } },
            { type: 'update', path: `notes/${other}`, changes: { n: increment(-by) } },
          ];
          if (own) {
            waiting++;
            landed.push(docs.batch(writes).finally(() => waiting--));
          } else commit(writes);
        }
        await clock.advance(60_000);
        await Promise.all(landed);
        await dispose();
        for (const [at, asked] of queries.entries()) {
          for (const rows of shown[at] ?? []) expect(results[at]).toContain(rows);
          expect(last[at]).toBe(rowsOf(store.find(asked)));
        }
      },
    ),
    { numRuns: 60 },
  ));

const counter = 'notes/counter';
/** A change of the counter, by a tab or by somebody else, after a while. */
const raise = fc.record({
  by: fc.constantFrom('one tab', 'other tab', 'another client'),
  afterMs: fc.integer({ min: 0, max: 60 }),
});

it('counts each write once in two tabs that share a queue, before and after it is accepted', () =>
  assertProperty(
    fc.asyncProperty(fc.integer(), fc.array(raise, { minLength: 1, maxLength: 10 }), async (seed, raises) => {
      const random = seededRandom(seed);
      const clock = new ManualClock();
      const store = new PlainStore(() => clock.now());
      const browser = memoryStore();
      const commit = (writes: readonly Write[], id: string) =>
        void store.commit({ id, queue: null, writes, expects: [] });
      commit([{ type: 'set', path: counter, data: { n: 0 } }], 'first');
      const tabs = ['one tab', 'other tab'].map((name) => {
        const { docs, dispose } = clientOf(
          store,
          clock,
          random.fork(name),
          withSlowDisk(browser.openTab(), clock, random.fork(`${name}/disk`)),
        );
        const shown: number[] = [];
        docs.watch(counter, { next: ({ data }) => shown.push(Number(data?.['n'])) });
        return { name, docs, dispose, shown };
      });
      // The tabs hear of each other.
      await clock.advance(3 * mostLatencyMs);
      const written: Promise<void>[] = [];
      // The n-th write adds 3 to the power of n: a write that is counted twice is a digit 2.
      for (const [place, { by, afterMs }] of raises.entries()) {
        await clock.advance(afterMs);
        const write: Write = { type: 'update', path: counter, changes: { n: increment(3 ** place) } };
        const tab = tabs.find(({ name }) => name === by);
        if (tab) written.push(tab.docs.write(write));
        else commit([write], `another/${place}`);
      }
      await settled(clock, Promise.all(written));
      const total = raises.reduce((sum, _raise, place) => sum + 3 ** place, 0);
      for (const { name, docs, dispose, shown } of tabs) {
        expect(shown.filter((n) => n.toString(3).includes('2'))).toEqual([]);
        expect([name, shown.at(-1)]).toEqual([name, total]);
        expect((await settled(clock, docs.get(counter))).data).toEqual({ n: total });
        await settled(clock, dispose());
      }
    }),
    { numRuns: 60 },
  ));

/** Result of a promise that settles within a minute. @throws Error otherwise */
async function settled<T>(clock: ManualClock, promise: Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) =>
    clock.setTimer(() => reject(new Error('It has not settled.')), 60_000),
  );
  const first = Promise.race([promise, late]);
  first.catch(() => {});
  await clock.advance(60_000);
  return first;
}
