/**
 * Random writes made without a network, by the embedded client and by the Firebase SDK, each upon the same confirmed
 * documents: what is read afterwards, in all three readings of a pending time, and everything that listeners hear, in order.
 */
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Docs, PendingTimestamps, Write } from '#ports/docs/docs.ts';
import { isPlainObject } from '#provider-kit/docs/own.ts';
import { collectionOf } from '#query/paths.ts';
import { type DocData, type DocValue, Vector } from '#ports/docs/values.ts';
import { type DocSpec, place, Setting } from './documents.ts';
import { type ReferenceSdk, openReferenceSdk } from './firestore.ts';
import { type Subscription, watchPort, watchSdk, watchSdkInSync } from './listening.ts';
import { refusedByServer } from './production.ts';
import { queryOf, querySpec, type QuerySpec } from './queries.ts';
import { compareCases, tally } from './seed.ts';
import { show, showQuery } from './show.ts';
import { dataFromSdk } from './translate.ts';
import { value } from './values.ts';
import { writeOf, type WriteSpec, writeSpec } from './writes.ts';

interface ListenSpec {
  readonly query: QuerySpec | null;
  readonly at: number;
  readonly metadata: boolean;
  readonly times: PendingTimestamps;
}

type Step =
  | { readonly do: 'write'; readonly writes: readonly WriteSpec[] }
  | { readonly do: 'listen'; readonly listen: ListenSpec }
  | { readonly do: 'stop'; readonly at: number };

interface Case {
  readonly values: readonly DocValue[];
  readonly base: readonly DocSpec[];
  readonly listeners: readonly ListenSpec[];
  readonly steps: readonly Step[];
}

const readings = ['none', 'estimate', 'previous'] as const;

/** Questions whose answers change with nearly every write. */
const busy: fc.Arbitrary<QuerySpec> = fc.record({
  group: fc.boolean(),
  where: fc.constant([]),
  orderBy: fc
    .tuple(fc.constantFrom('a', 'b', 'm.x'), fc.constantFrom('asc' as const, 'desc' as const))
    .map(([field, direction]) => [{ field, direction }]),
  limit: fc.constantFrom(null, 1, 2, 3),
  fromEnd: fc.boolean(),
  start: fc.constant(null),
  end: fc.constant(null),
});

const listen: fc.Arbitrary<ListenSpec> = fc.record({
  query: fc.option(fc.oneof(querySpec, busy), { freq: 4 }),
  at: fc.nat(60),
  metadata: fc.boolean(),
  times: fc.constantFrom(...readings),
});

const cases: fc.Arbitrary<Case> = fc.record({
  values: fc.array(value.map(tame), { minLength: 2, maxLength: 6 }),
  base: fc.array(fc.record({ ...place, id: fc.nat(4) }), { maxLength: 6 }),
  listeners: fc.array(listen, { maxLength: 7 }),
  steps: fc.array(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({
          do: fc.constant('write' as const),
          writes: fc.oneof(
            { weight: 3, arbitrary: fc.array(writeSpec, { minLength: 1, maxLength: 1 }) },
            { weight: 1, arbitrary: fc.array(writeSpec, { minLength: 2, maxLength: 3 }) },
          ),
        }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('listen' as const), listen }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), at: fc.nat(10) }) },
    ),
    { minLength: 1, maxLength: 14 },
  ),
});

/**
 * Value without differences of the SDK: a vector is a map of two fields that others may be written into, and 0 and -0 are two
 * members of an array.
 */
function tame(one: DocValue): DocValue {
  if (one instanceof Vector) return [...one.values].map(tameZero);
  if (Array.isArray(one))
    return one.map((inner) => (Array.isArray(tame(inner)) ? null : tameZero(tame(inner))));
  if (isPlainObject(one))
    return Object.fromEntries(Object.entries(one as DocData).map(([name, inner]) => [name, tame(inner)]));
  return one === 0 ? 0 : one;
}

