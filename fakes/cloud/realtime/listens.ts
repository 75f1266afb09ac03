/** Who listens to what. A write reaches the listens that it touches and no others; a query's window is kept once for all. */
import type { NormalQuery } from '#ports/realtime/checks.ts';
import type { Json } from '#ports/shared.ts';
import type { Unsubscribe } from '#ports/shared.ts';
import type { Sink } from '../service.ts';
import type { Keys, TreeNode } from './node.ts';
import { PathTrie } from './path-trie.ts';
import { isWhole, type ListenEvent, queryId } from './protocol.ts';
import { QueryWindow } from './window.ts';

/** All listens for one query at one place. */
interface Shared {
  readonly keys: Keys;
  readonly id: string;
  /** `null` when every child is wanted: changes are then passed on as they come. */
  readonly window: QueryWindow | null;
  readonly sinks: Set<Sink>;
}

export class Listens {
  private readonly trie = new PathTrie<Shared>();
  private readonly shared = new Map<string, Shared>();

  open(query: NormalQuery, root: TreeNode, sink: Sink): Unsubscribe {
    const { keys } = query;
    const whole = isWhole(query);
    const id = `${keys.join('/')} ${whole ? '' : queryId(query)}`;
    let shared = this.shared.get(id);
    if (!shared) {
      shared = { keys, id, window: whole ? null : new QueryWindow(query), sinks: new Set() };
      const parent = root.at(keys);
      shared.window?.update(shared.window.allKeys(parent), parent);
      this.shared.set(id, shared);
      this.trie.add(keys, shared);
    }
    const { window, sinks } = shared;
    const listen = shared;
    sinks.add(sink);
    const value = window ? window.toWire() : root.at(keys).toWire();
    sink.event({ whole: true, patches: [{ keys: [], value }] } satisfies ListenEvent);
    return () => {
      sinks.delete(sink);
      if (sinks.size > 0 || this.shared.get(id) !== listen) return;
      this.shared.delete(id);
      this.trie.remove(keys, listen);
    };
  }

  /** The tree went from `before` to `after`; what changed lies at `places`. */
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
      const patches = shared.window
        ? windowPatches(shared.window, relatives, parent)
        : relatives.map((keys) => ({ keys, value: valueAt(parent, keys) }));
      if (patches.length === 0) continue;
      for (const sink of [...shared.sinks]) sink.event({ whole: false, patches } satisfies ListenEvent);
    }
  }
}

/** Below a plain value there is nothing: what is told then is the plain value. */
const valueAt = (parent: TreeNode, keys: Keys): Json => parent.at(keys).toWire();

function windowPatches(
  window: QueryWindow,
  relatives: readonly Keys[],
  parent: TreeNode,
): ListenEvent['patches'] {
  const keys = new Set<string>();
  for (const [key] of relatives) {
    if (key !== undefined) keys.add(key);
    else for (const each of window.allKeys(parent)) keys.add(each);
  }
  const values = new Map<string, Json>();
  for (const { type, key, node } of window.update(keys, parent))
    values.set(key, type === 'removed' ? null : node.toWire());
  return [...values].map(([key, value]) => ({ keys: [key], value }));
}
