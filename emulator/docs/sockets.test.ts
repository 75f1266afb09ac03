/** Connections of those who keep the documents waiting, and of too many. */
import { expect, test } from 'vitest';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { bodyMs, firstWordsMs, mostSocketConnections, mostSilent, nextRequestMs } from '../bounds.ts';
import type { RawSocket } from '../raw.fixture.ts';
import { ask, openRaw, root, serveEachTest, serveFor } from './http.fixture.ts';

serveEachTest();

test('a silent socket is disconnected after a time, or earlier to make room', async () => {
  const clock = new ManualClock();
  await serveFor({ clock });
  const first = await openRaw();
  first.write('POST /v1/');
  const others: RawSocket[] = [];
  for (let count = 1; count < mostSilent; count++) others.push(await openRaw());
  await openRaw();
  await first.closed;
  expect(first.heard()).toBe('');
  await clock.advance(firstWordsMs - 1);
  expect((await ask(`${root}:commit`, { writes: [] })).status).toBe(200);
  await clock.advance(1);
  await Promise.all(others.map(({ closed }) => closed));
});

test('a body and the next request must arrive in time, and an answer may take longer', async () => {
  const clock = new ManualClock();
  await serveFor({ clock });
  const head = `POST /v1/${encodeURI(root)}:commit HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n`;
  const slow = await openRaw();
  const idle = await openRaw();
  slow.write(`${head}{`);
  idle.write(`${head}{}`);
  await idle.until(/commitTime/u);
  await clock.advance(bodyMs);
  await slow.closed;
  idle.write(`${head}{}`);
  await idle.until(/commitTime[^]*commitTime/u);
  idle.write('POST /v1');
  await clock.advance(nextRequestMs);
  await idle.closed;
  expect(slow.heard()).toBe('');
});

test('a connection above the limit is answered with an error', async () => {
  const head = `POST /v1/${encodeURI(root)}:commit HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`;
  const sockets: RawSocket[] = [];
  for (let count = 0; count < mostSocketConnections; count++) {
    const socket = await openRaw();
    socket.write(head);
    await socket.until(/^HTTP\/1\.1 200/u);
    sockets.push(socket);
  }
  const refused = await openRaw();
  await refused.closed;
  expect(refused.heard()).toMatch(/^HTTP\/1\.1 503[^]*1000 connections are open/u);
  sockets[0]?.destroy();
  // Its end may come after the next one's beginning, and not after that of many.
  for (;;) {
    const next = await openRaw();
    next.write(head);
    if ((await next.until(/^HTTP\/1\.1 \d+/u)).startsWith('HTTP/1.1 200')) return;
  }
});
