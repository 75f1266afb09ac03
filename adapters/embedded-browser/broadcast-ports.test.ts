import { expect, test } from 'vitest';
import { type Channel, portChannel } from '#fakes/cloud/channel.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { type Broadcast, broadcastPorts } from './broadcast-ports.ts';

/** A broadcast channel between the ends made from it: everyone but the sender hears. */
function ether() {
  const ends: { hear: (data: unknown) => void }[] = [];
  return (): Broadcast => {
    const listeners: ((event: { readonly data: unknown }) => void)[] = [];
    const end = {
      hear: (data: unknown) => {
        for (const listener of listeners) listener({ data });
      },
    };
    ends.push(end);
    return {
      postMessage(message) {
        const copy = structuredClone(message);
        for (const other of ends) if (other !== end) queueMicrotask(() => other.hear(copy));
      },
      addEventListener: (_type, listener) => void listeners.push(listener),
    };
  };
}

/** A host that answers everything with `echo`, and remembers who came and went. */
function echoHost(join: () => Broadcast, tab: string) {
  const ports = broadcastPorts(join(), tab);
  const accepted: string[] = [];
  const gone: string[] = [];
  const closed: string[] = [];
  ports.openHost({
    accept(from, port) {
      accepted.push(from);
      const channel = portChannel(port);
      channel.onMessage((message) => channel.send({ echo: message }));
      channel.onClose(() => closed.push(from));
    },
    gone: (from) => gone.push(from),
  });
  return { ports, accepted, gone, closed };
}

function heard(channel: Channel) {
  const messages: unknown[] = [];
  let ended = false;
  channel.onMessage((message) => messages.push(message));
  channel.onClose(() => {
    ended = true;
  });
  return { messages, ended: () => ended };
}

test('messages sent before a host exists are delivered to it in order', async () => {
  const join = ether();
  const client = portChannel(broadcastPorts(join(), 'a').connect());
  const { messages } = heard(client);
  client.send(1);
  client.send(2);
  await settle();
  expect(messages).toEqual([]);
  echoHost(join, 'host');
  await settle();
  expect(messages).toEqual([{ echo: 1 }, { echo: 2 }]);
});

test('connections of several tabs are separate', async () => {
  const join = ether();
  echoHost(join, 'host');
  const [one, other] = ['a', 'b'].map((tab) => portChannel(broadcastPorts(join(), tab).connect()));
  if (!one || !other) throw new Error('Two were made.');
  const [ofOne, ofOther] = [heard(one), heard(other)];
  await settle();
  one.send('one');
  await settle();
  expect(ofOne.messages).toEqual([{ echo: 'one' }]);
  expect(ofOther.messages).toEqual([]);
});

test('connections end when the host closes, and new ones reach the next host', async () => {
  const join = ether();
  const first = echoHost(join, 'first');
  const ports = broadcastPorts(join(), 'a');
  const before = portChannel(ports.connect());
  const { ended } = heard(before);
  before.send('hello');
  await settle();
  first.ports.closeHost();
  await settle();
  expect(ended()).toBe(true);
  const after = portChannel(ports.connect());
  const { messages } = heard(after);
  after.send('again');
  await settle();
  echoHost(join, 'second');
  await settle();
  expect(messages).toEqual([{ echo: 'again' }]);
});

test('a crashed host is replaced by the next one that announces itself', async () => {
  const join = ether();
  echoHost(join, 'first');
  const ports = broadcastPorts(join(), 'a');
  const client = portChannel(ports.connect());
  const { ended } = heard(client);
  client.send('hello');
  await settle();
  echoHost(join, 'second');
  await settle();
  expect(ended()).toBe(true);
});

test('the host is notified of a tab that closes', async () => {
  const join = ether();
  const host = echoHost(join, 'host');
  const ports = broadcastPorts(join(), 'a');
  portChannel(ports.connect()).send('hello');
  await settle();
  ports.goodbye();
  await settle();
  expect(host.accepted).toEqual(['a']);
  expect(host.gone).toEqual(['a']);
});

test('the host is notified of a client that closes its connection', async () => {
  const join = ether();
  const host = echoHost(join, 'host');
  const client = portChannel(broadcastPorts(join(), 'a').connect());
  client.send('hello');
  await settle();
  client.close();
  await settle();
  expect(host.closed).toEqual(['a']);
});

test('a tab that becomes the host closes its own connections', async () => {
  const join = ether();
  echoHost(join, 'first');
  const ports = broadcastPorts(join(), 'a');
  const client = portChannel(ports.connect());
  const { ended } = heard(client);
  client.send('hello');
  await settle();
  ports.openHost({ accept: () => {}, gone: () => {} });
  await settle();
  expect(ended()).toBe(true);
});
