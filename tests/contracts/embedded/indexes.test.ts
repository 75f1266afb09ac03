/** The index entry in the embedded provider's error can be pasted into `firestore.indexes.json`, and then serves the query. */
import { describe, expect, test } from 'vitest';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Aggregate } from '#ports/docs/docs.ts';
import { isPortError, type PortError } from '#ports/errors.ts';
import { orderBy, type Query, query, where } from '#ports/docs/query.ts';
import { collectionGroup } from '#ports/server/collection-group.ts';
import { indexFile as indexes } from '#contracts/docs/index-file.ts';
import { askBy, missingIndexes, missingSums, served, servedSums } from '#contracts/docs/indexes.ts';
import { rejection } from '#contracts/harness.ts';

interface IndexFile {
  readonly indexes: readonly unknown[];
  readonly fieldOverrides: readonly { readonly collectionGroup: string; readonly fieldPath: string }[];
}

type Asked = readonly [query: Query, aggregates: Readonly<Record<string, Aggregate>>];

const ask = ([asked, aggregates]: Asked, json: string): Promise<unknown> => {
  const { docs } = new FakeCloud({ indexes: json }).server;
  return Object.keys(aggregates).length === 0 ? askBy(docs, asked) : docs.aggregate(asked, aggregates);
};

async function refusal(asked: Asked, json: string): Promise<PortError & { details: IndexFile }> {
  const error = await rejection(ask(asked, json));
  if (!isPortError(error, 'failed-precondition')) throw error;
  return error as PortError & { details: IndexFile };
}

/** The file with the entries added; an override takes the place of the one before it. */
function withEntries(json: string, added: IndexFile): string {
  const file = JSON.parse(json) as IndexFile;
  const isReplaced = (one: IndexFile['fieldOverrides'][number]) =>
    added.fieldOverrides.some(
      (other) => other.collectionGroup === one.collectionGroup && other.fieldPath === one.fieldPath,
    );
  return JSON.stringify({
    indexes: [...file.indexes, ...added.indexes],
    fieldOverrides: [...file.fieldOverrides.filter((one) => !isReplaced(one)), ...added.fieldOverrides],
  });
}

const all: Readonly<Record<string, Asked>> = {
  ...Object.fromEntries(Object.entries(missingIndexes).map(([name, asked]) => [name, [asked, {}] as const])),
  ...missingSums,
};

describe('the index entries of a rejected query', () => {
  test.each(Object.entries(all))('%s: the query succeeds once they are in the file', async (_name, asked) => {
    const { message, details } = await refusal(asked, indexes);
    for (const entry of [...details.indexes, ...details.fieldOverrides])
      expect(message).toContain(JSON.stringify(entry));
    const after = withEntries(indexes, details);
    await ask(asked, after);
    for (const one of Object.values(served)) await ask([one, {}], after);
    for (const one of Object.values(servedSums)) await ask(one, after);
  });

  const rows = 'rows';
  const asc = (fieldPath: string) => ({ fieldPath, order: 'ASCENDING' });
  const desc = (fieldPath: string) => ({ fieldPath, order: 'DESCENDING' });

  test.each([
    [
      'what must be equal, in any order, then the order',
      query('x/1/rows', where('b', '==', 1), where('a', '==', 1), orderBy('n', 'desc')),
      { queryScope: 'COLLECTION', fields: [asc('a'), asc('b'), desc('n')] },
    ],
    [
      'elements first',
      query(rows, where('a', '==', 1), where('t', 'array-contains', 1), orderBy('n')),
      {
        queryScope: 'COLLECTION',
        fields: [{ fieldPath: 't', arrayConfig: 'CONTAINS' }, asc('a'), asc('n')],
      },
    ],
    [
      'names where they go against the order',
      query(rows, orderBy('odd.`na-me`'), orderBy('__name__', 'desc')),
      { queryScope: 'COLLECTION', fields: [asc('odd.`na-me`'), desc('__name__')] },
    ],
    [
      'the scope of a group',
      collectionGroup(rows, where('a', '==', 1), where('n', '>', 1)),
      { queryScope: 'COLLECTION_GROUP', fields: [asc('a'), asc('n')] },
    ],
    [
      'the dimension of a vector',
      {
        ...query(rows, where('a', '==', 1)),
        nearest: { field: 'v', vector: [1, 2], limit: 1, measure: 'cosine' },
      },
      {
        queryScope: 'COLLECTION',
        fields: [asc('a'), { fieldPath: 'v', vectorConfig: { dimension: 2, flat: {} } }],
      },
    ],
  ] as const)('%s', async (_name, asked, entry) => {
    const { details } = await refusal([asked, {}], '{}');
    expect(details).toEqual({ indexes: [{ collectionGroup: rows, ...entry }], fieldOverrides: [] });
  });

  test('for a collection group by one field: its default list and one more', async () => {
    const { details } = await refusal([collectionGroup(rows, where('a', '>', 1)), {}], '{}');
    const own = { queryScope: 'COLLECTION' };
    expect(details).toEqual({
      indexes: [],
      fieldOverrides: [
        {
          collectionGroup: rows,
          fieldPath: 'a',
          indexes: [
            { order: 'ASCENDING', ...own },
            { order: 'DESCENDING', ...own },
            { arrayConfig: 'CONTAINS', ...own },
            { order: 'ASCENDING', queryScope: 'COLLECTION_GROUP' },
          ],
        },
      ],
    });
  });
});

test('every disjunction without an index is named once', async () => {
  const asked = query('rows', where('status', 'in', [1, 2]), orderBy('n'));
  expect((await refusal([asked, {}], '{}')).details.indexes).toHaveLength(1);
});

test.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['an index without a collection', '{"indexes":[{"fields":[{"fieldPath":"a","order":"ASCENDING"}]}]}'],
  ['an index without fields', '{"indexes":[{"collectionGroup":"rows"}]}'],
  ['a field that goes nowhere', '{"indexes":[{"collectionGroup":"rows","fields":[{"fieldPath":"a"}]}]}'],
  ['another scope', '{"indexes":[{"collectionGroup":"rows","queryScope":"ALL","fields":[]}]}'],
])('%s is not an index file: the cloud’s constructor throws a TypeError', (_name, json) => {
  expect(() => new FakeCloud({ indexes: json })).toThrow(TypeError);
});

test('the limit of index entries includes the project’s indexes', async () => {
  const list = Array.from({ length: 19_990 }, (_, at) => at);
  const write = { type: 'set', path: 'rows/a', data: { list, n: 1 } } as const;
  await new FakeCloud().server.docs.batch([write]);
  const own = JSON.stringify({
    indexes: [
      {
        collectionGroup: 'rows',
        fields: [
          { fieldPath: 'list', arrayConfig: 'CONTAINS' },
          { fieldPath: 'n', order: 'ASCENDING' },
        ],
      },
    ],
  });
  const { docs } = new FakeCloud({ indexes: own }).server;
  expect(await rejection(docs.batch([write]))).toMatchObject({ code: 'invalid-argument' });
  const without = { collectionGroup: 'rows', fieldPath: 'list', indexes: [] };
  const exempt = new FakeCloud({ indexes: JSON.stringify({ fieldOverrides: [without] }) }).server.docs;
  await exempt.batch([{ ...write, data: { list: [...list, ...list.map((at) => -at)], n: 1 } }]);
});
