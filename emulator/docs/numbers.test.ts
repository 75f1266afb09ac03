/** Numbers of documents, exact from the wire to the store and back: integers of 64 bits, and doubles that are whole. */
import { expect, test } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import type { WireValue, WireWrite } from './messages.ts';
import { docName, docsRoot, speak, type WireDoc } from './wire.fixture.ts';

type Spoken = Awaited<ReturnType<typeof speak>>;

const integer = (integerValue: bigint | number): WireValue => ({ integerValue: String(integerValue) });
const double = (doubleValue: number): WireValue => ({ doubleValue });
const put = (id: string, fields: Record<string, WireValue>, more: Partial<WireWrite> = {}): WireWrite => ({
  update: { name: docName(`n/${id}`), fields },
  ...more,
});
const from = [{ collectionId: 'n' }];

/** Without what the decoder adds: which of the kinds of value it is. */
function bare(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(bare);
  if (typeof message !== 'object' || message === null) return message;
  const { valueType: _, ...rest } = message as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, bare(value)]));
}

const most = 2n ** 63n - 1n;
/** Neighbours that are one and the same to a double. */
const large = 2n ** 53n;
const exact: Readonly<Record<string, WireValue>> = {
  beyond: integer(large + 1n),
  below: integer(-large - 1n),
  most: integer(most),
  least: integer(-most - 1n),
  wholeDouble: double(3),
  zeroDouble: double(-0),
  largeDouble: double(Number(large)),
  part: double(0.5),
  whole: integer(3),
  zero: integer(0),
};

async function read({ stream }: Spoken, id: string) {
  const [reply] = await stream<{ readonly found?: WireDoc }>('BatchGetDocuments', {
    documents: [docName(`n/${id}`)],
  });
  return bare(reply?.found?.fields);
}

async function find({ stream }: Spoken, query: object): Promise<readonly string[]> {
  const rows = await stream<{ readonly document?: WireDoc }>('RunQuery', {
    parent: docsRoot,
    structuredQuery: { from, ...query },
  });
  return rows.flatMap(({ document }) => document?.name.split('/').at(-1) ?? []);
}

async function aggregate({ stream }: Spoken, field: string) {
  const one = (kind: 'sum' | 'avg') => ({ alias: kind, [kind]: { field: { fieldPath: field } } });
  const [reply] = await stream<{ readonly result: { readonly aggregateFields: object } }>(
    'RunAggregationQuery',
    {
      parent: docsRoot,
      structuredAggregationQuery: {
        structuredQuery: { from },
        aggregations: [one('sum'), one('avg'), { alias: 'count', count: {} }],
      },
    },
  );
  return bare(reply?.result.aggregateFields);
}

const where = (op: string, value: WireValue, fieldPath = 'n') => ({
  where: { fieldFilter: { field: { fieldPath }, op, value } },
});

test('every number is read as it was written, nested, in listeners and after a restart', async () => {
  const spoken = await speak();
  const { cloud, commit, listen } = spoken;
  const list = { arrayValue: { values: Object.values(exact) } };
  const fields = { ...exact, list, map: { mapValue: { fields: exact } } };
  const stream = listen();
  stream.send({
    addTarget: { targetId: 2, documents: { documents: [docName('n/a')] } },
  });
  await stream.moment();
  await commit(put('a', fields));
  const told = (await stream.moment()).find(({ documentChange }) => documentChange);
  expect(bare(told?.documentChange?.document.fields)).toEqual(fields);
  expect(await read(spoken, 'a')).toEqual(fields);
  await commit(put('a', { part: double(7) }, { updateMask: { fieldPaths: ['part'] } }));
  expect(await read(spoken, 'a')).toEqual({ ...fields, part: double(7) });
  const kept = cloud.exportText();
  await commit({ delete: docName('n/a') });
  cloud.importText(kept);
  expect(await read(spoken, 'a')).toEqual({ ...fields, part: double(7) });
});

test('a write that changes a number’s type changes the document, and the same write again does not', async () => {
  const { commit } = await speak();
  const timeOf = async (value: WireValue) =>
    (await commit(put('a', { n: value }))).writeResults[0]?.updateTime;
  const first = await timeOf(integer(3));
  const second = await timeOf(double(3));
  expect(second).not.toEqual(first);
  expect(await timeOf(double(3))).toEqual(second);
  const third = await timeOf(integer(large + 1n));
  expect(await timeOf(integer(large))).not.toEqual(third);
});

