/** Reads and listens by the protocol: times that are always present, resume tokens, and permissions. */
import { expect, test } from 'vitest';
import type { Write } from '#ports/docs/docs.ts';
import { Vector } from '#ports/docs/values.ts';
import { type ListenReply, docName, docsRoot, speak } from './wire.fixture.ts';

const set = (path: string, n: number): Write => ({ type: 'set', path, data: { n } });
const from = [{ collectionId: 'notes' }];
const addTarget = (targetId: number, more: object = {}, query: object = {}) => ({
  addTarget: { targetId, query: { parent: docsRoot, structuredQuery: { from, ...query } }, ...more },
});

/** In a few words. */
const said = (replies: readonly ListenReply[]) =>
  replies.map(({ targetChange, documentChange, documentDelete, documentRemove, filter }) => {
    const id = (path = '') => path.slice(path.lastIndexOf('/') + 1);
    if (targetChange) return [targetChange.targetChangeType, ...(targetChange.targetIds ?? [])].join(' ');
    if (documentChange?.targetIds?.length) return `put ${id(documentChange.document.name)}`;
    if (documentChange) return `out ${id(documentChange.document.name)}`;
    if (documentDelete) return `gone ${id(documentDelete.document)}`;
    if (documentRemove) return `hidden ${id(documentRemove.document)}`;
    return `count ${filter?.count ?? 'none'}`;
  });

const tokenIn = (replies: readonly ListenReply[]) => replies.at(-1)?.targetChange?.resumeToken;

test('a missing document and an empty result have a read time before the first write', async () => {
  const { stream } = await speak();
  const documents = [docName('notes/a')];
  for (const replies of [
    await stream<{ readTime: { seconds: string } }>('BatchGetDocuments', { documents }),
    await stream<{ readTime: { seconds: string } }>('RunQuery', {
      parent: docsRoot,
      structuredQuery: { from },
    }),
  ]) {
    expect(replies).toHaveLength(1);
    expect(Number(replies[0]?.readTime.seconds)).toBeGreaterThan(1_000_000_000);
  }
});

test.each([
  ['LESS_THAN', 'NaN', []],
  ['LESS_THAN_OR_EQUAL', 'NaN', ['notes/nan']],
  ['GREATER_THAN', 'NaN', []],
  ['GREATER_THAN_OR_EQUAL', 'NaN', ['notes/nan']],
  ['LESS_THAN', null, []],
  ['LESS_THAN_OR_EQUAL', null, ['notes/null']],
  ['GREATER_THAN', null, []],
  ['GREATER_THAN_OR_EQUAL', null, ['notes/null']],
])('a range comparison with null or NaN, as older clients send it: %s %s', async (op, than, expected) => {
  const { cloud, stream } = await speak();
  const stored = { one: 1, nan: NaN, null: null, text: 'a' };
  await cloud.server.docs.batch(
    Object.entries(stored).map(([id, n]): Write => ({ type: 'set', path: `notes/${id}`, data: { n } })),
  );
  const value = than === null ? { nullValue: 'NULL_VALUE' } : { doubleValue: than };
  const where = { fieldFilter: { field: { fieldPath: 'n' }, op, value } };
  const found = await stream<{ readonly document?: { readonly name: string } }>('RunQuery', {
    parent: docsRoot,
    structuredQuery: { from, where },
  });
  expect(found.flatMap(({ document }) => document?.name ?? [])).toEqual(expected.map(docName));
});

