/** Documents by their own addresses, as REST has them. */
import { expect, test } from 'vitest';
import { ask, name, root, sendHttp, serveEachTest, storedDocs, token } from './http.fixture.ts';

serveEachTest();

const owner = { authorization: 'Bearer owner' };
const text = (stringValue: string) => ({ stringValue });
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{9}Z$/u) as string;

async function rest(
  method: string,
  path: string,
  {
    body,
    headers = owner,
  }: { readonly body?: object | string; readonly headers?: Record<string, string> } = {},
) {
  const response = await sendHttp(`/v1/${root}/${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, said: (await response.json()) as unknown };
}

const put = (path: string, data: Record<string, string | number>) =>
  storedDocs().batch([{ type: 'set', path, data }]);

test('a document is created, read, changed and removed over REST', async () => {
  const fields = { a: text('1'), b: text('2'), m: { mapValue: { fields: { x: text('3') } } } };
  const made = { name: name('notes/one'), fields, createTime: time, updateTime: time };
  expect(await rest('POST', 'notes?documentId=one', { body: { fields } })).toEqual({
    status: 200,
    said: made,
  });
  expect(await rest('GET', 'notes/one')).toEqual({ status: 200, said: made });
  expect(await rest('GET', 'notes/one?mask.fieldPaths=a&mask.fieldPaths=m.x')).toMatchObject({
    said: { fields: { a: text('1'), m: fields.m } },
  });
  const masked = 'notes/one?updateMask.fieldPaths=a&updateMask.fieldPaths=b&updateMask.fieldPaths=n';
  const patch = { fields: { a: text('9'), n: { nullValue: null } } };
  expect(await rest('PATCH', masked, { body: patch })).toMatchObject({
    status: 200,
    said: { fields: { a: text('9'), n: { nullValue: null }, m: fields.m } },
  });
  expect((await storedDocs().get('notes/one')).data).toEqual({ a: '9', n: null, m: { x: '3' } });
  expect(await rest('PATCH', 'notes/one', { body: { fields: { only: text('x') } } })).toMatchObject({
    status: 200,
  });
  expect((await storedDocs().get('notes/one')).data).toEqual({ only: 'x' });
  expect(await rest('DELETE', 'notes/one')).toEqual({ status: 200, said: {} });
  expect(await rest('GET', 'notes/one')).toMatchObject({
    status: 404,
    said: { error: { status: 'NOT_FOUND' } },
  });
});

test('preconditions are read from the address, and a taken id is rejected', async () => {
  await put('notes/one', { n: 1 });
  expect(await rest('POST', 'notes?documentId=one', { body: {} })).toMatchObject({ status: 409 });
  expect(await rest('PATCH', 'notes/none?currentDocument.exists=true', { body: {} })).toMatchObject({
    status: 404,
  });
  expect(await rest('PATCH', 'notes/one?currentDocument.exists=false', { body: {} })).toMatchObject({
    status: 409,
  });
  expect(await rest('DELETE', 'notes/none?currentDocument.exists=true')).toMatchObject({ status: 404 });
  const { said } = await rest('GET', 'notes/one');
  const { updateTime } = said as { readonly updateTime: string };
  await put('notes/one', { n: 2 });
  const late = `notes/one?currentDocument.updateTime=${encodeURIComponent(updateTime)}`;
  expect(await rest('DELETE', late)).toMatchObject({
    status: 400,
    said: { error: { status: 'FAILED_PRECONDITION' } },
  });
  expect((await storedDocs().get('notes/one')).data).toEqual({ n: 2 });
});

test('a document without an id gets one, also in a subcollection', async () => {
  const { said } = await rest('POST', 'notes/a/replies', { body: { fields: { t: text('x') } } });
  const { name: made } = said as { readonly name: string };
  expect(made).toMatch(/\/documents\/notes\/a\/replies\/[A-Za-z0-9]{20}$/u);
  expect((await storedDocs().find({ collection: 'notes/a/replies' })).map(({ data }) => data)).toEqual([
    { t: 'x' },
  ]);
});

test('a collection is listed in order and in pages, with missing documents for the owner only', async () => {
  for (const id of ['a', 'b', 'c', 'd', 'e']) await put(`notes/${id}`, { n: 10 - id.charCodeAt(0), id });
  await put('notes/bb/replies/1', { n: 1 });
  const idsIn = (said: unknown) =>
    ((said as { readonly documents?: readonly { readonly name: string }[] }).documents ?? []).map(
      (document) => document.name.slice(`${root}/notes/`.length),
    );
  const listed = async (query: string, headers: Record<string, string> = {}) =>
    rest('GET', `notes?${query}`, { headers });
  expect(idsIn((await listed('')).said)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(idsIn((await listed('orderBy=n%20desc,id')).said)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(idsIn((await listed('orderBy=n')).said)).toEqual(['e', 'd', 'c', 'b', 'a']);
  expect((await listed('showMissing=true')).status).toBe(403);
  const all: string[] = [];
  let pageToken = '';
  do {
    const { said } = await listed(`showMissing=true&pageSize=2&pageToken=${pageToken}`, owner);
    all.push(...idsIn(said));
    pageToken = (said as { readonly nextPageToken?: string }).nextPageToken ?? '';
  } while (pageToken !== '');
  expect(all).toEqual(['a', 'b', 'bb', 'c', 'd', 'e']);
  const { said } = await listed('showMissing=true', owner);
  expect((said as { readonly documents: readonly object[] }).documents[2]).toEqual({
    name: name('notes/bb'),
  });
  expect(await rest('GET', 'none')).toEqual({ status: 200, said: { documents: [] } });
});

test('the owner lists collections, at the root and below a missing document', async () => {
  await put('notes/a', {});
  await put('rooms/x/notes/y', {});
  await put('rooms/x/above/y/deep/z', {});
  const listed = (path: string, headers: Record<string, string> = owner) =>
    ask(`${root}${path}:listCollectionIds`, {}, headers);
  expect(await listed('')).toEqual({ status: 200, said: { collectionIds: ['notes', 'rooms'] } });
  expect((await listed('/rooms/x')).said).toEqual({ collectionIds: ['above', 'notes'] });
  expect((await listed('/rooms/x/above/y')).said).toEqual({ collectionIds: ['deep'] });
  expect((await listed('/rooms/none')).said).toEqual({ collectionIds: [] });
  expect((await listed('', {})).status).toBe(403);
});

test('the rules apply to the caller', async () => {
  await put('own/ada', { n: 1 });
  const as = (uid: string) => ({ headers: { authorization: `Bearer ${token(uid)}` } });
  expect((await rest('GET', 'own/ada', as('ada'))).status).toBe(200);
  expect((await rest('GET', 'own/ada', as('ben'))).status).toBe(403);
  expect((await rest('DELETE', 'own/ada', as('ada'))).status).toBe(403);
  expect((await rest('GET', 'own', as('ada'))).status).toBe(403);
});

test('an invalid document, parameter or order is rejected with a sentence', async () => {
  const refused = async (method: string, path: string, body?: object | string) => {
    const { status, said } = await rest(method, path, body === undefined ? {} : { body });
    return [status, (said as { readonly error: { readonly message: string } }).error.message] as const;
  };
  expect(await refused('GET', 'notes/a?limit=3')).toEqual([400, expect.stringContaining('“limit”')]);
  expect(await refused('GET', 'notes/a?__proto__.x=3')).toEqual([
    400,
    expect.stringContaining('“__proto__.x”'),
  ]);
  expect(await refused('GET', 'notes?pageSize=many')).toEqual([400, expect.stringContaining('pageSize')]);
  expect(await refused('GET', 'notes?pageToken=none')).toEqual([400, expect.stringContaining('page token')]);
  expect(await refused('GET', 'notes?orderBy=a%20up')).toEqual([400, expect.stringContaining('order')]);
  expect(await refused('POST', 'notes?documentId=__id__', {})).toEqual([
    400,
    expect.stringContaining('__id__'),
  ]);
  expect(await refused('PATCH', 'notes/a', '[]')).toEqual([400, expect.stringContaining('document')]);
  expect(await refused('PATCH', 'notes/a', '{')).toEqual([400, expect.stringContaining('JSON')]);
  expect(await refused('PUT', 'notes/a', {})).toEqual([404, expect.anything()]);
  expect(await storedDocs().find({ collection: 'notes' })).toEqual([]);
});
