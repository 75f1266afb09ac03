/**
 * Hostile input over HTTP: sockets full of garbage, addresses, headers, bodies, channels. Each valid request is
 * answered, errors carry a sentence and change nothing, and another client is served throughout.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { garbage, scratched, spoilt, walk } from '#tests/hostile-cases.ts';
import {
  ask,
  database,
  name,
  openRaw,
  root,
  sendHttp,
  serveEachTest,
  set,
  storedDocs,
} from './http.fixture.ts';

serveEachTest();

let count = 0;
/** Another client writes, and what it has written is there. */
async function othersAreServed(): Promise<number> {
  count++;
  expect((await ask(`${root}:commit`, { writes: [set('notes/witness', count)] })).status).toBe(200);
  expect((await storedDocs().get('notes/witness')).data).toEqual({ n: count });
  return count;
}

const query = { from: [{ collectionId: 'notes' }], limit: 2, orderBy: [{ field: { fieldPath: 'n' } }] };
const value = {
  mapValue: { fields: { a: { arrayValue: { values: [{ timestampValue: '2026-01-31T12:00:00Z' }] } } } },
};
const questions: Readonly<Record<string, object>> = {
  commit: {
    writes: [
      { update: { name: name('notes/a'), fields: { a: value } }, updateMask: { fieldPaths: ['a'] } },
      {
        transform: {
          document: name('notes/a'),
          fieldTransforms: [{ fieldPath: 'n', increment: { integerValue: '1' } }],
        },
      },
      { delete: name('notes/b'), currentDocument: { exists: true } },
    ],
  },
  batchGet: { documents: [name('notes/a')], newTransaction: { readWrite: {} } },
  beginTransaction: {},
  rollback: { transaction: 'AAAA' },
  runQuery: {
    structuredQuery: {
      ...query,
      where: { fieldFilter: { field: { fieldPath: 'n' }, op: 'EQUAL', value } },
      startAt: { values: [value], before: true },
    },
  },
  runAggregationQuery: {
    structuredAggregationQuery: { structuredQuery: query, aggregations: [{ alias: 'all', count: {} }] },
  },
};

const question = fc.constantFrom(...Object.entries(questions)).chain(([method, body]) =>
  fc.record({
    method: fc.oneof({ weight: 9, arbitrary: fc.constant(method) }, scratched(method)),
    path: fc.oneof({ weight: 9, arbitrary: fc.constant(root) }, scratched(root)),
    body: fc.oneof(
      spoilt(body).map((json) => JSON.stringify(json) ?? ''),
      scratched(JSON.stringify(body)),
    ),
    token: fc.constantFrom('', 'owner', 'a.b.', 'e30.e30.', '%', 'x'.repeat(5000)),
  }),
);

const all = async () => {
  const docs = await storedDocs().find({ collection: 'notes' });
  return JSON.stringify(docs.map(({ path, data }) => [path, data]));
};

const statuses = new Set([400, 401, 403, 404, 409, 429, 501]);
const asWritten = /is not a function|Cannot read|Maximum call stack/u;

async function isRefusal(status: number, message: string | undefined, before: string): Promise<void> {
  expect(statuses).toContain(status);
  expect(message).toMatch(/\.$/u);
  expect(message).not.toMatch(asWritten);
  expect(await all()).toBe(before);
}

test('every REST request is answered, and a rejection has a sentence and changes nothing', async () => {
  await walk(400, question, async ({ method, path, body, token }) => {
    const before = await all();
    const address = `/v1/${encodeURI(path.toWellFormed())}:${encodeURIComponent(method.toWellFormed())}`;
    const response = await sendHttp(address, {
      method: 'POST',
      body,
      headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    });
    const said = JSON.parse(await response.text()) as {
      readonly error?: { readonly status: string; readonly message: string };
    };
    if (response.status !== 200) await isRefusal(response.status, said.error?.message, before);
    const written = count;
    expect(await othersAreServed()).toBe(written + 1);
  });
});

const message = fc.oneof(
  spoilt({ addTarget: { targetId: 1, documents: { documents: [name('notes/a')] } } }),
  spoilt({ addTarget: { targetId: 2, query: { parent: root, structuredQuery: query } } }),
  spoilt({ removeTarget: 1 }),
  spoilt({ writes: [{ update: { name: name('notes/c'), fields: { a: value } } }] }),
  garbage,
);
const form = fc.record({
  ofs: fc.constantFrom('0', '1', '-1', 'x', '1e9', '', '99999999999999999999'),
  count: fc.constantFrom('1', '-5', 'x'),
  headers: fc.oneof(fc.constantFrom('', 'Authorization:Bearer owner\r\n', ':', '\r\n\r\n'), fc.string()),
  messages: fc.array(
    message.map((json) => JSON.stringify(json)),
    { maxLength: 4 },
  ),
});
const channel = fc.record({
  stream: fc.constantFrom('Listen', 'Write', 'Neither'),
  first: form,
  rest: fc.array(fc.record({ form, aid: fc.constantFrom('0', '-1', 'x', '1e300', '7') }), { maxLength: 3 }),
  ends: fc.boolean(),
});

test('any input on a channel is answered or rejected, and ends no other channel', async () => {
  await walk(150, channel, async ({ stream, first, rest, ends }) => {
    const path = `/google.firestore.v1.Firestore/${stream}/channel?VER=8&database=${encodeURIComponent(database)}`;
    const post = async (query: string, sent: typeof first) => {
      const body = new URLSearchParams({
        ofs: sent.ofs,
        count: sent.count,
        headers: sent.headers.toWellFormed(),
      });
      for (const [at, text] of sent.messages.entries()) body.set(`req${at}___data__`, text ?? '');
      const response = await sendHttp(path + query, { method: 'POST', body });
      expect([200, 400, 404, 429]).toContain(response.status);
      return response.text();
    };
    const sid = /\["c","([^"]+)"/u.exec(await post('&RID=1', first))?.[1] ?? 'none';
    for (const { form: sent, aid } of rest) await post(`&SID=${sid}&RID=2&AID=${aid}`, sent);
    if (ends) await sendHttp(`${path}&SID=${sid}&TYPE=terminate`, { method: 'POST' });
    await othersAreServed();
  });
});

const requests = [
  `POST /v1/${encodeURI(root)}:commit HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`,
  'GET /google.firestore.v1.Firestore/Listen/channel?SID=x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'OPTIONS / HTTP/1.1\r\nOrigin: x\r\nAccess-Control-Request-Headers: y\r\n\r\n',
  'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
];

test('random bytes on a socket end that socket only', async () => {
  const said = fc.oneof(
    fc.constantFrom(...requests).chain(scratched),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );
  await walk(250, said, async (text) => {
    const socket = await openRaw();
    socket.write(Buffer.from(text, 'latin1'));
    const before = count;
    expect(await othersAreServed()).toBe(before + 1);
    socket.destroy();
  });
});
