/**
 * The official Functions part keeps from a function that its caller has gone. Here the function is served without it, as the
 * functions SDK serves it when it is deployed, so that this can be seen.
 */
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wrapCallable } from '#adapters/firebase-admin/handlers/callables.ts';
import { openFirebase } from '#adapters/firebase/backend.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { rejection } from '#contracts/harness.ts';
import { projectId } from './parts.ts';
import { serve, type Served } from './serve.ts';
import { project } from './stage.ts';
import { officialPackage } from './tools.ts';

interface Express {
  (): RequestListener & { use(handler: unknown): void; post(path: string, handler: unknown): void };
  json(): unknown;
}

let served: Served;
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
  served = await serve(app);
});

afterAll(() => served.stop());

const connect = () => {
  started = Promise.withResolvers();
  aborted = Promise.withResolvers();
  // The caller's identity is not checked.
  const address = `127.0.0.1:${served.port}`;
  return openFirebase({ project, local: { functions: address, auth: address } });
};

test('a function’s signal aborts when its caller cancels', async () => {
  const client = connect();
  const aborter = new AbortController();
  const calling = rejection(client.functions.call('hang', null, { signal: aborter.signal }));
  await started.promise;
  aborter.abort();
  expect(await calling).toMatchObject({ code: 'cancelled' });
  await aborted.promise;
  await client.dispose();
});

test('a function’s signal aborts when its caller disconnects', async () => {
  const client = connect();
  const calling = rejection(client.functions.call('hang'));
  await started.promise;
  await client.dispose();
  expect(await calling).toMatchObject({ code: 'failed-precondition' });
  await aborted.promise;
});

test('leaving the chunk loop cancels the call', async () => {
  const client = connect();
  const { chunks, result } = client.functions.stream.open('hang');
  for await (const chunk of chunks) {
    expect(chunk).toBe('first');
    break;
  }
  expect(await rejection(result)).toMatchObject({ code: 'cancelled' });
  await aborted.promise;
  await client.dispose();
});
