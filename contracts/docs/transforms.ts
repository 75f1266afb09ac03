/** Times, sums, minima, maxima, unions and removals that the server computes. */
import { expect } from 'vitest';
import {
  arrayRemove,
  arrayUnion,
  increment,
  maximum,
  minimum,
  serverTimestamp,
  Timestamp,
} from '#ports/docs/values.ts';
import { type Scenario } from '../harness.ts';
import { setWrite, update } from './help.ts';

export function transformScenarios(scenario: Scenario): void {
  scenario('server timestamps are equal within a batch and increase with each batch', async (scene) => {
    const { docs } = await scene.connect();
    const now = scene.server.clock.now();
    const at = async (path: string) => (await docs.get(path)).data?.['at'];
    await docs.batch([
      setWrite('notes/a', { at: serverTimestamp() }),
      setWrite('notes/b', { at: serverTimestamp() }),
    ]);
    await docs.write(setWrite('notes/c', { at: serverTimestamp() }));
    const [a, b, c] = [await at('notes/a'), await at('notes/b'), await at('notes/c')];
    if (!(a instanceof Timestamp) || !(c instanceof Timestamp)) throw new Error('No timestamps.');
    expect(b).toEqual(a);
    expect(Math.abs(a.toMillis() - now)).toBeLessThan(60_000);
    expect(c.toMillis()).toBeGreaterThan(a.toMillis());
  });

  scenario('increment adds to a number and treats other values as 0', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(setWrite('notes/a', { n: 1, text: 'x' }));
    await docs.write(update('notes/a', { n: increment(2.5), text: increment(1), none: increment(-1) }));
    expect((await docs.get('notes/a')).data).toEqual({ n: 3.5, text: 1, none: -1 });
  });

  scenario('minimum and maximum store the smaller and the larger number', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(
      setWrite('notes/a', { low: 5, high: 5, same: 5, text: 'x', list: [1], map: { deep: 2.5 } }),
    );
    await docs.write(
      update('notes/a', {
        low: minimum(3),
        high: maximum(7.5),
        same: minimum(6),
        text: maximum(-1),
        none: minimum(4),
        'map.deep': maximum(2),
      }),
    );
    const data = { low: 3, high: 7.5, same: 5, text: -1, none: 4, list: [1], map: { deep: 2.5 } };
    expect((await docs.get('notes/a')).data).toEqual(data);
    expect((await scene.server.docs.get('notes/a')).data).toEqual(data);
    await docs.write({ ...setWrite('notes/a', { low: minimum(2), map: { deep: minimum(1) } }), merge: true });
    expect((await docs.get('notes/a')).data).toMatchObject({ low: 2, high: 7.5, map: { deep: 1 } });
    await docs.write(setWrite('notes/b', { n: maximum(3) }));
    expect((await docs.get('notes/b')).data).toEqual({ n: 3 });
  });

  scenario('minimum and maximum keep the stored one of equal numbers, and NaN wins', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(setWrite('notes/a', { zero: 0, minus: -0, number: 1, nan: NaN, endless: 1 }));
    await docs.write(
      update('notes/a', {
        zero: minimum(-0),
        minus: maximum(0),
        number: maximum(NaN),
        nan: minimum(1),
        endless: maximum(Infinity),
      }),
    );
    const data = { zero: 0, minus: -0, number: NaN, nan: NaN, endless: Infinity };
    expect((await scene.server.docs.get('notes/a')).data).toEqual(data);
    expect((await docs.get('notes/a')).data).toEqual(data);
  });

  scenario('integer sums saturate at 64 bits, doubles overflow, and NaN and -0 are kept', async (scene) => {
    const { docs } = await scene.connect();
    const most = Number.MAX_SAFE_INTEGER;
    // In batches of fifty: what the SDK of Firebase does for one grows with the square of its size.
    const steps = (by: number) => Array.from({ length: 50 }, () => update('notes/a', { n: increment(by) }));
    await docs.write(
      setWrite('notes/a', { n: most, half: 0.5, large: 1e300, nan: 1, zero: -0, list: [-0, NaN] }),
    );
    for (let round = 0; round < 22; round++) await docs.batch(steps(most));
    expect((await docs.get('notes/a')).data).toMatchObject({ n: 2 ** 63 });
    for (let round = 0; round < 42; round++) await docs.batch(steps(-most));
    expect((await docs.get('notes/a')).data).toMatchObject({ n: -(2 ** 63) });
    await docs.write(
      update('notes/a', { half: increment(most), large: increment(1e300), nan: increment(NaN) }),
    );
    expect((await scene.server.docs.get('notes/a')).data).toEqual({
      n: -(2 ** 63),
      half: most + 0.5,
      large: 2e300,
      nan: NaN,
      zero: -0,
      list: [-0, NaN],
    });
    await docs.write(update('notes/a', { n: increment(0.5) }));
    expect((await docs.get('notes/a')).data).toMatchObject({ n: -(2 ** 63) });
  });

  scenario('arrayUnion and arrayRemove compare by value: 3 equals 3.0 and NaN equals NaN', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(setWrite('notes/a', { list: [3, NaN, { a: [1] }, null] }));
    const same = [3.0, NaN, { a: [1] }, null, new Timestamp(1, 999), new Timestamp(1, 1)];
    await docs.write(update('notes/a', { list: arrayUnion(...same) }));
    const all = [3, NaN, { a: [1] }, null, new Timestamp(1, 0)];
    expect((await docs.get('notes/a')).data).toEqual({ list: all });
    await docs.write(update('notes/a', { list: arrayRemove(3.0, NaN, { a: [1] }, new Timestamp(1, 0)) }));
    expect((await docs.get('notes/a')).data).toEqual({ list: [null] });
  });

  scenario('increments of several clients add up', async (scene) => {
    const clients = [await scene.connect(), await scene.connect(), await scene.connect()];
    await scene.server.docs.batch([setWrite('notes/a', { n: 0 })]);
    await Promise.all(
      clients.flatMap(({ docs }) =>
        [1, 2, 3].map((by) => docs.write(update('notes/a', { n: increment(by) }))),
      ),
    );
    expect((await scene.server.docs.get('notes/a')).data).toEqual({ n: 18 });
  });

  scenario('array union appends what is missing, array remove takes every occurrence', async (scene) => {
    const { docs } = await scene.connect();
    await docs.write(setWrite('notes/a', { list: [1, 2, 1], other: 'x' }));
    await docs.write(update('notes/a', { list: arrayUnion(2, 3, 3), other: arrayUnion({ a: 1 }, { a: 1 }) }));
    expect((await docs.get('notes/a')).data).toEqual({ list: [1, 2, 1, 3], other: [{ a: 1 }] });
    await docs.write(
      update('notes/a', { list: arrayRemove(1, 4), other: arrayRemove({ a: 1 }), none: arrayRemove(1) }),
    );
    expect((await docs.get('notes/a')).data).toEqual({ list: [2, 3], other: [], none: [] });
  });
}
