/** End of the HTTP server: no client can delay it. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testLimitMs } from '#tests/time-limits.ts';
import { httpServerStage } from './http-server.fixture.ts';

const upgrade = (place: string) =>
  [
    `GET ${place} HTTP/1.1`,
    'Host: muster.example',
    'Origin: https://muster.example',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '',
    '',
  ].join('\r\n');

/** Keeps its end open whatever the server does. */
async function stubbornClient(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test.each([
  ['an upgrade that is not accepted', '/elsewhere'],
  ['a websocket', '/host/channel'],
])('stopping the server does not wait for the client of %s', async (_, place) => {
  const { server } = await httpServerStage();
  const client = await stubbornClient(server.port);
  client.write(upgrade(place));
  await once(client, 'data');
  // A stop that waited would outlast the test.
  await expect(server.stop(2 * testLimitMs)).resolves.toBeUndefined();
});

test('a connection that requests a websocket after stop began gets none', async () => {
  const { server, networks } = await httpServerStage();
  const client = await stubbornClient(server.port);
  // Begun, so that the connection is not idle.
  const [line = '', ...others] = upgrade('/host/channel').split('\r\n');
  client.write(`${line}\r\n`);
  const other = await stubbornClient(server.port);
  other.write(upgrade('/host/channel'));
  await once(other, 'data');
  const stopped = server.stop();
  client.write(others.join('\r\n'));
  await stopped;
  expect(networks).toHaveLength(1);
});

test('a request without an answer is closed after the stop’s waiting time', async () => {
  const asked = Promise.withResolvers<void>();
  const { server } = await httpServerStage({
    files() {
      asked.resolve();
      return new Promise(() => {});
    },
  });
  const client = await stubbornClient(server.port);
  client.write('GET /host/files/a HTTP/1.1\r\nHost: muster.example\r\n\r\n');
  await asked.promise;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const stopped = server.stop(50);
  vi.advanceTimersByTime(50);
  await expect(stopped).resolves.toBeUndefined();
});

test('an incomplete request does not delay stop', async () => {
  const { server } = await httpServerStage();
  const client = await stubbornClient(server.port);
  client.write('POST /in/json/key HTTP/1.1\r\nHost: muster.example\r\nContent-Length: 10\r\n\r\nhalf');
  const other = await stubbornClient(server.port);
  other.write('POST /in/json/key HTTP/1.1\r\nHost: mus');
  await expect(server.stop(2 * testLimitMs)).resolves.toBeUndefined();
});

test('a complete request is answered after stop began', async () => {
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { server, get } = await httpServerStage({
    async files(_request, response) {
      asked.resolve();
      await answer.promise;
      response.end('answered');
    },
  });
  const idle = await stubbornClient(server.port);
  idle.write('GET /healthz HTTP/1.1\r\nHost: muster.example\r\n\r\n');
  await once(idle, 'data');
  const answered = get('/host/files/a');
  await asked.promise;
  const stopped = server.stop();
  await once(idle.resume(), 'end');
  answer.resolve();
  expect((await answered).text).toBe('answered');
  await stopped;
});
