import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebChannel } from './channel.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const holdMs = 10_000;
const silenceMs = 60_000;

function open() {
  const heard: unknown[] = [];
  let ends = 0;
  const channel = new WebChannel('id', {
    message: (message) => void heard.push(message),
    end: () => void ends++,
    silenceMs,
    holdMs,
  });
  return { channel, heard, ends: () => ends };
}

/** An answer to write in, and what has been written: what each chunk says, once its length is right. */
function back() {
  const chunks: unknown[] = [];
  const to = {
    ended: false,
    write(text: string) {
      const [length = '', content = ''] = text.split('\n');
      expect(content).toHaveLength(Number(length));
      chunks.push(...(JSON.parse(content) as unknown[]));
    },
    end: () => void (to.ended = true),
  };
  return { to, chunks };
}

test('the greeting contains the channel id, and the first response starts immediately', () => {
  const { channel } = open();
  const greeting = channel.greeting();
  expect(JSON.parse(greeting.slice(greeting.indexOf('\n')))).toEqual([[0, ['c', 'id', '', 8, 14, 30_000]]]);
  channel.acknowledge(0);
  const { to, chunks } = back();
  channel.attach(to, false);
  expect(chunks).toEqual([[1, ['noop']]]);
});

test('messages are kept until they are acknowledged and repeated otherwise', () => {
  const { channel } = open();
  channel.acknowledge(0);
  for (const n of [1, 2, 3]) channel.send({ n });
  const first = back();
  channel.attach(first.to, false);
  expect(first.chunks).toEqual([1, 2, 3].map((n) => [n, [{ n }]]));
  channel.released(first.to);
  channel.send({ n: 4 });
  channel.acknowledge(2);
  const second = back();
  channel.attach(second.to, false);
  expect(second.chunks).toEqual([3, 4].map((n) => [n, [{ n }]]));
  expect(first.chunks).toHaveLength(3);
});

test('each message is received once and in order, and a gap is rejected', () => {
  const { channel, heard } = open();
  channel.receive(0, ['a', 'b']);
  channel.receive(0, ['a', 'b']);
  channel.receive(1, ['b', 'c']);
  expect(heard).toEqual(['a', 'b', 'c']);
  expect(() => channel.receive(5, ['f'])).toThrow('Messages are missing');
  channel.receive(3, ['d']);
  expect(heard).toEqual(['a', 'b', 'c', 'd']);
});

test('a response requested to end with the first message does', () => {
  const { channel } = open();
  channel.acknowledge(0);
  const { to, chunks } = back();
  channel.attach(to, true);
  expect([chunks, to.ended]).toEqual([[], false]);
  channel.send({ n: 1 });
  channel.send({ n: 2 });
  expect([chunks, to.ended]).toEqual([[[1, [{ n: 1 }]]], true]);
});

test('state tells whether a response is open and what was sent last', () => {
  const { channel } = open();
  expect(channel.state()).toBe('7\n[0,0,0]');
  channel.send({});
  const { to } = back();
  channel.attach(to, false);
  expect(channel.state()).toBe('7\n[1,1,0]');
  channel.released(to);
  expect(channel.state()).toBe('7\n[0,1,0]');
});

test('an idle response is ended with a no-op, and the channel waits for the next one', () => {
  const { channel, ends } = open();
  const { to, chunks } = back();
  channel.attach(to, false);
  vi.advanceTimersByTime(holdMs - 1);
  expect(to.ended).toBe(false);
  vi.advanceTimersByTime(1);
  expect([chunks.at(-1), to.ended]).toEqual([[1, ['noop']], true]);
  vi.advanceTimersByTime(silenceMs - 1);
  expect(ends()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(ends()).toBe(1);
  channel.end();
  expect(ends()).toBe(1);
  channel.receive(0, ['too late']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a browser that reconnects in time keeps its channel, and messages after its end are dropped', () => {
  const { channel, heard, ends } = open();
  vi.advanceTimersByTime(silenceMs - 1);
  const first = back();
  channel.attach(first.to, false);
  vi.advanceTimersByTime(holdMs - 1);
  const second = back();
  channel.attach(second.to, false);
  expect(first.to.ended).toBe(true);
  // The browser lets go of the old one late.
  channel.released(first.to);
  channel.send({ n: 1 });
  expect(second.chunks.at(-1)).toEqual([expect.any(Number), [{ n: 1 }]]);
  channel.end();
  expect([ends(), second.to.ended]).toEqual([1, true]);
  channel.receive(0, ['late']);
  channel.send({ n: 2 });
  expect(heard).toEqual([]);
});

test('an error or a close is the last message of a channel', () => {
  for (const [error, said] of [
    [{ code: 403 }, { error: { code: 403 } }],
    [undefined, 'close'],
  ] as const) {
    const { channel } = open();
    channel.acknowledge(0);
    channel.send({ n: 1 });
    channel.close(error);
    channel.send({ n: 2 });
    channel.close();
    const { to, chunks } = back();
    channel.attach(to, false);
    expect(chunks).toEqual([
      [1, [{ n: 1 }]],
      [2, [said]],
    ]);
  }
});
