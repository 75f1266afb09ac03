/**
 * Random documents and queries, answered by the embedded provider (by its server, and by its client alone when offline) and
 * by the Firebase SDK's own engine, which must agree: on what is there, in which order, and on what may not be asked.
 */
import { FirebaseError } from 'firebase/app';
import type { DocumentSnapshot as SdkDoc } from 'firebase/firestore';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { settle } from '#fakes/cloud/clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { Docs, DocSnapshot, Write } from '#ports/docs/docs.ts';
import { isPortError } from '#ports/errors.ts';
import { collectionOf } from '#ports/docs/paths.ts';
import type { Query } from '#ports/docs/query.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';
import { isPlainObject } from '#ports/docs/own.ts';
import { type Judge, openJudge } from './firestore.ts';
import { asProduction, refusedByServer } from './production.ts';
import { type Ground, queryOf, querySpec, type QuerySpec, withPlaces } from './queries.ts';
import { judge, tally } from './seed.ts';
import { show, showQuery } from './show.ts';
import { dataFromSdk } from './translate.ts';
import { innerNames, value } from './values.ts';

const ids = ['a', 'b', 'c', 'a!', 'A', 'é', '\uff5e', '😀', '10', '9', 'b c', 'a.b', '%'] as const;
/** Where documents are: `$` stands for what is this case's alone. */
const collections = [
  'in$',
  'in$/a/in$',
  'in$/b/other$',
  'of$/a/in$',
  'of$/a!/in$',
  'of$/😀/x/y/in$',
] as const;

interface DocSpec {
  readonly collection: number;
  readonly id: number;
  readonly fields: readonly FieldSpec[];
}

/** A field that holds one of the case's values, or a few of them in an array or a map. */
interface FieldSpec {
  readonly name: string;
  readonly holds: 'value' | 'list' | 'map';
  readonly picks: readonly number[];
}

interface WriteSpec extends DocSpec {
  readonly kind: 'set' | 'merge' | 'update' | 'delete';
}

interface Case {
  readonly values: readonly DocValue[];
  /** Confirmed by the server. */
  readonly base: readonly DocSpec[];
  /** Written since, and not sent yet. */
  readonly since: readonly WriteSpec[];
  readonly queries: readonly QuerySpec[];
}

const picks = fc.array(fc.nat(60), { minLength: 1, maxLength: 3 });
const field = (name: string, ...holds: readonly FieldSpec['holds'][]): fc.Arbitrary<FieldSpec | null> =>
  fc.option(fc.record({ name: fc.constant(name), holds: fc.constantFrom(...holds), picks }), { freq: 6 });
const fields = fc
  .tuple(
    field('a', 'value'),
    field('b', 'value', 'value', 'value', 'list', 'map'),
    field('c', 'list', 'list', 'list', 'list', 'value'),
    field('m', 'map', 'map', 'map', 'map', 'value'),
    field('q.r', 'value'),
  )
  .map((all) => all.filter((one) => one !== null));
const place = {
  collection: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(5) }),
  id: fc.nat(ids.length - 1),
  fields,
};

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

let cased = 0;

function concrete({ values, base, since }: Case): Concrete {
  const own = String(++cased);
  const pathOf = ({ collection, id }: DocSpec) =>
    `${collections[collection]?.replaceAll('$', own)}/${ids[id]}`;
  const pick = (at: number) => values[at % values.length] ?? null;
  const dataOf = (spec: DocSpec): DocData =>
    Object.fromEntries(spec.fields.map((one) => [one.name, held(one, pick)]));
  const stored = new Map(base.map((spec) => [pathOf(spec), dataOf(spec)]));
  const known = new Set(stored.keys());
  const writes: Write[] = [];
  // The SDK has a vector as a map of two fields, and would write a third one into it.
  const intoMaps = !show(values).includes('vector(');
  for (const spec of since) {
    const path = pathOf(spec);
    if (!intoMaps && spec.kind !== 'set' && spec.kind !== 'delete') continue;
    if (spec.kind === 'delete') writes.push({ type: 'delete', path });
    else if (spec.kind === 'merge' && !known.has(path) && spec.fields.length === 0)
      // A merge of no fields makes a document; the SDK does not show it until the server has it.
      continue;
    else if (spec.kind !== 'update')
      writes.push({
        type: 'set',
        path,
        data: dataOf(spec),
        ...(spec.kind === 'merge' ? { merge: true } : {}),
      });
    // Of what is not there, a server would refuse the whole.
    else if (known.has(path))
      writes.push({
        type: 'update',
        path,
        changes: Object.fromEntries(
          Object.entries(dataOf(spec)).map(([name, one]) => [name === 'q.r' ? '`q.r`' : `${name}.x`, one]),
        ),
      });
    if (spec.kind === 'delete') known.delete(path);
    else if (spec.kind !== 'update') known.add(path);
  }
  const paths = [...new Set([...base, ...since].map(pathOf))];
  return {
    base: stored,
    since: writes,
    ground: {
      values: [...values, ...values.flatMap(inside)],
      paths: [...paths, `in${own}/none`, `of${own}/b`],
      collection: `in${own}`,
      group: `in${own}`,
    },
  };
}

