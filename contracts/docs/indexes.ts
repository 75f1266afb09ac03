/** Indexes that queries need. The backend has those of `index-file.ts`, deployed or handed over. */
import { expect } from 'vitest';
import type { Aggregate, QuerySnapshot } from '#ports/docs/docs.ts';
import {
  and,
  documentId,
  field,
  limit,
  limitToLast,
  matching,
  type Nearest,
  or,
  orderBy,
  type Query,
  query,
  type QueryPart,
  where,
} from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import type { Capability } from '#ports/capability-names.ts';
import { needing, recorder, rejection, type Scenario } from '../harness.ts';
import { followQuery, ids, setWrite, story } from './help.ts';

type Parts = readonly QueryPart[];
const rows = (...parts: Parts): Query => query('rows', ...parts);
const group = (...parts: Parts): Query => collectionGroup('rows', ...parts);

const a = where('a', '==', 1);
const b = where('b', '==', 1);
const x = where('x', '==', 1);
const tags = where('tags', 'array-contains', 1);
const newest = orderBy('n', 'desc');
const nearest =
  (wanted: Nearest): QueryPart =>
  (built) => ({ ...built, nearest: wanted });
const to = (...vector: readonly number[]) => nearest({ field: 'v', vector, limit: 1, measure: 'euclidean' });

export const served: Readonly<Record<string, Query>> = {
  all: rows(),
  'one order': rows(orderBy('x')),
  'one order, downwards': rows(orderBy('x', 'desc'), limit(3)),
  'one order, from the end': rows(orderBy('x'), limitToLast(3)),
  'one comparison': rows(where('x', '>', 1), where('x', '<', 9)),
  'one exclusion': rows(where('x', '!=', 1)),
  'one list': rows(where('x', 'in', [1, 2])),
  'one list of exclusions': rows(where('x', 'not-in', [1, 2])),
  'an element': rows(tags),
  'one of some elements': rows(where('tags', 'array-contains-any', [1, 2])),
  'a field inside': rows(where('deep.x', '>', 1)),
  'several equal fields': rows(x, where('y', '==', 1), where('z', 'in', [1, 2])),
  'equal fields and an element': rows(x, tags),
  'an equal field in its own order': rows(x, orderBy('x')),
  'alternatives of equal fields': rows(matching(or(field('x', '==', 1), field('y', '==', 1)))),
  'names upwards': rows(orderBy(documentId)),
  'names compared': rows(where(documentId, '>', 'a')),
  'equal, names downwards': rows(x, orderBy(documentId, 'desc')),
  'an element, names downwards': rows(tags, orderBy(documentId, 'desc')),
  'equal, then in order': rows(a, newest),
  'a list, then in order': rows(where('a', 'in', [1, 2]), newest),
  'equal, then compared in order': rows(a, where('n', '<', 9), newest),
  'two indexes of the same end': rows(a, b, newest),
  'two indexes of the same end, one of elements': rows(a, tags, newest),
  'alternatives in order': rows(matching(or(field('a', '==', 1), field('b', '==', 1))), newest),
  'from the end, so upwards is downwards': rows(a, orderBy('n'), limitToLast(2)),
  'two comparisons in order': rows(where('n', '>', 1), where('m', '>', 1), orderBy('n')),
  'two orders': rows(orderBy('n'), orderBy('m')),
  'a whole group': group(),
  'a group by a field with an index for groups': group(where('g', '>', 1)),
  'a group by an index for groups': group(a, orderBy('n')),
  'the field below an exempt one': rows(where('hidden.but', '==', 1)),
  'the nearest': rows(to(1, 2, 3)),
  'the nearest of some': rows(a, to(1, 2, 3)),
};

export const missingIndexes: Readonly<Record<string, Query>> = {
  'equal, then in the other order': rows(a, orderBy('n')),
  'from the end, so the other order': rows(a, newest, limitToLast(2)),
  'equal, then in order, and no index': rows(x, newest),
  'one equal field too many': rows(a, x, newest),
  'equal, then compared': rows(a, where('n', '>', 1)),
  'an element, then in the other order': rows(tags, orderBy('n')),
  'two orders that part': rows(orderBy('n'), orderBy('m', 'desc')),
  'two comparisons, by name': rows(where('n', '>', 1), where('m', '>', 1)),
  'one alternative without': rows(matching(or(field('a', '==', 1), field('x', '==', 1))), newest),
  'an alternative of two': rows(
    matching(or(field('a', '==', 1), and(field('b', '==', 1), field('x', '==', 1)))),
    newest,
  ),
  'names against the order': rows(orderBy('x'), orderBy(documentId, 'desc')),
  'names downwards': rows(orderBy(documentId, 'desc')),
  'names from the end': rows(orderBy(documentId), limitToLast(2)),
  'a field without indexes': rows(where('hidden', '==', 1)),
  'a field below it': rows(orderBy('hidden.deep')),
  'an order that the field’s own list lacks': rows(orderBy('g', 'desc')),
  'a group by a field without an index for groups': group(x),
  'a group by an element': group(tags),
  'a group in the other order': group(a, newest),
  'a group in order': group(orderBy('n')),
  'the nearest of another dimension': rows(to(1, 2)),
  'the nearest of a field without': rows(nearest({ field: 'w', vector: [1], limit: 1, measure: 'cosine' })),
  'the nearest of others': rows(b, to(1, 2, 3)),
};

