/**
 * The promises of ports/server about tasks, schedules, push, storage, configuration, clock and chance. Documents, people and
 * realtime values are held to the same promises as their ports, in those contracts.
 */
import { expect } from 'vitest';
import type { FunctionSet } from '#ports/server/handlers.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import type { Json } from '#ports/shared.ts';
import { contract, type Provider, rejection, type Scene } from './harness.ts';
import { wholeStage } from './scene.ts';

interface Run {
  readonly payload: Json;
  readonly at: number;
}

/** Runs since the beginning of the scenario. */
let runs: Run[] = [];
let ticks: number[] = [];
let breaks = 0;
let failuresLeft = 0;
let slowTick: Promise<void> | null = null;

const minute = 60_000;
const hour = 60 * minute;

const functions: FunctionSet = {
  callables: {},
  tasks: {
    note: (payload, { clock }) => {
      runs.push({ payload, at: clock.now() });
      if (failuresLeft === 0) return Promise.resolve();
      failuresLeft--;
      return Promise.reject(new Error('not yet'));
    },
    spoil: (payload, { clock }) => {
      const list = payload as Json[];
      runs.push({ payload: [...list], at: clock.now() });
      list.push('spoilt');
      return runs.length < 2 ? Promise.reject(new Error('again')) : Promise.resolve();
    },
  },
  schedules: {
    tick: {
      everyMs: minute,
      run: async ({ clock }) => {
        ticks.push(clock.now());
        await slowTick;
      },
    },
    broken: {
      everyMs: minute,
      run: () => {
        breaks++;
        return Promise.reject(new Error('always'));
      },
    },
  },
};

const begin = (scene: Scene): { server: ServerPorts; start: number } => {
  runs = [];
  ticks = [];
  breaks = 0;
  failuresLeft = 0;
  slowTick = null;
  return { server: scene.server, start: scene.server.clock.now() };
};

/** Functions without schedules, for scenarios that last for days. */
const tasksOnly: FunctionSet = { callables: {}, tasks: functions.tasks ?? {} };

const payloads = () => runs.map(({ payload }) => payload);

