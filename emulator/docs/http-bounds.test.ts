/** Limits of a client of the documents over HTTP; other clients are served meanwhile. */
import { expect, test } from 'vitest';
import {
  deepestNesting,
  largestBody,
  mostChannels,
  mostMessagesOfRequest,
  mostPerTurn,
  mostWaiting,
} from '../bounds.ts';
import {
  ask,
  database,
  name,
  openRaw,
  root,
  sendHttp,
  serveEachTest,
  serveFor,
  set,
  storedDocs,
} from './http.fixture.ts';

serveEachTest();

const exhausted = (code: number, message: RegExp) => ({
  status: code,
  said: {
    error: { code, status: 'RESOURCE_EXHAUSTED', message: expect.stringMatching(message) as string },
  },
});

test.each(['GET //', 'GET /\\\\', 'GET http://[', 'GET :99999', 'POST //x:y/z?SID=//', 'OPTIONS *'])(
  '%s is answered, and the server continues',
  async (line) => {
    const socket = await openRaw();
    socket.write(`${line} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`);
    expect(await socket.until(/^HTTP\/1\.1 \d+/u)).toMatch(/^HTTP\/1\.1 (?:204|400|404)/u);
    expect((await ask(`${root}:commit`, { writes: [] })).status).toBe(200);
  },
);

test('a body is limited, with and without a content length', async () => {
  const said = await openRaw();
  const head = `POST /v1/${encodeURI(root)}:commit HTTP/1.1\r\nHost: x\r\n`;
  said.write(`${head}Content-Length: ${largestBody + 1}\r\n\r\n`);
  const refusal = new RegExp(`^HTTP/1\\.1 413[^]*RESOURCE_EXHAUSTED[^]*at most ${largestBody} bytes`, 'u');
  await said.until(refusal);
  const unsaid = await openRaw();
  unsaid.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
  const part = 'x'.repeat(largestBody / 4);
  for (let count = 0; count < 4; count++) unsaid.write(`${part.length.toString(16)}\r\n${part}\r\n`);
  unsaid.write('1\r\nx\r\n');
  await unsaid.until(refusal);
  expect(await ask(`${root}:commit`, ' '.repeat(largestBody + 1))).toEqual(exhausted(413, /at most/u));
});

test('input nested too deep is rejected over REST and over a channel', async () => {
  const nested = (depth: number) =>
    `{"writes":[{"update":{"name":"${name('notes/a')}","fields":{"a":`.concat(
      '{"arrayValue":{"values":['.repeat(depth),
      ']}}'.repeat(depth),
      '}}}]}',
    );
  for (const depth of [deepestNesting, 20_000]) {
    const { status, said } = await ask(`${root}:commit`, nested(depth));
    expect(said).toMatchObject({
      error: { code: 400, message: expect.stringMatching(/more than 100 times/u) },
    });
    expect(status).toBe(400);
    const response = await openChannel('Write', [nested(depth)]);
    expect(response.status).toBe(400);
  }
  expect((await storedDocs().get('notes/a')).data).toBeNull();
});

const channelPath = (stream: string) =>
  `/google.firestore.v1.Firestore/${stream}/channel?VER=8&database=${encodeURIComponent(database)}`;

const formOf = (messages: readonly string[], first = 0) =>
  new URLSearchParams([
    ['count', String(messages.length)],
    ['ofs', String(first)],
    ...messages.map((text, at) => [`req${at}___data__`, text] as [string, string]),
  ]);

const openChannel = (stream: string, messages: readonly string[]) =>
  sendHttp(`${channelPath(stream)}&RID=1&CVER=22`, { method: 'POST', body: formOf(messages) });

async function channelOf(stream: string, messages: readonly string[]): Promise<string> {
  const text = await (await openChannel(stream, messages)).text();
  return (JSON.parse(text.slice(text.indexOf('\n'))) as [[number, ['c', string]]])[0][1][1];
}

