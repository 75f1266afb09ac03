/** Listens by place: a write reaches only the listens that it touches; a query's answer is computed once for all its listens. */
import type { NormalQuery } from '#ports/realtime/normal-query.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import { ChildChanges } from '#query/tree/child-changes.ts';
import type { Keys, TreeNode } from '#query/tree/node.ts';
import { QueryFilter } from '#query/tree/query-filter.ts';
import type { Sink } from '../session.ts';
import { PathTrie } from '#query/tree/path-trie.ts';
import { isWhole, type ListenEvent, queryId } from '#query/tree/protocol.ts';

/** All listens for one query at one place. */
interface Shared {
  readonly keys: Keys;
  readonly id: string;
  readonly filter: QueryFilter;
  /** Shown answer of the query; empty for a listen for everything, which passes changes on as they come. */
  shown: TreeNode;
  readonly sinks: Set<Sink>;
}

export class Listens {
  private readonly trie = new PathTrie<Shared>();
  private readonly shared = new Map<string, Shared>();

  open(query: NormalQuery, root: TreeNode, sink: Sink, lacksIndex = false): Unsubscribe {
    const { keys } = query;
    const id = `${keys.join('/')} ${isWhole(query) ? '' : queryId(query)}`;
    const listen = this.shared.get(id) ?? this.create(query, id, root);
    listen.sinks.add(sink);
    const { filter, sinks } = listen;
    const value = (filter.filters ? listen.shown : root.at(keys)).toWire();
    const first: ListenEvent = { whole: true, patches: [{ keys: [], value }] };
    sink.event(lacksIndex ? { ...first, lacksIndex } : first);
    return () => {
      sinks.delete(sink);
      if (sinks.size > 0 || this.shared.get(id) !== listen) return;
      this.shared.delete(id);
      this.trie.remove(keys, listen);
    };
  }

  /** Notifies listens of a change from `before` to `after` at `places`. */
  tell(places: readonly Keys[], before: TreeNode, after: TreeNode): void {
    const touched = new Map<Shared, Keys[]>();
    for (const keys of places)
      for (const shared of this.trie.touching(keys)) {
        const relative = keys.slice(shared.keys.length);
        touched.set(shared, [...(touched.get(shared) ?? []), relative]);
      }
    for (const [shared, relatives] of touched) {
      const parent = after.at(shared.keys);
      if (parent === before.at(shared.keys)) continue;
      const patches = shared.filter.filters
        ? queryPatches(shared, relatives, parent)
        : relatives.map((keys) => ({ keys, value: parent.at(keys).toWire() }));
      if (patches.length === 0) continue;
      for (const sink of [...shared.sinks]) sink.event({ whole: false, patches } satisfies ListenEvent);
    }
  }

  private create(query: NormalQuery, id: string, root: TreeNode): Shared {
    const { keys } = query;
    const filter = new QueryFilter(query);
    const shared = { keys, id, filter, shown: filter.whole(root.at(keys)), sinks: new Set<Sink>() };
    this.shared.set(id, shared);
    this.trie.add(keys, shared);
    return shared;
  }
}

/** Whole children that came into the query's answer, left it or changed in it. */
function queryPatches(shared: Shared, relatives: readonly Keys[], parent: TreeNode): ListenEvent['patches'] {
  const { filter, shown } = shared;
  const changes = new ChildChanges();
  const keys = new Set(relatives.map(([key]) => key));
  if (filter.query.limit || keys.has(undefined)) {
    shared.shown = filter.whole(parent);
    filter.compare(shown, shared.shown, changes);
  } else
    for (const key of keys)
      if (key !== undefined)
        shared.shown = filter.child(shared.shown, key, parent.child(key), [], null, changes);
  return [...changes.now()].map(([key, node]) => ({ keys: [key], value: node.toWire() }));
}