type Asked = readonly [query: Query, aggregates: Readonly<Record<string, Aggregate>>];
const sum = (name: string) => ({ sum: { sum: name } });

export const servedSums: Readonly<Record<string, Asked>> = {
  'a count of equal fields': [rows(x, where('y', '==', 1)), { n: { count: true } }],
  'a sum of all': [rows(), sum('amount')],
  'a sum of equal fields': [rows(a), { ...sum('amount'), mean: { average: 'amount' } }],
  'a sum of what is compared': [rows(where('x', '>', 1)), sum('x')],
  'a sum of what is equal': [rows(x), sum('x')],
};

export const missingSums: Readonly<Record<string, Asked>> = {
  'a count of a query that needs one': [rows(x, where('n', '>', 1)), { n: { count: true } }],
  'a sum of another field': [rows(x), sum('amount')],
  'sums of two fields': [rows(), { ...sum('amount'), mean: { average: 'x' } }],
  'a sum of a field without indexes': [rows(), sum('hidden')],
};

const refused = { code: 'failed-precondition' };

/** Asks by the method that the query is for. */
export async function askBy<T>(
  docs: {
    find(query: Query): Promise<T>;
    readonly nearest: { find(query: Query, nearest: Nearest): Promise<T> } | null;
  },
  { nearest: wanted, ...asked }: Query,
): Promise<T> {
  if (!wanted) return docs.find(asked);
  if (!docs.nearest) throw new Error('`docs.nearest` is null.');
  return docs.nearest.find(asked, wanted);
}

const nearestNeeds: readonly Capability[] = ['docs.nearest'];
const groupNeeds: readonly Capability[] = ['docs.groups'];

export function indexScenarios(declare: Scenario): void {
  const scenario = needing(declare, ['docs.indexes']);
  scenario(
    'a query with an index is answered for every caller',
    { needs: ['docs.aggregates', 'docs.groups'] },
    async (scene) => {
      await scene.server.docs.batch([setWrite('rows/1', { a: 1, n: 1 }), setWrite('rows/2', { a: 1, n: 2 })]);
      const { docs } = await scene.connect();
      for (const asked of Object.values(served)) {
        if (asked.nearest && !docs.nearest) continue;
        await askBy(docs, asked);
        await askBy(scene.server.docs, asked);
      }
      expect(ids(await docs.find(rows(a, newest)))).toEqual(['2', '1']);
      const events = recorder<QuerySnapshot>();
      for (const asked of Object.values(served))
        if (!asked.nearest) scene.closing(docs.watchQuery(asked, events));
      await scene.settle();
      expect(events.errors).toEqual([]);
      for (const [asked, aggregates] of Object.values(servedSums)) {
        await docs.aggregates.compute(asked, aggregates);
        await scene.server.docs.aggregate(asked, aggregates);
      }
    },
  );

  for (const [name, asked] of Object.entries(missingIndexes))
    scenario(
      `${name}: failed-precondition for clients and the server`,
      { needs: [...(asked.nearest ? nearestNeeds : []), ...(asked.group ? groupNeeds : [])] },
      async (scene) => {
        const { docs } = await scene.connect();
        expect(await rejection(askBy(docs, asked))).toMatchObject(refused);
        expect(await rejection(askBy(scene.server.docs, asked))).toMatchObject(refused);
        if (asked.nearest) return;
        const events = recorder<QuerySnapshot>();
        scene.closing(docs.watchQuery(asked, events));
        await scene.settle();
        expect([events.values, events.errors]).toMatchObject([[], [refused]]);
      },
    );

  for (const [name, [asked, aggregates]] of Object.entries(missingSums))
    scenario(`${name}: failed-precondition`, { needs: ['docs.aggregates'] }, async (scene) => {
      const { docs } = await scene.connect();
      expect(await rejection(docs.aggregates.compute(asked, aggregates))).toMatchObject(refused);
      expect(await rejection(scene.server.docs.aggregate(asked, aggregates))).toMatchObject(refused);
    });

  scenario('a live query without an index reports the cached documents, then fails', async (scene) => {
    const client = await scene.connect();
    const { docs } = client;
    await docs.write(setWrite('rows/1', { x: 1, n: 1 }));
    await docs.find(rows());
    const asked = rows(x, newest);
    expect(ids(await docs.find(asked, { source: 'cache' }))).toEqual(['1']);
    const events = followQuery(scene, client, asked);
    await scene.settle();
    expect(story(events)).toEqual(['1 cache']);
    expect(events.errors).toMatchObject([refused]);
  });
}
