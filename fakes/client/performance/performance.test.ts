/** Performance records that reach the server. */
import { expect, test } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { TraceRecord } from '#ports/performance/performance.ts';
import { TestBrowser } from '../browser.ts';
import { connect } from '../client.ts';

const at = (name: string) => ({ name, startedAt: 0, durationMs: 1, metrics: {}, attributes: {} });
const arrived = (cloud: FakeCloud) =>
  (cloud.snapshot().services.performance as readonly TraceRecord[]).map(({ name }) => name);

test('records are collected for 10 s and sent together', async () => {
  const cloud = new FakeCloud();
  const { performance } = connect(cloud);
  performance.record(at('a'));
  await cloud.advance(9000);
  performance.record(at('b'));
  expect(arrived(cloud)).toEqual([]);
  await cloud.advance(1000);
  expect(arrived(cloud)).toEqual(['a', 'b']);
});

test('unsent records are sent later, in order, up to the newest 1,000', async () => {
  const cloud = new FakeCloud();
  const { performance, control } = connect(cloud);
  control.setNetwork(false);
  performance.record(at('first'));
  await cloud.advance(15_000);
  for (let n = 0; n < 1000; n++) performance.record(at(`r${n}`));
  await cloud.advance(15_000);
  expect(arrived(cloud)).toEqual([]);
  control.setNetwork(true);
  await cloud.advance(20_000);
  expect(arrived(cloud)).toHaveLength(1000);
  expect(arrived(cloud)[0]).toBe('r0');
});

test('no record is sent while collection is disabled', async () => {
  const cloud = new FakeCloud();
  const { performance } = connect(cloud);
  performance.collection.setEnabled(false);
  performance.record(at('a'));
  await cloud.advance(60_000);
  expect(arrived(cloud)).toEqual([]);
});

test('disposing sends the remaining records', async () => {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  client.performance.record(at('last'));
  await client.dispose();
  await settle();
  expect(arrived(cloud)).toEqual(['last']);
});

test('records survive a snapshot', async () => {
  const cloud = new FakeCloud();
  const client = connect(cloud);
  client.performance.record(at('kept'));
  await client.dispose();
  const next = new FakeCloud();
  next.restore(structuredClone(cloud.snapshot()));
  expect(arrived(next)).toEqual(['kept']);
});

const page = {
  kind: 'page',
  address: 'https://ann:secret@muster.example:8443/teams/a?token=secret#secret',
  startedAt: 1000,
  durationMs: 812,
  metrics: { firstContentfulPaintMs: 301.7, domInteractiveMs: -1 },
} as const;

test('pages and requests are measured automatically, without personal data', async () => {
  const cloud = new FakeCloud();
  const browser = new TestBrowser();
  const { performance } = connect(cloud, { browser });
  let records: readonly TraceRecord[] = [];
  performance.watchRecords((next) => (records = next));
  browser.measure(page);
  browser.measure({ ...page, kind: 'network', address: `https://api.example/${'x'.repeat(3000)}` });
  browser.measure({ ...page, kind: 'network', address: 'blob:https://muster.example/7' });
  browser.measure({ ...page, kind: 'network', address: 'nowhere' });
  await settle();
  expect(records.map(({ kind, name }) => [kind, name.length])).toEqual([
    ['page', 'https://muster.example:8443/teams/a'.length],
    ['network', 2000],
  ]);
  expect(records[0]).toEqual({
    kind: 'page',
    name: 'https://muster.example:8443/teams/a',
    startedAt: 1000,
    durationMs: 812,
    metrics: { firstContentfulPaintMs: 301, domInteractiveMs: 0 },
    attributes: {},
  });
  await cloud.advance(10_000);
  expect(arrived(cloud)).toHaveLength(2);
});

test('the browser is not observed while collection is disabled or after disposal', async () => {
  const cloud = new FakeCloud();
  const browser = new TestBrowser();
  const client = connect(cloud, { browser });
  client.performance.collection.setEnabled(false);
  browser.measure(page);
  client.performance.collection.setEnabled(true);
  await client.dispose();
  browser.measure(page);
  await cloud.advance(10_000);
  expect(arrived(cloud)).toEqual([]);
});

test.each(['firebase_a', 'google_a', 'ga_a'])(
  'attribute names with the prefix of %s are rejected, as in production',
  (name) => {
    const { performance } = connect(new FakeCloud());
    const invalid = expect.objectContaining({ code: 'performance/invalid-attribute' });
    const trace = performance.trace('t');
    expect(() => trace.putAttribute(name, 'x')).toThrow(invalid);
    expect(trace.attribute(name)).toBeNull();
    const record = { name: 't', startedAt: 1000, durationMs: 5, metrics: {}, attributes: { [name]: 'x' } };
    expect(() => performance.record(record)).toThrow(invalid);
  },
);
