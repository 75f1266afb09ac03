/**
 * The parts of a desktop that a browser's notifications need: the session's bus, and its notification service. So a test can click
 * a notification, as a person does; a click from a script is not allowed to bring a page to the front.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type BusMessage,
  type BusValue,
  messageLength,
  readMessage,
  type Reply,
  writeMessage,
} from './dbus-wire.ts';

export interface Shown {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  /** Buttons by name, with their labels. */
  readonly buttons: Readonly<Record<string, string>>;
}

export interface Desktop {
  /** Address of the bus for `DBUS_SESSION_BUS_ADDRESS`. */
  readonly busAddress: string;
  /** Visible notifications, oldest first. */
  shown(): readonly Shown[];
  /** A click on one of them, or on its button with this text. */
  click(notification: Shown, button?: string): void;
  close(): Promise<void>;
}

const service = 'org.freedesktop.Notifications';
const bus = 'org.freedesktop.DBus';
/** The service's own name on the bus. */
const owner = ':1.1';

export async function startDesktop(): Promise<Desktop> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-desktop-'));
  const address = path.join(folder, 'bus');
  const screen = new Map<number, Shown>();
  const clients = new Set<net.Socket>();
  let serial = 0;
  let notifications = 0;

  const say = (socket: net.Socket, reply: Omit<Reply, 'serial'>) =>
    socket.write(writeMessage({ ...reply, serial: ++serial }));
  const signal = (member: string, signature: string, body: readonly BusValue[]) => {
    const from = { path: `/${service.replaceAll('.', '/')}`, interface: service, member };
    for (const client of clients) say(client, { type: 'signal', sender: owner, from, signature, body });
  };
  const remove = (id: number, reason: number) => {
    if (screen.delete(id)) signal('NotificationClosed', 'uu', [id, reason]);
  };

  /** Answer to a call: its signature and its values; `null` for an error. */
  const answer = ({ member, body }: BusMessage): readonly [string, ...BusValue[]] | null => {
    switch (member) {
      case 'Hello':
        return ['s', ':1.2'];
      case 'AddMatch':
      case 'RemoveMatch':
        return [''];
      case 'NameHasOwner':
        return ['b', body[0] === service ? 1 : 0];
      case 'GetNameOwner':
        return body[0] === service ? ['s', owner] : null;
      case 'ListNames':
      case 'ListActivatableNames':
        return ['as', [bus, service]];
      case 'StartServiceByName':
        return body[0] === service ? ['u', 2] : null;
      case 'GetCapabilities':
        return ['as', ['actions', 'body', 'persistence']];
      case 'GetServerInformation':
        return ['ssss', 'Muster tests', 'Muster', '1', '1.2'];
      case 'Notify': {
        const [, replaced, , title, text, actions] = body;
        const id = Number(replaced) || ++notifications;
        screen.set(id, { id, title: String(title), body: String(text), buttons: buttonsIn(actions) });
        return ['u', id];
      }
      case 'CloseNotification':
        remove(Number(body[0]), 3);
        return [''];
      default:
        return null;
    }
  };

  const hear = (socket: net.Socket, message: BusMessage) => {
    if (message.type !== 1) return;
    const answered = answer(message);
    const replyTo = message.serial;
    if (answered === null)
      return say(socket, { type: 'error', errorName: `${bus}.Error.UnknownMethod`, replyTo, sender: bus });
    const [signature, ...body] = answered;
    return say(socket, { type: 'return', replyTo, sender: bus, signature, body });
  };

  const server = net.createServer((socket) => {
    clients.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => clients.delete(socket));
    listen(socket, (message) => void hear(socket, message));
  });
  server.listen(address);
  await once(server, 'listening');
  return {
    busAddress: `unix:path=${address}`,
    shown: () => [...screen.values()],
    click({ id, buttons }, button) {
      const key =
        button === undefined ? 'default' : Object.keys(buttons).find((name) => buttons[name] === button);
      if (key === undefined) throw new Error(`The notification has no button “${button}”.`);
      signal('ActionInvoked', 'us', [id, key]);
    },
    async close() {
      for (const client of clients) client.destroy();
      server.close();
      await once(server, 'close');
      await rm(folder, { recursive: true });
    },
  };
}

/** Names and texts take turns. */
function buttonsIn(actions: BusValue | undefined): Readonly<Record<string, string>> {
  const words = Array.isArray(actions) ? actions.map(String) : [];
  return Object.fromEntries(
    words.flatMap((word, index): [string, string][] =>
      index % 2 === 0 ? [[word, words[index + 1] ?? '']] : [],
    ),
  );
}

/** Lines first, in which the client says who it is; then messages. */
function listen(socket: net.Socket, hear: (message: BusMessage) => void): void {
  let bytes = Buffer.alloc(0);
  let begun = false;
  socket.on('data', (data: Buffer) => {
    bytes = Buffer.concat([bytes, data]);
    while (!begun) {
      const end = bytes.indexOf('\r\n');
      if (end < 0) return;
      const line = bytes.toString('latin1', 0, end).replace('\0', '');
      bytes = bytes.subarray(end + 2);
      begun = line === 'BEGIN';
      if (line.startsWith('AUTH EXTERNAL ')) socket.write(`OK ${'0123456789abcdef'.repeat(2)}\r\n`);
      else if (line.startsWith('AUTH')) socket.write('REJECTED EXTERNAL\r\n');
      else if (!begun) socket.write('ERROR\r\n');
    }
    for (
      let length = messageLength(bytes);
      length !== null && bytes.length >= length;
      length = messageLength(bytes)
    ) {
      hear(readMessage(bytes.subarray(0, length)));
      bytes = bytes.subarray(length);
    }
  });
}
