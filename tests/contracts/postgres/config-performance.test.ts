/** Published configuration and measurements of browsers, as an operator and connections have them. */
import { expect, onTestFinished, test } from 'vitest';
import {
  configService,
  PostgresConfig,
  type PublishedValues,
} from '#adapters/postgres/config/postgres-config.ts';
import {
  performanceService,
  PostgresPerformance,
  type PostgresPerformanceOptions,
} from '#adapters/postgres/performance/postgres-performance.ts';
import type { Peer } from '#adapters/postgres/wire/peer.ts';
import type { TraceRecord } from '#ports/performance/performance.ts';
import { createCanceller } from '#provider-kit/cancel.ts';
import { BusyDatabases } from './busy-database.ts';
import { endConnections, openBareDatabase, withPostgres } from './provider.ts';

withPostgres();

const peer = (id: string) => ({ id, caller: () => null }) as Partial<Peer> as Peer;
const settings = { signal: createCanceller().signal, part: () => {} };

async function openConfigs() {
  const { database, schema } = await openBareDatabase();
  const second = await openBareDatabase(schema);
  const [one, two] = [new PostgresConfig(database), new PostgresConfig(second.database)];
  const stops = [await one.start(), await two.start()];
  onTestFinished(async () => {
    for (const stop of stops) stop();
    await Promise.all([database.close(), second.database.close()]);
  });
  /** Versions that a connection of a process hears. */
  const watch = async (config: PostgresConfig, version: string | null = null) => {
    const versions: unknown[] = [];
    const observer = {
      next: (event: unknown) => versions.push((event as PublishedValues).version),
      failed: () => {},
    };
    const open = configService(config).streams?.['config.updates'];
    const stop = await open?.({ version }, peer('one'), observer);
    return { versions, stop };
  };
  return { one, two, watch, schema };
}

test('values are published together, and null removes one', async () => {
  const { one, two } = await openConfigs();
  expect(await one.value('color')).toBeNull();
  const first = await one.publish({ color: 'red', odd: '\0\ud800', __proto__x: '' });
  expect(await two.value('color')).toBe('red');
  expect(await two.value('odd')).toBe('\0\ud800');
  expect(await two.published()).toEqual({
    version: first.version,
    values: { color: 'red', odd: '\0\ud800', __proto__x: '' },
  });
  const second = await two.publish({ color: null, odd: 'even' });
  expect(second.values).toEqual({ odd: 'even', __proto__x: '' });
  expect(second.version).not.toBe(first.version);
  expect((await one.publish({ odd: 'even', gone: null })).version).toBe(second.version);
  expect(await configService(one).calls?.['config.fetch']?.(null, peer('one'), settings)).toEqual(second);
});

test('invalid values publish nothing', async () => {
  const { one } = await openConfigs();
  const before = await one.publish({ good: 'yes' });
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, number) => [`k${number}`, '']));
  for (const bad of [{ 'a b': 'x' }, { '1a': 'x' }, { large: 'ü'.repeat(50_001) }, { n: 1 as never }, many])
    await expect(one.publish({ good: 'no', ...bad })).rejects.toMatchObject({ code: 'invalid-argument' });
  expect(await one.published()).toEqual(before);
  expect(await one.value('a\0')).toBeNull();
});

