/** What a browser says over HTTP, said by hand. */
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RunningClock } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { believedCaller } from '../token.ts';
import { type DocumentsServer, serveDocuments } from './serve.ts';

const database = 'projects/p/databases/(default)';
const root = `${database}/documents`;
const rules = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /notes/{id} { allow read, write; }
    match /own/{uid} { allow read: if request.auth.uid == uid; }
  }
}`;
const token = (uid: string) =>
  [{ alg: 'none' }, { sub: uid }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat('')
    .join('.');

let cloud: FakeCloud;
let server: DocumentsServer;
beforeEach(async () => {
  const clock = new RunningClock({ now: Date.now, setTimeout, clearTimeout });
  cloud = new FakeCloud({ clock, believe: believedCaller, rules: { firestore: rules } });
  server = await serveDocuments({ cloud });
});
afterEach(async () => {
  await server.close();
  cloud.dispose();
});

const send = (path: string, init: RequestInit = {}) => fetch(`http://${server.address}${path}`, init);

async function ask(path: string, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await send(`/v1/${path}`, { method: 'POST', body: text, headers });
  return { status: response.status, said: (await response.json()) as unknown };
}

const name = (path: string) => `${root}/${path}`;
const set = (path: string, n: number) => ({
  update: { name: name(path), fields: { n: { integerValue: String(n) } } },
});
const refusal = (code: number, status: string, message?: RegExp) => ({
  status: code,
  said: {
    error: { code, status, message: expect.stringMatching(message ?? /./u) as string },
  },
});

