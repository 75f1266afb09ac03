/** The promises of ports/backend, ports/capabilities and ports/control, which belong to no port alone. */
import { expect } from 'vitest';
import { requiredNames } from '#ports/capability-names.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import { Timestamp } from '#ports/docs/values.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { misnamed } from './extensions.ts';
import { echoRequest, controlScenarios } from './backend/operator.ts';
import { controlOf } from './docs/help.ts';
import { settingScenarios } from './backend/settings.ts';
import { needing, contract, type Provider, recorder, rejection } from './harness.ts';
import { wholeStage } from './scene.ts';

let calls = 0;

/** Payloads of tasks, in the order in which they ran. */
let ran: unknown[] = [];

const functions: FunctionSet = {
  tasks: {
    note: async (payload) => {
      await Promise.resolve();
      ran.push(payload);
    },
  },
  callables: {
    echo: (input) => Promise.resolve(input),
    other: () => Promise.resolve('other'),
    count: () => Promise.resolve(++calls),
    hang: () => new Promise(() => {}),
  },
  http: async ({ method, path, headers, body }) => {
    if (path.startsWith('/fail')) throw new Error('the secret is hunter2');
    return { status: 202, headers: { 'x-key': headers['x-key'] ?? '' }, body: `${method} ${path} ${body}` };
  },
};

