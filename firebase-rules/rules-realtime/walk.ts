/** Rules on the way to a place, and below it. */
import type { Keys, TreeNode } from '#query/tree/node.ts';
import type { RuleNode } from './ruleset.ts';

/** A place of the tree with its rules. */
export interface Stop {
  readonly keys: Keys;
  readonly node: RuleNode;
  readonly captures: Readonly<Record<string, string>>;
}

const start = (node: RuleNode): Stop => ({ keys: [], node, captures: {} });

/** `null` where the ruleset says nothing more. */
function next({ keys, node, captures }: Stop, key: string): Stop | null {
  const named = node.named.get(key);
  if (named) return { keys: [...keys, key], node: named, captures };
  const { capture } = node;
  if (!capture) return null;
  return { keys: [...keys, key], node: capture.node, captures: { ...captures, [capture.name]: key } };
}

/** Rules from the root to the place, or to where the ruleset ends. */
export function* way(root: RuleNode, keys: Keys): Generator<Stop> {
  let stop: Stop | null = start(root);
  for (let depth = 0; stop; depth++) {
    yield stop;
    const key = keys[depth];
    stop = key === undefined ? null : next(stop, key);
  }
}

/** Places strictly below `stop` that hold data, as far as there are `.validate` rules. */
export function* validatedBelow(stop: Stop, data: TreeNode): Generator<Stop> {
  const { node } = stop;
  const names = node.capture?.node.validates ? data.children.entries() : named(node, data);
  for (const [key, child] of names) {
    const below = next(stop, key);
    if (!below?.node.validates) continue;
    yield below;
    yield* validatedBelow(below, child);
  }
}

function* named(node: RuleNode, data: TreeNode): Generator<readonly [string, TreeNode]> {
  for (const key of node.named.keys()) {
    const child = data.children.get(key);
    if (child) yield [key, child];
  }
}
