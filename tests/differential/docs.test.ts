/**
 * Random documents and queries, answered by the embedded provider (by its server, and by its client alone when offline) and
 * by the Firebase SDK's own engine, which must agree: on what is there, in which order, and on what may not be asked.
 */
import type { DocumentSnapshot as SdkDoc } from 'firebase/firestore';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { DocSnapshot, Write } from '#ports/docs/docs.ts';
import { collectionOf } from '#query/paths.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';
import { confirmed, line, ofPort, ofSdk, text } from './answers.ts';
import { type DocSpec, place, Setting } from './documents.ts';
import { type ReferenceSdk, openReferenceSdk } from './firestore.ts';
import { refusedByServer } from './production.ts';
import { type Ground, queryOf, querySpec, type QuerySpec } from './queries.ts';
import { compareCases, tally } from './seed.ts';
import { show, showQuery } from './show.ts';
import { dataFromSdk } from './translate.ts';
import { value } from './values.ts';

interface WriteSpec extends DocSpec {
  readonly kind: 'set' | 'merge' | 'update' | 'delete';
}

interface Case {
  readonly values: readonly DocValue[];
  /** Confirmed by the server. */
  readonly base: readonly DocSpec[];
  /** Later writes that are not sent yet. */
  readonly since: readonly WriteSpec[];
  readonly queries: readonly QuerySpec[];
}

const cases: fc.Arbitrary<Case> = fc.record({
  values: fc.array(value, { minLength: 2, maxLength: 6 }),
  base: fc.array(fc.record(place), { maxLength: 14, size: 'max' }),
  since: fc.array(fc.record({ ...place, kind: fc.constantFrom('set', 'set', 'merge', 'update', 'delete') }), {
    maxLength: 6,
  }),
  queries: fc.array(querySpec, { minLength: 1, maxLength: 40, size: 'max' }),
});

/** A case with everything in it named. */
interface Concrete {
  readonly base: ReadonlyMap<string, DocData>;
  readonly since: readonly Write[];
  readonly ground: Omit<Ground, 'places'>;
}

function concrete({ values, base, since }: Case): Concrete {
  const setting = new Setting(values);
  const stored = new Map(base.map((spec) => [setting.path(spec), setting.data(spec)]));
  const known = new Set(stored.keys());
  // The SDK has a vector as a map of two fields, and would write a third one into it.
  const intoMaps = !show(values).includes('vector(');
  const writes: Write[] = [];
  const merged = new Map<string, readonly string[]>();
  for (const spec of since) {
    if (!intoMaps && spec.kind !== 'set' && spec.kind !== 'delete') continue;
    const write = writeOf(setting, spec, known);
    if (!write) continue;
    // The SDK's cache shows an empty map for a write that replaces a map in which an unsent write set a field.
    const fields = fieldsOf(write);
    const earlier = merged.get(write.path) ?? [];
    if (earlier.some((one) => fields.some((field) => one.startsWith(`${field}/`)))) continue;
    merged.set(write.path, fields.length === 0 ? [] : [...earlier, ...fields]);
    writes.push(write);
    if (spec.kind === 'delete') known.delete(write.path);
    else known.add(write.path);
  }
  const paths = [...base, ...since].map((spec) => setting.path(spec));
  return { base: stored, since: writes, ground: setting.ground([...new Set(paths)]) };
}

/** The fields that a write changes within its document, as paths; none for a write of the whole. */
function fieldsOf(write: Write): readonly string[] {
  if (write.type === 'update') return Object.keys(write.changes).map(ofField);
  return write.type === 'set' && write.merge === true ? leavesOf(write.data) : [];
}

/** A field in backticks has a dot in its name. */
const ofField = (field: string) => (field.startsWith('`') ? field.slice(1, -1) : field.replace('.', '/'));

const leavesOf = (data: object): readonly string[] =>
  Object.entries(data).flatMap(([name, one]: [string, unknown]) =>
    isMap(one) && Object.keys(one).length > 0 ? leavesOf(one).map((rest) => `${name}/${rest}`) : [name],
  );

const isMap = (one: unknown): one is object =>
  typeof one === 'object' && one !== null && Object.getPrototypeOf(one) === Object.prototype;

