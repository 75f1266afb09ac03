/** What changes a tree that is watched, seen from one of its places. */
import type { Keys, TreeNode } from '#fakes/cloud/realtime/node.ts';
import type { Overlay } from './overlay.ts';

/** Whose word it is. The server's is about everything at its place or, with `listen`, about what one query shows there. */
export type Origin = { readonly by: 'user' } | { readonly by: 'server'; readonly listen: string | null };

export type Operation =
  /** Everything at and below the place is now `node`. */
  | { readonly kind: 'overwrite'; readonly origin: Origin; readonly keys: Keys; readonly node: TreeNode }
  /** Some places below it have changed, at one moment. */
  | { readonly kind: 'merge'; readonly origin: Origin; readonly keys: Keys; readonly written: Overlay }
  /** An own write is no longer laid over the rest: the server has it, or refused it (`revert`). */
  | { readonly kind: 'settle'; readonly keys: Keys; readonly written: Overlay; readonly revert: boolean };

/** The same seen from a child; `null` when it means nothing there. */
export function operationBelow(operation: Operation, key: string): Operation | null {
  const [first, ...rest] = operation.keys;
  if (first !== undefined) return first === key ? { ...operation, keys: rest } : null;
  if (operation.kind === 'overwrite') return { ...operation, node: operation.node.child(key) };
  const written = operation.written.at([key]);
  // Of a refused update also the places beside its own are shown anew, as the SDK does.
  const isAbout = !written.isEmpty() || (operation.kind === 'settle' && operation.revert);
  if (!isAbout) return null;
  if (operation.kind === 'merge' && written.node)
    return { kind: 'overwrite', origin: operation.origin, keys: [], node: written.node };
  return { ...operation, written };
}
