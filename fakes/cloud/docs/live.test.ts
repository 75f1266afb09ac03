/** Property: for any writes and queries, indexes and live queries give the results of a computation from nothing. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Write } from '#ports/docs/docs.ts';
import type { Cursor, Filter, FilterOp, Order, Query } from '#ports/docs/query.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import { assertProperty } from '../../../tests/property.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { collectionOf, lastPart } from '#query/paths.ts';
import { evaluate } from '#query/plan.ts';
import { decodeMessage, encodeMessage } from '#query/value-codec.ts';
import { planOf } from '#firebase-rules/platform/planner.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { FaultQueue } from '../faults.ts';
import type { Platform } from '../service.ts';
import type { Session } from '../session.ts';
import type { Entry } from '../records.ts';
import { DocDatabase } from './database.ts';
import type { WireListenRequest, DocsStreamEvent } from './protocol.ts';
import { blockRecord } from './block-record.ts';
import { type BlockEntry, docBlocks } from './stored-block.ts';

const makeDatabase = () => {
  const [clock, random] = [new ManualClock(), seededRandom(1)];
  const platform = {
    clock,
    random,
    faults: new FaultQueue(clock, random),
    options: {},
    functions: () => undefined,
    ids: (name) => random.fork(name),
    server: () => {
      throw new Error('No server in this test.');
    },
    denial: (code, { message }) => new PortError(code, message),
    document: () => null,
    crash: () => {},
    changed: () => {},
    unreadable: (_service, key, error) => {
      throw new Error(`The record ${key} can’t be read.`, { cause: error });
    },
  } satisfies Platform;
  return new DocDatabase(platform, undefined, null, docBlocks);
};

const value = fc.constantFrom<DocValue[]>(null, true, NaN, -1, 0, 1, 2, 'a', 'b', [1], [1, 2], { x: 1 });
const name = fc.constantFrom('a', 'b', 'm.x');
const data: fc.Arbitrary<DocData> = fc.record(
  { a: value, b: value, m: fc.record({ x: value }) },
  { requiredKeys: [] },
);
const everyPath = ['c', 'd', 'p/1/c'].flatMap((collection) =>
  ['1', '2', '3', '4', '5', '6'].map((id) => `${collection}/${id}`),
);
const path = fc.constantFrom(...everyPath);
const write: fc.Arbitrary<Write> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('set' as const), path, data }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), path }) },
);

const comparison: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    field: name,
    op: fc.constantFrom<FilterOp[]>('==', '==', '==', '<', '<=', '>', '>=', '!=', 'array-contains'),
    value,
  }),
  fc.record({
    field: name,
    op: fc.constantFrom<FilterOp[]>('in', 'not-in', 'array-contains-any'),
    value: fc.array(value, { minLength: 1, maxLength: 3 }),
  }),
);
const filter: fc.Arbitrary<Filter> = fc.oneof(
  { weight: 4, arbitrary: comparison },
  { weight: 1, arbitrary: fc.record({ or: fc.array(comparison, { minLength: 1, maxLength: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ and: fc.array(comparison, { minLength: 1, maxLength: 2 }) }) },
);
const order: fc.Arbitrary<Order> = fc.record({
  field: fc.oneof(name, fc.constant('__name__')),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
});
const cursor: fc.Arbitrary<Cursor> = fc.record({
  values: fc.array(value, { minLength: 1, maxLength: 2 }),
  inclusive: fc.boolean(),
});
const limits = fc.oneof(
  fc.constant({}),
  fc.record({ limit: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ limitToLast: fc.integer({ min: 1, max: 4 }) }),
);
const question: fc.Arbitrary<Query> = fc
  .tuple(
    fc.constantFrom({ collection: 'c' }, { collection: 'p/1/c' }, { collection: 'c', group: true }),
    fc.record(
      {
        where: fc.array(filter, { maxLength: 3 }),
        orderBy: fc.uniqueArray(order, { maxLength: 2, selector: ({ field }) => field }),
        start: cursor,
        end: cursor,
      },
      { requiredKeys: [] },
    ),
    limits,
  )
  .map(([scope, parts, limit]): Query => ({ ...scope, ...parts, ...limit }))
  .filter(isValid);

function isValid(query: Query): boolean {
  try {
    planOf(query);
    return true;
  } catch {
    return false;
  }
}

/** A client of the stream that applies its events only. */
class Follower {
  private readonly keys = new Map<number, Set<string>>();
  private readonly docs = new Map<string, DocData | null>();

  event(event: DocsStreamEvent): void {
    for (const doc of event.docs) this.docs.set(doc.path, doc.data);
    for (const { target, all, added = [], removed = [] } of event.targets) {
      const keys = all ? new Set(all) : (this.keys.get(target) ?? new Set());
      for (const path of removed) keys.delete(path);
      for (const path of added) keys.add(path);
      this.keys.set(target, keys);
    }
  }

