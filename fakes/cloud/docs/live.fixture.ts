/** Random documents and queries, and a follower of a live query. */
import fc from 'fast-check';
import type { Write } from '#ports/docs/docs.ts';
import type { Cursor, Filter, FilterOp, Order, Query } from '#ports/docs/query.ts';
import type { DocData, DocValue } from '#ports/docs/values.ts';
import { PortError } from '#ports/errors.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { planOf } from '#firebase-rules/platform/planner.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { FaultQueue } from '../faults.ts';
import type { Platform } from '../service.ts';
import { DocDatabase } from './database.ts';
import type { DocsStreamEvent } from './protocol.ts';
import { docBlocks } from './stored-block.ts';

export const makeDatabase = () => {
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

const value = fc.constantFrom<DocValue[]>(null, true, NaN, -1, 0, 1, 2, 'a', 'b', [1], [1, 2], {
  x: 1,
});

const name = fc.constantFrom('a', 'b', 'm.x');

const data: fc.Arbitrary<DocData> = fc.record(
  { a: value, b: value, m: fc.record({ x: value }) },
  { requiredKeys: [] },
);

export const everyPath = ['c', 'd', 'p/1/c'].flatMap((collection) =>
  ['1', '2', '3', '4', '5', '6'].map((id) => `${collection}/${id}`),
);

export const path = fc.constantFrom(...everyPath);

export const write: fc.Arbitrary<Write> = fc.oneof(
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

export const question: fc.Arbitrary<Query> = fc
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
export class Follower {
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

export const byPath = (docs: readonly { readonly path: string; readonly data: DocData }[]) =>
  Object.fromEntries(
    docs.map(({ path, data }) => [path, data] as const).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
