/** The server's HTTP and handshakes, as strangers, proxies and browsers ask it. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { httpServerStage as stage } from './http-server.fixture.ts';
import { listen } from './listen.ts';

test.each([
  ['/', {}, 200, 'app'],
  ['/host/files/teams/a', {}, 200, 'file'],
  ['/healthz', { headers: { host: 'stranger.example' } }, 200, '{"status":"ok"}\n'],
  ['/in/json/secret', { method: 'POST', body: 'alert', headers: { host: 'stranger.example' } }, 202, 'alert'],
  [
    '/',
    { headers: { host: 'stranger.example' } },
    421,
    'This server does not have that name. Name it with --url.\n',
  ],
  ['/', { headers: { host: 'MUSTER.example' } }, 200, 'app'],
  ['/', { method: 'DELETE' }, 405, 'Only GET.\n'],
])('%s, asked with %j, is answered by %i', async (path, options, status, text) => {
  const { get } = await stage();
  expect(await get(path, options)).toMatchObject({ status, text });
});

test('metrics are in the text format of Prometheus', async () => {
  const { get } = await stage();
  expect(await get('/metrics')).toMatchObject({
    status: 200,
    type: 'text/plain; version=0.0.4; charset=utf-8',
  });
});

test('health is 503 when the check fails', async () => {
  const { get } = await stage({ health: async () => ({ ok: false, facts: {} }) });
  expect((await get('/healthz')).status).toBe(503);
});

test('a failed request is answered with 500 and reported, and the next one succeeds', async () => {
  const broken = new Error('The disk is gone.');
  const { get, failures } = await stage({ files: () => Promise.reject(broken) });
  const answer = await get('/host/files/a');
  expect(answer).toMatchObject({ status: 500, text: '' });
  expect(failures).toEqual([broken]);
  expect((await get('/')).status).toBe(200);
});

test('the request log contains no keys', async () => {
  const { get, requests } = await stage();
  for (const path of ['/in/json/secret', '/nowhere/secret', '/host/files/secret']) await get(path);
  expect(JSON.stringify(requests)).not.toContain('secret');
});

test.each([
  ['/host/channel', { origin: 'https://muster.example' }, 101],
  ['/host/channel', { origin: 'https://stranger.example' }, 403],
  ['/host/channel', {}, 403],
  ['/elsewhere', { origin: 'https://muster.example' }, 404],
])('a handshake at %s with %j is answered by %i', async (path, headers, status) => {
  const { handshake } = await stage();
  expect(await handshake(path, headers)).toBe(status);
});

test.each([
  [{}, '127.0.0.1'],
  [{ 'x-forwarded-for': '203.0.113.7' }, '203.0.113.7'],
  // The last one is the proxy's own; what is before it came from the browser.
  [{ 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }, '203.0.113.7'],
  [{ 'x-forwarded-for': 'x'.repeat(1000) }, '127.0.0.1'],
])('the network address of a connection with %j', async (headers, network) => {
  const { handshake, networks } = await stage();
  await handshake('/host/channel', { origin: 'https://muster.example', ...headers });
  expect(networks).toEqual([network]);
});

test.each([
  'GET\r\n\r\n',
  'GET http:// HTTP/1.1\r\nHost: a\r\n\r\n',
  '\u0000\u0001\r\n\r\n',
  `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n\r\n`,
])('a malformed request ends its own connection only', async (garbage) => {
  const { server, get, failures } = await stage();
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  socket.write(garbage);
  await once(socket, 'close');
  expect((await get('/')).status).toBe(200);
  expect(failures).toEqual([]);
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const acs = '/host/saml/acs';
const set = {
  saml: { metadata: async () => '<xml/>', page: async (html: string) => ({ html, headers: {} }) },
};

test.each([
  ['/host/saml/metadata', {}, 200, '<xml/>'],
  ['/host/saml/metadata', { method: 'POST', body: 'x' }, 405, 'Only GET.\n'],
  [acs, { method: 'POST', headers: form, body: 'SAMLResponse=x' }, 200, 'SAMLResponse=x'],
  [acs, {}, 405, 'Only POST.\n'],
  [
    acs,
    { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
    415,
    'Only a form.\n',
  ],
  [acs, { method: 'POST', body: 'x' }, 415, 'Only a form.\n'],
  [
    acs,
    { method: 'POST', headers: form, body: 'x'.repeat(262_145) },
    413,
    'This answer of the provider is too large.\n',
  ],
])('with a SAML provider %s, asked with %j, is answered by %i', async (path, options, status, text) => {
  const { get } = await stage(set);
  expect(await get(path, options)).toMatchObject({ status, text });
});

test('SAML addresses are 404 without a SAML provider', async () => {
  const { get } = await stage();
  for (const path of ['/host/saml/metadata', acs]) expect((await get(path)).status).toBe(404);
});

test('requests and handshakes before the handlers are ready are answered with 503', async () => {
  const listening = await listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => listening.close());
  const address = `127.0.0.1:${listening.port}`;
  const early = await fetch(`http://${address}/in/json/secret`, { method: 'POST', body: 'alert' });
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await early.text()).toContain('Muster is starting');
  const socket = new WebSocket(`ws://${address}/host/channel`);
  socket.on('error', () => {});
  const [, { statusCode }] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  expect(statusCode).toBe(503);
});

test('a port closed before its handlers were ready is free again', async () => {
  const { port, close } = await listen({ host: '127.0.0.1', port: 0 });
  await expect(listen({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await close();
  const again = await listen({ host: '127.0.0.1', port });
  expect(again.port).toBe(port);
  await again.close();
});
