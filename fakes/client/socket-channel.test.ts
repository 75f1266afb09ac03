import { describe, expect, test } from 'vitest';
import { heartbeat, silenceMs, wireText } from '#fakes/cloud/wire.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { socketChannel, type SocketLike } from './socket-channel.ts';

/** A websocket of which the test is the other end. */
class PlayedSocket implements SocketLike {
  readyState = 0;
  readonly sent: string[] = [];
  closed = 0;
  private readonly listeners = new Map<string, (event: { readonly data: unknown }) => void>();

  addEventListener(type: string, listener: (event: { readonly data: unknown }) => void): void {
    this.listeners.set(type, listener);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.closed++;
  }

  happen(type: 'open' | 'close' | 'error' | 'message', data?: unknown): void {
    if (type === 'open') this.readyState = 1;
    this.listeners.get(type)?.({ data });
  }
}

function stage() {
  const socket = new PlayedSocket();
  const clock = new ManualClock();
  const channel = socketChannel(socket, clock);
  const heard: unknown[] = [];
  let ends = 0;
  channel.onMessage((message) => heard.push(message));
  channel.onClose(() => ends++);
  return { socket, clock, channel, heard, ends: () => ends };
}

test('messages from before the connection are sent, in order, once it is open', () => {
  const { socket, channel } = stage();
  channel.send('first');
  channel.send('second');
  expect(socket.sent).toEqual([]);
  socket.happen('open');
  channel.send('third');
  expect(socket.sent).toEqual(['first', 'second', 'third'].map(wireText));
});

test('messages that arrive before there is a listener are kept for it', () => {
  const socket = new PlayedSocket();
  const channel = socketChannel(socket, new ManualClock());
  socket.happen('open');
  socket.happen('message', wireText('early'));
  const heard: unknown[] = [];
  channel.onMessage((message) => heard.push(message));
  socket.happen('message', wireText('later'));
  expect(heard).toEqual(['early', 'later']);
});

describe('the end', () => {
  test('by the server is reported once', () => {
    const { socket, ends, heard } = stage();
    socket.happen('open');
    socket.happen('error');
    expect(ends()).toBe(0);
    socket.happen('close');
    socket.happen('close');
    socket.happen('message', wireText('late'));
    expect(ends()).toBe(1);
    expect(heard).toEqual([]);
  });

  test('by silence is reported, and closes the socket', async () => {
    const { socket, clock, ends } = stage();
    socket.happen('open');
    await clock.advance(silenceMs - 1);
    socket.happen('message', heartbeat);
    await clock.advance(silenceMs - 1);
    expect(ends()).toBe(0);
    await clock.advance(1);
    expect(ends()).toBe(1);
    expect(socket.closed).toBe(1);
  });

  test('by a message that is none is reported', () => {
    const { socket, ends, heard } = stage();
    socket.happen('open');
    socket.happen('message', '{');
    expect(ends()).toBe(1);
    expect(heard).toEqual([]);
  });

  test('by this side is not reported, and drops what is unsent', () => {
    const { socket, channel, ends } = stage();
    channel.send('unsent');
    channel.close();
    socket.happen('open');
    socket.happen('close');
    expect(socket.sent).toEqual([]);
    expect(ends()).toBe(0);
  });
});