/**
 * Values whose numbers are all integers of the SDK, or none is. An increment, a minimum or a maximum of both kinds is a double there,
 * and a double 1 is another value than an integer 1, to listeners and to `in`; JavaScript has one number for both.
 */
function ofOneKind(values: readonly DocValue[]): readonly DocValue[] {
  const kind = values.filter((one) => typeof one === 'number').map(Number.isSafeInteger)[0] ?? true;
  const convert = (one: DocValue): DocValue => {
    if (typeof one === 'number') return Number.isSafeInteger(one) === kind ? one : kind ? 2 : 0.1;
    if (Array.isArray(one)) return one.map(convert);
    if (isPlainObject(one))
      return Object.fromEntries(
        Object.entries(one as DocData).map(([name, inner]) => [name, convert(inner)]),
      );
    return one;
  };
  return values.map(convert);
}

const arithmetic = new Set<string>(['increment', 'minimum', 'maximum']);

const tameZero = (one: DocValue): DocValue => (one === 0 ? 0 : one);

/**
 * Recorder of all events, emptied at each step. Listeners of one query are notified in order, then all at once of the end; the
 * order of queries is no promise.
 */
class Heard {
  private items: { readonly question: number; readonly text: string }[] = [];

  by(question: number, who: string): (text: string) => void {
    return (text) => void this.items.push({ question, text: `${who}: ${text}` });
  }

  take(): readonly string[] {
    const { items } = this;
    this.items = [];
    return items.sort((one, other) => one.question - other.question).map(({ text }) => text);
  }
}

const everything = Number.MAX_SAFE_INTEGER;

const counted = tally('writes');
let sdk: ReferenceSdk;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  sdk = await openReferenceSdk();
});
afterAll(async () => {
  vi.useRealTimers();
  await sdk.dispose();
});

/** The SDK calls its listeners by timers without delay, after its own queue. */
async function sdkSettled(path: string): Promise<void> {
  await sdk.get(path);
  await delay(0);
}

