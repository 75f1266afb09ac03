/** Operation that changes a watched tree, seen from one of its places. */
import type { Keys, TreeNode } from '#query/tree/node.ts';
import type { Overlay } from './overlay.ts';

/** Origin of an operation. The server's covers everything at its place or, with `listen`, what one query shows there. */
export type Origin = { readonly by: 'user' } | { readonly by: 'server'; readonly listen: string | null };

export type Operation =
  /** Replaces everything at and below the place by `node`. */
  | { readonly kind: 'overwrite'; readonly origin: Origin; readonly keys: Keys; readonly node: TreeNode }
  /** Changes several places below it at one moment. */
  | { readonly kind: 'merge'; readonly origin: Origin; readonly keys: Keys; readonly written: Overlay }
  /** An own write is no longer laid over the rest: the server has it, or refused it (`revert`). */
  | { readonly kind: 'settle'; readonly keys: Keys; readonly written: Overlay; readonly revert: boolean };

/** The operation seen from a child; `null` when it does not concern that child. */
export function operationBelow(operation: Operation, key: string): Operation | null {
  const [first, ...rest] = operation.keys;
  if (first !== undefined) return first === key ? { ...operation, keys: rest } : null;
  if (operation.kind === 'overwrite') return { ...operation, node: operation.node.child(key) };
  const written = operation.written.at([key]);
  // A refused update shows also the places beside its own anew, as the SDK does.
  const isAbout = !written.isEmpty() || (operation.kind === 'settle' && operation.revert);
  if (!isAbout) return null;
  if (operation.kind === 'merge' && written.node)
    return { kind: 'overwrite', origin: operation.origin, keys: [], node: written.node };
  return { ...operation, written };
}