const say = (stream: string, sid: string, first: number, messages: readonly string[]) =>
  sendHttp(`${channelPath(stream)}&SID=${sid}&RID=2&AID=0`, {
    method: 'POST',
    body: formOf(messages, first),
  });

const write = (n: number) => JSON.stringify({ writes: [set('notes/flood', n)] });

test('a request with too many messages is rejected as a whole', async () => {
  const messages = Array.from({ length: 20_000 }, (_, n) => write(n));
  const response = await openChannel('Write', messages);
  expect([response.status, await response.json()]).toEqual([
    429,
    {
      error: {
        code: 429,
        status: 'RESOURCE_EXHAUSTED',
        message: `A request brings at most ${mostMessagesOfRequest} messages. Send them in several.`,
      },
    },
  ]);
  expect((await storedDocs().get('notes/flood')).data).toBeNull();
});

test('messages of a channel are handled a few per turn, with other clients in between', async () => {
  const turns: (() => void)[] = [];
  await serveFor({ later: (run) => void turns.push(run) });
  const messages = Array.from({ length: mostMessagesOfRequest }, (_, n) => write(n));
  const sid = await channelOf('Write', [JSON.stringify({ database })]);
  expect((await say('Write', sid, 1, messages)).status).toBe(200);
  const flood = async () => (await storedDocs().get('notes/flood')).data?.['n'];
  // The first message of the channel, which greets, has had its part of the turn.
  expect(await flood()).toBe(mostPerTurn - 2);
  expect((await ask(`${root}:commit`, { writes: [set('notes/other', 1)] })).status).toBe(200);
  expect(await flood()).toBe(mostPerTurn - 2);
  turns.shift()?.();
  await ask(`${root}:commit`, { writes: [] });
  expect(await flood()).toBe(2 * mostPerTurn - 2);
  while (turns.length > 0) {
    for (const run of turns.splice(0)) run();
    await ask(`${root}:commit`, { writes: [] });
  }
  expect(await flood()).toBe(mostMessagesOfRequest - 1);
});

test('a channel with waiting messages rejects more and loses none', async () => {
  const turns: (() => void)[] = [];
  await serveFor({ later: (run) => void turns.push(run) });
  const sid = await channelOf('Listen', ['{}']);
  const messages = Array.from({ length: mostMessagesOfRequest }, () => '{}');
  let sent = 1;
  let response = await say('Listen', sid, sent, messages);
  for (; response.status === 200; response = await say('Listen', sid, sent, messages))
    sent += messages.length;
  expect([response.status, await response.json()]).toMatchObject([
    429,
    { error: { status: 'RESOURCE_EXHAUSTED', message: expect.stringMatching(/Send these again later/u) } },
  ]);
  expect(sent).toBeGreaterThan(mostWaiting - mostMessagesOfRequest);
  while (turns.length > 0) {
    for (const run of turns.splice(0)) run();
    await ask(`${root}:commit`, { writes: [] });
  }
  expect((await say('Listen', sid, sent, messages)).status).toBe(200);
});

test.each(['AID=x', 'AID=1.5', 'AID=-7'])('%s acknowledges no message', async (query) => {
  const sid = await channelOf('Write', [JSON.stringify({ database })]);
  expect((await sendHttp(`${channelPath('Write')}&SID=${sid}&RID=rpc&CI=1&${query}`)).status).toBe(400);
  const heard = await sendHttp(`${channelPath('Write')}&SID=${sid}&RID=rpc&CI=1&AID=0`);
  expect(await heard.text()).toContain('streamToken');
});

test('a channel above the limit is rejected until another one closes', async () => {
  const sids: string[] = [];
  while (sids.length < mostChannels) sids.push(await channelOf('Listen', ['{}']));
  const refused = await openChannel('Listen', ['{}']);
  expect([refused.status, await refused.text()]).toEqual([429, expect.stringMatching(/channels are open/u)]);
  await sendHttp(`${channelPath('Listen')}&SID=${sids[0] ?? ''}&RID=3&TYPE=terminate`, { method: 'POST' });
  expect((await openChannel('Listen', ['{}'])).status).toBe(200);
});
