import { expect, onTestFinished, test, vi } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { type PortLike, portChannel } from './channel.ts';

/** A port that notes what is posted. */
function notingPort() {
  const posted: unknown[] = [];
  let listener: ((event: { readonly data: unknown }) => void) | null = null;
  const port: PortLike = {
    postMessage: (message) => void posted.push(message),
    addEventListener: (_type, next) => {
      listener = next;
    },
    close: () => undefined,
  };
  return { port, posted, deliver: (data: unknown) => listener?.({ data }) };
}

test('messages of one turn are sent as one port message and received in order', async () => {
  const here = notingPort();
  const there = notingPort();
  const channel = portChannel(here.port);
  const received: unknown[] = [];
  portChannel(there.port).onMessage((message) => received.push(message));
  channel.send({ n: 1 });
  channel.send({ n: 2 });
  await settle();
  channel.send({ n: 3 });
  await settle();
  expect(here.posted).toHaveLength(2);
  for (const message of here.posted) there.deliver(message);
  expect(received).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('messages sent before a channel is closed still arrive', () => {
  const here = notingPort();
  const there = notingPort();
  const received: unknown[] = [];
  let closed = false;
  const other = portChannel(there.port);
  other.onMessage((message) => received.push(message));
  other.onClose(() => {
    closed = true;
  });
  const channel = portChannel(here.port);
  channel.send('last');
  channel.close();
  for (const message of here.posted) there.deliver(message);
  expect(received).toEqual(['last']);
  expect(closed).toBe(true);
});

test('a channel closed while receiving gets no further messages', async () => {
  const here = notingPort();
  const there = notingPort();
  const channel = portChannel(here.port);
  channel.send('first');
  channel.send('second');
  await settle();
  const received: unknown[] = [];
  const other = portChannel(there.port);
  other.onMessage((message) => {
    received.push(message);
    other.close();
  });
  for (const message of here.posted) there.deliver(message);
  expect(received).toEqual(['first']);
});

test('a channel whose port can’t post a message closes', async () => {
  const { port, posted } = notingPort();
  let closed = false;
  const channel = portChannel({
    ...port,
    postMessage(message) {
      if (message !== 'muster:closed') throw new TypeError('It can’t be copied.');
      posted.push(message);
    },
  });
  channel.onClose(() => {
    closed = true;
  });
  const reported = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => reported.mockRestore());
  channel.send('anything');
  await settle();
  expect(posted).toEqual(['muster:closed']);
  expect(closed).toBe(true);
  expect(reported).toHaveBeenCalledOnce();
});