  answer(target: number): Readonly<Record<string, DocData | null | undefined>> {
    const paths = [...(this.keys.get(target) ?? [])].sort();
    return Object.fromEntries(paths.map((path) => [path, this.docs.get(path)]));
  }
}

const truth = (database: DocDatabase, query: Query) => evaluate(planOf(query), database.snapshot().docs);

const byPath = (docs: readonly { readonly path: string; readonly data: DocData }[]) =>
  Object.fromEntries(
    docs.map(({ path, data }) => [path, data] as const).sort(([one], [other]) => (one < other ? -1 : 1)),
  );

const session: Session = { id: 's', clientId: 'c', caller: () => null, hasToken: () => false, peer: 'raw' };

it('finds and follows what working it out from nothing finds', () => {
  assertProperty(
    fc.property(
      fc.array(question, { minLength: 1, maxLength: 5 }),
      fc.array(fc.array(write, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 }),
      (questions, batches) => {
        const database = makeDatabase();
        const follower = new Follower();
        database.hub.connect(session.id, {
          event: (event) => follower.event(event as DocsStreamEvent),
          end: () => {},
        });
        database.write([batches[0] ?? []].flat());
        questions.forEach((query, target) =>
          database.hub.listen(session.id, { target, what: { query }, resume: null }, planOf(query)),
        );
        for (const batch of batches) {
          database.write(batch);
          questions.forEach((query, target) => {
            const expected = truth(database, query);
            expect(database.find(query).map(({ path }) => path)).toEqual(expected.map(({ path }) => path));
            expect(follower.answer(target)).toEqual(byPath(expected));
          });
        }
      },
    ),
    { numRuns: 400 },
  );
});

