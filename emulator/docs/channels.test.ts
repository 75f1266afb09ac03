/** Streams as a browser opens, feeds and hears them, by hand. */
import { expect, test } from 'vitest';
import {
  ask,
  database,
  name,
  root,
  sendHttp,
  serveEachTest,
  set,
  storedDocs,
  token,
} from './http.fixture.ts';

serveEachTest();

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
    const response = await sendHttp(`${this.path}&RID=1&CVER=22`, { method: 'POST', body: form });
    const [[, [, sid]]] = chunk(await response.text()) as [[number, ['c', string]]];
    this.sid = sid;
  }

  async say(...messages: readonly unknown[]): Promise<unknown> {
    const query = `&SID=${this.sid}&RID=2&AID=${this.seen}`;
    const response = await sendHttp(this.path + query, { method: 'POST', body: this.form(messages) });
    return chunk(await response.text());
  }

  /** Messages to receive; waits for the first one. */
  async hear(): Promise<readonly unknown[]> {
    const query = `&SID=${this.sid}&RID=rpc&AID=${this.seen}&CI=1`;
    const response = await sendHttp(this.path + query);
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

  hangUp = () => sendHttp(`${this.path}&SID=${this.sid}&RID=3&TYPE=terminate`, { method: 'POST' });
}

function chunk(text: string): unknown {
  const end = text.indexOf('\n');
  expect(text.slice(end + 1)).toHaveLength(Number(text.slice(0, end)));
  return JSON.parse(text.slice(end + 1));
}

const isMoment = (message: unknown) => JSON.stringify(message).includes('"NO_CHANGE"');
const listenTo = (path: string) => ({ addTarget: { targetId: 1, documents: { documents: [name(path)] } } });

test('a listen stream sends the current documents, then changes', async () => {
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
  // The response to a message in between has the positions of both sides.
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

test('a write stream answers each write in order', async () => {
  const stream = new Stream('Write');
  await stream.open('', { database });
  expect(await stream.hear()).toEqual([{ streamId: '1', streamToken: expect.any(String) as string }]);
  await stream.say({ writes: [set('notes/a', 1)] }, { writes: [set('notes/a', 2)] });
  const answers = await stream.until((message) => JSON.stringify(message).includes('Mw=='));
  expect(answers).toMatchObject([{ writeResults: [{}] }, { writeResults: [{}] }]);
  expect((await storedDocs().get('notes/a')).data).toEqual({ n: 2 });
});

test('headers are read from the first message, and a denied listen is answered on the stream', async () => {
  const listen = async (headers: string) => {
    const stream = new Stream('Listen');
    await stream.open(headers, listenTo('own/ada'));
    return JSON.stringify(await stream.until((message) => /NO_CHANGE|cause/u.test(JSON.stringify(message))));
  };
  expect(await listen(`Authorization:Bearer ${token('ada')}\r\nX-Other: 1`)).toContain('CURRENT');
  expect(await listen('')).toContain('"cause":{"code":7');
});

test('an invalid channel request is rejected and opens no channel', async () => {
  const path = '/google.firestore.v1.Firestore/Listen/channel?VER=8';
  const post = (query: string, body: string) =>
    sendHttp(path + query, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
  expect((await sendHttp(path)).status).toBe(400);
  expect((await post('&RID=1', 'count=1&ofs=0&req0___data__={')).status).toBe(400);
  expect((await post('&RID=1', 'count=1&ofs=7&req0___data__={}')).status).toBe(400);
  expect((await post('&SID=gone&RID=1', '')).status).toBe(400);
});

test('a malformed message ends the stream with an error', async () => {
  const stream = new Stream('Listen');
  await stream.open('', { addTraget: {} });
  const status = 'INVALID_ARGUMENT';
  expect(await stream.hear()).toEqual([
    { error: { code: 400, status, message: 'addTraget is no field of the protocol.' } },
  ]);
});
