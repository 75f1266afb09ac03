/** Queries by SQL: the order of sort keys, and answers beside those of a scan. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathKey, sortKey } from '#adapters/postgres/docs/sort-key.ts';
import type { DocIndex } from '#adapters/postgres/docs/doc-indexes.ts';
import { checkedQuery, postgresLimits } from '#adapters/postgres/docs/limits.ts';
import { PortError } from '#ports/errors.ts';
import { limit, orderBy, type Query, query, where } from '#ports/docs/query.ts';
import type { DocSnapshot } from '#ports/docs/docs.ts';
import type { DocData } from '#ports/docs/values.ts';
import { ownData } from '#provider-kit/docs/own.ts';
import { comparePaths, compareValues } from '#query/order.ts';
import { lastPart } from '#query/paths.ts';
import { evaluate, planWithin } from '#query/plan.ts';
import { place, Setting } from '../../differential/documents.ts';
import { queryOf, querySpec } from '../../differential/queries.ts';
import { value } from '../../differential/values.ts';
import { assertProperty } from '../../property.ts';
import { openStore, withPostgres } from './provider.ts';

withPostgres();

const orderOf = (one: Uint8Array, other: Uint8Array) => Math.sign(Buffer.compare(one, other));
const now = () => 1_700_000_000_000;

test('a sort key orders values as `compareValues` does', () => {
  assertProperty(
    fc.property(value, value, (one, other) => {
      expect(orderOf(sortKey(one), sortKey(other))).toBe(Math.sign(compareValues(one, other)));
    }),
    { numRuns: 5000 },
  );
});

test('a path’s key orders names as `comparePaths` does', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'a',
      'a!',
      'b',
      '__id7__',
      '__id10__',
      '__id-3__',
      '__id',
      '_',
      '\0',
      '\ud800',
      '\uffff',
      '😀',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }).filter((text) => !text.includes('/')),
  );
  const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  assertProperty(
    fc.property(path, path, (one, other) => {
      expect(orderOf(pathKey(one), pathKey(other))).toBe(Math.sign(comparePaths(one, other)));
    }),
    { numRuns: 5000 },
  );
});

const indexes: readonly DocIndex[] = [
  { collection: 'in', fields: [{ field: 'm.x' }, { field: 'a', descending: true }] },
  { collection: 'in', group: true, fields: [{ field: 'm.`x.y`' }] },
];

test('a query returns the same as a scan of all documents, or rejects', async () => {
  const { database, store } = await openStore({ now, indexes });
  await assertProperty(
    fc.asyncProperty(
      fc.record({
        values: fc.array(value, { minLength: 2, maxLength: 6 }),
        base: fc.array(fc.record(place), { maxLength: 14, size: 'max' }),
        queries: fc.array(querySpec, { minLength: 1, maxLength: 20, size: 'max' }),
      }),
      async ({ values, base, queries }) => {
        await database.rows('DELETE FROM docs');
        const setting = new Setting(values);
        // Collections of one name: the indexes are of that name.
        const nameOf = (path: string) => path.replaceAll(/\b(in|of|other)\d+/gu, '$1');
        const stored = new Map(base.map((spec) => [nameOf(setting.path(spec)), setting.data(spec)]));
        const writes = Array.from(stored, ([path, data]) => ({ type: 'set', path, data }) as const);
        if (writes.length > 0)
          await store.commit({ id: `set ${setting.collection}`, queue: null, writes, expects: [] }, 'server');
        const docs = Array.from(stored, ([path, data]) => ({ path, data: ownData(data) }));
        const ground = setting.ground([...stored.keys()]);
        const named = {
          ...ground,
          collection: 'in',
          group: 'in',
          paths: ground.paths.map(nameOf),
          places: [...stored.keys()],
        };
        for (const spec of queries) {
          const asked = checkedOrNull(withSnapshots(queryOf(named, spec), stored));
          if (!asked) continue;
          const expected = refusable(() => evaluate(planWithin(postgresLimits, asked), docs));
          const found = await store
            .find(asked, 'server')
            .then((answer) => answer.map(({ path }) => path), codeOf);
          expect(found).toEqual(expected);
        }
      },
    ),
    { numRuns: 150 },
  );
  await database.close();
});

/** `null` for what no query can be. */
function checkedOrNull(asked: Query): Query | null {
  try {
    return checkedQuery(asked);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

const codeOf = (error: unknown) => {
  if (error instanceof PortError) return error.code;
  throw error;
};

function refusable(run: () => readonly { path: string }[]) {
  try {
    return run().map(({ path }) => path);
  } catch (error) {
    return codeOf(error);
  }
}

/** Cursors stand at snapshots, which have data. */
function withSnapshots(asked: ReturnType<typeof queryOf>, stored: ReadonlyMap<string, DocData>) {
  const snapshot = (at: DocSnapshot | undefined) =>
    at && { at: { ...at, id: lastPart(at.path), data: stored.get(at.path) ?? null } };
  return {
    ...asked,
    ...(asked.start && { start: { ...asked.start, ...snapshot(asked.start.at) } }),
    ...(asked.end && { end: { ...asked.end, ...snapshot(asked.end.at) } }),
  };
}

test('a page of a large collection is read by its index, and keys of a new index are created for stored documents', async () => {
  const first = await openStore({ now });
  const writes = Array.from(
    { length: 2000 },
    (_, at) =>
      ({
        type: 'set',
        path: `teams/t/log/${at}`,
        data: { at, kind: at % 2 ? 'a' : 'b', by: { id: at % 7 } },
      }) as const,
  );
  await first.store.commit({ id: 'all', queue: null, writes, expects: [] }, 'server');
  const asked = query('teams/t/log', where('by.id', '==', 3), orderBy('at', 'desc'), limit(5));
  const expected = [1998, 1991, 1984, 1977, 1970].map((at) => `teams/t/log/${at}`);
  expect((await first.store.find(asked, 'server')).map(({ path }) => path)).toEqual(expected);
  const log: readonly DocIndex[] = [
    { collection: 'log', fields: [{ field: 'by.id' }, { field: 'at', descending: true }] },
  ];
  const second = await openStore({ now, indexes: log }, first.schema);
  expect((await second.store.find(asked, 'server')).map(({ path }) => path)).toEqual(expected);
  await second.database.rows('ANALYZE docs');
  const plan = await second.store.explain(asked);
  expect(plan).toMatch(/Index Scan using declared_/u);
  expect(plan).not.toMatch(/Sort Key/u);
  const third = await openStore({ now }, first.schema);
  const left = await third.database.rows(
    "SELECT 1 FROM pg_indexes WHERE indexname LIKE 'declared%' AND schemaname = current_schema()",
  );
  expect(left).toEqual([]);
  for (const { database } of [first, second, third]) await database.close();
});
