/** `refetching` on a slow store with unreliable hints: a query shows only results that the store once had, and in the end the last. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { connectStore } from '#contracts/minimal/docs-backend.ts';
import { PlainStore } from '#contracts/minimal/plain-store.ts';
import { ManualClock } from '#fakes/cloud/clock.ts';
import { defaultSettings } from '#ports/defaults.ts';
import type { Write } from '#ports/docs/docs.ts';
import { limit, orderBy, type Query, query, where } from '#ports/docs/query.ts';
import { increment } from '#ports/docs/values.ts';
import { countSubscriptions } from '#ports/subscriptions.ts';
import type { Clock } from '#provider-kit/clock.ts';
import { type Random, seededRandom } from '#provider-kit/random.ts';
import { syncDocs } from '#sync/docs.ts';
import type { HintingBackend } from '#sync/hinting-backend.ts';
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
  const delayed = async <T>(run: () => Promise<T>): Promise<T> => {
    await pause();
    const answer = await run();
    await pause();
    return answer;
  };
  return {
    ...backend,
    get: (path) => delayed(() => backend.get(path)),
    find: (asked) => delayed(() => backend.find(asked)),
    commit: (commit, signal) => delayed(() => backend.commit(commit, signal)),
  };
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

it('shows only results that were, and the last one in the end', () =>
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
          void store.commit({ id: `other/${commits++}`, writes, expects: [] });
        commit(ids.map((id) => ({ type: 'set', path: `notes/${id}`, data: { n: 0, group: 0 } })));
        const backend = slow(connectStore(store).backend, clock, random.fork('latency'));
        const { docs, dispose } = syncDocs(
          {
            transport: refetching(withUnreliableHints(backend, clock, random.fork('hints')), { clock }),
            clock,
            random: random.fork('client'),
            settings: defaultSettings,
            caches: null,
            report: (error) => console.error(error),
          },
          countSubscriptions(),
        );
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