test('local results and listener events of writes equal those of the SDK', async () => {
  await compareCases(counted, 200, cases, async ({ values, base, listeners, steps }) => {
    const specs = steps.flatMap((step) => (step.do === 'write' ? step.writes : []));
    const calculates = specs.some(({ leaves }) => leaves.some(([, { does }]) => arithmetic.has(does)));
    const setting = new Setting(calculates ? ofOneKind(values) : values);
    const stored = new Map(base.map((spec) => [setting.path(spec), setting.data(spec)]));
    const paths = [...new Set([...base, ...specs].map((spec) => setting.path(spec)))];
    const ground = { ...setting.ground(paths), places: [] };
    const story = [...stored].map(([path, data]) => `${path} ${show(data)}`);

    await sdk.learn([...stored].map(([path, data]) => ({ path, data })));
    const cloud = new FakeCloud();
    // A persistent cache: one in memory would drop documents without listeners.
    const client = connect(cloud, { stores: { local: memoryStore(), session: memoryStore() } });
    await cloud.server.docs.batch([...stored].map(([path, data]) => ({ type: 'set', path, data })));
    await settle();
    for (const collection of new Set([...stored.keys()].map(collectionOf)))
      await client.docs.find({ collection });
    await client.docs.offline.setNetwork(false);

    const [ours, theirs] = [new Heard(), new Heard()];
    const ends = new Map<number, () => void>();
    const questions: string[] = [];
    let named = 0;
    const start = (spec: ListenSpec) => {
      const path = paths[spec.at % Math.max(1, paths.length)] ?? `${setting.collection}/none`;
      const what = spec.query ? queryOf(ground, spec.query) : path;
      const subscription: Subscription = { what, metadata: spec.metadata, times: spec.times };
      const name = ++named;
      const asked = typeof what === 'string' ? what : showQuery(what);
      const question = questions.indexOf(asked) < 0 ? questions.push(asked) - 1 : questions.indexOf(asked);
      let stopTheirs: () => void;
      try {
        if (typeof what !== 'string' && refusedByServer(what)) return;
        stopTheirs = watchSdk(sdk, subscription, theirs.by(question, `listener ${name}`));
      } catch {
        // Queries that are refused have a test of their own.
        return;
      }
      const stopOurs = watchPort(client.docs, subscription, ours.by(question, `listener ${name}`));
      story.push(
        `listener ${name} to ${asked}` +
          `${spec.metadata ? ', with metadata' : ''}, pending times: ${spec.times}`,
      );
      ends.set(name, () => {
        stopTheirs();
        stopOurs();
      });
    };
    const compare = async () => {
      await Promise.all([settle(), sdkSettled(`${setting.collection}/none`)]);
      const [one, other] = [ours.take(), theirs.take()];
      counted.add('events', other.length);
      if (one.join('\n') !== other.join('\n'))
        throw new Error([...story, 'the SDK', ...other, 'embedded', ...one].join('\n'));
    };

    const stopInSync = [
      watchSdkInSync(sdk, theirs.by(everything, 'all')),
      client.docs.sync.onInSync(() => ours.by(everything, 'all')('in sync')),
    ];
    try {
      await compare();
      for (const listener of listeners) start(listener);
      await compare();
      for (const step of steps) {
        await cloud.advance(1000);
        vi.setSystemTime(cloud.clock.now());
        if (step.do === 'listen') start(step.listen);
        else if (step.do === 'stop') {
          const name = [...ends.keys()][step.at % Math.max(1, ends.size)];
          if (name !== undefined) {
            story.push(`listener ${name} stops`);
            ends.get(name)?.();
            ends.delete(name);
          }
        } else {
          const writes: Write[] = [];
          for (const spec of step.writes) {
            // The SDK applies two writes of a batch to one document twice.
            if (writes.some(({ path }) => path === setting.path(spec))) continue;
            const write = writeOf(setting, spec, await dataAt(client.docs, setting.path(spec)));
            if (write) writes.push(write);
          }
          if (writes.length === 0) continue;
          story.push(`writes ${writes.map(show).join(' and ')}`);
          sdk.write(writes);
          void client.docs.batch(writes).catch(() => {});
          counted.add('writes', writes.length);
        }
        await compare();
        const touched = step.do === 'write' ? step.writes.map((spec) => setting.path(spec)) : [];
        for (const path of new Set(touched)) await compareReadings(client.docs, path, story);
      }
    } finally {
      for (const stop of [...ends.values(), ...stopInSync]) stop();
      await client.dispose();
      cloud.dispose();
    }
  });
  expect(counted.counts.get('events')).toBeGreaterThan(0);
}, 600_000);

async function dataAt(docs: Docs, path: string): Promise<DocData | null> {
  const found = await docs.get(path, { source: 'cache', serverTimestamps: 'estimate' }).catch(() => null);
  return found?.data ?? null;
}

async function compareReadings(docs: Docs, path: string, story: readonly string[]): Promise<void> {
  const theirs = await sdk.get(path);
  for (const serverTimestamps of readings) {
    const ours = await docs.get(path, { source: 'cache', serverTimestamps }).catch(() => null);
    const data = theirs?.data({ serverTimestamps });
    const expected =
      theirs && `${data ? show(dataFromSdk(data)) : 'absent'} ${theirs.metadata.hasPendingWrites}`;
    const got = ours && `${ours.data ? show(ours.data) : 'absent'} ${ours.metadata.hasPendingWrites}`;
    counted.add('readings');
    if (got !== expected)
      throw new Error(
        [
          ...story,
          `${path}, pending times: ${serverTimestamps}`,
          `the SDK: ${expected}`,
          `embedded: ${got}`,
        ].join('\n'),
      );
  }
}
