/** The promises of ports/performance. */
import { expect } from 'vitest';
import { PortError } from '#ports/errors.ts';
import type { Performance, Trace, TraceRecord } from '#ports/performance/performance.ts';
import { contract, type Provider, recorder, type Scene } from './harness.ts';

/** The newest state of the list. */
function watching(scene: Scene, performance: Performance) {
  const seen = recorder<readonly TraceRecord[]>();
  scene.closing(performance.watchRecords(seen.next));
  return seen;
}

const refusal = (code: string) => expect.objectContaining({ name: PortError.name, code });
const invalidTrace = refusal('performance/invalid-trace');
const invalidMetric = refusal('performance/invalid-metric');
const invalidAttribute = refusal('performance/invalid-attribute');

const plain = { startedAt: 1000, durationMs: 5, metrics: {}, attributes: {} };

function run(performance: Performance, name: string): void {
  const trace = performance.trace(name);
  trace.start();
  trace.stop();
}

export function performanceContract(provider: Provider): void {
  contract('performance', provider, (scenario) => {
    scenario('each client sees its own records', async (scene) => {
      const [one, two] = [await scene.connect(), await scene.connect()];
      const [first, second] = [watching(scene, one.performance), watching(scene, two.performance)];
      run(one.performance, 'mine');
      await scene.settle();
      expect(first.last().map(({ name }) => name)).toEqual(['mine']);
      expect(second.last()).toEqual([]);
    });

    scenario('a trace records the duration from start to stop', async (scene) => {
      const { performance } = await scene.connect();
      const seen = watching(scene, performance);
      const trace = performance.trace('load incidents');
      const start = scene.server.clock.now();
      trace.start();
      trace.putMetric('rows', 12);
      trace.putAttribute('screen', 'home');
      await scene.advance(250);
      trace.stop();
      await scene.settle();
      expect(seen.last()).toEqual([
        {
          kind: 'trace',
          name: 'load incidents',
          startedAt: start,
          durationMs: 250,
          metrics: { rows: 12 },
          attributes: { screen: 'home' },
        },
      ]);
    });

    scenario('a record does not change after the trace stopped', async (scene) => {
      const { performance } = await scene.connect();
      const seen = watching(scene, performance);
      const trace = performance.trace('t');
      trace.putMetric('before', 1);
      trace.start();
      trace.stop();
      trace.putMetric('after', 1);
      await scene.settle();
      expect(seen.last()[0]?.metrics).toEqual({ before: 1 });
    });

    scenario('a trace can start once and stop once', async ({ connect }) => {
      const { performance } = await connect();
      const trace = performance.trace('t');
      expect(() => trace.stop()).toThrow(invalidTrace);
      trace.start();
      expect(() => trace.start()).toThrow(invalidTrace);
      trace.stop();
      expect(() => trace.stop()).toThrow(invalidTrace);
      expect(() => trace.start()).toThrow(invalidTrace);
    });

    scenario('trace, record and metric names are limited', async ({ connect }) => {
      const { performance } = await connect();
      const trace = performance.trace('t'.repeat(100));
      trace.putMetric('m'.repeat(100), 1);
      for (const name of ['', ' t', 't ', '_t', 't'.repeat(101)]) {
        expect(() => performance.trace(name)).toThrow(invalidTrace);
        expect(() => performance.record({ ...plain, name })).toThrow(invalidTrace);
        expect(() => trace.putMetric(name, 1)).toThrow(invalidMetric);
        expect(() => trace.incrementMetric(name)).toThrow(invalidMetric);
      }
    });

    scenario('metrics are whole numbers and 0 by default', async ({ connect }) => {
      const trace: Trace = (await connect()).performance.trace('t');
      expect(trace.metric('m')).toBe(0);
      trace.incrementMetric('m');
      trace.incrementMetric('m', 4);
      expect(trace.metric('m')).toBe(5);
      trace.putMetric('m', 2.9);
      expect(trace.metric('m')).toBe(2);
      trace.putMetric('m', -1.5);
      expect(trace.metric('m')).toBe(-2);
      expect(() => trace.putMetric('m', Number.NaN)).toThrow(invalidMetric);
      expect(trace.metric('m')).toBe(-2);
    });

    scenario('a trace has at most 32 metrics', async ({ connect }) => {
      const trace = (await connect()).performance.trace('t');
      for (let at = 0; at < 32; at++) trace.putMetric(`m${at}`, at);
      expect(() => trace.putMetric('m32', 1)).toThrow(invalidMetric);
      trace.putMetric('m31', 99);
      expect(trace.metric('m31')).toBe(99);
    });

    scenario(
      'a trace has at most 5 attributes, which are short texts and null by default',
      async ({ connect }) => {
        const trace = (await connect()).performance.trace('t');
        expect(trace.attribute('a')).toBeNull();
        trace.putAttribute('a', '1');
        trace.removeAttribute('a');
        trace.removeAttribute('a');
        expect(trace.attribute('a')).toBeNull();
        trace.putAttribute('a'.repeat(40), 'x'.repeat(100));
        for (const [name, value] of [
          ['', 'x'],
          ['a'.repeat(41), 'x'],
          ['_a', 'x'],
          ['a b', 'x'],
          ['a', ''],
          ['a', 'x'.repeat(101)],
        ] as const)
          expect(() => trace.putAttribute(name, value)).toThrow(invalidAttribute);
        for (let at = 0; at < 4; at++) trace.putAttribute(`a${at}`, 'x');
        expect(() => trace.putAttribute('a4', 'x')).toThrow(invalidAttribute);
        trace.putAttribute('a3', 'again');
        trace.removeAttribute('a0');
        trace.putAttribute('a4', 'x');
        expect(trace.attribute('a3')).toBe('again');
      },
    );

    scenario('record stores a copy of an external measurement', async (scene) => {
      const { performance } = await scene.connect();
      const seen = watching(scene, performance);
      const given = { ...plain, name: 'elsewhere', metrics: { a: 1.5 }, attributes: { b: 'c' } };
      performance.record(given);
      given.metrics.a = 100;
      given.attributes.b = 'changed';
      await scene.settle();
      expect(seen.last()).toEqual([
        {
          kind: 'trace',
          name: 'elsewhere',
          startedAt: 1000,
          durationMs: 5,
          metrics: { a: 1 },
          attributes: { b: 'c' },
        },
      ]);
      expect(() => performance.record({ ...plain, name: 't', durationMs: -1 })).toThrow(invalidTrace);
      expect(() => performance.record({ ...plain, name: 't', startedAt: Number.NaN })).toThrow(invalidTrace);
    });

    scenario(
      'with collection disabled, no record is stored',
      { needs: ['performance.collection'] },
      async (scene) => {
        const { performance } = await scene.connect();
        const seen = watching(scene, performance);
        expect(performance.collection.enabled()).toBe(true);
        performance.collection.setEnabled(false);
        expect(performance.collection.enabled()).toBe(false);
        run(performance, 'dropped');
        performance.record({ ...plain, name: 'dropped' });
        performance.collection.setEnabled(true);
        run(performance, 'kept');
        await scene.settle();
        expect(seen.last().map(({ name }) => name)).toEqual(['kept']);
      },
    );

    scenario(
      'a reload enables collection and clears the records',
      { needs: ['performance.collection'] },
      async (scene) => {
        const client = await scene.connect();
        run(client.performance, 'before');
        client.performance.collection.setEnabled(false);
        const { performance } = await scene.reload(client);
        expect(performance.collection.enabled()).toBe(true);
        const seen = watching(scene, performance);
        run(performance, 'after');
        await scene.settle();
        expect(seen.last().map(({ name }) => name)).toEqual(['after']);
      },
    );

    scenario(
      'a watcher gets the newest 200 records, oldest first, now and after each new record',
      async (scene) => {
        const { performance } = await scene.connect();
        for (let at = 0; at < 205; at++) performance.record({ ...plain, name: `r${at}` });
        const seen = recorder<readonly TraceRecord[]>();
        const stop = performance.watchRecords(seen.next);
        expect(seen.values).toEqual([]);
        await scene.settle();
        expect(seen.values).toHaveLength(1);
        expect(seen.last()).toHaveLength(200);
        expect([seen.last()[0]?.name, seen.last()[199]?.name]).toEqual(['r5', 'r204']);
        run(performance, 'new');
        await scene.settle();
        expect(seen.values).toHaveLength(2);
        expect([seen.last()[0]?.name, seen.last()[199]?.name]).toEqual(['r6', 'new']);
        run(performance, 'unseen');
        stop();
        stop();
        await scene.settle();
        expect(seen.values).toHaveLength(2);
      },
    );

    scenario('records are stored while offline', async (scene) => {
      const client = await scene.connect();
      const seen = watching(scene, client.performance);
      await scene.setNetwork(client, false);
      run(client.performance, 'offline');
      await scene.advance(3_600_000);
      expect(seen.last().map(({ name }) => name)).toEqual(['offline']);
    });

    scenario('a disposed client reports no more records', async (scene) => {
      const client = await scene.connect();
      const seen = watching(scene, client.performance);
      await scene.settle();
      await client.dispose();
      run(client.performance, 'late');
      await scene.settle();
      expect(seen.values).toEqual([[]]);
    });
  });
}
