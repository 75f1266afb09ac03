/** Promises of `Control` about quotas, crashes and bad arrangements. */
import { expect } from 'vitest';
import type { CompleteBackend } from '#ports/complete.ts';
import type { Control, Fault } from '#ports/control.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import { increment } from '#ports/docs/values.ts';
import { incrementBy } from '#ports/realtime/realtime.ts';
import { needing, contract, type Provider, recorder, rejection, type Scene } from '../harness.ts';

const note = (path: string) => ({ type: 'set' as const, path, data: {} });

const functions: FunctionSet = {
  callables: {
    echo: (input) => Promise.resolve(input),
    async three(_input, { docs }) {
      for (const name of ['a', 'b', 'c']) await docs.batch([note(`notes/${name}`)]);
      return 'done';
    },
    // Repairs by a crashed run have no effect.
    async mending(_input, { docs }) {
      try {
        await docs.batch([note('notes/a')]);
        await docs.batch([note('notes/b')]);
      } catch {
        await docs.batch([note('notes/mended')]);
      }
    },
    // Ignores failures.
    async careless(_input, { docs }) {
      for (const name of ['a', 'b']) await docs.batch([note(`notes/${name}`)]).catch(() => undefined);
      return 'done';
    },
    later: (_input, { tasks }) => tasks.enqueue('two', null),
  },
  tasks: {
    async two(_payload, { docs }) {
      await docs.batch([{ type: 'set', path: 'notes/runs', merge: true, data: { runs: increment(1) } }]);
      await docs.batch([note('notes/end')]);
    },
  },
  http: async (_request, { docs }) => {
    await docs.batch([note('notes/http')]);
    return { status: 202, headers: {}, body: '' };
  },
};

function controlOf(client: Pick<CompleteBackend, 'control'>): Control {
  if (!client.control) throw new Error('This provider says that it has control, and has none.');
  return client.control;
}

const notes = async ({ server }: Scene) =>
  (await server.docs.find({ collection: 'notes' })).map(({ path }) => path.slice('notes/'.length));

