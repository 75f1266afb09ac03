/** Requests of a browser over HTTP, made by hand. */
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { address, ask, name, root, sendHttp, serveEachTest, set, storedDocs, token } from './http.fixture.ts';

serveEachTest();

const refusal = (code: number, status: string, message?: RegExp) => ({
  status: code,
  said: {
    error: { code, status, message: expect.stringMatching(message ?? /./u) as string },
  },
});

test('REST requests are answered in the format of their method', async () => {
  const { status, said } = await ask(`${root}:commit`, { writes: [set('notes/a', 1), set('notes/b', 2)] });
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{9}Z$/u) as string;
  expect([status, said]).toEqual([
    200,
    { writeResults: [{ updateTime: time }, { updateTime: time }], commitTime: time },
  ]);
  const asked = { documents: [name('notes/a'), name('notes/c')] };
  expect(await ask(`${root}:batchGet`, asked)).toEqual({
    status: 200,
    said: [
      {
        found: {
          name: name('notes/a'),
          fields: { n: { integerValue: '1' } },
          createTime: time,
          updateTime: time,
        },
        readTime: time,
      },
      { missing: name('notes/c'), readTime: time },
    ],
  });
  const structuredQuery = { from: [{ collectionId: 'notes' }], limit: 1 };
  expect((await ask(`${root}:runQuery`, { structuredQuery })).said).toMatchObject([
    { document: { name: name('notes/a') } },
  ]);
  // Below a document, whose name may have to be written in another way.
  await ask(
    `${root}:commit`,
    { writes: [{ ...set('notes/ä b/replies/1', 3) }] },
    { authorization: 'Bearer owner' },
  );
  const below = { structuredQuery: { from: [{ collectionId: 'replies' }] } };
  const parent = `${root}/notes/${encodeURIComponent('ä b')}`;
  expect((await ask(`${parent}:runQuery`, below, { authorization: 'Bearer owner' })).said).toMatchObject([
    { document: { name: name('notes/ä b/replies/1'), fields: { n: { integerValue: '3' } } } },
  ]);
  const structuredAggregationQuery = { structuredQuery, aggregations: [{ alias: 'all', count: {} }] };
  expect((await ask(`${root}:runAggregationQuery`, { structuredAggregationQuery })).said).toMatchObject([
    { result: { aggregateFields: { all: { integerValue: '1' } } } },
  ]);
});

test('null is a value under a mask in any spelling', async () => {
  for (const nullValue of [null, 'NULL_VALUE', 0]) {
    const write = { ...set('notes/a', 1), updateMask: { fieldPaths: ['n'] } };
    await ask(`${root}:commit`, { writes: [set('notes/a', 1)] });
    write.update.fields.n = { nullValue } as never;
    expect(await ask(`${root}:commit`, { writes: [write] })).toMatchObject({ status: 200 });
    expect((await storedDocs().get('notes/a')).data).toEqual({ n: null });
  }
});

test('an invalid request is rejected with a status and a sentence', async () => {
  expect(await ask(`${root}:commit`, '{')).toEqual(refusal(400, 'INVALID_ARGUMENT', /not JSON/u));
  expect(await ask(`${root}:commit`, { wirtes: [] })).toEqual(refusal(400, 'INVALID_ARGUMENT', /wirtes/u));
  expect(await ask(`${root}:listDocuments`, {})).toEqual(refusal(501, 'UNIMPLEMENTED', /listDocuments/u));
  expect(await ask(`${root}:listen`, {})).toEqual(refusal(501, 'UNIMPLEMENTED'));
  expect(await ask(`${root}:toString`, {})).toEqual(refusal(501, 'UNIMPLEMENTED'));
  expect(await ask('somewhere', {})).toEqual(refusal(404, 'NOT_FOUND'));
  expect(await ask(`${root}:batchGet`, { documents: [name('own/ada')] })).toEqual(
    refusal(403, 'PERMISSION_DENIED', /own\/ada/u),
  );
  expect((await sendHttp('/%')).status).toBe(400);
  expect((await sendHttp(`/v1/${root}:commit`)).status).toBe(404);
});

test('the caller is the user of the token', async () => {
  const asked = { documents: [name('own/ada')] };
  const as = (uid: string) => ask(`${root}:batchGet`, asked, { authorization: `Bearer ${token(uid)}` });
  expect(await as('ada')).toMatchObject({ status: 200, said: [{ missing: name('own/ada') }] });
  expect(await as('lin')).toMatchObject({ status: 403 });
});

test('pages of other origins may send requests', async () => {
  const path = `/v1/${root}:commit`;
  const preflight = await sendHttp(path, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://muster.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    },
  });
  const allowed = (response: Response) => ({
    origin: response.headers.get('access-control-allow-origin'),
    credentials: response.headers.get('access-control-allow-credentials'),
  });
  const expected = { origin: 'https://muster.example', credentials: 'true' };
  expect([preflight.status, allowed(preflight)]).toEqual([204, expected]);
  expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization');
  // A refusal, too, or the page would not learn why.
  const refused = await sendHttp(path, {
    method: 'POST',
    body: '{',
    headers: { Origin: 'https://muster.example' },
  });
  expect(allowed(refused)).toEqual(expected);
});

test('a port distinguishes HTTP/1 and HTTP/2 by the first bytes, in any pieces', async () => {
  const [host = '', port = ''] = address().split(':');
  const answerTo = (...pieces: readonly string[]) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ host, port: Number(port), noDelay: true });
      socket.once('data', (data) => {
        resolve(data.toString('latin1'));
        socket.destroy();
      });
      socket.on('error', reject);
      const next = ([piece, ...others]: readonly string[]): void => {
        if (piece !== undefined) socket.write(piece, () => setImmediate(() => next(others)));
      };
      next(pieces);
    });
  const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n';
  const settings = '\0\0\0\u0004\0\0\0\0\0';
  const binary = `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${settings}`;
  expect(await answerTo(get)).toMatch(/^HTTP\/1\.1 404/u);
  expect(await answerTo('P', post.slice(1))).toMatch(/^HTTP\/1\.1 404/u);
  // A frame of settings: its kind is the fourth byte.
  expect((await answerTo(binary)).charCodeAt(3)).toBe(4);
  expect((await answerTo('P', 'R', binary.slice(2))).charCodeAt(3)).toBe(4);
});
