/** Live queries over documents in blocks and apart. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assertProperty } from '../../../tests/property.ts';
import { collectionOf, lastPart } from '#query/paths.ts';
import { decodeMessage, encodeMessage } from '#query/value-codec.ts';
import { planOf } from '#firebase-rules/platform/planner.ts';
import type { Session } from '../session.ts';
import type { Entry } from '../records.ts';
import type { DocDatabase } from './database.ts';
import type { DocsStreamEvent } from './protocol.ts';
import { blockRecord } from './block-record.ts';
import { type BlockEntry } from './stored-block.ts';
import { makeDatabase, write, question, Follower, byPath, path, everyPath } from './live.fixture.ts';

const session: Session = { id: 's', clientId: 'c', caller: () => null, hasToken: () => false, peer: 'raw' };

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

it('returns and reports the same for documents stored in blocks or separately', () => {
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
