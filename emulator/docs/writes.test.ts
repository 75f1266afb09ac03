/** Writes by the protocol, beyond the SDKs: preconditions, masks, transforms, times. */
import { expect, test } from 'vitest';
import type { WireValue, WireWrite } from './messages.ts';
import { docName, speak, type WireDoc } from './wire.fixture.ts';

const text = (stringValue: string): WireValue => ({ stringValue });
const int = (value: number): WireValue => ({ integerValue: String(value) });
const put = (path: string, fields: Record<string, WireValue>, more: Partial<WireWrite> = {}): WireWrite => ({
  update: { name: docName(path), fields },
  ...more,
});

const codes = { invalid: 3, notFound: 5, exists: 6, precondition: 9, aborted: 10 };

test('preconditions check existence, absence and update time', async () => {
  const { commit } = await speak();
  const exists = { currentDocument: { exists: true } };
  const absent = { currentDocument: { exists: false } };
  await expect(commit(put('n/a', {}, exists))).rejects.toMatchObject({ code: codes.notFound });
  await expect(commit({ delete: docName('n/a'), ...exists })).rejects.toMatchObject({ code: codes.notFound });
  const { writeResults } = await commit(put('n/a', { v: int(1) }, absent));
  await expect(commit(put('n/a', {}, absent))).rejects.toMatchObject({ code: codes.exists });
  const updateTime = writeResults[0]?.updateTime ?? {};
  await commit(put('n/a', { v: int(2) }, { currentDocument: { updateTime } }));
  const late = commit(put('n/a', { v: int(3) }, { currentDocument: { updateTime } }));
  await expect(late).rejects.toMatchObject({ code: codes.precondition });
  await commit(put('n/a', { v: int(4) }, exists));
});

test('a failed verify rejects the other writes of its commit', async () => {
  const { commit, cloud } = await speak();
  const { writeResults } = await commit(put('n/a', {}));
  const updateTime = writeResults[0]?.updateTime ?? {};
  const verify = { verify: docName('n/a'), currentDocument: { updateTime } };
  const both = await commit(verify, put('n/b', { v: int(1) }));
  expect(both.writeResults).toHaveLength(2);
  expect(both.writeResults[0]?.updateTime ?? null).toBeNull();
  await commit(put('n/a', { v: int(2) }));
  await expect(commit(put('n/c', {}), verify)).rejects.toMatchObject({ code: codes.precondition });
  expect((await cloud.server.docs.get('n/c')).data).toBeNull();
});

test('a mask sets named fields and removes omitted ones, and an empty one changes nothing', async () => {
  const { commit, cloud } = await speak();
  const data = async () => (await cloud.server.docs.get('n/a')).data;
  await commit(put('n/a', {}, { updateMask: {} }));
  expect(await data()).toEqual({});
  await commit(put('n/a', { a: int(1), b: int(2), m: { mapValue: { fields: { x: int(1), y: int(2) } } } }));
  await commit(put('n/a', {}, { updateMask: {} }));
  expect(Object.keys((await data()) ?? {})).toHaveLength(3);
  const changed = { a: int(9), m: { mapValue: { fields: { x: int(9) } } } };
  const updateMask = { fieldPaths: ['a', 'b', 'm.x', 'none'] };
  await commit(put('n/a', changed, { updateMask }));
  expect(await data()).toEqual({ a: 9, m: { x: 9, y: 2 } });
  await commit(put('n/a', {}, { updateMask: { fieldPaths: ['m.y'] }, currentDocument: { exists: true } }));
  expect(await data()).toEqual({ a: 9, m: { x: 9 } });
});

const nothing: WireValue = { nullValue: 'NULL_VALUE' };
const map = (fields: Record<string, WireValue>): WireValue => ({ mapValue: { fields } });

/** Of an update (the document must be there) and of a merge (it may be there). */
const masked = [{ currentDocument: { exists: true } }, {}];

test('null under a mask is a value at every depth, and only absent fields are removed', async () => {
  for (const more of masked) {
    const { commit, cloud } = await speak();
    const data = async () => (await cloud.server.docs.get('n/a')).data;
    await commit(put('n/a', { a: int(1), b: int(2), m: map({ x: int(1), y: int(2) }), keep: int(3) }));
    await commit(
      put(
        'n/a',
        { a: nothing, m: map({ x: nothing }), list: { arrayValue: { values: [nothing] } } },
        { ...more, updateMask: { fieldPaths: ['a', 'b', 'm.x', 'm.y', 'm.none', 'list'] } },
      ),
    );
    expect(await data()).toEqual({ a: null, m: { x: null }, list: [null], keep: 3 });
    await commit(
      put('n/a', { m: map({ inner: map({ z: nothing }) }) }, { ...more, updateMask: { fieldPaths: ['m'] } }),
    );
    expect(await data()).toMatchObject({ m: { inner: { z: null } } });
    await commit(put('n/a', { m: nothing }, { ...more, updateMask: { fieldPaths: ['m'] } }));
    expect(await data()).toMatchObject({ m: null });
    await commit(put('n/a', { m: nothing }, { ...more, updateMask: { fieldPaths: ['m.x'] } }));
    // Below a field that is no map there is nothing to remove.
    expect(await data()).toEqual({ a: null, m: null, list: [null], keep: 3 });
  }
});

