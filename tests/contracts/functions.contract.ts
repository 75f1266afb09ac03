/** The promises of ports/functions, and those of ports/server/handlers that a caller can see. */
import { expect } from 'vitest';
import { isPortError, PortError, portErrorCodes } from '#ports/errors.ts';
import type { Callable, CallContext, FunctionSet } from '#ports/server/handlers.ts';
import type { Json } from '#ports/shared.ts';
import type { contractCallables } from './functions-callables.ts';
import { contract, type Provider, rejection } from './harness.ts';

/** Server-side facts that a scenario looks at; one backend at a time runs, and each scenario uses its own keys. */
const seen = new Map<string, unknown[]>();
const note = (key: string, value: unknown) => {
  const list = seen.get(key) ?? [];
  list.push(value);
  seen.set(key, list);
};

interface Keyed {
  readonly key: string;
}

const never = new Promise<never>(() => {});

const functions: FunctionSet = {
  callables: {
    echo: (input) => Promise.resolve(input),
    who: (_input, { caller }) => Promise.resolve(caller?.uid ?? null),
    claims: (_input, { caller }) => Promise.resolve(caller?.claims ?? null),
    answer: () =>
      Promise.resolve({ at: new Date(Date.UTC(2026, 0, 5)), left: undefined, list: [undefined, 1] }),
    nothing: () => Promise.resolve(undefined),
    refuse: () =>
      Promise.reject(
        new PortError('already-exists', 'That name is taken.', { details: { name: 'ops', at: [1, 2] } }),
      ),
    refuseAs: (input) => {
      const { code, details } = input as unknown as Pick<PortError, 'code' | 'details'>;
      return Promise.reject(new PortError(code, `This is ${code}.`, { details }));
    },
    fail: () => Promise.reject(new Error('the secret is hunter2')),
    unspeakable: () => Promise.resolve({ n: Number.NaN }),
    count: (input) => {
      note((input as Keyed).key, 'ran');
      return Promise.resolve(seen.get((input as Keyed).key)?.length ?? 0);
    },
    hang: (input, { signal }: CallContext) => {
      const { key } = input as Keyed;
      note(key, 'started');
      signal.addEventListener('abort', () => note(key, 'aborted'));
      return never;
    },
    parts: (input, { send }) => {
      for (const part of input as Json[]) send(part);
      return Promise.resolve('done');
    },
    partsThenRefuse: (_input, { send }) => {
      send(1);
      send(2);
      return Promise.reject(new PortError('aborted', 'Enough.', { details: { after: 2 } }));
    },
    partThenHang: (input, { send, signal }: CallContext) => {
      const { key } = input as Keyed;
      signal.addEventListener('abort', () => note(key, 'aborted'));
      send('first');
      return never;
    },
    secondLook: (_input, { send }) => {
      const part = { n: 1 };
      send(part);
      part.n = 2;
      return Promise.resolve(part);
    },
  } satisfies Record<(typeof contractCallables)[number], Callable>,
};

async function collect<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const part of parts) collected.push(part);
  return collected;
}

