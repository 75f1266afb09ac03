/** Against a stand-in that writes down what it is asked: the addresses are those that Firebase's own rules-testing library uses. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rejection } from '#contracts/harness.ts';
import { documents, realtime, storage } from './endpoints.ts';

let server: Server;
let at = '';
let asked: { line: string; headers: IncomingHttpHeaders; body: string }[] = [];
let status = 200;

beforeEach(async () => {
  asked = [];
  status = 200;
  server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      response.writeHead(status).end('{"why":"line 3"}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  at = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

const lines = () => asked.map(({ line }) => line);
const rulesIn = (body = '') =>
  (JSON.parse(body) as { rules: { files: { name: string; content: string }[] } }).rules.files;

test('documents are emptied and given rules per project', async () => {
  const { empty, setRules } = documents(at, 'demo-one');
  await empty();
  await setRules('service cloud.firestore {}');
  expect(lines()).toEqual([
    'DELETE /emulator/v1/projects/demo-one/databases/(default)/documents',
    'PUT /emulator/v1/projects/demo-one:securityRules',
  ]);
  expect(rulesIn(asked[1]?.body)).toEqual([
    { name: 'firestore.rules', content: 'service cloud.firestore {}' },
  ]);
});

test('the realtime database is emptied and given rules per namespace with the owner’s token', async () => {
  const { empty, setRules } = realtime(at, 'demo-one-default-rtdb');
  await empty();
  await setRules('{ "rules": {} }');
  expect(lines()).toEqual([
    'PUT /.json?ns=demo-one-default-rtdb',
    'PUT /.settings/rules.json?ns=demo-one-default-rtdb',
  ]);
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer owner', 'Bearer owner']);
  // Rules with their comments.
  expect(asked.map(({ body }) => body)).toEqual(['null', '{ "rules": {} }']);
});

test('files are emptied and given rules', async () => {
  const { empty, setRules } = storage(at);
  await empty();
  await setRules('service firebase.storage {}');
  expect(lines()).toEqual(['POST /internal/reset', 'PUT /internal/setRules']);
  expect(rulesIn(asked[1]?.body)).toEqual([
    { name: 'storage.rules', content: 'service firebase.storage {}' },
  ]);
});

test('a rejected request throws the emulator’s message', async () => {
  status = 400;
  expect(await rejection(documents(at, 'demo-one').setRules('nonsense'))).toMatchObject({
    message: expect.stringMatching(/securityRules was answered by 400: .*line 3/),
  });
});