export function faultsContract(provider: Provider): void {
  contract(
    'faults',
    provider,
    (scenario) => {
      const controlled = needing(scenario, ['control']);

      controlled(
        'a quota fault limits requests of all clients per period until it is cleared',
        async (scene) => {
          const [one, two] = [await scene.connect(), await scene.connect()];
          const control = controlOf(one);
          await control.inject({ kind: 'quota', service: 'functions', requests: 2, perMs: 1000 });
          expect(await one.functions.call('echo', 1)).toBe(1);
          await scene.advance(400);
          expect(await two.functions.call('echo', 2)).toBe(2);
          for (const client of [one, two])
            expect(await rejection(client.functions.call('echo'))).toMatchObject({
              code: 'resource-exhausted',
              retryable: true,
            });
          await scene.advance(600);
          expect(await one.functions.call('echo', 3)).toBe(3);
          expect(await rejection(one.functions.call('echo'))).toMatchObject({ code: 'resource-exhausted' });
          await control.clearFaults();
          expect(await one.functions.call('echo', 4)).toBe(4);
        },
      );

      controlled('a latency fault with jitter delays each answer within its range', async (scene) => {
        const client = await scene.connect();
        await controlOf(client).inject({
          kind: 'latency',
          service: 'functions',
          ms: 100,
          jitterMs: 900,
          times: 30,
        });
        const start = scene.server.clock.now();
        const delays: number[] = [];
        for (let n = 0; n < 30; n++)
          void client.functions.call('echo', n).then(() => delays.push(scene.server.clock.now() - start));
        await scene.advance(99);
        expect(delays).toEqual([]);
        await scene.advance(901);
        expect(delays).toHaveLength(30);
        expect(new Set(delays).size).toBeGreaterThan(10);
      });

      for (const done of [0, 1, 2])
        controlled(
          `a backend that crashes after ${done} of 3 writes has applied none, and after its restart all of them once`,
          async (scene) => {
            const [writer, reader] = [await scene.member(), await scene.member()];
            const seen = recorder<readonly string[]>();
            scene.closing(
              reader.docs.watchQuery(
                { collection: 'notes' },
                { next: ({ docs }) => seen.next(docs.map(({ path }) => path)) },
              ),
            );
            await scene.settle();
            await controlOf(reader).inject({ kind: 'crash', service: 'docs', afterWrites: done });
            const written = writer.docs.batch([
              note('notes/a'),
              note('notes/b'),
              { type: 'set', path: 'notes/c', merge: true, data: { count: increment(1) } },
            ]);
            await scene.settle();
            expect(await notes(scene)).toEqual([]);
            await scene.advance(60_000);
            await written;
            await scene.settle();
            expect(await notes(scene)).toEqual(['a', 'b', 'c']);
            expect((await scene.server.docs.get('notes/c')).data).toEqual({ count: 1 });
            expect(new Set(seen.values.map((paths) => paths.length))).toEqual(new Set([0, 3]));
          },
        );

      controlled(
        'a backend that crashes after all writes has applied them, and does not repeat them',
        async (scene) => {
          const writer = await scene.member();
          await controlOf(writer).inject({ kind: 'crash', service: 'docs', afterWrites: 1 });
          const written = writer.docs.write({
            type: 'set',
            path: 'notes/c',
            merge: true,
            data: { count: increment(1) },
          });
          await scene.settle();
          expect((await scene.server.docs.get('notes/c')).data).toEqual({ count: 1 });
          await scene.advance(60_000);
          await written;
          expect((await scene.server.docs.get('notes/c')).data).toEqual({ count: 1 });
        },
      );

      for (const done of [0, 1, 2])
        controlled(
          `a realtime update whose backend crashes after ${done} of 2 values applies both once in the end`,
          async (scene) => {
            const [writer, reader] = [await scene.member(), await scene.member()];
            const seen = recorder<unknown>();
            scene.closing(
              reader.realtime.watch({ path: 'counts' }, { next: ({ value }) => seen.next(value) }),
            );
            await scene.settle();
            await controlOf(reader).inject({ kind: 'crash', service: 'realtime', afterWrites: done });
            const written = writer.realtime.update('counts', { a: incrementBy(1), b: incrementBy(2) });
            await scene.settle();
            const both = { a: 1, b: 2 };
            expect(await scene.server.realtime.get('counts')).toEqual(done === 2 ? both : null);
            await scene.advance(60_000);
            await written;
            await scene.settle();
            expect(await scene.server.realtime.get('counts')).toEqual(both);
            expect(seen.values).toEqual([null, both]);
          },
        );

      controlled(
        'writes made by a function before its crash remain, and its caller can retry',
        async (scene) => {
          const client = await scene.connect();
          const control = controlOf(client);
          await control.inject({
            kind: 'crash',
            service: 'functions',
            operation: 'call:three',
            afterWrites: 2,
          });
          expect(await client.functions.call('echo', 1)).toBe(1);
          expect(await rejection(client.functions.call('three'))).toMatchObject({
            code: 'unavailable',
            retryable: true,
          });
          expect(await notes(scene)).toEqual(['a', 'b']);
          expect(await client.functions.call('three')).toBe('done');
          expect(await notes(scene)).toEqual(['a', 'b', 'c']);
        },
      );

      controlled(
        'a function that crashes after its last write has written everything and rejects with unavailable',
        async (scene) => {
          const client = await scene.connect();
          const control = controlOf(client);
          const crash = { kind: 'crash', service: 'functions', operation: 'call:three' } as const;
          await control.inject({ ...crash, afterWrites: 3 });
          expect(await rejection(client.functions.call('three'))).toMatchObject({ code: 'unavailable' });
          expect(await notes(scene)).toEqual(['a', 'b', 'c']);
          await control.inject({ ...crash, afterWrites: 4 });
          expect(await client.functions.call('three')).toBe('done');
        },
      );

      controlled('a function that crashes between its writes can’t return a result', async (scene) => {
        const client = await scene.connect();
        await controlOf(client).inject({ kind: 'crash', service: 'functions', afterWrites: 1 });
        expect(await rejection(client.functions.call('careless'))).toMatchObject({ code: 'unavailable' });
        expect(await notes(scene)).toEqual(['a']);
      });

      controlled('a function that crashed writes nothing in its error handler', async (scene) => {
        const client = await scene.connect();
        await controlOf(client).inject({ kind: 'crash', service: 'functions', afterWrites: 1 });
        expect(await rejection(client.functions.call('mending'))).toMatchObject({ code: 'unavailable' });
        expect(await notes(scene)).toEqual(['a']);
      });

      controlled(
        'a crashed task runs again, and a crashed HTTP request is answered with 503',
        async (scene) => {
          const client = await scene.connect();
          const control = controlOf(client);
          await control.inject({
            kind: 'crash',
            service: 'functions',
            operation: 'task:two',
            afterWrites: 1,
          });
          await client.functions.call('later');
          await scene.advance(0);
          expect((await scene.server.docs.get('notes/runs')).data).toEqual({ runs: 1 });
          expect(await notes(scene)).toEqual(['runs']);
          await scene.advance(5000);
          expect((await scene.server.docs.get('notes/runs')).data).toEqual({ runs: 2 });
          expect(await notes(scene)).toEqual(['end', 'runs']);
          await control.inject({ kind: 'crash', service: 'functions', operation: 'http', afterWrites: 0 });
          const request = { method: 'POST', path: '/', headers: {}, body: '' };
          expect((await control.http(request)).status).toBe(503);
          expect((await control.http(request)).status).toBe(202);
        },
      );

      const bad: readonly (readonly [string, Fault])[] = [
        ['latency below 0', { kind: 'latency', ms: -1 }],
        ['jitter of no number', { kind: 'latency', ms: 1, jitterMs: NaN }],
        ['times below 1', { kind: 'lose-answer', service: 'docs', times: 0 }],
        ['a quota of part of a request', { kind: 'quota', service: 'docs', requests: 0.5, perMs: 1 }],
        ['a quota of no time', { kind: 'quota', service: 'docs', requests: 1, perMs: 0 }],
        ['a crash before the first write', { kind: 'crash', service: 'docs', afterWrites: -1 }],
        ['an endless disconnect', { kind: 'disconnect', forMs: Infinity }],
        ['a clock of no time', { kind: 'clock-skew', ms: NaN }],
      ];
      for (const [name, fault] of bad)
        controlled(`injecting ${name} is rejected and has no effect`, async (scene) => {
          const client = await scene.connect();
          const control = controlOf(client);
          expect(await rejection(control.inject(fault))).toMatchObject({ code: 'invalid-argument' });
          expect(control.now()).toBe(scene.server.clock.now());
          expect(await client.functions.call('echo', 1)).toBe(1);
          await client.docs.get('notes/a', { source: 'server' });
        });
    },
    functions,
  );
}