export function serverContract(provider: Provider): void {
  contract(
    'server',
    provider,
    (scenario) => {
      scenario('two backends share neither tasks nor time', async (scene) => {
        const { server, start } = begin(scene);
        const other = wholeStage(await provider.stage({ functions }));
        await server.tasks.enqueue('note', 'here', { id: 'same' });
        await other.server.tasks.enqueue('note', 'there', { id: 'same' });
        await other.advance(hour);
        expect(payloads()).toEqual(expect.arrayContaining(['there']));
        await scene.advance(0);
        expect(server.clock.now()).toBe(start);
        expect(payloads().toSorted()).toEqual(['here', 'there']);
        await other.dispose();
      });

      scenario('the server clock advances with the stage’s time', async (scene) => {
        const { server, start } = begin(scene);
        await scene.advance(1500);
        expect(server.clock.now()).toBe(start + 1500);
      });

      scenario(
        'random ids are 20 letters and digits, secrets at least 22, and all are unique',
        async (scene) => {
          const { random } = scene.server;
          const ids = Array.from({ length: 500 }, () => random.id());
          const secrets = Array.from({ length: 500 }, () => random.secret());
          for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{20}$/);
          for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z0-9]{22,}$/);
          expect(new Set([...ids, ...secrets]).size).toBe(1000);
        },
      );

      scenario('a task without a time runs once, immediately', async (scene) => {
        const { server, start } = begin(scene);
        await server.tasks.enqueue('note', { n: 1 });
        await scene.advance(hour);
        expect(runs).toEqual([{ payload: { n: 1 }, at: start }]);
      });

      scenario('a task runs at its time and not before', async (scene) => {
        const { server, start } = begin(scene);
        await server.tasks.enqueue('note', 'later', { at: start + 10 * minute });
        await server.tasks.enqueue('note', 'past', { at: start - hour });
        await scene.advance(10 * minute - 1);
        expect(payloads()).toEqual(['past']);
        await scene.advance(1);
        expect(runs[1]).toEqual({ payload: 'later', at: start + 10 * minute });
      });

      scenario('a task id that is pending or finished within the hour is dropped', async (scene) => {
        const { server, start } = begin(scene);
        await server.tasks.enqueue('note', 'first', { id: 'same', at: start + 1000 });
        await server.tasks.enqueue('note', 'second', { id: 'same' });
        await scene.advance(1000);
        await server.tasks.enqueue('note', 'third', { id: 'same' });
        await scene.advance(hour - 1);
        await server.tasks.enqueue('note', 'fourth', { id: 'same' });
        await server.tasks.enqueue('note', 'other', { id: 'other' });
        await scene.advance(minute);
        expect(payloads()).toEqual(['first', 'other']);
      });

      scenario('a task that throws is repeated with back-off until it succeeds', async (scene) => {
        const { server, start } = begin(scene);
        failuresLeft = 3;
        await server.tasks.enqueue('note', 'stubborn', { id: 'stubborn' });
        await scene.advance(hour);
        const times = runs.map(({ at }) => at - start);
        expect(times).toHaveLength(4);
        const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
        expect(gaps[0]).toBeGreaterThan(0);
        expect(gaps).toEqual([1000, 2000, 4000]);
      });

      scenario(
        'the pauses of a failing task grow to an hour, and the task is dropped after 100 runs',
        async (scene) => {
          begin(scene);
          const bare = wholeStage(await provider.stage({ functions: tasksOnly }));
          failuresLeft = Infinity;
          await bare.server.tasks.enqueue('note', 'hopeless');
          await bare.advance(120 * hour);
          await bare.dispose();
          expect(runs).toHaveLength(100);
          const times = runs.map(({ at }) => at);
          expect((times[13] ?? 0) - (times[12] ?? 0)).toBe(hour);
          expect((times[99] ?? 0) - (times[98] ?? 0)).toBe(hour);
        },
      );

      scenario('a failing task does not delay other tasks and keeps its id reserved', async (scene) => {
        const { server } = begin(scene);
        failuresLeft = 1;
        await server.tasks.enqueue('note', 'bad', { id: 'bad' });
        await scene.advance(0);
        await server.tasks.enqueue('note', 'again', { id: 'bad' });
        await server.tasks.enqueue('note', 'good');
        await scene.advance(hour);
        expect(payloads()).toEqual(['bad', 'good', 'bad']);
      });

      scenario('each run gets its own copy of the payload', async (scene) => {
        const { server } = begin(scene);
        const payload = ['clean'];
        const enqueuing = server.tasks.enqueue('spoil', payload);
        payload.push('changed');
        await enqueuing;
        await scene.advance(hour);
        expect(payloads()).toEqual([['clean'], ['clean']]);
      });

      scenario('invalid tasks are rejected', async (scene) => {
        const { server, start } = begin(scene);
        const enqueue = async (name: string, payload: unknown, options = {}) =>
          server.tasks.enqueue(name, payload as Json, options);
        expect(await rejection(enqueue('missing', null))).toMatchObject({ code: 'not-found' });
        expect(await rejection(enqueue('note', null, { at: start + 31 * 24 * hour }))).toMatchObject({
          code: 'out-of-range',
        });
        expect(await rejection(enqueue('note', { n: Number.NaN }))).toBeInstanceOf(TypeError);
        expect(await rejection(enqueue('note', null, { id: 'a/b' }))).toBeInstanceOf(TypeError);
        await scene.advance(hour);
        expect(runs).toEqual([]);
        expect(await rejection(enqueue('note', null, { id: 'x'.repeat(501) }))).toBeInstanceOf(TypeError);
      });

      scenario('a task can be 30 days ahead, and its id 500 characters long', async (scene) => {
        begin(scene);
        const bare = wholeStage(await provider.stage({ functions: tasksOnly }));
        const { clock, tasks } = bare.server;
        await tasks.enqueue('note', 'far', { at: clock.now() + 30 * 24 * hour, id: 'x'.repeat(500) });
        await bare.advance(30 * 24 * hour - 1);
        expect(payloads()).toEqual([]);
        await bare.advance(1);
        expect(payloads()).toEqual(['far']);
        await bare.dispose();
      });

      scenario('a schedule runs at its interval without drift', async (scene) => {
        const { start } = begin(scene);
        await scene.advance(90_000);
        await scene.advance(90_000);
        expect(ticks.map((at) => at - start)).toEqual([minute, 2 * minute, 3 * minute]);
        expect(breaks).toBe(3);
      });

      scenario('runs of a schedule never overlap, and missed runs are skipped', async (scene) => {
        const { start } = begin(scene);
        let release = () => {};
        slowTick = new Promise((resolve) => (release = resolve));
        await scene.advance(3.5 * minute);
        expect(ticks).toHaveLength(1);
        slowTick = null;
        release();
        await scene.advance(minute);
        expect(ticks.map((at) => at - start)).toEqual([minute, 4 * minute]);
      });
    },
    functions,
  );
}