test('filters and orders compare integers and doubles by value, exactly', async () => {
  const spoken = await speak();
  await spoken.commit(
    put('a', { n: integer(large + 1n) }),
    put('b', { n: integer(large) }),
    put('c', { n: double(Number(large)) }),
    put('d', { n: double(Number(large) + 2) }),
    put('e', { n: integer(3) }),
    put('f', { n: double(3) }),
    put('g', { n: double(NaN) }),
    put('h', { n: integer(-most - 1n) }),
  );
  expect(await find(spoken, { orderBy: [{ field: { fieldPath: 'n' } }] })).toEqual([...'ghefbcad']);
  expect(await find(spoken, where('EQUAL', integer(large + 1n)))).toEqual(['a']);
  for (const same of [integer(large), double(Number(large))])
    expect(await find(spoken, where('EQUAL', same))).toEqual(['b', 'c']);
  for (const three of [integer(3), double(3)]) {
    expect(await find(spoken, where('EQUAL', three))).toEqual(['e', 'f']);
    expect(await find(spoken, where('LESS_THAN_OR_EQUAL', three))).toEqual(['h', 'e', 'f']);
    expect(await find(spoken, where('NOT_EQUAL', three))).toEqual([...'ghbcad']);
    expect(await find(spoken, where('IN', { arrayValue: { values: [three, integer(large + 1n)] } }))).toEqual(
      ['a', 'e', 'f'],
    );
  }
  expect(await find(spoken, where('GREATER_THAN', double(Number(large))))).toEqual(['a', 'd']);
  expect(await find(spoken, where('GREATER_THAN', integer(large + 1n)))).toEqual(['d']);
  expect(await find(spoken, where('LESS_THAN', integer(large + 1n)))).toEqual([...'hefbc']);
  const startAt = { values: [integer(large + 1n)], before: true };
  expect(await find(spoken, { orderBy: [{ field: { fieldPath: 'n' } }], startAt })).toEqual(['a', 'd']);
});

test('a listener of a number is notified of every document that gets it', async () => {
  const { commit, listen } = await speak();
  const stream = listen();
  const query = { parent: docsRoot, structuredQuery: { from, ...where('EQUAL', integer(3)) } };
  stream.send({ addTarget: { targetId: 2, query } });
  await stream.moment();
  const added = async () =>
    (await stream.moment()).flatMap(({ documentChange }) => bare(documentChange?.document.fields) ?? []);
  await commit(put('a', { n: double(3) }));
  expect(await added()).toEqual([{ n: double(3) }]);
  await commit(put('b', { n: integer(3) }));
  expect(await added()).toEqual([{ n: integer(3) }]);
});

test('arrays treat 3 and 3.0 as equal, and two integers above 2^53 as different', async () => {
  const spoken = await speak();
  const { commit } = spoken;
  const values = [integer(3), integer(large)];
  await commit(put('a', { list: { arrayValue: { values } } }));
  const change = (transform: object) =>
    put('a', {}, { updateMask: {}, updateTransforms: [{ fieldPath: 'list', ...transform }] });
  await commit(change({ appendMissingElements: { values: [double(3), integer(large + 1n)] } }));
  const joined = [...values, integer(large + 1n)];
  expect(await read(spoken, 'a')).toEqual({ list: { arrayValue: { values: joined } } });
  expect(await find(spoken, where('ARRAY_CONTAINS', double(3), 'list'))).toEqual(['a']);
  expect(await find(spoken, where('ARRAY_CONTAINS', integer(large + 2n), 'list'))).toEqual([]);
  await commit(change({ removeAllFromArray: { values: [double(3), double(Number(large))] } }));
  expect(await read(spoken, 'a')).toEqual({ list: { arrayValue: { values: [integer(large + 1n)] } } });
});

test.each([
  [integer(large), integer(1), integer(large + 1n)],
  [integer(most), integer(1), integer(most)],
  [integer(-most), integer(-2), integer(-most - 1n)],
  [integer(3), double(1), double(4)],
  [double(1.5), double(0.5), double(2)],
  [double(3), integer(1), double(4)],
  [{ stringValue: 'none' }, double(2), double(2)],
  [{ stringValue: 'none' }, integer(most), integer(most)],
] satisfies (readonly [WireValue, WireValue, WireValue])[])('%j and %j are %j', async (before, by, sum) => {
  const spoken = await speak();
  await spoken.commit(put('a', { n: before }));
  const { writeResults } = await spoken.commit(
    put('a', {}, { updateMask: {}, updateTransforms: [{ fieldPath: 'n', increment: by }] }),
  );
  expect(bare(writeResults[0]?.transformResults)).toEqual([sum]);
  expect(await read(spoken, 'a')).toEqual({ n: sum });
});

