/** Cancellation of callables, which the official part does not pass to the function: the departure of a caller is noticed. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { failure, type Failure } from '#domain/errors.ts';
import { decodeError } from '#api/error-encoding.ts';
import { portErrorOf } from '#functions/kernel/command-failed.ts';
import { PortError } from '#ports/errors.ts';
import type { Callable } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { wrapCallable } from './callables.ts';

type Handler = (...args: readonly never[]) => unknown;
interface Express {
  (): {
    use(handler: Handler): void;
    post(path: string, handler: Handler): void;
    listen(port: number, host: string): Server;
  };
  json(): Handler;
}

/** The one that the platform's own runtime serves functions with. */
const ofPlatform = createRequire(createRequire(import.meta.url).resolve('firebase-functions'));
const express = ofPlatform('express') as Express;

let listening: Server | null = null;

afterEach(() => {
  listening?.closeAllConnections();
  listening?.close();
  listening = null;
});

async function serve(callable: Callable): Promise<string> {
  const app = express();
  app.use(express.json());
  app.post(
    '/',
    wrapCallable('tried', callable, () => ({}) as ServerPorts, { region: 'us-central1' }),
  );
  listening = app.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`;
}

const ask = (url: string, init: RequestInit = {}) =>
  fetch(url, {
    method: 'POST',
    body: JSON.stringify({ data: { n: 1 } }),
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  });

test.each([{}, { accept: 'text/event-stream' }])(
  'a function’s signal aborts when its caller disconnects (%j)',
  async (headers) => {
    const begun = Promise.withResolvers<void>();
    const told = Promise.withResolvers<void>();
    const url = await serve(async (_input, { signal }) => {
      signal.addEventListener('abort', () => told.resolve());
      begun.resolve();
      await told.promise;
      return null;
    });
    const caller = new AbortController();
    const asking = ask(url, { headers, signal: caller.signal });
    const gone = asking.then((answer) => answer.text()).catch(String);
    await begun.promise;
    caller.abort();
    expect(await gone).toContain('AbortError');
    await told.promise;
  },
);

test('chunks are sent immediately, and none after the end', async () => {
  let late = () => {};
  const url = await serve(async (input, { send, caller }) => {
    send({ part: 1, input: input as null });
    send({ part: 2 });
    late = () => send({ part: 3 });
    return { caller };
  });
  const text = await (await ask(url, { headers: { accept: 'text/event-stream' } })).text();
  late();
  const events = text
    .split('\n\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as unknown);
  expect(events).toEqual([
    { message: { part: 1, input: { n: 1 } } },
    { message: { part: 2 } },
    { result: { caller: null } },
  ]);
});

test.each([
  [
    new PortError('failed-precondition', 'No.', { details: { why: 'so' } }),
    400,
    'FAILED_PRECONDITION',
    { why: 'so' },
  ],
  [
    new PortError('storage/quota-exceeded', 'Full.'),
    400,
    'FAILED_PRECONDITION',
    { portError: 'storage/quota-exceeded', details: null },
  ],
  [
    new PortError('realtime/disconnected', 'Away.', { details: [1] }),
    503,
    'UNAVAILABLE',
    { portError: 'realtime/disconnected', details: [1] },
  ],
  [new PortError('aborted', 'Again.', { details: () => 1 }), 409, 'ABORTED', undefined],
])('%s is rejected with an error that the client understands', async (error, status, name, details) => {
  const url = await serve(() => Promise.reject(error));
  const answer = await ask(url);
  expect(answer.status).toBe(status);
  const body = (await answer.json()) as { readonly error: { readonly details?: unknown } };
  expect(body).toMatchObject({ error: { status: name, message: error.message } });
  expect(body.error.details ?? undefined).toEqual(details);
});

const catalogue: readonly Failure[] = [
  failure('unauthenticated', {}),
  failure('forbidden', {}),
  failure('not_found', {}),
  failure('invalid', { field: 'title', rule: 'Title: This is missing. Fill it in.' }),
  failure('conflict', { currentRevision: 4 }),
  failure('illegal_transition', { from: 'closed', to: 'fixing' }),
  failure('already_acknowledged', { by: 'lin' }),
  failure('limit_reached', { limit: 100 }),
  failure('rate_limited', { retryAfter: 30 }),
  failure('unavailable', {}),
];

test.each(catalogue)(
  'the domain error $error.code reaches the caller with its details',
  async ({ error }) => {
    const url = await serve(() => Promise.reject(portErrorOf(error)));
    const answer = await ask(url);
    const body = (await answer.json()) as {
      readonly error: { readonly message: string; readonly details: unknown };
    };
    expect(answer.status).not.toBe(500);
    expect(body.error.message).toBe(error.message);
    expect(decodeError(body.error.details)).toEqual(error);
  },
);