export function functionsContract(provider: Provider): void {
  contract(
    'functions',
    provider,
    (scenario) => {
      scenario('two clients call as themselves', async (scene) => {
        const [ann, bob] = [await scene.member('ann'), await scene.member('bob')];
        const [first, second] = await Promise.all([ann.functions.call('who'), bob.functions.call('who')]);
        expect(first).not.toBe(second);
        expect([first, second]).not.toContain(null);
      });

      scenario('a call carries JSON there and back', async ({ connect }) => {
        const { functions } = await connect();
        const input = { text: 'ü', n: -1.5, yes: true, none: null, list: [1, ['a']], map: { deep: {} } };
        expect(await functions.call('echo', input)).toEqual(input);
      });

      scenario('the result is a copy: changing it, or the input, changes nothing', async ({ connect }) => {
        const { functions } = await connect();
        const input = { list: [1] };
        const calling = functions.call<{ list: number[] }>('echo', input);
        input.list.push(2);
        const result = await calling;
        expect(result).toEqual({ list: [1] });
        result.list.push(3);
        expect(input.list).toEqual([1, 2]);
      });

      scenario('no input is null', async ({ connect }) => {
        const { functions } = await connect();
        expect(await functions.call('echo')).toBeNull();
      });

      scenario('dates arrive as ISO strings and undefined fields are left out', async ({ connect }) => {
        const { functions } = await connect();
        const input = { at: new Date(Date.UTC(2026, 0, 5)), left: undefined, list: [undefined] };
        const echoed = await functions.call<object>('echo', input);
        expect(echoed).toEqual({ at: '2026-01-05T00:00:00.000Z', list: [null] });
        expect(Object.keys(echoed)).toEqual(['at', 'list']);
      });

      scenario('answers are encoded in the same way', async ({ connect }) => {
        const { functions } = await connect();
        const answer = await functions.call<object>('answer');
        expect(answer).toEqual({ at: '2026-01-05T00:00:00.000Z', list: [null, 1] });
        expect(Object.keys(answer)).toEqual(['at', 'list']);
        expect(await functions.call('nothing')).toBeNull();
      });

      for (const [what, input] of [
        ['NaN', { n: Number.NaN }],
        ['an infinity', [Infinity]],
        ['a function', { f: () => 1 }],
        ['an instance of a class', { at: new Map() }],
      ] as const)
        scenario(`${what} in the input is a TypeError, thrown at once`, async ({ connect }) => {
          const { functions } = await connect();
          expect(() => functions.call('echo', input)).toThrow(TypeError);
          expect(() => functions.stream('echo', input)).toThrow(TypeError);
        });

      scenario('a bad name or time-out is a TypeError, thrown at once', async ({ connect }) => {
        const { functions } = await connect();
        expect(() => functions.call('')).toThrow(TypeError);
        expect(() => functions.call('echo', null, { timeoutMs: 0 })).toThrow(TypeError);
        expect(() => functions.call('echo', null, { timeoutMs: Number.NaN })).toThrow(TypeError);
      });

      scenario('nobody signed in is no caller', async ({ connect }) => {
        const { functions } = await connect();
        expect(await functions.call('who')).toBeNull();
      });

      scenario('the function sees the caller’s claims', async (scene) => {
        const { auth, functions } = await scene.member();
        await scene.server.users.setClaims(auth.currentUser()?.uid ?? '', { role: 'lead' });
        await auth.idToken({ forceRefresh: true });
        expect(await functions.call('claims')).toMatchObject({ role: 'lead' });
      });

      scenario('after signing out there is no caller any more', async ({ member }) => {
        const client = await member();
        expect(await client.functions.call('who')).not.toBeNull();
        await client.auth.signOut();
        expect(await client.functions.call('who')).toBeNull();
      });

      scenario('a refusal arrives with its code, message and details', async ({ connect }) => {
        const { functions } = await connect();
        const error = await rejection(functions.call('refuse'));
        expect(error).toBeInstanceOf(PortError);
        expect(error).toMatchObject({
          code: 'already-exists',
          message: 'That name is taken.',
          details: { name: 'ops', at: [1, 2] },
          retryable: false,
        });
      });

      scenario('every code arrives as it was thrown, with the very details', async ({ connect }) => {
        const { functions } = await connect();
        for (const code of portErrorCodes) {
          const error = await rejection(
            functions.call('refuseAs', { code, details: { left: [code, null] } }),
          );
          expect(error).toMatchObject({ code, message: `This is ${code}.`, details: { left: [code, null] } });
          expect((error as PortError).retryable).toBe(new PortError(code, '').retryable);
        }
        const answer = await rejection(functions.call('refuseAs', { code: 'auth/user-not-found' }));
        expect(answer).toMatchObject({ code: 'auth/user-not-found', details: null });
      });

      scenario('details of any shape are only details', async ({ connect }) => {
        const { functions } = await connect();
        const enclosed = { portError: 'auth/user-disabled', details: { portError: 'aborted', details: 1 } };
        for (const code of ['not-found', 'storage/unauthorized'] as const)
          for (const details of [null, 0, '', 'text', [], {}, [[1]], enclosed, { ...enclosed, more: 1 }]) {
            const error = await rejection(functions.call('refuseAs', { code, details }));
            expect(error).toMatchObject({ code });
            expect((error as PortError).details).toEqual(details);
          }
      });

      scenario(
        'a stream that is refused keeps the code, too',
        async ({ connect }) => {
          const { functions } = await connect();
          const refusal = { code: 'messaging/registration-unknown', details: { left: 1 } } as const;
          const { chunks, result } = functions.stream('refuseAs', refusal);
          expect(await rejection(collect(chunks))).toMatchObject(refusal);
          expect(await rejection(result)).toMatchObject(refusal);
        },
        ['functions.streaming'],
      );

      scenario('anything else that is thrown is internal and tells nothing', async ({ connect }) => {
        const { functions } = await connect();
        const error = await rejection(functions.call('fail'));
        expect(error).toMatchObject({ code: 'internal' });
        expect(String((error as PortError).message)).not.toContain('hunter2');
      });

      scenario('an answer that JSON can’t hold is internal', async ({ connect }) => {
        const { functions } = await connect();
        expect(await rejection(functions.call('unspeakable'))).toMatchObject({ code: 'internal' });
      });

      scenario('no such function is not-found, even under a name objects have', async ({ connect }) => {
        const { functions } = await connect();
        for (const name of ['missing', 'constructor', 'toString'])
          expect(await rejection(functions.call(name))).toMatchObject({ code: 'not-found' });
      });

      scenario('offline a call is refused at once and never made', async (scene) => {
        const client = await scene.connect();
        await scene.setNetwork(client, false);
        const key = `${provider.name}/offline`;
        seen.delete(key);
        expect(await rejection(client.functions.call('count', { key }))).toMatchObject({
          code: 'unavailable',
          retryable: true,
        });
        await scene.setNetwork(client, true);
        expect(await client.functions.call('count', { key })).toBe(1);
      });

      scenario('a connection lost before the answer is unavailable', async (scene) => {
        const client = await scene.connect();
        const calling = rejection(client.functions.call('hang', { key: 'lost' }));
        await scene.settle();
        await scene.setNetwork(client, false);
        expect(await calling).toMatchObject({ code: 'unavailable' });
      });

      scenario('the default time-out is 70 s', async (scene) => {
        const { functions } = await scene.connect();
        let error: unknown = null;
        const calling = rejection(functions.call('hang', { key: 'default' })).then(
          (caught) => (error = caught),
        );
        await scene.advance(69_999);
        expect(error).toBeNull();
        await scene.advance(1);
        await calling;
        expect(error).toMatchObject({ code: 'deadline-exceeded', retryable: true });
      });

      scenario('a call may be given another time-out', async (scene) => {
        const { functions } = await scene.connect();
        const call = rejection(functions.call('hang', { key: 'given' }, { timeoutMs: 5000 }));
        const stream = functions.stream('hang', { key: 'given' }, { timeoutMs: 5000 });
        await scene.advance(5000);
        expect(await call).toMatchObject({ code: 'deadline-exceeded' });
        expect(await rejection(stream.result)).toMatchObject({ code: 'deadline-exceeded' });
      });

      scenario('an aborted call rejects with cancelled', async (scene) => {
        const { functions } = await scene.connect();
        const aborter = new AbortController();
        const calling = rejection(functions.call('hang', { key: 'abort' }, { signal: aborter.signal }));
        await scene.settle();
        aborter.abort();
        expect(await calling).toMatchObject({ code: 'cancelled' });
      });

      scenario('a call aborted beforehand is never made', async (scene) => {
        const { functions } = await scene.connect();
        const aborter = new AbortController();
        aborter.abort();
        const key = `${provider.name}/beforehand`;
        seen.delete(key);
        const { signal } = aborter;
        expect(await rejection(functions.call('count', { key }, { signal }))).toMatchObject({
          code: 'cancelled',
        });
        expect(await rejection(functions.stream('count', { key }, { signal }).result)).toMatchObject({
          code: 'cancelled',
        });
        await scene.settle();
        expect(seen.get(key)).toBeUndefined();
      });

      scenario('aborting after the answer does nothing', async ({ connect }) => {
        const { functions } = await connect();
        const aborter = new AbortController();
        const result = await functions.call('echo', 1, { signal: aborter.signal });
        aborter.abort();
        expect(result).toBe(1);
      });

      scenario(
        'the function is told that its caller cancelled',
        async (scene) => {
          const { functions } = await scene.connect();
          const aborter = new AbortController();
          const key = `${provider.name}/told`;
          seen.delete(key);
          const calling = rejection(functions.call('hang', { key }, { signal: aborter.signal }));
          await scene.settle();
          expect(seen.get(key)).toEqual(['started']);
          aborter.abort();
          await calling;
          await scene.settle();
          expect(seen.get(key)).toEqual(['started', 'aborted']);
        },
        ['functions.cancellation'],
      );

      scenario(
        'a function is told when its caller is gone',
        async (scene) => {
          const client = await scene.connect();
          const key = `${provider.name}/gone`;
          seen.delete(key);
          const lost = rejection(client.functions.call('hang', { key }));
          await scene.settle();
          await scene.kill(client);
          await lost;
          await scene.settle();
          expect(seen.get(key)).toEqual(['started', 'aborted']);
        },
        ['functions.cancellation'],
      );

      scenario('after a reconnect calls go through again', async (scene) => {
        const client = await scene.connect();
        await scene.setNetwork(client, false);
        await scene.setNetwork(client, true);
        expect(await client.functions.call('echo', 'again')).toBe('again');
      });

      scenario('a disposed client refuses', async ({ connect }) => {
        const client = await connect();
        await client.dispose();
        expect(await rejection(client.functions.call('echo'))).toMatchObject({ code: 'failed-precondition' });
        expect(await rejection(client.functions.stream('echo').result)).toMatchObject({
          code: 'failed-precondition',
        });
      });

      scenario(
        'parts arrive in the order sent, then the result',
        async ({ connect }) => {
          const { functions } = await connect();
          const { chunks, result } = functions.stream<string, number>('parts', [1, 2, 3]);
          expect(await collect(chunks)).toEqual([1, 2, 3]);
          expect(await result).toBe('done');
        },
        ['functions.streaming'],
      );

      scenario(
        'the result comes even if nobody reads the parts, and parts can be read after it',
        async ({ connect }) => {
          const { functions } = await connect();
          const { chunks, result } = functions.stream<string, number>('parts', [1, 2]);
          expect(await result).toBe('done');
          expect(await collect(chunks)).toEqual([1, 2]);
          expect(await collect(chunks)).toEqual([]);
        },
        ['functions.streaming'],
      );

      scenario(
        'a part is a copy from the moment it is sent',
        async ({ connect }) => {
          const { functions } = await connect();
          const { chunks, result } = functions.stream('secondLook');
          expect(await collect(chunks)).toEqual([{ n: 1 }]);
          expect(await result).toEqual({ n: 2 });
        },
        ['functions.streaming'],
      );

      scenario('parts are dropped when no stream was asked for', async ({ connect }) => {
        const { functions } = await connect();
        expect(await functions.call('parts', [1, 2])).toBe('done');
      });

      scenario(
        'a failing call gives its parts first, then throws, and the result rejects alike',
        async ({ connect }) => {
          const { functions } = await connect();
          const { chunks, result } = functions.stream<string, number>('partsThenRefuse');
          const got: number[] = [];
          const error = await rejection(
            (async () => {
              for await (const chunk of chunks) got.push(chunk);
            })(),
          );
          expect(got).toEqual([1, 2]);
          expect(error).toMatchObject({ code: 'aborted', message: 'Enough.', details: { after: 2 } });
          expect(await rejection(result)).toMatchObject({ code: 'aborted' });
        },
        ['functions.streaming'],
      );

      scenario(
        'leaving the loop cancels the call',
        async (scene) => {
          const { functions } = await scene.connect();
          const key = `${provider.name}/leaving`;
          seen.delete(key);
          const { chunks, result } = functions.stream('partThenHang', { key });
          for await (const chunk of chunks) {
            expect(chunk).toBe('first');
            break;
          }
          expect(await rejection(result)).toMatchObject({ code: 'cancelled' });
          await scene.settle();
          expect(seen.get(key)).toEqual(['aborted']);
        },
        ['functions.streaming', 'functions.cancellation'],
      );

      scenario(
        'aborting a stream rejects both with cancelled',
        async (scene) => {
          const { functions } = await scene.connect();
          const aborter = new AbortController();
          const { signal } = aborter;
          const { chunks, result } = functions.stream('hang', { key: 'abort stream' }, { signal });
          const reading = rejection(collect(chunks));
          await scene.settle();
          aborter.abort();
          expect(await reading).toMatchObject({ code: 'cancelled' });
          expect(isPortError(await rejection(result), 'cancelled')).toBe(true);
        },
        ['functions.streaming'],
      );

      scenario(
        'a stream whose connection is lost is unavailable, and so is one opened offline',
        async (scene) => {
          const client = await scene.connect();
          const { result } = client.functions.stream('hang', { key: 'lost stream' });
          const lost = rejection(result);
          await scene.settle();
          await scene.setNetwork(client, false);
          expect(await lost).toMatchObject({ code: 'unavailable' });
          const { chunks } = client.functions.stream('parts', [1]);
          expect(await rejection(collect(chunks))).toMatchObject({ code: 'unavailable' });
        },
        ['functions.streaming'],
      );

      scenario(
        'a stream of no such function is not-found',
        async ({ connect }) => {
          const { functions } = await connect();
          expect(await rejection(functions.stream('missing').result)).toMatchObject({ code: 'not-found' });
        },
        ['functions.streaming'],
      );
    },
    functions,
  );
}
