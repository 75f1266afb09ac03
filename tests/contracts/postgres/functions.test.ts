/** Calls and HTTP requests of functions: the errors that a caller sees, parts, times, and work in the background. */
import { expect, test, vi } from 'vitest';
import { BackgroundWork } from '#adapters/postgres/functions/background-work.ts';
import { FunctionCalls } from '#adapters/postgres/functions/function-calls.ts';
import { httpDoor } from '#adapters/postgres/functions/http-door.ts';
import { functionService } from '#adapters/postgres/wire/function-service.ts';
import type { Peer } from '#adapters/postgres/wire/peer.ts';
import { rejection } from '#contracts/harness.ts';
import { offStage } from '#contracts/off-stage.ts';
import { PortError } from '#ports/errors.ts';
import type { Callable, CallContext, HttpHandler } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { Json } from '#ports/shared.ts';
import { createCanceller } from '#provider-kit/cancel.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';

const never = new Promise<never>(() => {});
const server = () => offStage<ServerPorts>('No ports.');

function opened(callables: Record<string, Callable>, mostAtOnce?: number) {
  const clock = new ManualClock();
  const reports: unknown[] = [];
  const report = (...reported: unknown[]) => reports.push(reported);
  const calls = new FunctionCalls({
    ...{ callables, server, clock, report },
    ...(mostAtOnce !== undefined && { mostAtOnce }),
  });
  const canceller = createCanceller();
  const parts: Json[] = [];
  const call = (name: string, input: Json = null) =>
    calls.call(
      name,
      input,
      { uid: 'ada', claims: { admin: true } },
      {
        signal: canceller.signal,
        send: (part) => parts.push(part),
      },
    );
  return { call, clock, reports, canceller, parts, calls };
}

test('a callable gets input, caller and chunk sender, and its result is JSON', async () => {
  const { call, parts } = opened({
    async echo(input, { caller, send }) {
      send({ at: new Date(0), none: undefined } as unknown as Json);
      return { input, uid: caller?.uid, admin: caller?.claims['admin'], none: undefined };
    },
    nothing: async () => undefined,
  });
  expect(await call('echo', [1])).toEqual({ input: [1], uid: 'ada', admin: true });
  expect(parts).toEqual([{ at: '1970-01-01T00:00:00.000Z' }]);
  expect(await call('nothing')).toBeNull();
  for (const name of ['missing', 'constructor', '__proto__'])
    await expect(call(name)).rejects.toMatchObject({ code: 'not-found' });
});

test('a PortError reaches the caller without its cause, and other exceptions become internal and are reported', async () => {
  const cause = new Error('hunter2');
  const { call, reports } = opened({
    fail: () => Promise.reject(cause),
    unspeakable: async () => new Map(),
    refuse: () => Promise.reject(new PortError('aborted', 'Not now.', { details: { n: 1 }, cause })),
    odd: () => Promise.reject(new PortError('aborted', 'Odd.', { details: { odd: () => 1 } })),
    throws() {
      throw cause;
    },
  });
  const refused = (await call('refuse').catch((error: unknown) => error)) as PortError;
  expect(refused).toMatchObject({ code: 'aborted', message: 'Not now.', details: { n: 1 } });
  expect(refused.cause).toBeUndefined();
  await expect(call('odd')).rejects.toMatchObject({ code: 'aborted', details: null });
  expect(reports).toEqual([]);
  for (const name of ['fail', 'throws', 'unspeakable'])
    await expect(call(name)).rejects.toMatchObject({ code: 'internal', message: `${name} failed.` });
  expect(reports).toHaveLength(3);
  expect(reports[0]).toEqual([cause, 'call:fail']);
});

test('a call beyond its time limit aborts its signal and sends no more chunks', async () => {
  let context: CallContext | null = null;
  const { call, clock, parts } = opened({
    hang(_input, given) {
      context = given;
      return never;
    },
  });
  const failing = rejection(call('hang'));
  await clock.advance(5 * 60_000);
  expect(await failing).toMatchObject({ code: 'deadline-exceeded' });
  const late = context as CallContext | null;
  expect(late?.signal.aborted).toBe(true);
  late?.send('late');
  expect(parts).toEqual([]);
});