test('questions are answered, each in the form of its kind', async () => {
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

test('what can’t be answered is refused with a status and a sentence', async () => {
  expect(await ask(`${root}:commit`, '{')).toEqual(refusal(400, 'INVALID_ARGUMENT', /not JSON/u));
  expect(await ask(`${root}:commit`, { wirtes: [] })).toEqual(refusal(400, 'INVALID_ARGUMENT', /wirtes/u));
  expect(await ask(`${root}:listDocuments`, {})).toEqual(refusal(501, 'UNIMPLEMENTED', /listDocuments/u));
  expect(await ask(`${root}:listen`, {})).toEqual(refusal(501, 'UNIMPLEMENTED'));
  expect(await ask(`${root}:toString`, {})).toEqual(refusal(501, 'UNIMPLEMENTED'));
  expect(await ask('somewhere', {})).toEqual(refusal(404, 'NOT_FOUND'));
  expect(await ask(`${root}:batchGet`, { documents: [name('own/ada')] })).toEqual(
    refusal(403, 'PERMISSION_DENIED', /own\/ada/u),
  );
  expect((await send('/%')).status).toBe(400);
  expect((await send(`/v1/${root}:commit`)).status).toBe(404);
});

test('who asks is who the token says', async () => {
  const asked = { documents: [name('own/ada')] };
  const as = (uid: string) => ask(`${root}:batchGet`, asked, { authorization: `Bearer ${token(uid)}` });
  expect(await as('ada')).toMatchObject({ status: 200, said: [{ missing: name('own/ada') }] });
  expect(await as('lin')).toMatchObject({ status: 403 });
});

test('pages of other origins may ask', async () => {
  const path = `/v1/${root}:commit`;
  const preflight = await send(path, {
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
  const refused = await send(path, {
    method: 'POST',
    body: '{',
    headers: { Origin: 'https://muster.example' },
  });
  expect(allowed(refused)).toEqual(expected);
});

/** A stream, as a browser opens it. */
class Stream {
  private readonly path: string;
  private sid = '';
  private sent = 0;
  private seen = 0;

  constructor(method: string) {
    const at = encodeURIComponent(database);
    this.path = `/google.firestore.v1.Firestore/${method}/channel?VER=8&database=${at}`;
  }

  private form(messages: readonly unknown[]): URLSearchParams {
    const form = new URLSearchParams({ count: String(messages.length), ofs: String(this.sent) });
    for (const [at, message] of messages.entries()) form.set(`req${at}___data__`, JSON.stringify(message));
    this.sent += messages.length;
    return form;
  }

  async open(headers: string, ...messages: readonly unknown[]): Promise<void> {
    const form = this.form(messages);
    form.set('headers', headers);
    const response = await send(`${this.path}&RID=1&CVER=22`, { method: 'POST', body: form });
    const [[, [, sid]]] = chunk(await response.text()) as [[number, ['c', string]]];
    this.sid = sid;
  }

  async say(...messages: readonly unknown[]): Promise<unknown> {
    const query = `&SID=${this.sid}&RID=2&AID=${this.seen}`;
    const response = await send(this.path + query, { method: 'POST', body: this.form(messages) });
    return chunk(await response.text());
  }

  /** What there is to hear; at the latest when there is something. */
  async hear(): Promise<readonly unknown[]> {
    const query = `&SID=${this.sid}&RID=rpc&AID=${this.seen}&CI=1`;
    const response = await send(this.path + query);
    if (response.status !== 200) return [response.status, await response.text()];
    const heard = chunk(await response.text()) as readonly [number, readonly unknown[]][];
    this.seen = heard.at(-1)?.[0] ?? this.seen;
    return heard.map(([, [message]]) => message);
  }

  /** Until somebody says so. */
  async until(isLast: (message: unknown) => boolean): Promise<readonly unknown[]> {
    const all: unknown[] = [];
    while (!all.some(isLast)) all.push(...(await this.hear()));
    return all;
  }

  hangUp = () => send(`${this.path}&SID=${this.sid}&RID=3&TYPE=terminate`, { method: 'POST' });
}

function chunk(text: string): unknown {
  const end = text.indexOf('\n');
  expect(text.slice(end + 1)).toHaveLength(Number(text.slice(0, end)));
  return JSON.parse(text.slice(end + 1));
}

const isMoment = (message: unknown) => JSON.stringify(message).includes('"NO_CHANGE"');
const listenTo = (path: string) => ({ addTarget: { targetId: 1, documents: { documents: [name(path)] } } });

test('a stream of listens tells what is there, and what comes', async () => {
  await ask(`${root}:commit`, { writes: [set('notes/a', 1)] });
  const stream = new Stream('Listen');
  await stream.open('', listenTo('notes/a'));
  expect(await stream.until(isMoment)).toMatchObject([
    { targetChange: { targetChangeType: 'ADD', targetIds: [1] } },
    { documentChange: { document: { name: name('notes/a'), fields: { n: { integerValue: '1' } } } } },
    { targetChange: { targetChangeType: 'CURRENT' } },
    { targetChange: { targetChangeType: 'NO_CHANGE' } },
  ]);
  await ask(`${root}:commit`, { writes: [set('notes/a', 2)] });
  expect(await stream.until(isMoment)).toMatchObject([
    { documentChange: { document: { fields: { n: { integerValue: '2' } } } } },
    { targetChange: { targetChangeType: 'NO_CHANGE' } },
  ]);
  // What it says in between is answered with where both are.
  expect(await stream.say({ removeTarget: 1 }, listenTo('notes/b'))).toMatchObject([
    0,
    expect.any(Number),
    0,
  ]);
  expect(await stream.until(isMoment)).toMatchObject([
    { targetChange: { targetChangeType: 'REMOVE' } },
    { targetChange: { targetChangeType: 'ADD' } },
    { targetChange: { targetChangeType: 'CURRENT' } },
    { targetChange: { targetChangeType: 'NO_CHANGE' } },
  ]);
  await stream.hangUp();
  expect(await stream.hear()).toEqual([400, expect.stringMatching(/.Unknown SID/u)]);
});

test('a stream of writes answers each in turn', async () => {
  const stream = new Stream('Write');
  await stream.open('', { database });
  expect(await stream.hear()).toEqual([{ streamId: '1', streamToken: expect.any(String) as string }]);
  await stream.say({ writes: [set('notes/a', 1)] }, { writes: [set('notes/a', 2)] });
  const answers = await stream.until((message) => JSON.stringify(message).includes('Mw=='));
  expect(answers).toMatchObject([{ writeResults: [{}] }, { writeResults: [{}] }]);
  expect((await cloud.server.docs.get('notes/a')).data).toEqual({ n: 2 });
});

test('headers come in the first message; who is refused is told, on the stream', async () => {
  const listen = async (headers: string) => {
    const stream = new Stream('Listen');
    await stream.open(headers, listenTo('own/ada'));
    return JSON.stringify(await stream.until((message) => /NO_CHANGE|cause/u.test(JSON.stringify(message))));
  };
  expect(await listen(`Authorization:Bearer ${token('ada')}\r\nX-Other: 1`)).toContain('CURRENT');
  expect(await listen('')).toContain('"cause":{"code":7');
});

test('what is no channel is refused, and opens none', async () => {
  const path = '/google.firestore.v1.Firestore/Listen/channel?VER=8';
  const post = (query: string, body: string) =>
    send(path + query, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
  expect((await send(path)).status).toBe(400);
  expect((await post('&RID=1', 'count=1&ofs=0&req0___data__={')).status).toBe(400);
  expect((await post('&RID=1', 'count=1&ofs=7&req0___data__={}')).status).toBe(400);
  expect((await post('&SID=gone&RID=1', '')).status).toBe(400);
});

test('a message that is none ends the stream with an error', async () => {
  const stream = new Stream('Listen');
  await stream.open('', { addTraget: {} });
  const status = 'INVALID_ARGUMENT';
  expect(await stream.hear()).toEqual([
    { error: { code: 400, status, message: 'addTraget is no field of the protocol.' } },
  ]);
});

test('one port tells its callers apart by what they say first, in whatever pieces it comes', async () => {
  const [host = '', port = ''] = server.address.split(':');
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