function writeOf(setting: Setting, spec: WriteSpec, known: ReadonlySet<string>): Write | null {
  const path = setting.path(spec);
  const data = setting.data(spec);
  switch (spec.kind) {
    case 'delete':
      return { type: 'delete', path };
    case 'set':
      return { type: 'set', path, data };
    case 'merge':
      // The SDK's listeners and reads differ for a write without fields.
      if (spec.fields.length === 0) return null;
      return { type: 'set', path, data, merge: true };
    case 'update': {
      // A server would refuse the batch for a missing document.
      if (!known.has(path) || spec.fields.length === 0) return null;
      const inner = Object.entries(data).map(([name, one]) => [name === 'q.r' ? '`q.r`' : `${name}.x`, one]);
      return { type: 'update', path, changes: Object.fromEntries(inner) as DocData };
    }
  }
}

const counted = tally('documents');
let sdk: ReferenceSdk;
beforeAll(async () => {
  sdk = await openReferenceSdk();
});
afterAll(() => sdk.dispose());

test('random queries return the same results and errors as the SDK', async () => {
  await compareCases(counted, 400, cases, async (one) => {
    const { base, since, ground } = concrete(one);
    await sdk.learn([...base].map(([path, data]) => ({ path, data })));
    if (since.length > 0) sdk.write(since);

    const cloud = new FakeCloud();
    await cloud.server.docs.batch([...base].map(([path, data]) => ({ type: 'set', path, data })));
    // A persistent cache: one in memory would drop documents without listeners.
    const offline = connect(cloud, { stores: { local: memoryStore(), session: memoryStore() } });
    await settle();
    for (const collection of new Set([...base.keys()].map(collectionOf)))
      await offline.docs.find({ collection });
    await offline.docs.offline.setNetwork(false);
    if (since.length > 0) void offline.docs.batch(since).catch(() => {});
    await cloud.server.docs.batch(since);
    const online = connect(cloud);
    await settle();

    const sdkPlaces = new Map<string, SdkDoc>();
    const offlinePlaces = new Map<string, DocSnapshot>();
    const onlinePlaces = new Map<string, DocSnapshot>();
    for (const path of ground.paths) {
      const theirs = await sdk.get(path);
      const ours = await offline.docs.get(path, { source: 'cache' }).catch(() => null);
      const theirData = theirs?.data();
      const shown = theirs && [theirData ? show(dataFromSdk(theirData)) : 'null', theirs.metadata];
      expect(ours && [show(ours.data), ours.metadata], `${path}, read by name`).toEqual(
        shown && [shown[0], { ...theirs.metadata }],
      );
      counted.add('reads');
      if (!theirs || !ours) continue;
      sdkPlaces.set(path, theirs);
      offlinePlaces.set(path, ours);
      onlinePlaces.set(path, await online.docs.get(path));
    }
    const places = [...sdkPlaces.keys()];

    for (const spec of one.queries) {
      const query = queryOf({ ...ground, places }, spec);
      const [theirs, alone, served] = await Promise.all([
        ofSdk(sdk, query, sdkPlaces),
        ofPort(offline.docs, query, offlinePlaces, true),
        ofPort(online.docs, query, onlinePlaces, false),
      ]);
      const refused = refusedByServer(query);
      // With several mistakes, the order of the checks is no promise.
      const expected = refused
        ? typeof alone === 'string' && alone === theirs
          ? theirs
          : 'refused: invalid-argument'
        : theirs;
      counted.add(
        typeof expected === 'string' ? 'refusals' : expected.length > 0 ? 'answers' : 'empty answers',
      );
      const told = () =>
        [
          showQuery(query),
          'among',
          ...[...base].map(([path, data]) => line(path, data, false)),
          ...(since.length > 0 ? ['after', ...since.map((write) => `  ${show(write)}`)] : []),
          `the SDK${refused ? ` (but the server: ${refused})` : ''}`,
          text(expected),
          'embedded, offline',
          text(alone),
          'embedded, by the server',
          text(served),
        ].join('\n');
      if (text(alone) !== text(expected) || text(served) !== text(confirmed(expected)))
        throw new Error(told());
    }
    await Promise.all([online.dispose(), offline.dispose()]);
    cloud.dispose();
  });
}, 600_000);
