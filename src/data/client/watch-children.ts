/** Children of a realtime value, each with what happens to it. */
import type { ChildEvent, Realtime, RealtimeChild } from '#ports/realtime/realtime.ts';
import type { Observer, Unsubscribe } from '#ports/shared.ts';

/** Additions, changes and removals of the children below `path`; where the backend has no lists, found by comparing values, in the same order. */
export function watchChildren(
  realtime: Realtime,
  path: string,
  observer: Required<Observer<Pick<ChildEvent, 'type' | 'child'>>>,
): Unsubscribe {
  if (realtime.lists) return realtime.lists.watchChildren(path, observer);
  let known: ReadonlyMap<string, RealtimeChild> = new Map();
  return realtime.watch(path, {
    next({ children }) {
      const before = known;
      known = new Map(children.map((child) => [child.key, child]));
      for (const [key, child] of before) if (!known.has(key)) observer.next({ type: 'removed', child });
      for (const [key, child] of known) if (!before.has(key)) observer.next({ type: 'added', child });
      for (const [key, child] of known) {
        const earlier = before.get(key);
        if (earlier && JSON.stringify(earlier) !== JSON.stringify(child))
          observer.next({ type: 'changed', child });
      }
    },
    error: observer.error,
  });
}