test('a disconnected caller aborts the function’s signal', async () => {
  const seen = vi.fn<() => void>();
  const { call, canceller } = opened({
    async wait(_input, { signal }) {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      seen();
      return 'over';
    },
  });
  const calling = call('wait');
  canceller.cancel();
  expect(await calling).toBe('over');
  expect(seen).toHaveBeenCalledOnce();
});

test('concurrent calls are limited', async () => {
  const { call } = opened({ hang: () => never, quick: async () => 1 }, 2);
  void call('hang');
  expect(await call('quick')).toBe(1);
  void call('hang');
  await expect(call('quick')).rejects.toMatchObject({ code: 'resource-exhausted' });
});

test('a call over the connection has the connection’s user as caller', async () => {
  const { calls } = opened({ who: async (_input, { caller }) => caller?.uid ?? null });
  const method = functionService(calls.call).calls?.['functions.call'];
  const call = async (input: unknown, uid: string | null) => {
    const peer = { caller: () => uid && { uid, claims: {} } } as Partial<Peer> as Peer;
    return method?.(input, peer, { signal: createCanceller().signal, part: () => {} });
  };
  expect(await call({ name: 'who' }, 'bob')).toBe('bob');
  expect(await call({ name: 'who' }, null)).toBeNull();
  await expect(call({ name: 7 }, null)).rejects.toMatchObject({ code: 'invalid-argument' });
  await expect(call('who', null)).rejects.toMatchObject({ code: 'invalid-argument' });
});

function door(handler?: HttpHandler) {
  const clock = new ManualClock();
  const reports: unknown[] = [];
  const answer = httpDoor({ handler, server, clock, report: (...reported) => reports.push(reported) });
  const request = (body = '', path = '/a?b') =>
    answer({ method: 'POST', path, headers: { 'X-Key': '1' }, body });
  return { request, clock, reports };
}

test('the handler gets a request unchanged, with lower-case headers', async () => {
  const { request } = door(async ({ method, path, headers, body }) => ({
    status: 202,
    headers: { 'x-from': JSON.stringify([method, path, headers]) },
    body: body.toUpperCase(),
  }));
  expect(await request('hello')).toEqual({
    status: 202,
    headers: { 'x-from': '["POST","/a?b",{"x-key":"1"}]' },
    body: 'HELLO',
  });
});

test('a missing handler, a bad path, a body above 10 MiB and an exception are answered with an error status', async () => {
  expect((await door().request()).status).toBe(404);
  const echo = door(async () => ({ status: 200, headers: {}, body: '' }));
  expect((await echo.request('', 'a')).status).toBe(400);
  expect((await echo.request('x'.repeat(10 * 1024 * 1024))).status).toBe(200);
  expect((await echo.request('x'.repeat(10 * 1024 * 1024 + 1))).status).toBe(413);
  expect((await echo.request('ü'.repeat(5 * 1024 * 1024 + 1))).status).toBe(413);
  const failure = new Error('hunter2');
  const failing = door(() => Promise.reject(failure));
  const answer = await failing.request();
  expect(answer.status).toBe(500);
  expect(answer.body).not.toContain('hunter2');
  expect(failing.reports).toEqual([[failure, 'http:POST']]);
  const hanging = door(() => never);
  const waiting = hanging.request();
  await hanging.clock.advance(60_000);
  expect((await waiting).status).toBe(500);
});

test('background work starts at once, its exception is reported, and a stop waits for it up to a limit', async () => {
  const clock = new ManualClock();
  const reports: unknown[] = [];
  const background = new BackgroundWork(clock, (...reported) => reports.push(reported));
  const failure = new Error('no');
  const started = vi.fn<() => void>();
  background.run(() => {
    started();
    throw failure;
  });
  expect(started).toHaveBeenCalledOnce();
  await background.idle(1000);
  expect(reports).toEqual([[failure, 'background']]);
  expect(background.count()).toBe(0);
  background.run(() => never);
  const ended = vi.fn<() => void>();
  void background.idle(1000).then(ended);
  await clock.advance(999);
  expect(ended).not.toHaveBeenCalled();
  await clock.advance(1);
  await settle();
  expect(ended).toHaveBeenCalledOnce();
});