test('an average is a double, a sum of integers an integer within 64 bits, a count an integer', async () => {
  const cases: readonly (readonly [values: readonly WireValue[], sum: WireValue, avg: WireValue])[] = [
    [[integer(2), integer(4)], integer(6), double(3)],
    [[integer(large), integer(1)], integer(large + 1n), double(2 ** 52)],
    [[integer(most), integer(most)], double(2 ** 64), double(2 ** 63)],
    [[integer(most), integer(1), integer(-1)], integer(most), double(2 ** 63 / 3)],
    [[double(1.5), double(1.5)], double(3), double(1.5)],
    [[integer(1), double(3)], double(4), double(2)],
    [[{ stringValue: 'x' }], integer(0), { nullValue: 'NULL_VALUE' }],
  ];
  for (const [values, sum, avg] of cases) {
    const spoken = await speak();
    await spoken.commit(...values.map((n, at) => put(String(at), { n })));
    expect(await aggregate(spoken, 'n')).toEqual({ sum, avg, count: integer(values.length) });
  }
});

const firestore = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents/n/{kind} {
    allow write: if kind == 'int' && request.resource.data.n is int
      || kind == 'float' && request.resource.data.n is float
      || kind == 'beyond' && request.resource.data.list[0] == 9007199254740993;
    allow get: if resource.data.list[0] == 9007199254740993;
    allow list: if resource.data.n == 9007199254740993;
  }
}`;

test('rules distinguish integers and doubles', async () => {
  const spoken = await speak({ rules: { firestore } });
  const { commit } = spoken;
  const refused = { code: 7 };
  await commit(put('int', { n: integer(3) }), put('int', { n: integer(large + 1n) }));
  await commit(put('float', { n: double(3) }), put('float', { n: double(0.5) }));
  await expect(commit(put('int', { n: double(3) }))).rejects.toMatchObject(refused);
  await expect(commit(put('float', { n: integer(3) }))).rejects.toMatchObject(refused);
  const listed = (value: bigint) => ({ list: { arrayValue: { values: [integer(value)] } } });
  await commit(put('beyond', listed(large + 1n)));
  expect(await read(spoken, 'beyond')).toEqual(listed(large + 1n));
  await expect(commit(put('beyond', listed(large)))).rejects.toMatchObject(refused);
  expect(await find(spoken, where('EQUAL', integer(large + 1n)))).toEqual(['int']);
  await expect(find(spoken, where('EQUAL', integer(large)))).rejects.toMatchObject(refused);
});

test('readers over a port get the nearest double: backend code and an embedded client', async () => {
  const spoken = await speak();
  const { cloud, commit } = spoken;
  await commit(
    put('a', { n: integer(large + 1n), whole: double(3), list: { arrayValue: { values: [double(4)] } } }),
  );
  const plain = { n: Number(large), whole: 3, list: [4] };
  expect((await cloud.server.docs.get('n/a')).data).toStrictEqual(plain);
  const [found] = await cloud.server.docs.find({ collection: 'n' });
  expect(found?.data).toStrictEqual(plain);
  const client = connect(cloud);
  const { docs } = client;
  expect((await docs.get('n/a')).data).toStrictEqual(plain);
  const seen = new Promise((resolve) => {
    docs.watch('n/a', { next: ({ data }) => data?.['whole'] === 4 && resolve(data) });
  });
  await commit(put('a', { whole: double(4) }, { updateMask: { fieldPaths: ['whole'] } }));
  expect(await seen).toStrictEqual({ ...plain, whole: 4 });
  expect(
    await docs.aggregates.compute({ collection: 'n' }, { sum: { sum: 'n' }, mean: { average: 'whole' } }),
  ).toStrictEqual({ sum: Number(large), mean: 4 });
  // Untouched fields stay exact.
  await docs.batch([{ type: 'update', path: 'n/a', changes: { list: [] } }]);
  expect(await read(spoken, 'a')).toMatchObject({ n: integer(large + 1n), whole: double(4) });
  await client.dispose();
});