test('connections of all processes get each publication, including missed ones', async () => {
  const { one, two, watch, schema } = await openConfigs();
  const [here, there] = [await watch(one), await watch(two)];
  const known = await watch(two, '1');
  expect(here.versions).toEqual(['1']);
  expect(known.versions).toEqual([]);
  await one.publish({ color: 'red' });
  await expect.poll(() => there.versions).toEqual(['1', '2']);
  await expect.poll(() => here.versions).toEqual(['1', '2']);
  await expect.poll(() => known.versions).toEqual(['2']);
  here.stop?.();
  await endConnections(schema);
  await expect
    .poll(() =>
      two.publish({ color: 'blue' }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await expect.poll(() => there.versions).toEqual(['1', '2', '3']);
  expect(here.versions).toEqual(['1', '2']);
});

async function openPerformance(options: Partial<PostgresPerformanceOptions> = {}) {
  const { database } = await openBareDatabase();
  const busy = new BusyDatabases();
  const clock = busy.clock();
  const performance = new PostgresPerformance({
    ...{ database: busy.over(database), clock, report: (error) => expect(error).toBeNull() },
    ...options,
  });
  performance.start();
  onTestFinished(async () => {
    performance.close();
    await database.close();
  });
  const collect = async (records: unknown, from = 'one') =>
    performanceService(performance).calls?.['performance.collect']?.({ records }, peer(from), settings);
  return { performance, collect, clock };
}

const trace = (name: string, durationMs: number): TraceRecord => ({
  ...{ kind: 'trace', name, startedAt: 1.5, durationMs },
  metrics: { n: 1 },
  attributes: { screen: 'room\0' },
});

test('measurements are summarized by kind and name for the requested period', async () => {
  const { performance, collect, clock } = await openPerformance();
  await collect([trace('old', 1)]);
  await clock.advance(3_600_000);
  await collect(Array.from({ length: 100 }, (_, number) => trace('open', number + 1)));
  for (const [path, ms] of [
    ['incidents/secret?a=1', 5],
    ['team', 7],
  ] as const)
    await collect([{ ...trace(`https://muster.example/${path}`, ms), kind: 'page' }]);
  expect(await performance.summary(60_000)).toEqual([
    { kind: 'trace', name: 'open', count: 100, medianMs: 50, p95Ms: 95, longestMs: 100 },
    { kind: 'page', name: 'https://muster.example', count: 2, medianMs: 5, p95Ms: 7, longestMs: 7 },
  ]);
  expect(await performance.summary()).toHaveLength(3);
  await clock.advance(14 * 24 * 3_600_000 + 3_600_000);
  expect(await performance.summary(365 * 24 * 3_600_000)).toEqual([]);
});

test('the newest measurements are stored up to the limit', async () => {
  const { performance, collect } = await openPerformance({ most: 10 });
  await collect(Array.from({ length: 8 }, () => trace('first', 1)));
  await collect(Array.from({ length: 8 }, () => trace('second', 1)));
  await performance.cleanUp();
  expect((await performance.summary()).map(({ name, count }) => [name, count])).toEqual([
    ['second', 8],
    ['first', 2],
  ]);
});

test('measurements are limited per connection and minute, and excess ones are dropped', async () => {
  const { performance, collect, clock } = await openPerformance();
  const count = async () => (await performance.summary()).reduce((sum, { count: each }) => sum + each, 0);
  const batch = Array.from({ length: 1000 }, () => trace('much', 1));
  for (let times = 0; times < 3; times++) await collect(batch);
  expect(await count()).toBe(1200);
  await collect(batch, 'two');
  expect(await count()).toBe(2200);
  await clock.advance(60_000);
  await collect(batch);
  expect(await count()).toBe(3200);
  for (let number = 0; number < 20; number++) await collect(batch, `peer ${number}`);
  expect(await count()).toBe(14_200);
});

test('a batch with an invalid measurement is rejected as a whole', async () => {
  const { performance, collect } = await openPerformance();
  const good = trace('good', 1);
  const bad = [
    { ...good, kind: 'other' },
    { ...good, name: '' },
    { ...good, name: 'a\0' },
    { ...good, name: 'x'.repeat(4097) },
    { ...good, durationMs: -1 },
    { ...good, startedAt: Number.NaN },
    { ...good, startedAt: 1e300 },
    { ...good, metrics: { n: 'text' } },
    { ...good, metrics: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`m${n}`, 1])) },
    { ...good, attributes: { long: 'x'.repeat(101) } },
    { ...good, attributes: null },
    null,
  ];
  for (const record of bad)
    await expect(collect([good, record])).rejects.toMatchObject({ code: 'invalid-argument' });
  for (const records of [null, 'text', Array.from({ length: 1001 }, () => good)])
    await expect(collect(records)).rejects.toMatchObject({ code: 'invalid-argument' });
  expect(await performance.summary()).toEqual([]);
});