it('sends, to whoever comes back, what is needed to know the answer again and no document twice', () => {
  assertProperty(
    fc.property(
      question,
      fc.array(write, { minLength: 1, maxLength: 10 }),
      fc.array(fc.array(write, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
      (query, before, meanwhile) => {
        const database = makeDatabase();
        database.write(before);
        const known = new Map(truth(database, query).map((doc) => [doc.path, doc]));
        const { epoch, version: since } = database.snapshot();
        for (const batch of meanwhile) database.write(batch);
        const events: DocsStreamEvent[] = [];
        database.hub.connect(session.id, {
          event: (event) => events.push(event as DocsStreamEvent),
          end: () => {},
        });
        const resume = { epoch, since, paths: [...known.keys()] };
        database.hub.listen(session.id, { target: 1, what: { query }, resume }, planOf(query));
        const [first] = events;
        const sent = new Map(first?.docs.map((doc) => [doc.path, doc]));
        const expected = truth(database, query);
        expect([...(first?.targets[0]?.all ?? [])].sort()).toEqual(expected.map(({ path }) => path).sort());
        for (const doc of expected) {
          const same = known.get(doc.path) === doc;
          expect(sent.get(doc.path)?.data).toEqual(same ? undefined : doc.data);
        }
      },
    ),
    { numRuns: 300 },
  );
});

it('knows by itself what was held at a state that is named, for as long as it remembers', () => {
  assertProperty(
    fc.property(
      question,
      fc.array(write, { minLength: 1, maxLength: 10 }),
      fc.array(fc.array(write, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
      (query, before, meanwhile) => {
        const database = makeDatabase();
        database.hub.remember();
        database.write(before);
        const known = new Map(truth(database, query).map((doc) => [doc.path, doc]));
        const { epoch, version: since } = database.snapshot();
        for (const batch of meanwhile) database.write(batch);
        const listen = (resume: WireListenRequest['resume']) => {
          const events: DocsStreamEvent[] = [];
          const close = database.hub.connect(session.id, {
            event: (event) => events.push(event as DocsStreamEvent),
            end: () => {},
          });
          database.hub.listen(session.id, { target: 1, what: { query }, resume }, planOf(query));
          close();
          return events[0];
        };
        const first = listen({ epoch, since });
        const expected = truth(database, query);
        const gone = [...known.keys()].filter((path) => expected.every((doc) => doc.path !== path));
        expect([...(first?.targets[0]?.removed ?? [])].sort()).toEqual(gone.sort());
        const sent = new Map(first?.docs.map((doc) => [doc.path, doc]));
        for (const doc of expected)
          expect(sent.get(doc.path)?.data).toEqual(known.get(doc.path) === doc ? undefined : doc.data);
        const deleted = gone.filter((path) => !database.get(path));
        expect(deleted.map((path) => sent.get(path)?.data)).toEqual(deleted.map(() => null));
        expect(first?.targets[0]?.anew).toBeUndefined();
        for (const unknown of [
          { epoch: 'another', since },
          { epoch, since: -1 },
        ]) {
          const anew = listen(unknown);
          expect(anew?.targets[0]).toMatchObject({ anew: true, removed: [] });
          expect(byPath((anew?.docs ?? []) as never)).toEqual(byPath(expected));
        }
      },
    ),
    { numRuns: 300 },
  );
});

it('goes on after being restored as if nothing had happened', () => {
  assertProperty(
    fc.property(
      question,
      fc.array(fc.array(write, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 8 }),
      fc.nat(),
      (query, batches, at) => {
        const one = makeDatabase();
        const cut = 1 + (at % (batches.length - 1));
        for (const batch of batches.slice(0, cut)) one.write(batch);
        one.newId();
        const other = makeDatabase();
        other.restore(structuredClone(one.snapshot()));
        expect(other.snapshot()).toEqual(one.snapshot());
        for (const database of [one, other]) for (const batch of batches.slice(cut)) database.write(batch);
        expect(other.snapshot()).toEqual(one.snapshot());
        expect(other.find(query)).toEqual(one.find(query));
        expect(other.newId()).toBe(one.newId());
      },
    ),
    { numRuns: 100 },
  );
});

type Storage = 'apart' | 'block' | 'apart, and an earlier state in a block' | 'removed, and in a block';

/** The database of these records, with documents in blocks of so many, as `storageOf` says of each path. */
function restored(
  entries: readonly Entry[],
  size: number,
  storageOf: (path: string) => Storage = () => 'apart',
): DocDatabase {
  const apart: Entry[] = [];
  const byCollection = new Map<string, BlockEntry[]>();
  const removed: string[] = [];
  const putIntoBlock = (path: string, value: unknown) => {
    const collection = collectionOf(path);
    const docs = byCollection.get(collection) ?? [];
    byCollection.set(collection, [...docs, [lastPart(path), encodeMessage(value)]]);
  };
  for (const entry of entries) {
    const path = entry[0].replace(/^doc\//, '');
    const storage = path === entry[0] ? 'apart' : storageOf(path);
    if (storage === 'block') putIntoBlock(path, entry[1]);
    else apart.push(entry);
    if (storage === 'apart, and an earlier state in a block')
      putIntoBlock(path, { data: { a: 1, b: 'a' }, version: 1, created: 1 });
  }
  for (const path of everyPath) {
    if (entries.some(([key]) => key === `doc/${path}`) || storageOf(path) !== 'removed, and in a block')
      continue;
    putIntoBlock(path, { data: { a: 2, b: 'b' }, version: 1, created: 1 });
    removed.push(path);
  }
  const blocks = [...byCollection].flatMap(([collection, docs]) =>
    Array.from({ length: Math.ceil(docs.length / size) }, (_, at): Entry => {
      const record = blockRecord(collection, docs.slice(at * size, (at + 1) * size));
      const value = { ...(decodeMessage(structuredClone(record)) as object), removed };
      return [`block/${collection}/${at}`, value];
    }),
  );
  const database = makeDatabase();
  expect(database.records.restore([...apart, ...blocks])).toEqual([]);
  return database;
}

const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ find: question }) },
  { weight: 2, arbitrary: fc.record({ listen: question }) },
  { weight: 2, arbitrary: fc.record({ batch: fc.array(write, { minLength: 1, maxLength: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ get: path }) },
  { weight: 1, arbitrary: fc.constant({ collections: true as const }) },
);

it('finds and follows the same whether documents are stored in blocks or apart', () => {
  assertProperty(
    fc.property(
      fc.array(write, { minLength: 8, maxLength: 40 }),
      fc.integer({ min: 1, max: 3 }),
      fc.func(
        fc.oneof(
          { weight: 6, arbitrary: fc.constant<Storage>('block') },
          {
            weight: 3,
            arbitrary: fc.constantFrom<Storage[]>(
              'apart',
              'apart, and an earlier state in a block',
              'removed, and in a block',
            ),
          },
        ),
      ),
      fc.array(action, { minLength: 1, maxLength: 8 }),
      (writes, size, storageOf, actions) => {
        const first = makeDatabase();
        first.write(writes);
        const entries = [...first.records.all()];
        const databases = [restored(entries, size, storageOf), restored(entries, size)] as const;
        const seen = databases.map((database) => {
          const follower = new Follower();
          database.hub.connect(session.id, {
            event: (event) => follower.event(event as DocsStreamEvent),
            end: () => {},
          });
          return follower;
        });
        const bothGive = (give: (database: DocDatabase, follower: Follower) => unknown) => {
          const [blocks, apart] = databases.map((database, at) => give(database, seen[at] as Follower));
          expect(blocks).toEqual(apart);
        };
        actions.forEach((step, target) => {
          if ('find' in step) bothGive((database) => database.find(step.find));
          if ('get' in step) bothGive((database) => database.get(step.get));
          if ('collections' in step) bothGive((database) => [...database.collections()].sort());
          if ('batch' in step) bothGive((database) => void database.write(step.batch));
          if ('listen' in step)
            bothGive((database) => {
              const request = { target, what: { query: step.listen }, resume: null };
              database.hub.listen(session.id, request, planOf(step.listen));
            });
          for (let one = 0; one <= target; one++) bothGive((_, follower) => follower.answer(one));
        });
        bothGive((database) => byPath(database.snapshot().docs));
      },
    ),
    { numRuns: 600 },
  );
});
