/** Documents in blocks that are in order of a time, as a store writes them: what queries find, and how much of it is read. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Cursor, Order, Query } from '#ports/docs/query.ts';
import { documentId, limit, limitToLast, orderBy, query, startAfter, where } from '#ports/docs/query.ts';
import type { DocData } from '#ports/docs/values.ts';
import { planOf } from '#firebase-rules/platform/planner.ts';
import { assertProperty } from '../../../tests/property.ts';
import { fieldsOfBlock } from '#query/block-fields.ts';
import { evaluate } from '#query/plan.ts';
import { DocStore, type StoredDoc } from '#query/store.ts';
import { withUnread } from '#query/unread-indexes.ts';

const docOf = (id: string, data: DocData): StoredDoc => ({ path: `c/${id}`, data, version: 1, created: 1 });

/** A store with all documents in blocks of `size`; `read` are the numbers of the blocks that it has read. */
function storeOf(docs: readonly StoredDoc[], size: number) {
  const store = new DocStore(withUnread);
  const read: number[] = [];
  const blocks = Array.from({ length: Math.ceil(docs.length / size) }, (_, at) => {
    const part = docs.slice(at * size, (at + 1) * size);
    return {
      collection: 'c',
      fields: fieldsOfBlock(part.map(({ data }) => data)),
      paths: () => part.map(({ path }) => path),
      read() {
        read.push(at);
        return part;
      },
    };
  });
  store.replaceAll([], blocks);
  return { store, read };
}

/** 100 entries in blocks of ten. */
const timeline = () =>
  storeOf(
    Array.from({ length: 100 }, (_, at) =>
      docOf(`e${at}`, {
        at,
        sequence: at,
        kind: at === 33 ? 'file' : 'comment',
        ...(at === 55 && { pinnedAt: 1 }),
      }),
    ),
    10,
  );

const idsOf = (docs: readonly StoredDoc[]) => docs.map(({ path }) => path.slice('c/e'.length));

it.each<[string, Query, readonly string[], readonly number[]]>([
  ['the last page', query('c', orderBy('at'), orderBy('sequence'), limitToLast(3)), ['97', '98', '99'], [9]],
  ['the first page', query('c', orderBy('at'), limit(3)), ['0', '1', '2'], [0]],
  ['the last page, newest first', query('c', orderBy('at', 'desc'), limit(3)), ['99', '98', '97'], [9]],
  // Each attempt reads twice as many blocks as the one before.
  ['a page across two blocks', query('c', orderBy('at', 'desc'), limit(12)), range(99, 87), [9, 8, 7]],
  [
    'the page before a place',
    query('c', orderBy('at', 'desc'), startAfter([45]), limit(2)),
    ['44', '43'],
    [4],
  ],
  ['a stretch', query('c', where('at', '>', 38), where('at', '<', 42)), ['39', '40', '41'], [3, 4]],
  ['the only one of a kind', query('c', where('kind', '==', 'file'), orderBy('at', 'desc')), ['33'], [3]],
  ['the few with a field', query('c', where('pinnedAt', '>', 0), limit(9)), ['55'], [5]],
  ['documents by name', query('c', where(documentId, 'in', ['e12', 'e13', 'none'])), ['12', '13'], [1]],
  ['a kind that there is none of', query('c', where('kind', '==', 'task')), [], []],
])('reads for %s only the blocks that contain it', (_what, asked, ids, blocks) => {
  const { store, read } = timeline();
  expect(idsOf(store.indexes.find(planOf(asked)))).toEqual(ids);
  expect(read).toEqual(blocks);
});

function range(from: number, to: number): readonly string[] {
  return Array.from({ length: from - to }, (_, at) => String(from - at));
}

it('reads the block of a document, and none for a missing document', () => {
  const { store, read } = timeline();
  expect(store.get('c/none')).toBeNull();
  expect(store.get('d/e1')).toBeNull();
  expect(read).toEqual([]);
  expect(store.get('c/e70')?.data).toMatchObject({ at: 70 });
  expect(read).toEqual([7]);
});

const place = fc.integer({ min: -1, max: 8 });
const cursor: fc.Arbitrary<Cursor> = fc.record({
  values: fc.array(place, { minLength: 1, maxLength: 2 }),
  inclusive: fc.boolean(),
});
const most = fc.integer({ min: 1, max: 7 });
const question: fc.Arbitrary<Query> = fc
  .tuple(
    fc.constantFrom<Order['direction'][]>('asc', 'desc'),
    fc.constantFrom<Order['direction'][]>('asc', 'desc'),
    fc.record({ start: cursor, end: cursor }, { requiredKeys: [] }),
    fc.array(fc.tuple(fc.constantFrom('<', '<=', '>', '>='), place), { maxLength: 2 }),
    fc.oneof(
      fc.constant({}),
      most.map((count) => ({ limit: count })),
      most.map((count) => ({ limitToLast: count })),
    ),
  )
  .map(([first, second, cursors, tests, limits]): Query => ({
    collection: 'c',
    orderBy: [
      { field: 'at', direction: first },
      { field: 'sequence', direction: second },
    ],
    where: tests.map(([op, value]) => ({ field: 'at', op, value })),
    ...cursors,
    ...limits,
  }));

it('returns the same as a scan for any page in either direction', () => {
  assertProperty(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 3 })), { maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      fc.array(question, { minLength: 1, maxLength: 4 }),
      (times, size, inOrder, questions) => {
        const ordered = inOrder ? [...times].sort(([one], [other]) => one - other) : times;
        const docs = ordered.map(([at, sequence], index) => docOf(`e${index}`, { at, sequence }));
        const { store } = storeOf(docs, size);
        for (const asked of questions) {
          const plan = planOf(asked);
          expect(idsOf(store.indexes.find(plan))).toEqual(idsOf(evaluate(plan, docs)));
        }
      },
    ),
    { numRuns: 500 },
  );
});
