/** SMTP, against a real server of this machine, and against hostile ones. */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { SMTPServerOptions } from 'smtp-server';
import { openSmtp, type SmtpOptions, verifySmtp } from '#adapters/node/mail.ts';
import { mailContract, refusalOf } from './mail.contract.ts';
import { startSmtpReceiver } from './smtp-receiver.fixture.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const origin = 'https://muster.example';
const message = { to: 'bo@example.com', subject: 'Page', text: 'Checkout is down.\n' };

async function open(server: SMTPServerOptions = {}, given: Partial<SmtpOptions> = {}) {
  const receiver = await startSmtpReceiver(server);
  ends.push(receiver.stop);
  const mail = openSmtp({ url: receiver.url, from: 'Muster <muster@example.com>', origin, ...given });
  return { ...receiver, mail };
}

mailContract(
  'SMTP',
  async () => {
    const { mail, received } = await open();
    return { mail, received: async () => received };
  },
  { showsHeaders: true },
);

/** `code`: of an SMTP answer. */
const answer = (code: number): Error => Object.assign(new Error('Not for you'), { responseCode: code });

describe('a rejection says whether to retry', () => {
  test.each([
    [550, 'not-found', 'recipient'],
    [450, 'unavailable', 'later'],
  ])('of the recipient by %i: %s', async (code, portCode, reason) => {
    const { mail } = await open({ onRcptTo: (_, __, done) => done(answer(code)) });
    expect(await refusalOf(mail.send(message))).toMatchObject({ code: portCode, details: { reason } });
  });

  test('of the sender', async () => {
    const { mail } = await open({ onMailFrom: (_, __, done) => done(answer(553)) });
    expect(await refusalOf(mail.send(message))).toMatchObject({ details: { reason: 'sender' } });
  });

  test.each([
    [554, 'refused', false],
    [451, 'later', true],
  ])('of the message by %i', async (code, reason, retryable) => {
    const { mail } = await open({
      onData(stream, _, done) {
        stream.resume();
        stream.on('end', () => done(answer(code)));
      },
    });
    expect(await refusalOf(mail.send(message))).toMatchObject({ retryable, details: { reason } });
  });

  test('of name and password, which no error contains', async () => {
    const { port } = await open({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_, __, done) => done(null, {}),
    });
    const url = `smtp://ada:s3cret-word@127.0.0.1:${port}`;
    const mail = openSmtp({ url, from: 'a@b.example', origin });
    for (const ask of [() => mail.send(message), () => verifySmtp(url)]) {
      const error = await refusalOf(ask());
      expect(error).toMatchObject({ code: 'permission-denied', details: { reason: 'sender' } });
      const told = JSON.stringify([error.message, error.details, String(error.cause)]);
      expect(told).not.toMatch(/s3cret|bo@example/u);
    }
  });

  test('of an unreachable server', async () => {
    const { mail, stop } = await open();
    await stop();
    expect(await refusalOf(mail.send(message))).toMatchObject({ code: 'unavailable', retryable: true });
  });
});

test('a server without encryption gets no mail where encryption is required', async () => {
  const receiver = await open();
  const mail = openSmtp({ url: `${receiver.url}?requireTLS=true`, from: 'a@b.example', origin });
  expect(await refusalOf(mail.send(message))).toMatchObject({ details: { reason: 'encryption' } });
  expect(receiver.received).toEqual([]);
});

/** A server of TCP that does anything. */
async function listen(serve: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket);
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  ends.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => void server.close(closed));
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const flood = (socket: Socket, text: string): void => {
  const write = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', write);
  write();
};

describe('a hostile server delays one mail up to its time limit', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => {}],
    ['sends a banner without an end', (socket) => flood(socket, 'x'.repeat(60_000))],
    ['sends lines without an end', (socket) => flood(socket, '220-hello\r\n'.repeat(5_000))],
    [
      'greets in one line every 50 ms',
      (socket) => {
        const timer = setInterval(() => socket.write('220-hello\r\n'), 50);
        socket.on('close', () => clearInterval(timer));
      },
    ],
    ['greets with a code that is none', (socket) => socket.write('999 \u0000\uFFFF\r\n')],
    ['hangs up', (socket) => socket.end()],
    ['speaks HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['greets, and says nothing more', (socket) => socket.write('220 here\r\n')],
    [
      'never ends an answer',
      (socket) => {
        socket.write('220 here\r\n');
        socket.once('data', () => flood(socket, `250-${'y'.repeat(1_000)}\r\n`));
      },
    ],
  ])('a server that %s', async (_, serve) => {
    const url = await listen(serve);
    const mail = openSmtp({ url, from: 'a@b.example', origin, timeoutMs: 500 });
    const error = await refusalOf(mail.send(message));
    expect(error).toMatchObject({ code: 'unavailable', retryable: true, details: { reason: 'later' } });
  });
});

test('mails beyond the concurrent ones wait, and those beyond the queue reject at once', async () => {
  const waiting: (() => void)[] = [];
  const { mail, received } = await open(
    { onMailFrom: (_, __, done) => void waiting.push(() => done()) },
    { atOnce: 1 },
  );
  const sent = Array.from({ length: 9 }, () => mail.send(message));
  expect(await refusalOf(mail.send(message))).toMatchObject({
    code: 'resource-exhausted',
    retryable: true,
    details: { reason: 'busy' },
  });
  for (let done = 0; done < sent.length; done++) {
    await expect.poll(() => waiting.length).toBe(1);
    waiting.pop()?.();
  }
  await Promise.all(sent);
  expect(received).toHaveLength(9);
});