export function backendContract(provider: Provider): void {
  contract(
    'backend',
    provider,
    (scenario) => {
      const controlled = needing(scenario, ['control']);
      controlScenarios(scenario, provider);

      scenario('two stages share no data', async (scene) => {
        const other = wholeStage(await provider.stage({ functions }));
        const { server } = scene;
        await scene.member('ada');
        await scene.publishConfig({ color: 'red' });
        await server.docs.batch([{ type: 'set', path: 'notes/a', data: {} }]);
        await server.realtime.update({ a: 1 });
        await server.storage.write('a', Uint8Array.of(1));
        const found = async ({ users, config, docs, realtime, storage }: ServerPorts) => [
          (await users.byEmail('ada@example.com')) !== null,
          (await config.value('color')) !== null,
          (await docs.get('notes/a')).data !== null,
          (await realtime.get('a')) !== null,
          (await storage.read('a')) !== null,
        ];
        expect(await found(server)).toEqual(Array(5).fill(true));
        expect(await found(other.server)).toEqual(Array(5).fill(false));
        await other.advance(1000);
        expect(other.server.clock.now() - server.clock.now()).toBe(1000);
        await other.dispose();
      });

      scenario('a backend has all eight ports and a manifest with every capability', async ({ connect }) => {
        const client = await connect();
        const { auth, docs, realtime, functions, storage, messaging, config, performance } = client;
        for (const port of [auth, docs, realtime, functions, storage, messaging, config, performance])
          expect(port).toBeTypeOf('object');
        expect(client.capabilities).toEqual(provider.manifest);
        expect(Object.keys(client.capabilities.supports)).toEqual(
          expect.arrayContaining([...requiredNames()]),
        );
        for (const support of Object.values(client.capabilities.supports))
          if (typeof support === 'object') expect(support.unverified).not.toBe('');
          else expect(['yes', 'no']).toContain(support);
        expect(client.control !== null).toBe(client.capabilities.supports.control !== 'no');
      });

      scenario('an extension is null exactly where the manifest declares no support', async ({ connect }) => {
        expect(misnamed(await connect(), provider.manifest)).toEqual([]);
      });

      settingScenarios(scenario);

      scenario('disposing a client twice has no effect, and other clients continue', async (scene) => {
        const [one, two] = [await scene.connect(), await scene.connect()];
        await Promise.all([one.dispose(), one.dispose()]);
        await one.dispose();
        expect(await two.functions.call('echo', 'alive')).toBe('alive');
      });

      controlled('advance moves the time of the server and of every client', async (scene) => {
        const [one, two] = [controlOf(await scene.connect()), controlOf(await scene.connect())];
        const start = one.now();
        expect(scene.server.clock.now()).toBe(start);
        await one.advance(90_000);
        await scene.settle();
        expect([one.now(), two.now(), scene.server.clock.now()]).toEqual(Array(3).fill(start + 90_000));
      });

      controlled('readDocument reads any document, and null for a missing one', async (scene) => {
        const control = controlOf(await scene.connect());
        const at = Timestamp.fromMillis(1_700_000_000_000);
        await scene.server.docs.batch([
          { type: 'set', path: 'secrets/a', data: { at, deep: { list: [1] } } },
        ]);
        expect(await control.readDocument('secrets/a')).toEqual({ at, deep: { list: [1] } });
        expect(await control.readDocument('secrets/b')).toBeNull();
        await expect(control.readDocument('secrets')).rejects.toBeInstanceOf(TypeError);
      });

      controlled('advance resolves after due tasks have run in order', async (scene) => {
        ran = [];
        const control = controlOf(await scene.connect());
        const { clock, tasks } = scene.server;
        for (const seconds of [30, 10, 20])
          await tasks.enqueue('note', seconds, { at: clock.now() + seconds * 1000 });
        await control.advance(20_000);
        expect(ran).toEqual([10, 20]);
        await control.advance(60_000);
        expect(ran).toEqual([10, 20, 30]);
      });

      controlled('setNetwork(false) disconnects its own client only and is reported', async (scene) => {
        const [one, two] = [await scene.connect(), await scene.connect()];
        const control = controlOf(one);
        const seen = recorder<boolean>();
        const stop = control.onNetwork(seen.next);
        expect(control.networkOnline()).toBe(true);
        control.setNetwork(false);
        await scene.settle();
        expect(control.networkOnline()).toBe(false);
        expect(await rejection(one.functions.call('echo'))).toMatchObject({ code: 'unavailable' });
        expect(await two.functions.call('echo', 1)).toBe(1);
        expect(control.now()).toBe(scene.server.clock.now());
        control.setNetwork(true);
        await scene.settle();
        expect(await one.functions.call('echo', 2)).toBe(2);
        stop();
        stop();
        control.setNetwork(false);
        await scene.settle();
        expect(seen.values).toEqual([false, true]);
      });

      controlled('a refuse fault rejects the named operation once and no other', async ({ connect }) => {
        const client = await connect();
        await controlOf(client).inject({
          kind: 'refuse',
          service: 'functions',
          operation: 'call:echo',
          code: 'resource-exhausted',
          message: 'Too much.',
        });
        expect(await client.functions.call('other')).toBe('other');
        expect(await rejection(client.functions.call('echo'))).toMatchObject({
          code: 'resource-exhausted',
          message: 'Too much.',
        });
        expect(await client.functions.call('echo', 1)).toBe(1);
      });

      controlled(
        'a fault applies as often as its times option says, and faults apply in order',
        async ({ connect }) => {
          const client = await connect();
          const control = controlOf(client);
          await control.inject({ kind: 'refuse', service: 'functions', code: 'aborted', times: 2 });
          await control.inject({ kind: 'refuse', service: 'functions', code: 'internal' });
          const codes: unknown[] = [];
          for (let n = 0; n < 3; n++) codes.push(await rejection(client.functions.call('echo')));
          expect(codes).toMatchObject([{ code: 'aborted' }, { code: 'aborted' }, { code: 'internal' }]);
          expect(await client.functions.call('echo', 1)).toBe(1);
        },
      );

      controlled('clearFaults removes pending faults', async ({ connect }) => {
        const client = await connect();
        const control = controlOf(client);
        await control.inject({ kind: 'refuse', service: 'functions', code: 'aborted', times: 9 });
        await control.clearFaults();
        expect(await client.functions.call('echo', 1)).toBe(1);
      });

      controlled('a latency fault delays an answer by its duration', async (scene) => {
        const client = await scene.connect();
        await controlOf(client).inject({ kind: 'latency', service: 'functions', ms: 2000 });
        let answer: unknown = null;
        const calling = client.functions.call('echo', 'late').then((result) => (answer = result));
        await scene.advance(1999);
        expect(answer).toBeNull();
        await scene.advance(1);
        await calling;
        expect(answer).toBe('late');
      });

      controlled('requests of the operator are not affected by faults', async (scene) => {
        const client = await scene.connect();
        const control = controlOf(client);
        await control.inject({ kind: 'latency', ms: 5000, times: 9 });
        expect(await control.inbox()).toEqual([]);
        expect((await control.http(echoRequest)).status).toBe(202);
        let answered = false;
        const calling = client.functions.call('echo').then(() => (answered = true));
        await scene.settle();
        expect(answered).toBe(false);
        await scene.advance(5000);
        await calling;
      });

      controlled('a lost answer rejects with unavailable although the call was executed', async (scene) => {
        calls = 0;
        const client = await scene.connect();
        await controlOf(client).inject({ kind: 'lose-answer', service: 'functions' });
        expect(await rejection(client.functions.call('count'))).toMatchObject({ code: 'unavailable' });
        await scene.advance(10_000);
        expect(await client.functions.call('count')).toBe(2);
      });

      controlled(
        'a disconnect fault disconnects every client for its duration, except the operator',
        async (scene) => {
          const [one, two] = [await scene.connect(), await scene.connect()];
          const control = controlOf(one);
          await control.inject({ kind: 'disconnect', forMs: 5000 });
          await scene.settle();
          for (const ms of [0, 4999]) {
            await control.advance(ms);
            await scene.settle();
            for (const client of [one, two])
              expect(await rejection(client.functions.call('echo'))).toMatchObject({ code: 'unavailable' });
          }
          await control.advance(1);
          await scene.settle();
          for (const client of [one, two]) expect(await client.functions.call('echo', 1)).toBe(1);
        },
      );

      controlled(
        'a clock-skew fault of a client does not change the server’s time',
        { needs: ['config.remote'] },
        async (scene) => {
          const client = await scene.connect();
          const control = controlOf(client);
          const start = scene.server.clock.now();
          await control.inject({ kind: 'clock-skew', ms: 3_600_000 });
          await scene.settle();
          expect(scene.server.clock.now()).toBe(start);
          expect(control.now()).toBe(start);
          const { config } = client;
          await config.remote.fetch();
          expect(config.remote.status().fetchedAt).toBe(start + 3_600_000);
          const other = (await scene.connect()).config;
          await other.remote.fetch();
          expect(other.remote.status().fetchedAt).toBe(start);
          await control.clearFaults();
          await scene.settle();
          expect(control.now()).toBe(start);
          config.remote.setSettings({ minimumFetchIntervalMs: 0 });
          await config.remote.fetch();
          expect(config.remote.status().fetchedAt).toBe(start);
        },
      );
    },
    functions,
  );
}