test('queries, vector searches and aggregates are answered', async () => {
  const { cloud, stream } = await speak();
  await cloud.server.docs.batch([set('notes/a', 1), set('notes/b', 2), set('notes/c', 3)]);
  const where = {
    fieldFilter: { field: { fieldPath: 'n' }, op: 'GREATER_THAN', value: { integerValue: '1' } },
  };
  const found = await stream<{ readonly document: { readonly name: string } }>('RunQuery', {
    parent: docsRoot,
    structuredQuery: { from, where, limit: { value: 1 } },
  });
  expect(found.map(({ document }) => document.name)).toEqual([docName('notes/b')]);
  await cloud.server.docs.batch([{ type: 'set', path: 'notes/v', data: { v: new Vector([3, 4]) } }]);
  const doubles = [0, 0].map((doubleValue) => ({ doubleValue }));
  const nearest = await stream<{ readonly document: { readonly fields: unknown } }>('RunQuery', {
    parent: docsRoot,
    structuredQuery: {
      from,
      findNearest: {
        vectorField: { fieldPath: 'v' },
        queryVector: {
          mapValue: {
            fields: { __type__: { stringValue: '__vector__' }, value: { arrayValue: { values: doubles } } },
          },
        },
        distanceMeasure: 'EUCLIDEAN',
        limit: { value: 3 },
        distanceResultField: 'far',
      },
    },
  });
  expect(nearest.map(({ document }) => document.fields)).toMatchObject([{ far: { doubleValue: 5 } }]);
  const aggregations = [
    { alias: 'n', count: {} },
    { alias: 's', sum: { field: { fieldPath: 'n' } } },
    { alias: 'none', avg: { field: { fieldPath: 'x' } } },
  ];
  const ask = (list: object[]) =>
    stream<object>('RunAggregationQuery', {
      parent: docsRoot,
      structuredAggregationQuery: { structuredQuery: { from }, aggregations: list },
    });
  expect(await ask(aggregations.slice(0, 2))).toMatchObject([
    { result: { aggregateFields: { n: { integerValue: '3' }, s: { integerValue: '6' } } } },
  ]);
  expect(await ask(aggregations.slice(2))).toMatchObject([
    { result: { aggregateFields: { none: { nullValue: 'NULL_VALUE' } } } },
  ]);
  const counts = (length: number) => Array.from({ length }, (_, at) => ({ alias: `a${at}`, count: {} }));
  // The clients' own tests look for these words.
  await expect(ask(counts(6))).rejects.toMatchObject({
    code: 3,
    details: expect.stringContaining(
      'The maximum number of aggregations allowed in an aggregation query is 5',
    ),
  });
  await expect(ask([...counts(2), ...counts(5)])).rejects.toMatchObject({ code: 3 });
  await expect(ask([])).rejects.toMatchObject({ code: 3 });
});

test('a target sends ADD, documents, CURRENT and NO_CHANGE, then changes and removals', async () => {
  const { cloud, listen } = await speak();
  await cloud.server.docs.batch([set('notes/a', 1), set('notes/b', 2)]);
  const stream = listen();
  const open = { fieldFilter: { field: { fieldPath: 'n' }, op: 'LESS_THAN', value: { integerValue: '9' } } };
  stream.send(addTarget(2, {}, { where: open }));
  expect(said(await stream.moment())).toEqual(['ADD 2', 'put a', 'put b', 'CURRENT 2', 'NO_CHANGE']);
  await cloud.server.docs.batch([set('notes/a', 5), set('notes/b', 10), set('notes/c', 1)]);
  expect(said(await stream.moment()).toSorted()).toEqual(['NO_CHANGE', 'out b', 'put a', 'put c']);
  await cloud.server.docs.batch([{ type: 'delete', path: 'notes/a' }]);
  expect(said(await stream.moment())).toEqual(['gone a', 'NO_CHANGE']);
  stream.send({ removeTarget: 2 });
  const removed = await stream.until(({ targetChange }) => targetChange?.targetChangeType === 'REMOVE');
  expect(said(removed)).toEqual(['REMOVE 2']);
});

test('a resume token gets the changes since and a count, and an unknown token everything', async () => {
  const { cloud, listen } = await speak();
  await cloud.server.docs.batch([set('notes/a', 1), set('notes/b', 2), set('notes/c', 3)]);
  const first = listen();
  first.send(addTarget(2, {}, { limit: { value: 2 } }));
  const resumeToken = tokenIn(await first.moment());
  await cloud.server.docs.batch([{ type: 'delete', path: 'notes/a' }, set('notes/z', 1)]);
  const again = listen();
  again.send(addTarget(2, { resumeToken }, { limit: { value: 2 } }));
  const moment = ({ targetChange }: ListenReply) => targetChange?.targetChangeType === 'NO_CHANGE';
  expect(said(await again.until(moment))).toEqual([
    'ADD 2',
    'put c',
    'gone a',
    'CURRENT 2',
    'count 2',
    'NO_CHANGE',
  ]);
  const lost = listen();
  lost.send(addTarget(2, { resumeToken: Buffer.from('anything') }));
  expect(said(await lost.until(moment))).toEqual([
    'ADD 2',
    'RESET 2',
    'put b',
    'put c',
    'put z',
    'CURRENT 2',
    'count 3',
    'NO_CHANGE',
  ]);
});

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const mock = (sub: string) => `${part({ alg: 'none', type: 'JWT' })}.${part({ sub })}.`;

