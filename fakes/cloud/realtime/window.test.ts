import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalQuery } from '#ports/realtime/checks.ts';
import type { RealtimeQuery } from '#ports/realtime/realtime.ts';
import { empty, fromWire } from './node.ts';
import { type ChildChange, QueryWindow } from './window.ts';

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

/** A list kept by somebody who hears the events only; those of one moment belong together, in the order they end up in. */
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

test('a window kept up to date shows what one made anew shows, and its events tell how it came to that', () => {
  fc.assert(
    fc.property(
      query,
      fc.array(fc.array(fc.tuple(key, child), { maxLength: 3 }), { maxLength: 25 }),
      (asked, writes) => {
        const normal = normalQuery(asked);
        const window = new QueryWindow(normal);
        let tree = empty;
        let heard: readonly string[] = [];
        for (const changes of writes) {
          for (const [name, value] of changes) tree = tree.with([name], fromWire(value));
          const events = window.update(new Set(changes.map(([name]) => name)), tree);
          heard = follow(heard, events);
          const fresh = new QueryWindow(normal);
          fresh.update(fresh.allKeys(tree), tree);
          expect([...window.children()]).toEqual([...fresh.children()]);
          expect(heard).toEqual([...window.children()].map(([name]) => name));
        }
      },
    ),
    { numRuns: 300 },
  );
});