test('null is set, added to and removed from a list beside a null under a mask', async () => {
  const { commit, cloud } = await speak();
  await commit(put('n/a', { none: nothing, list: { arrayValue: { values: [int(1)] } } }));
  expect((await cloud.server.docs.get('n/a')).data).toEqual({ none: null, list: [1] });
  const change = (fieldPath: string, transform: object) =>
    put(
      'n/a',
      { none: nothing },
      { updateMask: { fieldPaths: ['none'] }, updateTransforms: [{ fieldPath, ...transform }] },
    );
  await commit(change('list', { appendMissingElements: { values: [nothing, nothing] } }));
  expect((await cloud.server.docs.get('n/a')).data).toEqual({ none: null, list: [1, null] });
  await commit(change('list', { removeAllFromArray: { values: [nothing] } }));
  expect((await cloud.server.docs.get('n/a')).data).toEqual({ none: null, list: [1] });
});

test('transform results are in order, null for unions and removals', async () => {
  const { commit, cloud } = await speak();
  await commit(put('n/a', { n: int(1), list: { arrayValue: { values: [int(1)] } } }));
  const { writeResults, commitTime } = await commit(
    put(
      'n/a',
      { m: { mapValue: { fields: { text: text('x') } } } },
      {
        updateMask: { fieldPaths: ['m'] },
        updateTransforms: [
          { fieldPath: 'list', appendMissingElements: { values: [int(1), int(2)] } },
          { fieldPath: 'n', increment: int(2) },
          { fieldPath: 'm.at', setToServerValue: 'REQUEST_TIME' },
        ],
      },
    ),
  );
  expect(writeResults[0]?.transformResults).toMatchObject([
    { nullValue: 'NULL_VALUE' },
    { integerValue: '3' },
    { timestampValue: { seconds: commitTime.seconds } },
  ]);
  expect((await cloud.server.docs.get('n/a')).data).toMatchObject({ n: 3, list: [1, 2], m: { text: 'x' } });
});

test('a write without a change keeps the update time, and delete followed by update in one commit is rejected', async () => {
  const { commit } = await speak();
  const [first] = (await commit(put('n/a', { v: int(1) }))).writeResults;
  const [second] = (await commit(put('n/a', { v: int(1) }))).writeResults;
  expect(second?.updateTime).toEqual(first?.updateTime);
  const update = put('n/a', {}, { updateMask: {}, currentDocument: { exists: true } });
  await expect(commit({ delete: docName('n/a') }, update)).rejects.toMatchObject({ code: codes.invalid });
});

test('an unstorable value is rejected with invalid argument', async () => {
  const { commit } = await speak();
  const wrong: readonly WireWrite[] = [
    put('n', {}),
    put('__n__/a', {}),
    put('n/a', { __v__: int(1) }),
    put('n/a', { v: { arrayValue: { values: [{ arrayValue: { values: [] } }] } } }),
    put('n/a', { v: { geoPointValue: { latitude: 91 } } }),
    put('n/a', {}, { updateMask: { fieldPaths: ['a..b'] } }),
  ];
  for (const write of wrong) await expect(commit(write)).rejects.toMatchObject({ code: codes.invalid });
});

test('a server transaction is aborted when a document it read has changed', async () => {
  const { ask, commit, stream } = await speak();
  await commit(put('n/a', { v: int(1) }));
  const begin = () => ask<{ readonly transaction: Uint8Array }>('BeginTransaction', {});
  const read = (transaction: Uint8Array) =>
    stream<{ readonly found?: WireDoc; readonly missing?: string }>('BatchGetDocuments', {
      documents: [docName('n/a'), docName('n/none')],
      transaction,
    });
  const { transaction } = await begin();
  expect(await read(transaction)).toMatchObject([
    { found: { name: docName('n/a') } },
    { missing: docName('n/none') },
  ]);
  await ask('Commit', { transaction, writes: [put('n/b', {})] });
  const late = (await begin()).transaction;
  await read(late);
  await commit(put('n/none', {}));
  const refused = ask('Commit', { transaction: late, writes: [put('n/b', {})] });
  await expect(refused).rejects.toMatchObject({ code: codes.aborted });
  const over = (await begin()).transaction;
  await ask('Rollback', { transaction: over });
  await expect(ask('Commit', { transaction: over, writes: [] })).rejects.toMatchObject({
    code: codes.invalid,
  });
});

test('limits of the platform apply to every caller', async () => {
  const { commit, cloud } = await speak();
  const long = 'x'.repeat(1501);
  const numbers = Array.from({ length: 2049 }, (): WireValue => ({ doubleValue: 1 }));
  const vector: WireValue = {
    mapValue: { fields: { __type__: text('__vector__'), value: { arrayValue: { values: numbers } } } },
  };
  let nested: WireValue = int(1);
  for (let level = 0; level < 21; level++) nested = { mapValue: { fields: { a: nested } } };
  const refused = [
    put(`n/${long}`, {}),
    put(`${long}/a`, {}),
    put(Array.from({ length: 101 }, () => 'c/d').join('/'), {}),
    put(Array.from({ length: 8 }, () => 'x'.repeat(1000)).join('/'), {}),
    put('n/a', { [long]: int(1) }),
    put('n/a', {}, { updateMask: { fieldPaths: [long] } }),
    put('n/a', { to: { referenceValue: docName(`n/${long}`) } }),
    put('n/a', { vector }),
    put('n/a', { nested }),
  ];
  for (const write of refused) await expect(commit(write)).rejects.toMatchObject({ code: codes.invalid });
  expect((await cloud.server.docs.get('n/a')).data).toBeNull();
});