const firestore = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /notes/{id} { allow read, write: if resource == null || resource.data.owner == request.auth.uid; }
  }
}`;

test('the rules apply to the user of the token and not to the owner', async () => {
  const codeOf = ({ code }: { readonly code: number }) => code;
  const outcomes = [];
  for (const token of [mock('ada'), 'owner', mock('ben'), null, 'not.a.token']) {
    const { cloud, stream, listen } = await speak({ rules: { firestore } }, token);
    await cloud.server.docs.batch([{ type: 'set', path: 'notes/a', data: { owner: 'ada' } }]);
    const documents = [docName('notes/a')];
    const read = stream<object>('BatchGetDocuments', { documents });
    const listening = listen();
    listening.send({ addTarget: { targetId: 2, documents: { documents } } });
    const ends = new Set(['NO_CHANGE', 'REMOVE']);
    const told = listening.until(({ targetChange }) => ends.has(targetChange?.targetChangeType ?? ''));
    outcomes.push([
      await read.then((replies) => replies.map((reply) => Object.keys(reply)[0]).join(), codeOf),
      await told.then((replies) => replies.at(-1)?.targetChange?.cause?.code ?? said(replies)[1], codeOf),
    ]);
  }
  // A token that is no good ends the stream, so that the client comes back with another.
  expect(outcomes).toEqual([
    ['found', 'put a'],
    ['found', 'put a'],
    [7, 7],
    [7, 7],
    [16, 16],
  ]);
});

test('changed rules apply to open listens and to later requests', async () => {
  const { cloud, listen, stream, commit } = await speak({}, mock('ada'));
  await cloud.server.docs.batch([{ type: 'set', path: 'notes/a', data: { owner: 'ada' } }]);
  await cloud.server.docs.batch([{ type: 'set', path: 'notes/b', data: { owner: 'ben' } }]);
  const listening = listen();
  for (const [targetId, id] of [
    [2, 'a'],
    [4, 'b'],
  ] as const)
    listening.send({ addTarget: { targetId, documents: { documents: [docName(`notes/${id}`)] } } });
  await listening.until(({ targetChange }) => targetChange?.targetChangeType === 'NO_CHANGE');
  expect(() => cloud.publishRules('firestore', 'service')).toThrow(/1:/u);
  cloud.publishRules('firestore', firestore);
  const told = await listening.until(({ targetChange }) => targetChange?.targetChangeType === 'REMOVE');
  expect(told.at(-1)?.targetChange).toMatchObject({ targetIds: [4], cause: { code: 7 } });
  await cloud.server.docs.batch([{ type: 'set', path: 'notes/a', data: { owner: 'ada', n: 1 } }]);
  const ends = (reply: ListenReply) => reply.documentChange?.document.fields?.['n'] !== undefined;
  expect((await listening.until(ends)).at(-1)?.documentChange?.targetIds).toEqual([2]);
  await expect(stream('BatchGetDocuments', { documents: [docName('notes/b')] })).rejects.toMatchObject({
    code: 7,
  });
  await expect(commit({ delete: docName('notes/b') })).rejects.toMatchObject({ code: 7 });
  // From now on the content of the document decides, as under rules from the start.
  await cloud.server.docs.batch([{ type: 'set', path: 'notes/a', data: { owner: 'ben' } }]);
  const removed = await listening.until(({ targetChange }) => targetChange?.targetChangeType === 'REMOVE');
  expect(removed.at(-1)?.targetChange).toMatchObject({ targetIds: [2], cause: { code: 7 } });
});

test('a listener without permission for a changed document is told only that it left the result', async () => {
  const { cloud, listen } = await speak({ rules: { firestore } }, mock('ada'));
  await cloud.server.docs.batch([{ type: 'set', path: 'notes/a', data: { owner: 'ada' } }]);
  const stream = listen();
  const where = {
    fieldFilter: { field: { fieldPath: 'owner' }, op: 'EQUAL', value: { stringValue: 'ada' } },
  };
  stream.send(addTarget(2, {}, { where }));
  await stream.moment();
  await cloud.server.docs.batch([{ type: 'set', path: 'notes/a', data: { owner: 'ben', secret: 1 } }]);
  const told = await stream.moment();
  expect(said(told)).toEqual(['hidden a', 'NO_CHANGE']);
  expect(JSON.stringify(told)).not.toContain('secret');
});

test('a transient fault ends the listen stream, and a permanent one the target', async () => {
  const { cloud, listen } = await speak();
  cloud.faults.inject({ kind: 'refuse', service: 'docs', operation: 'listen', code: 'failed-precondition' });
  cloud.faults.inject({ kind: 'refuse', service: 'docs', operation: 'listen', code: 'unavailable' });
  const stream = listen();
  stream.send(addTarget(2));
  const refused = await stream.until(({ targetChange }) => targetChange?.targetChangeType === 'REMOVE');
  expect(refused.at(-1)?.targetChange?.cause?.code).toBe(9);
  stream.send(addTarget(4));
  await expect(stream.moment()).rejects.toMatchObject({ code: 14 });
});
