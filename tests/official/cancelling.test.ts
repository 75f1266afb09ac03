/**
 * The official Functions part keeps from a function that its caller has gone. Here the function is served without it, as the
 * functions SDK serves it when it is deployed, so that this can be seen.
 */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wrapCallable } from '#adapters/firebase-admin/handlers/callables.ts';
import { openFirebase } from '#adapters/firebase/backend.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { rejection } from '#tests/contracts/harness.ts';
import { projectId } from './stage.ts';
import { officialPackage } from './tools.ts';

interface Express {
  (): RequestListener & { use(handler: unknown): void; post(path: string, handler: unknown): void };
  json(): unknown;
}

let server: Server;
let address: string;
let started: PromiseWithResolvers<void>;
let aborted: PromiseWithResolvers<void>;

beforeAll(async () => {
  const express = officialPackage<Express>('express');
  const hang = wrapCallable(
    'hang',
    (_input, { signal, send }) => {
      signal.addEventListener('abort', () => aborted.resolve());
      started.resolve();
      send('first');
      return new Promise(() => {});
    },
    () => ({}) as ServerPorts,
    {},
  );
  const app = express();
  app.use(express.json());
  app.post(`/${projectId}/us-central1/hang`, hang);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const connect = () => {
  started = Promise.withResolvers();
  aborted = Promise.withResolvers();
  const project = { apiKey: 'demo', projectId, appId: '1:1:web:1', authDomain: '', messagingSenderId: '1' };
  // Nobody is asked who is calling.
  const local = { functions: address, auth: address };
  return openFirebase({ project: { ...project, storageBucket: '', databaseURL: '' }, local });
};

test('the function is told that its caller cancelled', async () => {
  const client = connect();
  const aborter = new AbortController();
  const calling = rejection(client.functions.call('hang', null, { signal: aborter.signal }));
  await started.promise;
  aborter.abort();
  expect(await calling).toMatchObject({ code: 'cancelled' });
  await aborted.promise;
  await client.dispose();
});

test('the function is told when its caller is gone', async () => {
  const client = connect();
  const calling = rejection(client.functions.call('hang'));
  await started.promise;
  await client.dispose();
  expect(await calling).toMatchObject({ code: 'failed-precondition' });
  await aborted.promise;
});

test('leaving the loop cancels the call', async () => {
  const client = connect();
  const { chunks, result } = client.functions.stream('hang');
  for await (const chunk of chunks) {
    expect(chunk).toBe('first');
    break;
  }
  expect(await rejection(result)).toMatchObject({ code: 'cancelled' });
  await aborted.promise;
  await client.dispose();
});