function held({ holds, picks }: FieldSpec, pick: (at: number) => DocValue): DocValue {
  const few = picks.map(pick);
  if (holds === 'value') return few[0] ?? null;
  if (holds === 'list') return few.filter((one) => !Array.isArray(one));
  return Object.fromEntries(few.map((one, at) => [innerNames[at] ?? 'z', one]));
}

function inside(value: DocValue): readonly DocValue[] {
  if (Array.isArray(value)) return value as DocValue[];
  return isPlainObject(value) ? Object.values(value as DocData) : [];
}

/** What somebody said: documents in order, or why not. */
type Answer = readonly string[] | string;

const line = (path: string, data: DocData, pending: boolean) =>
  `  ${path} ${show(data)}${pending ? ' (pending)' : ''}`;

async function refusal(ask: () => Promise<readonly string[]>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof FirebaseError) return `refused: ${error.code}`;
    if (isPortError(error)) return `refused: ${error.code}`;
    if (error instanceof TypeError) return 'refused: invalid-argument';
    throw error;
  }
}

const ofPort = (docs: Docs, query: Query, places: ReadonlyMap<string, DocSnapshot>, cache: boolean) =>
  refusal(async () => {
    const asked = withPlaces(query, (path) => {
      const found = places.get(path);
      if (!found) throw new Error(`Nothing is known of ${path}.`);
      return found;
    });
    const found = await docs.find(asked, { source: cache ? 'cache' : 'server' });
    return found.docs.map(({ path, data, metadata }) => line(path, data ?? {}, metadata.hasPendingWrites));
  });

const ofSdk = (sdk: Judge, query: Query, places: ReadonlyMap<string, SdkDoc>) =>
  refusal(async () => {
    const asked = asProduction(query);
    const found = await sdk.find(
      sdk.query(asked, (path) => places.get(path)),
      asked,
    );
    return found.docs.map((doc) =>
      line(doc.ref.path, dataFromSdk(doc.data()), doc.metadata.hasPendingWrites),
    );
  });

const text = (answer: Answer) => (typeof answer === 'string' ? answer : answer.join('\n') || '  (nothing)');
const confirmed = (answer: Answer): Answer =>
  typeof answer === 'string' ? answer : answer.map((one) => one.replace(/ \(pending\)$/u, ''));

const counted = tally('documents');
let sdk: Judge;
beforeAll(async () => {
  sdk = await openJudge();
});
afterAll(() => sdk.dispose());

test('random queries find the same, in the same order, and are refused alike', async () => {
  await judge(counted, 500, cases, async (one) => {
    const { base, since, ground } = concrete(one);
    await sdk.learn([...base].map(([path, data]) => ({ path, data })));
    if (since.length > 0) sdk.write(since);

    const cloud = new FakeCloud();
    await cloud.server.docs.batch([...base].map(([path, data]) => ({ type: 'set', path, data })));
    const offline = connect(cloud);
    await settle();
    for (const collection of new Set([...base.keys()].map(collectionOf)))
      await offline.docs.find({ collection });
    await offline.docs.setNetwork(false);
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
      const shown = theirs && (theirs.exists() ? show(dataFromSdk(theirs.data())) : 'null');
      expect(ours && show(ours.data), `${path}, read by name`).toBe(shown);
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
      // With several things wrong, who looks first is nobody's promise.
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
