import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalQuery } from '#provider-kit/realtime/checks.ts';
import type { RealtimeQuery } from '#ports/realtime/realtime.ts';
import { assertProperty } from '../../tests/property.ts';
import { type ChildChange, ChildChanges } from './child-changes.ts';
import { empty, fromWire, inner, type TreeNode } from './node.ts';
import { compareOrder } from './order.ts';
import { type NextChild, QueryFilter } from './query-filter.ts';

const key = fc.constantFrom('a', 'b', 'c', 'd', '1', '2', '10');
const plain = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('x', 'y', true, false, null));
const child = fc.oneof(
  plain,
  fc.record({ n: plain, m: plain }),
  fc.record({ '.priority': fc.constantFrom(0, 1, 'p'), '.value': fc.integer({ min: 0, max: 3 }) }),
);
const bound = fc.record({ value: fc.constantFrom(0, 1, 2, 'x') });
const query: fc.Arbitrary<RealtimeQuery> = fc
  .record({
    orderBy: fc.constantFrom('value' as const, 'priority' as const, { child: 'n' }),
    range: fc.constantFrom('startAt', 'startAfter', 'endAt', 'endBefore', 'equalTo', null),
    limit: fc.constantFrom('limitToFirst', 'limitToLast', null),
    bound,
    count: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ orderBy, range, limit, bound: at, count }) => ({
    path: '',
    orderBy,
    ...(range ? { [range]: at } : {}),
    ...(limit ? { [limit]: count } : {}),
  }));

/** List of a listener that gets events only; those of one moment belong together, in their final order. */
function follow(list: readonly string[], events: readonly ChildChange[]): readonly string[] {
  const gone = new Set(events.filter(({ type }) => type !== 'changed').map(({ key: name }) => name));
  let next = list.filter((name) => !gone.has(name));
  const left = events.filter(({ type }) => type === 'added' || type === 'moved');
  while (left.length > 0) {
    const at = left.findIndex(({ previousKey }) => previousKey === null || next.includes(previousKey));
    const [event] = left.splice(at, 1);
    if (at < 0 || !event) throw new Error('A child came after one that is not there.');
    next = next.toSpliced(event.previousKey === null ? 0 : next.indexOf(event.previousKey) + 1, 0, event.key);
  }
  return next;
}

const shownKeys = (filter: QueryFilter, shown: TreeNode) =>
  [...shown.ordered(filter.query.orderBy).entries()].map(({ key: name }) => name);

/** Reference: all children in order, cut to the range and then to the limit. */
function byHand(filter: QueryFilter, tree: TreeNode): readonly string[] {
  const { limit } = filter.query;
  const unlimited = new QueryFilter({ ...filter.query, limit: null });
  const all = shownKeys(filter, inner(tree.children.entries())).filter(
    (name) => unlimited.child(empty, name, tree.child(name), [], null, null) !== empty,
  );
  if (!limit) return all;
  return limit.from === 'first' ? all.slice(0, limit.count) : all.slice(-limit.count);
}

test('a query updated child by child equals a fresh query, with matching events', () => {
  assertProperty(
    fc.property(query, fc.array(fc.tuple(key, child), { maxLength: 60 }), (asked, writes) => {
      const filter = new QueryFilter(normalQuery(asked));
      const { orderBy } = filter.query;
      let tree = empty;
      let shown = empty;
      let heard: readonly string[] = [];
      for (const [name, value] of writes) {
        tree = tree.with([name], fromWire(value));
        const next: NextChild = (after, backwards) => {
          const passed = filter.place(after);
          const side = backwards ? -1 : 1;
          const [found] = tree
            .ordered(orderBy)
            .after((place) => side * compareOrder(place, passed) <= 0, backwards);
          return found ?? null;
        };
        const changes = new ChildChanges();
        shown = filter.child(shown, name, tree.child(name), [], next, changes);
        heard = follow(heard, changes.told(orderBy, shown));
        expect(shown.equals(filter.whole(tree))).toBe(true);
        expect(shownKeys(filter, shown)).toEqual(byHand(filter, tree));
        expect(heard).toEqual(shownKeys(filter, shown));
      }
    }),
    { numRuns: 300 },
  );
});

test('orders cached on a node equal those of a new node', () => {
  const orders = ['key', 'value', 'priority', { child: ['n'] }] as const;
  const step = fc.record({ at: key, value: child, asked: fc.constantFrom(...orders) });
  assertProperty(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let tree = empty;
      for (const { at, value, asked } of steps) {
        tree = tree.with([at], fromWire(value));
        tree.ordered(asked);
        const anew = fromWire(tree.toWire());
        for (const order of orders) {
          const list = [...tree.ordered(order).entries()];
          expect(list.map(({ key: name }) => name)).toEqual(
            [...anew.ordered(order).entries()].map(({ key: name }) => name),
          );
          expect(list.map((each) => tree.ordered(order).before(each))).toEqual(
            [null, ...list.map(({ key: name }) => name)].slice(0, list.length),
          );
        }
      }
    }),
  );
});
