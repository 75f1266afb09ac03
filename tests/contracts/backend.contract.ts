/** The promises of ports/backend, ports/capabilities and ports/control, which belong to no port alone. */
import { expect } from 'vitest';
import type { Backend } from '#ports/backend.ts';
import { capabilities } from '#ports/capabilities.ts';
import type { Control } from '#ports/control.ts';
import { bounds, defaultSettings, type Setting } from '#ports/defaults.ts';
import { PortError } from '#ports/errors.ts';
import type { FunctionSet } from '#ports/server/handlers.ts';
import { contract, type Provider, recorder, rejection } from './harness.ts';

let calls = 0;

const functions: FunctionSet = {
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

/** The operator's hands; scenarios that need them say so. */
function controlOf(client: Backend): Control {
  if (!client.control) throw new Error('This provider says that it has control, and has none.');
  return client.control;
}

const outOfRange = expect.objectContaining({ name: PortError.name, code: 'out-of-range' });
const request = { method: 'POST', path: '/in/x?y=1', headers: { 'x-key': 'k' }, body: '{"a":1}' };

export function backendContract(provider: Provider): void {
  contract(
    'backend',
    provider,
    (scenario) => {
      const controlled = (name: string, run: Parameters<typeof scenario>[1]) =>
        scenario(name, run, ['control']);

      scenario('two stages share nothing', async (scene) => {
        const other = await provider.stage({ functions });
        await scene.publishConfig({ color: 'red' });
        expect(await other.server.config.value('color')).toBeNull();
        expect(await scene.server.config.value('color')).toBe('red');
        await other.dispose();
      });

      scenario('eight ports and a manifest that names every capability', async ({ connect }) => {
        const client = await connect();
        const { auth, docs, realtime, functions, storage, messaging, config, performance } = client;
        for (const port of [auth, docs, realtime, functions, storage, messaging, config, performance])
          expect(port).toBeTypeOf('object');
        expect(client.capabilities).toEqual(provider.manifest);
        expect(Object.keys(client.capabilities.supports).sort()).toEqual(Object.keys(capabilities).sort());
        for (const support of Object.values(client.capabilities.supports))
          if (typeof support === 'object') expect(support.unverified).not.toBe('');
          else expect(['yes', 'no']).toContain(support);
        expect(client.control !== null).toBe(client.capabilities.supports.control !== 'no');
      });

      scenario('settings are the defaults unless told otherwise', async ({ connect }) => {
        expect((await connect()).settings).toEqual(defaultSettings);
        const { settings } = await connect({ settings: { callTimeoutMs: 1000 } });
        expect(settings).toEqual({ ...defaultSettings, callTimeoutMs: 1000 });
      });

      for (const name of Object.keys(bounds) as Setting[])
        scenario(`${name} beyond its bounds is refused with a sentence`, async ({ connect }) => {
          const { min, max } = bounds[name];
          for (const value of [min - 2, max * 2, Number.NaN]) {
            const error = await rejection(connect({ settings: { [name]: value } }));
            expect(error).toEqual(outOfRange);
            expect((error as Error).message).toContain(name);
          }
        });

      scenario('a setting that does not exist is a TypeError', async ({ connect }) => {
        expect(await rejection(connect({ settings: { nonsense: 1 } as never }))).toBeInstanceOf(TypeError);
      });

      scenario('a setting takes effect', async (scene) => {
        const { functions } = await scene.connect({ settings: { callTimeoutMs: 500 } });
        const calling = rejection(functions.call('hang'));
        await scene.advance(500);
        expect(await calling).toMatchObject({ code: 'deadline-exceeded' });
      });

      scenario('disposing again does nothing, and other clients go on', async (scene) => {
        const [one, two] = [await scene.connect(), await scene.connect()];
        await Promise.all([one.dispose(), one.dispose()]);
        await one.dispose();
        expect(await two.functions.call('echo', 'alive')).toBe('alive');
      });

      controlled('time moves for the server and every client', async (scene) => {
        const [one, two] = [controlOf(await scene.connect()), controlOf(await scene.connect())];
        const start = one.now();
        expect(scene.server.clock.now()).toBe(start);
        await one.advance(90_000);
        await scene.settle();
        expect([one.now(), two.now(), scene.server.clock.now()]).toEqual(Array(3).fill(start + 90_000));
      });

      controlled('cutting one client off is told, and touches nobody else', async (scene) => {
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

      controlled('a refusal strikes once, what it names and nothing else', async ({ connect }) => {
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

      controlled('a fault with times strikes so often, and faults wait in order', async ({ connect }) => {
        const client = await connect();
        const control = controlOf(client);
        await control.inject({ kind: 'refuse', service: 'functions', code: 'aborted', times: 2 });
        await control.inject({ kind: 'refuse', service: 'functions', code: 'internal' });
        const codes: unknown[] = [];
        for (let n = 0; n < 3; n++) codes.push(await rejection(client.functions.call('echo')));
        expect(codes).toMatchObject([{ code: 'aborted' }, { code: 'aborted' }, { code: 'internal' }]);
        expect(await client.functions.call('echo', 1)).toBe(1);
      });

      controlled('cleared faults do not strike', async ({ connect }) => {
        const client = await connect();
        const control = controlOf(client);
        await control.inject({ kind: 'refuse', service: 'functions', code: 'aborted', times: 9 });
        await control.clearFaults();
        expect(await client.functions.call('echo', 1)).toBe(1);
      });

      controlled('latency delays an answer by so much', async (scene) => {
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

      controlled('a lost answer is unavailable although the work was done', async (scene) => {
        calls = 0;
        const client = await scene.connect();
        await controlOf(client).inject({ kind: 'lose-answer', service: 'functions' });
        expect(await rejection(client.functions.call('count'))).toMatchObject({ code: 'unavailable' });
        await scene.advance(10_000);
        expect(await client.functions.call('count')).toBe(2);
      });

      controlled('a disconnect cuts everyone off for a while, but not the operator', async (scene) => {
        const [one, two] = [await scene.connect(), await scene.connect()];
        const control = controlOf(one);
        await control.inject({ kind: 'disconnect', forMs: 5000 });
        await scene.settle();
        for (const client of [one, two])
          expect(await rejection(client.functions.call('echo'))).toMatchObject({ code: 'unavailable' });
        await control.advance(5000);
        await scene.settle();
        for (const client of [one, two]) expect(await client.functions.call('echo', 1)).toBe(1);
      });

      controlled('a wrong clock of a client leaves the server’s time right', async (scene) => {
        const client = await scene.connect();
        const control = controlOf(client);
        const start = scene.server.clock.now();
        await control.inject({ kind: 'clock-skew', ms: 3_600_000 });
        await scene.settle();
        expect(scene.server.clock.now()).toBe(start);
        expect(control.now()).toBe(start);
        const { config } = client;
        await config.fetch();
        expect(config.status().fetchedAt).toBe(start + 3_600_000);
        await control.clearFaults();
        await scene.settle();
        expect(control.now()).toBe(start);
        config.setSettings({ minimumFetchIntervalMs: 0 });
        await config.fetch();
        expect(config.status().fetchedAt).toBe(start);
      });

      controlled('requests over HTTP reach the handler', async ({ connect }) => {
        const control = controlOf(await connect());
        expect(await control.http(request)).toEqual({
          status: 202,
          headers: { 'x-key': 'k' },
          body: 'POST /in/x?y=1 {"a":1}',
        });
        const failed = await control.http({ ...request, path: '/fail' });
        expect(failed.status).toBe(500);
        expect(failed.body).not.toContain('hunter2');
      });

      controlled('HTTP works while the client is cut off', async (scene) => {
        const client = await scene.connect();
        await scene.setNetwork(client, false);
        expect((await controlOf(client).http(request)).status).toBe(202);
      });

      controlled('published configuration is there for everyone, or not at all', async (scene) => {
        const control = controlOf(await scene.connect());
        await control.publishConfig({ color: 'red' });
        expect(await scene.server.config.value('color')).toBe('red');
        expect(await rejection(control.publishConfig({ ok: 'x', 'not ok': 'x' }))).toMatchObject({
          code: 'invalid-argument',
        });
        expect(await scene.server.config.value('ok')).toBeNull();
      });

      controlled('a reset brings back how it was, and clients go on', async (scene) => {
        const [one, two] = [await scene.connect(), await scene.connect()];
        await controlOf(one).publishConfig({ color: 'red' });
        await scene.server.storage.write('a', new Uint8Array([1]));
        await controlOf(one).reset();
        expect(await scene.server.config.value('color')).toBeNull();
        expect(await scene.server.storage.read('a')).toBeNull();
        await scene.advance(5000);
        expect(await two.functions.call('echo', 1)).toBe(1);
      });

      controlled('a reset signs everyone out', async (scene) => {
        const client = await scene.member();
        await controlOf(client).reset();
        await scene.advance(5000);
        expect(client.auth.currentUser()).toBeNull();
      });

      controlled('the list of accounts can be read, and the inbox', async ({ connect }) => {
        const control = controlOf(await connect());
        expect(await control.accounts()).toEqual([]);
        expect(await control.inbox()).toEqual([]);
      });
    },
    functions,
  );
}
