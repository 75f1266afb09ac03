/** Changes of the tree by one write each: computed, not applied. */
import type { Priority, RealtimeValue } from '#ports/realtime/realtime.ts';
import type { Keys, TreeNode } from './node.ts';
import { parseValue, type Patch } from './values.ts';

/** New value of a path, as a program gives it; possibly with its priorities encoded in it. */
export interface TreeSetting {
  readonly keys: Keys;
  readonly value: RealtimeValue;
  readonly priority: Priority;
}

export interface TreeChange {
  readonly before: TreeNode;
  readonly after: TreeNode;
  readonly places: readonly Keys[];
  /** Server time of the change. */
  readonly now: number;
}

/** Settings on top of each other, all at one moment. */
export const settingsChange = (tree: TreeNode, settings: readonly TreeSetting[], now: number): TreeChange =>
  patched(tree, now, settings, (setting, current) => toPatch(setting, current, now));

/** Settings of which none lies within another: removals last, so that a place that stays is not empty meanwhile. */
export function updateChange(tree: TreeNode, settings: readonly TreeSetting[], now: number): TreeChange {
  const patches = settings.map((setting) => toPatch(setting, tree, now));
  const goes = ({ node }: Patch) => node.isEmpty();
  const sorted = [...patches.filter((patch) => !goes(patch)), ...patches.filter(goes)];
  return patched(tree, now, sorted, (same) => same);
}

export const patchChange = (tree: TreeNode, patch: Patch, now: number): TreeChange =>
  patched(tree, now, [patch], (same) => same);

const toPatch = ({ keys, value, priority }: TreeSetting, tree: TreeNode, now: number): Patch => ({
  keys,
  node: parseValue(value, tree.at(keys), now, priority),
});

function patched<T>(
  before: TreeNode,
  now: number,
  changes: readonly T[],
  patchOf: (change: T, tree: TreeNode) => Patch,
): TreeChange {
  const places: Keys[] = [];
  let after = before;
  for (const change of changes) {
    const { keys, node } = patchOf(change, after);
    after = after.with(keys, node);
    places.push(keys);
  }
  return { before, after, places, now };
}
