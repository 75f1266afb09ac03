/** Node's implementation, against servers of this machine that stand at the scripted addresses. */
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { certify, makeAuthority } from '#adapters/embedded-node/certificate.ts';
import { openServerHttp } from '#adapters/node/http.ts';
import { httpContract, type Outside } from './http.contract.ts';

const open: Server[] = [];

async function listen(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
}

async function closeAll(): Promise<void> {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => void server.close(closed));
  }
}

afterEach(closeAll);

async function openOutside(): Promise<Outside> {
  const names = new Map<string, (readonly string[])[]>();
  const places = new Map<string, number>();
  /** A port at which nothing listens. */
  const nowhere = 9;
  return {
    name: (name, ...answers) => void names.set(name, [...answers]),
    async serve(address, answer) {
      const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const {
            status = 200,
            headers = {},
            body = '',
            stalls,
          } = answer({
            method: request.method ?? '',
            path: request.url ?? '',
            headers: request.headers as Record<string, string>,
            body: Buffer.concat(chunks).toString(),
          });
          response.writeHead(status, headers);
          if (stalls) response.write(body);
          else response.end(body);
        });
      });
      places.set(address, await listen(server));
    },
    http: (options = {}) =>
      openServerHttp({
        ...options,
        lookUp: async (name) => {
          const answers = names.get(name) ?? [];
          const [first] = answers;
          if (answers.length > 1) answers.shift();
          if (!first) throw new Error(`ENOTFOUND ${name}`);
          return first;
        },
        dial: (address) => connect({ host: '127.0.0.1', port: places.get(address) ?? nowhere }),
      }),
    pass: async () => {},
    close: closeAll,
  };
}

httpContract('node', openOutside);

const address = '93.184.215.14';

async function secureOutside(names: readonly string[]) {
  const authority = await makeAuthority();
  const { key, cert } = await certify(authority, names);
  const port = await listen(
    createSecureServer({ key, cert }, (request, response) => {
      if (request.url === '/down') response.writeHead(302, { location: 'http://calendar.test/' }).end();
      else response.end('over TLS');
    }),
  );
  return (authorities: readonly string[] = [authority.cert]) =>
    openServerHttp({
      lookUp: async () => [address],
      dial: () => connect({ host: '127.0.0.1', port }),
      authorities,
    });
}

test('a certificate is verified against the host name', async () => {
  const http = await secureOutside(['calendar.test']);
  const answer = await http().send({ url: 'https://calendar.test/' });
  expect(Buffer.from(answer.body).toString()).toBe('over TLS');
  const refused = { details: { reason: 'certificate' } };
  await expect(http().send({ url: 'https://other.test/' })).rejects.toMatchObject(refused);
  await expect(http([]).send({ url: 'https://calendar.test/' })).rejects.toMatchObject(refused);
});

test('a redirect from https to http is rejected', async () => {
  const http = await secureOutside(['calendar.test']);
  await expect(http().send({ url: 'https://calendar.test:8443/down' })).rejects.toMatchObject({
    code: 'permission-denied',
    details: { reason: 'downgrade' },
  });
});

async function zipped(body: Buffer, encoding = 'gzip') {
  const outside = await openOutside();
  outside.name('calendar.test', [address]);
  await outside.serve(address, ({ headers }) => ({
    headers: { 'content-encoding': encoding, 'x-asked': headers['accept-encoding'] ?? '' },
    body,
  }));
  return outside.http();
}

test('a gzip answer is decoded up to maxBytes', async () => {
  const http = await zipped(gzipSync('x'.repeat(10_000)));
  const url = 'http://calendar.test/';
  const answer = await http.send({ url, maxBytes: 10_000 });
  expect([answer.body.length, answer.headers['x-asked']]).toEqual([10_000, 'gzip']);
  await expect(http.send({ url, maxBytes: 9999 })).rejects.toMatchObject({ details: { reason: 'size' } });
});

test('a gzip answer that grows a thousandfold is rejected before it is decoded', async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000));
  expect(bomb.length).toBeLessThan(250_000);
  const http = await zipped(bomb);
  const before = process.memoryUsage().arrayBuffers;
  await expect(http.send({ url: 'http://calendar.test/' })).rejects.toMatchObject({
    details: { reason: 'size' },
  });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60_000_000);
});

test('an answer that can’t be decoded is rejected', async () => {
  const undecodable = { details: { reason: 'encoding' } };
  const damaged = await zipped(Buffer.from('not zipped at all'));
  await expect(damaged.send({ url: 'http://calendar.test/' })).rejects.toMatchObject(undecodable);
  const cut = await zipped(gzipSync('x'.repeat(10_000)).subarray(0, 20));
  await expect(cut.send({ url: 'http://calendar.test/' })).rejects.toMatchObject(undecodable);
  const unknown = await zipped(Buffer.from('x'), 'br');
  await expect(unknown.send({ url: 'http://calendar.test/' })).rejects.toMatchObject(undecodable);
});
